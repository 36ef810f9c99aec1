//! The lines of the library: folders, and under each the rows of its cards.

use eframe::egui::{Align2, Rect, Role, Sense, Shape, Stroke, TextStyle, Ui, Vec2, WidgetInfo};
use scene::names::count;
use session::commands::command::{Intent, Sink};
use session::state::pose_library::{Library, LibraryIntent};

/// Height of the line of a folder.
const HEAD: f32 = 26.0;

/// A line, and its vertical place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) top: f32,
    pub(super) height: f32,
    pub(super) what: LineContent,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum LineContent {
    /// A folder with the number of its poses, and whether they are hidden.
    Group(String, usize, bool),
    /// The first pose of a row, an index of those found, and their number.
    Cards(usize, usize),
}

impl Line {
    pub(super) fn end(&self) -> f32 {
        self.top + self.height
    }

    /// Whether the card of a pose is in it.
    pub(super) fn holds(&self, place: usize) -> bool {
        matches!(self.what, LineContent::Cards(first, cards) if (first..first + cards).contains(&place))
    }
}

/// All lines, with so many cards in a row of this height. Poses that lie in no folder come first; a search shows no folders.
pub(super) fn lines(library: &Library, (columns, height): (usize, f32), gap: f32) -> Vec<Line> {
    let found = library.matching_entries();
    let group = |place: usize| {
        let entry = found.get(place).filter(|_| !library.is_searched());
        entry.map_or_else(String::new, |entry| library.group_of(&entry.path))
    };
    let mut lines: Vec<Line> = Vec::new();
    let mut top = 0.0;
    let mut add = |height: f32, what| {
        lines.push(Line { top, height, what });
        top += height + gap;
    };
    let mut first = 0;
    while first < found.len() {
        let name = group(first);
        let same = (first..found.len()).take_while(|&place| group(place) == name);
        let poses = same.count();
        let is_folded = !name.is_empty() && library.folded.contains(&name);
        if !name.is_empty() {
            add(HEAD, LineContent::Group(name, poses, is_folded));
        }
        if !is_folded {
            for row in (first..first + poses).step_by(columns.max(1)) {
                let cards = columns.max(1).min(first + poses - row);
                add(height, LineContent::Cards(row, cards));
            }
        }
        first += poses;
    }
    lines
}

/// Draws the line of a folder; a click folds it.
pub(super) fn draw_group(
    ui: &Ui,
    rect: Rect,
    name: &str,
    poses: usize,
    is_folded: bool,
    sink: &mut Sink,
) {
    let id = ui.scope_id().with(("folder of poses", name));
    let response = ui.interact(rect, id, Sense::click());
    let verb = if is_folded { "Unfold" } else { "Fold" };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{verb} {name}")));
    let center = rect.left_center() + Vec2::new(9.0, 0.0);
    let points = if is_folded {
        [(-3.0, -4.5), (4.0, 0.0), (-3.0, 4.5)]
    } else {
        [(-4.5, -3.0), (4.5, -3.0), (0.0, 4.0)]
    };
    let visuals = ui.visuals();
    let color = if response.hovered() || response.has_focus() {
        visuals.strong_text_color()
    } else {
        visuals.text_color()
    };
    let triangle = points.map(|(x, y)| center + Vec2::new(x, y)).to_vec();
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.add(Shape::convex_polygon(triangle, color, Stroke::NONE));
    painter.text(
        center + Vec2::new(12.0, 0.0),
        Align2::LEFT_CENTER,
        format!("{name}  {}", count(poses)),
        TextStyle::Body.resolve(ui.style()),
        color,
    );
    if response.clicked() {
        sink.send(Intent::Library(LibraryIntent::Fold(name.to_owned())));
    }
    response.on_hover_text("A folder of the library: a click hides its poses, or shows them");
}
