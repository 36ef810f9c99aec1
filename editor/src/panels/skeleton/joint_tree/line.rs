//! A line of the tree: fold, color, name, number of vertices, eye.

use std::sync::Arc;

use eframe::egui;
use eframe::egui::{
    Color32, EventFilter, FontId, Galley, Id, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
    Vec2, WidgetInfo,
};
use rig::JointIndex;
use scene::facts::JointFacts;
use scene::names::{count, joint_name, weight_text};
use scene::view::joint_colors::joint_color;
use session::commands::actions::SkeletonAction;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::mode::Mode;

use super::Row;
use super::editing::{edit_by_pointer, rename_field};
use super::weights::{LOCK, lock_button, numbers};
use crate::panels::widgets::icons::{Icon, paint};

/// Height of a line, and indentation of a level, in points.
pub(super) const ROW_HEIGHT: f32 = 22.0;
const INDENT: f32 = 11.0;
/// Indentation of the deepest joint as a share of the panel's width: in a deep skeleton every level is indented less, or
/// there would be no space for names.
const DEEPEST_INDENT: f32 = 0.24;
/// Width of the triangle that opens a line.
const FOLD: f32 = 18.0;
/// Size of the letters of a name.
const NAME: f32 = 14.0;
/// Side of the square in the joint's color.
const SWATCH: f32 = 8.0;
/// Space on both sides of a name.
const GAP: f32 = 4.0;
const EYE: f32 = LOCK;
/// Most letters of a name that are laid out: nobody has space for more, and laying out takes time.
const MOST_LETTERS: usize = 160;
/// Most letters of a name in the tooltip, which has several lines.
const MOST_TIP_LETTERS: usize = 600;

/// State and text of a line.
struct Line<'a> {
    joint: JointIndex,
    name: &'a str,
    color: [u8; 3],
    facts: JointFacts,
    is_selected: bool,
    is_active: bool,
    is_hidden: bool,
    is_drawn: bool,
}

/// An id that does not depend on the scroll position.
pub(super) fn row_id(joint: JointIndex) -> Id {
    Id::unique(("joint row", joint.index()))
}

/// The indentation of a level on lines of this width: the same at every level, so that each is told from the next.
pub(super) fn level_indent(width: f32, view: &View<'_>) -> f32 {
    let joints = view.session.character.facts.joints.iter();
    let deepest = joints.map(|joint| joint.depth).max().unwrap_or(0);
    let deepest = u16::try_from(deepest).unwrap_or(u16::MAX).max(1);
    INDENT.min(DEEPEST_INDENT * width / f32::from(deepest))
}

/// Draws a line whose level is indented by `indent`; pointer and keyboard are handled by the list.
pub(super) fn draw_row(
    ui: &mut Ui,
    row: Row,
    indent: f32,
    view: &View<'_>,
    sink: &mut Sink,
) -> Response {
    let Row { joint, depth } = row;
    let name = joint_name(&view.document.character.rig.skeleton, joint);
    let line = Line {
        joint,
        name: &name,
        color: joint_color(&view.document.character.rig.skeleton, joint),
        facts: view.session.character.facts.joint(joint),
        is_selected: view.session.character.selection.contains(joint),
        is_active: view.session.character.selection.active() == Some(joint),
        is_hidden: view.session.character.hidden.contains(&joint),
        is_drawn: view.session.character.facts.is_drawn(joint),
    };
    let (_, rect) = ui.allocate_space(Vec2::new(ui.available_width(), ROW_HEIGHT));
    let response = ui.interact(rect, row_id(joint), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, line.is_selected, &name));
    let is_hovered = response.hovered() || view.session.character.hovered == Some(joint);
    line.paint_background(ui, rect, is_hovered, response.has_focus());

    let depth = u16::try_from(depth).unwrap_or(u16::MAX);
    let fold = Rect::from_min_size(
        rect.min + Vec2::new(f32::from(depth) * indent, 0.0),
        Vec2::new(FOLD, ROW_HEIGHT),
    );
    let swatch = Rect::from_center_size(
        fold.right_center() + Vec2::new(2.0 + 0.5 * SWATCH, 0.0),
        Vec2::splat(SWATCH),
    );
    let left = swatch.right() + GAP;
    if view.session.character.tree.search.trim().is_empty() && line.facts.has_children() {
        fold_button(ui, fold, &line, view, sink);
    }
    let eye = Rect::from_min_max(Pos2::new(rect.right() - EYE, rect.top()), rect.max);
    let before_eye = rect.with_max_x(eye.left());
    let right = if view.session.mode == Mode::Weights {
        if line.facts.in_skin {
            lock_button(ui, eye, joint, &name, is_hovered, view, sink);
        }
        numbers(ui, before_eye, line.facts)
    } else {
        if line.is_drawn {
            eye_button(ui, eye, &line, is_hovered, sink);
        }
        let name_ends = left + line.name_width(ui);
        write_count(ui, before_eye, (line.facts.vertices, name_ends))
    };
    line.paint_swatch(ui, swatch);
    let between = Rect::from_x_y_ranges(left..=right - GAP, rect.y_range());
    if rename_field(ui, between, joint, view, sink) {
        return response;
    }
    let is_cut = line.write_name(ui, between);
    keep_arrows(ui, &response);
    edit_by_pointer(ui, &response, joint, view, sink);
    let response = response.on_hover_text(line.tip(is_cut));
    if response.double_clicked() {
        sink.run(SkeletonAction::RenameJoint);
    }
    response
}

/// Keeps the arrow keys on a focused line; egui would move the focus to another widget.
fn keep_arrows(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let filter = EventFilter {
            vertical_arrows: true,
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
}

impl Line<'_> {
    fn paint_background(&self, ui: &Ui, rect: Rect, is_hovered: bool, has_focus: bool) {
        let visuals = ui.visuals();
        let color = match (self.is_selected, is_hovered) {
            (true, _) if self.is_active => visuals.selection.bg_fill,
            (true, _) => visuals.selection.bg_fill.gamma_multiply(0.55),
            (false, true) => visuals.widgets.inactive.bg_fill,
            (false, false) => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, 4.0, color);
        if has_focus {
            let stroke = Stroke::new(1.0, visuals.strong_text_color());
            ui.painter()
                .rect_stroke(rect, 4.0, stroke, egui::StrokeKind::Inside);
        }
    }

    /// Only joints of a skin have a color elsewhere.
    fn paint_swatch(&self, ui: &Ui, rect: Rect) {
        if !self.facts.in_skin {
            return;
        }
        let [r, g, b] = self.color;
        let color = Color32::from_rgb(r, g, b);
        if self.is_hidden {
            let stroke = Stroke::new(1.2, color.gamma_multiply(0.7));
            ui.painter()
                .rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
        } else {
            ui.painter().rect_filled(rect, 2.0, color);
        }
    }

    /// The width of the whole name.
    fn name_width(&self, ui: &Ui) -> f32 {
        let name = shorten_name(self.name, MOST_LETTERS);
        let font = FontId::proportional(NAME);
        let galley = ui.painter().layout_no_wrap(name, font, Color32::WHITE);
        galley.size().x
    }

    /// Returns whether there was too little space for the name.
    fn write_name(&self, ui: &Ui, rect: Rect) -> bool {
        let visuals = ui.visuals();
        let color = match (self.is_selected, self.facts.in_skin && !self.is_hidden) {
            (true, _) => visuals.strong_text_color(),
            (false, true) => visuals.text_color(),
            (false, false) => visuals.weak_text_color(),
        };
        let name = shorten_name(self.name, MOST_LETTERS);
        let look = (FontId::proportional(NAME), color);
        let (galley, is_cut) = fit_name(ui, &name, look, rect.width());
        let at = Pos2::new(rect.left(), rect.center().y - galley.size().y / 2.0);
        ui.painter()
            .with_clip_rect(rect.intersect(ui.clip_rect()))
            .galley(at, galley, color);
        is_cut
    }

    fn tip(&self, is_cut: bool) -> String {
        let what = if self.facts.in_skin {
            let most = weight_text(self.facts.largest_weight, 3);
            let vertices = count(self.facts.vertices);
            format!("{vertices} vertices, weights up to {most}")
        } else {
            "Joint, not bound yet".to_owned()
        };
        if is_cut {
            format!("{}: {what}", shorten_name(self.name, MOST_TIP_LETTERS))
        } else {
            what
        }
    }
}

/// Letters that are kept at the end of a shortened name: joints differ there, as `wing_2_1.L` from `wing_2_1.R`.
const TAIL: usize = 6;
/// Most letters that are kept at the start.
const MOST_HEAD: usize = 40;

/// A name that fits the width, shortened in the middle if needed; and whether it was.
pub(super) fn fit_name(
    ui: &Ui,
    name: &str,
    (font, color): (FontId, Color32),
    free_space: f32,
) -> (Arc<Galley>, bool) {
    let layout = |text: String| ui.painter().layout_no_wrap(text, font.clone(), color);
    let whole = layout(name.to_owned());
    if whole.size().x <= free_space {
        return (whole, false);
    }
    let letters: Vec<char> = name.chars().collect();
    let tail: String = letters.iter().rev().take(TAIL).rev().collect();
    let most = letters.len().saturating_sub(TAIL).min(MOST_HEAD);
    // From the longest head down: the first that fits says most.
    for head in (0..most).rev() {
        let text: String = letters.iter().take(head).chain(&['…']).collect();
        let cut = layout(text + &tail);
        if cut.size().x <= free_space {
            return (cut, true);
        }
    }
    let mut job = egui::text::LayoutJob::simple_singleline(name.to_owned(), font.clone(), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(free_space.max(0.0));
    (ui.painter().layout_job(job), true)
}

/// At most so many letters of a name, cut between characters and not within one.
fn shorten_name(name: &str, most: usize) -> String {
    let mut letters = name.chars();
    let mut text: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        text.push('…');
    }
    text
}

/// Writes the number of vertices, unless the name ends too far right to stand whole beside it: the number is in the
/// tooltip too. Returns where the space for the name ends.
fn write_count(ui: &Ui, rect: Rect, (vertices, name_ends): (usize, f32)) -> f32 {
    let right = rect.right() - 2.0;
    if vertices == 0 {
        return right;
    }
    let color = ui.visuals().weak_text_color();
    let font = FontId::proportional(12.0);
    let number = ui.painter().layout_no_wrap(count(vertices), font, color);
    let size = number.size();
    let left = right - size.x;
    if name_ends > left - GAP {
        return right;
    }
    let at = Pos2::new(left, rect.center().y - size.y / 2.0);
    ui.painter().galley(at, number, color);
    left
}

/// The eye that hides and shows a joint; with Shift also all below it. Faint in its usual state.
fn eye_button(ui: &Ui, rect: Rect, line: &Line<'_>, is_hovered: bool, sink: &mut Sink) {
    let id = ui.scope_id().with(("eye", line.joint.index()));
    let response = ui.interact(rect, id, Sense::click());
    let verb = if line.is_hidden { "Show" } else { "Hide" };
    let label = format!("{verb} {}", line.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let visuals = ui.visuals();
    let color = if response.hovered() || response.has_focus() {
        visuals.strong_text_color()
    } else if line.is_hidden || is_hovered {
        visuals.text_color()
    } else {
        visuals.weak_text_color().gamma_multiply(0.45)
    };
    let icon = if line.is_hidden {
        Icon::ShutEye
    } else {
        Icon::Eye
    };
    paint(ui.painter(), rect, icon, color);
    let response = response.on_hover_text(format!(
        "{verb}s the joint in the panes; with Shift also all under it"
    ));
    if response.clicked() {
        sink.send(Intent::SetHidden {
            joint: line.joint,
            hidden: !line.is_hidden,
            with_children: ui.input(|input| input.modifiers.shift),
        });
    }
}

fn fold_button(ui: &Ui, rect: Rect, line: &Line<'_>, view: &View<'_>, sink: &mut Sink) {
    let Line { joint, name, .. } = *line;
    let folded = view.session.character.tree.folded.contains(&joint);
    let response = ui.interact(
        rect,
        ui.scope_id().with(("fold", joint.index())),
        Sense::click(),
    );
    let verb = if folded { "Unfold" } else { "Fold" };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{verb} {name}")));
    let center = rect.center();
    let points = if folded {
        [
            Vec2::new(-3.0, -4.5),
            Vec2::new(4.0, 0.0),
            Vec2::new(-3.0, 4.5),
        ]
    } else {
        [
            Vec2::new(-4.5, -3.0),
            Vec2::new(4.5, -3.0),
            Vec2::new(0.0, 4.0),
        ]
    };
    let color = if response.hovered() {
        ui.visuals().strong_text_color()
    } else {
        ui.visuals().weak_text_color()
    };
    let triangle = points.map(|offset| center + offset).to_vec();
    ui.painter()
        .add(Shape::convex_polygon(triangle, color, Stroke::NONE));
    if response.clicked() {
        sink.send(Intent::ToggleFold(joint));
    }
}
