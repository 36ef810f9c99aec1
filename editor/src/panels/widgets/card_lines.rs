//! The lines of a library: folders, and under each the rows of its cards.

use std::collections::BTreeSet;

use eframe::egui::{Align2, Rect, Role, Sense, Shape, Stroke, TextStyle, Ui, Vec2, WidgetInfo};
use scene::names::count;

/// Height of the line of a folder.
const HEAD: f32 = 26.0;

/// A line, and its vertical place.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::panels) struct Line {
    pub(in crate::panels) top: f32,
    pub(in crate::panels) height: f32,
    pub(in crate::panels) what: LineContent,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::panels) enum LineContent {
    /// A folder with the number of its cards, and whether they are hidden.
    Group(String, usize, bool),
    /// The first card of a row, an index of all, and their number.
    Cards(usize, usize),
}

impl Line {
    pub(in crate::panels) fn end(&self) -> f32 {
        self.top + self.height
    }

    /// Whether a card, by its index, is in it.
    pub(in crate::panels) fn holds(&self, place: usize) -> bool {
        matches!(self.what, LineContent::Cards(first, cards) if (first..first + cards).contains(&place))
    }
}

/// All lines, with so many cards in a row of this height. Names of folders are those of the cards in their order, empty for one that lies in
/// none.
pub(in crate::panels) fn card_lines(
    folders: &[String],
    folded: &BTreeSet<String>,
    (columns, height): (usize, f32),
    gap: f32,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut top = 0.0;
    let mut add = |height: f32, what| {
        lines.push(Line { top, height, what });
        top += height + gap;
    };
    let mut first = 0;
    for same in folders.chunk_by(|one, other| one == other) {
        let name = same.first().cloned().unwrap_or_default();
        let is_folded = !name.is_empty() && folded.contains(&name);
        if !name.is_empty() {
            add(HEAD, LineContent::Group(name, same.len(), is_folded));
        }
        if !is_folded {
            for row in (first..first + same.len()).step_by(columns.max(1)) {
                let cards = columns.max(1).min(first + same.len() - row);
                add(height, LineContent::Cards(row, cards));
            }
        }
        first += same.len();
    }
    lines
}

/// Where to scroll to so that a card, by its index, is in the middle; none where it is in sight already.
pub(in crate::panels) fn offset_to_card(
    lines: &[Line],
    place: usize,
    seen: Rect,
    space: f32,
) -> Option<f32> {
    let line = lines.iter().find(|line| line.holds(place))?;
    let in_sight = line.top >= seen.top() && line.end() <= seen.bottom();
    (!in_sight).then(|| (line.top - 0.5 * (space - line.height)).max(0.0))
}

/// Draws the line of a folder with so many cards; returns whether it is to be folded or unfolded.
pub(in crate::panels) fn draw_group(
    ui: &Ui,
    rect: Rect,
    name: &str,
    cards: usize,
    is_folded: bool,
) -> bool {
    let id = ui.scope_id().with(("folder of cards", name));
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
        format!("{name}  {}", count(cards)),
        TextStyle::Body.resolve(ui.style()),
        color,
    );
    let response =
        response.on_hover_text("A folder of the library: a click hides what is in it, or shows it");
    response.clicked()
}
