//! Lines of the list: kinds of problems, and the problems of each kind.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    Align2, Button, Color32, Direction, EventFilter, FontId, Id, Layout, Rect, Response, Role,
    Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
};
use scene::names::{count, joint_name};
use scene::view::joint_colors::joint_color;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::settings::Check;
use session::state::problems::problem_list::{Entry, FixOrder, ProblemIntent, ProblemList};
use weights::ProblemKind;

use super::{is_of_now, visit};
use crate::panels::widgets::with_tooltip;

/// Heights of the head of a kind and of a problem below it, in points.
const HEAD: f32 = 30.0;
const ENTRY: f32 = 40.0;
/// Size of the button that repairs.
const BUTTON: Vec2 = Vec2::new(46.0, 22.0);
/// Side of the square in a joint's color.
const SWATCH: f32 = 8.0;

/// A line, and its vertical place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) top: f32,
    what: LineKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum LineKind {
    Kind(ProblemKind),
    Entry(usize),
}

impl Line {
    pub(super) const fn height(&self) -> f32 {
        match self.what {
            LineKind::Kind(_) => HEAD,
            LineKind::Entry(_) => ENTRY,
        }
    }

    pub(super) fn end(&self) -> f32 {
        self.top + self.height()
    }

    pub(super) const fn entry(&self) -> Option<usize> {
        match self.what {
            LineKind::Entry(place) => Some(place),
            LineKind::Kind(_) => None,
        }
    }
}

/// An id that does not depend on the scroll position.
pub(super) fn row_id(place: usize) -> Id {
    Id::unique(("problem row", place))
}

/// The kinds that occur, each followed by its problems.
pub(super) fn lines(list: &ProblemList) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut top = 0.0;
    let mut add = |what| {
        let line = Line { top, what };
        top = line.end();
        lines.push(line);
    };
    for kind in ProblemKind::ALL {
        for (number, (place, _)) in list.of_kind(kind).enumerate() {
            if number == 0 {
                add(LineKind::Kind(kind));
            }
            add(LineKind::Entry(place));
        }
    }
    lines
}

/// Draws a line; returns whether it has the keyboard.
pub(super) fn draw_line(
    ui: &mut Ui,
    rect: Rect,
    line: &Line,
    list: &Arc<ProblemList>,
    view: &View<'_>,
    sink: &mut Sink,
) -> bool {
    match line.what {
        LineKind::Kind(kind) => {
            draw_kind(ui, rect, kind, list, view, sink);
            false
        }
        LineKind::Entry(place) => {
            let entry = list.entries.get(place);
            entry.is_some_and(|entry| draw_entry(ui, rect, place, entry, list, view, sink))
        }
    }
}

fn draw_kind(
    ui: &mut Ui,
    rect: Rect,
    kind: ProblemKind,
    list: &Arc<ProblemList>,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let check = Check::of(kind);
    let entries = list.of_kind(kind).count();
    let title = format!("{}  {}", check.name(), count(entries));
    let text = Rect::from_min_max(rect.min, rect.max - Vec2::new(2.0 * BUTTON.x, 0.0));
    let response = ui.interact(
        text,
        ui.scope_id().with(("kind", title.as_str())),
        Sense::hover(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &title));
    response.on_hover_text(format!(
        "{}.\nFix: {}.",
        capital(kind.words()),
        kind.remedy()
    ));
    write(
        ui,
        Rect::from_min_max(text.min + Vec2::new(0.0, 8.0), text.max),
        &title,
        FontId::proportional(13.0),
        ui.visuals().strong_text_color(),
    );
    let name = format!("Fix all: {}", check.name());
    let about = format!(
        "{} at all of these; one step of undo",
        capital(kind.remedy())
    );
    let why_not = why_not(list, view);
    let button = Rect::from_min_size(
        rect.right_top() + Vec2::new(-BUTTON.x - 12.0, 5.0),
        BUTTON + Vec2::new(12.0, 0.0),
    );
    if entries > 1 && fix_button(ui, button, "Fix all", &name, &about, why_not) {
        let order = FixOrder::kind(Arc::clone(list), kind);
        sink.send(Intent::Problems(ProblemIntent::Fix(order)));
    }
}

fn draw_entry(
    ui: &mut Ui,
    rect: Rect,
    place: usize,
    entry: &Entry,
    list: &Arc<ProblemList>,
    view: &View<'_>,
    sink: &mut Sink,
) -> bool {
    let units = view.session.settings.units;
    let (subject, how_much) = entry.words(list, units);
    let name = format!("{subject}: {how_much}");
    let is_current = view.session.character.problems.current == Some(place);
    let response = ui.interact(rect, row_id(place), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_current, &name));
    paint_background(ui, rect, &response, is_current);
    let mut at = rect.min + Vec2::new(8.0, 4.0);
    if let Some(joint) = entry.joint {
        paint_swatch(
            ui,
            Rect::from_center_size(at + Vec2::new(4.0, 8.0), Vec2::splat(SWATCH)),
            joint_color(&view.document.character.rig.skeleton, joint),
        );
        at.x += SWATCH + 6.0;
    }
    let visuals = ui.visuals();
    let (strong, weak) = (visuals.text_color(), visuals.weak_text_color());
    let (strong, weak) = match (is_current, is_of_now(list, view)) {
        (true, _) => (visuals.strong_text_color(), visuals.strong_text_color()),
        (false, true) => (strong, weak),
        (false, false) => (weak, weak),
    };
    let right = rect.right() - BUTTON.x - 10.0;
    let first = Rect::from_min_max(at, eframe::egui::pos2(right, rect.center().y));
    let second = Rect::from_min_max(
        eframe::egui::pos2(rect.left() + 8.0, rect.center().y + 1.0),
        eframe::egui::pos2(right, rect.bottom()),
    );
    write(ui, first, &subject, FontId::proportional(14.0), strong);
    write(ui, second, &how_much, FontId::proportional(12.0), weak);
    keep_arrows(ui, &response);
    let button = Rect::from_center_size(
        rect.right_center() - Vec2::new(0.5 * BUTTON.x + 4.0, 0.0),
        BUTTON,
    );
    let about = capital(entry.problem.kind.remedy());
    let why_not = why_not(list, view).or_else(|| lock_reason(entry, view));
    let fix = format!("Fix {name}");
    if fix_button(ui, button, "Fix", &fix, &about, why_not) {
        let order = FixOrder::one(Arc::clone(list), place);
        sink.send(Intent::Problems(ProblemIntent::Fix(order)));
    }
    let words = capital(entry.problem.kind.words());
    let response = response.on_hover_text(format!("{name}.\n{words}. A click shows it."));
    if response.clicked() {
        visit(list, place, sink);
    }
    response.has_focus()
}

/// Why nothing can be repaired now, if so.
fn why_not(list: &ProblemList, view: &View<'_>) -> Option<String> {
    if view.session.character.problems.order.is_some() {
        Some("other problems are being fixed".to_owned())
    } else if is_of_now(list, view) {
        None
    } else {
        Some("the weights are being looked at again".to_owned())
    }
}

/// Why a locked joint prevents the repair, if it does.
fn lock_reason(entry: &Entry, view: &View<'_>) -> Option<String> {
    let is_its_own = matches!(entry.problem.kind, ProblemKind::Stray | ProblemKind::Island);
    let joint = entry.joint.filter(|_| is_its_own)?;
    let skeleton = &view.document.character.rig.skeleton;
    let is_locked = view.session.character.weights.is_locked(skeleton, joint);
    is_locked.then(|| format!("{} is locked", joint_name(skeleton, joint)))
}

fn fix_button(
    ui: &mut Ui,
    rect: Rect,
    text: &str,
    name: &str,
    about: &str,
    why_not: Option<String>,
) -> bool {
    let centered = Layout::centered_and_justified(Direction::TopDown);
    let builder = UiBuilder::new()
        .max_rect(rect)
        .layout(centered)
        .id_salt(name);
    let response = ui.scope_builder(builder, |ui| {
        ui.add_enabled(
            why_not.is_none(),
            Button::new(text).small().min_size(rect.size()),
        )
    });
    let about = match why_not {
        Some(why) => format!("{about}\nNot now: {why}"),
        None => about.to_owned(),
    };
    with_tooltip(response.inner, &about)
        .accessible_name(name)
        .clicked()
}

fn paint_background(ui: &Ui, rect: Rect, response: &Response, is_current: bool) {
    let visuals = ui.visuals();
    let color = match (is_current, response.hovered()) {
        (true, _) => visuals.selection.bg_fill,
        (false, true) => visuals.widgets.inactive.bg_fill,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 4.0, color);
    if response.has_focus() {
        let stroke = Stroke::new(1.0, visuals.strong_text_color());
        ui.painter()
            .rect_stroke(rect, 4.0, stroke, StrokeKind::Inside);
    }
}

fn paint_swatch(ui: &Ui, rect: Rect, [r, g, b]: [u8; 3]) {
    ui.painter()
        .rect_filled(rect, 2.0, Color32::from_rgb(r, g, b));
}

/// One line of text, cut where there is no space for more.
fn write(ui: &Ui, rect: Rect, text: &str, font: FontId, color: Color32) {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(rect.width().max(0.0));
    let galley = ui.painter().layout_job(job);
    let place = Align2::LEFT_TOP.align_size_within_rect(galley.size(), rect);
    ui.painter().galley(place.min, galley, color);
}

/// Keeps the arrow keys on a focused line; egui would move the focus to another widget.
fn keep_arrows(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let filter = EventFilter {
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
