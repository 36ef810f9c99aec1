//! Columns of the tree in weights mode: the joint's number of vertices, its largest weight, its lock.

use eframe::egui::{Align2, FontId, Rect, Role, Sense, Ui, Vec2, WidgetInfo};
use rig::JointIndex;
use scene::facts::JointFacts;
use scene::names::{count, weight_text};
use session::commands::actions::WeightAction;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::weight_table::command::WeightCommand;

use crate::panels::widgets::icons::{Icon, paint};
use crate::panels::widgets::toggle_button;
use crate::theme::accent;

/// Size of letters in points.
const TEXT: f32 = 12.0;
/// Width of the largest weight.
const MOST: f32 = 34.0;
/// Below this width of a line the largest weight is a bar under the number of vertices, since names need the space.
const NARROW: f32 = 290.0;
const LEAST_BAR: f32 = 26.0;
/// Width of the lock, the same as of the eye that is there in other modes.
pub(super) const LOCK: f32 = 22.0;

/// Height of the line under the tree, with the gap above it.
pub(super) const FOOT: f32 = 22.0;

/// Draws the names of the columns, and a switch that shows the active joint's part alone.
pub(super) fn foot(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let size = Vec2::new(ui.available_width(), 18.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let isolated = view.session.character.weights.isolated;
    let name = Rect::from_min_size(rect.min, Vec2::new(58.0, rect.height()));
    let text = eframe::egui::RichText::new("Isolate").size(TEXT);
    let button = toggle_button(ui, text, isolated).small();
    let keys = view
        .key_text(WeightAction::ToggleIsolated)
        .unwrap_or_default();
    let tip = format!("Shows only what the active joint moves ({keys})");
    if ui
        .put(name, button)
        .on_hover_text(tip)
        .accessible_name("Isolate joint")
        .clicked()
    {
        sink.run(WeightAction::ToggleIsolated);
    }
    let color = ui.visuals().weak_text_color();
    // Leaves the scroll bar's width free, as the lines do.
    let right = rect.right() - ui.spacing().scroll.allocated_width() - LOCK;
    let most = most_width(rect.width());
    let heads = [(right, "most"), (right - most, "vertices")];
    for (right, text) in heads.into_iter().skip(usize::from(most == 0.0)) {
        let at = eframe::egui::Pos2::new(right, rect.center().y);
        let font = FontId::proportional(TEXT);
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, text, font, color);
    }
}

/// Width of the largest weights on a line; 0 where a bar replaces them.
fn most_width(line: f32) -> f32 {
    if line < NARROW { 0.0 } else { MOST }
}

/// Draws vertices and largest weight, right-aligned; returns where they begin.
pub(super) fn numbers(ui: &Ui, rect: Rect, facts: JointFacts) -> f32 {
    if !facts.in_skin {
        return rect.right() - 2.0;
    }
    let visuals = ui.visuals();
    let write = |right: f32, text: String, color| {
        let at = eframe::egui::Pos2::new(right, rect.center().y);
        let font = FontId::proportional(TEXT);
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, text, font, color)
    };
    let weak = visuals.weak_text_color();
    // Warns of a skin's joint that moves no vertex.
    let color = if facts.vertices == 0 {
        visuals.warn_fg_color
    } else {
        weak
    };
    let most = most_width(rect.width() + LOCK);
    if most > 0.0 {
        write(rect.right(), weight_text(facts.largest_weight, 2), weak);
        return write(rect.right() - most, count(facts.vertices), color).left();
    }
    let number = write(rect.right() - 2.0, count(facts.vertices), color);
    let left = number.left().min(rect.right() - LEAST_BAR);
    let bar = Rect::from_x_y_ranges(
        left..=rect.right() - 2.0,
        rect.bottom() - 3.5..=rect.bottom() - 1.5,
    );
    let track = visuals.widgets.inactive.bg_fill;
    ui.painter().rect_filled(bar, 1.0, track);
    let filled = bar.with_max_x(bar.left() + facts.largest_weight.clamp(0.0, 1.0) * bar.width());
    ui.painter().rect_filled(filled, 1.0, weak);
    left
}

/// Locks and unlocks a joint's weights. Faint while it is unlocked.
pub(super) fn lock_button(
    ui: &Ui,
    rect: Rect,
    joint: JointIndex,
    name: &str,
    is_hovered: bool,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let skeleton = &view.document.character.rig.skeleton;
    let is_locked = view.session.character.weights.is_locked(skeleton, joint);
    let id = ui.scope_id().with(("lock", joint.index()));
    let response = ui.interact(rect, id, Sense::click());
    let verb = if is_locked { "Unlock" } else { "Lock" };
    let label = format!("{verb} {name}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let visuals = ui.visuals();
    let color = if is_locked {
        accent(visuals)
    } else if response.hovered() || response.has_focus() {
        visuals.strong_text_color()
    } else if is_hovered {
        visuals.text_color()
    } else {
        visuals.weak_text_color().gamma_multiply(0.45)
    };
    let icon = if is_locked {
        Icon::Lock
    } else {
        Icon::OpenLock
    };
    paint(ui.painter(), rect, icon, color);
    let tip = if is_locked {
        "Locked: no edit changes its weights"
    } else {
        "Locks its weights against every edit"
    };
    if response.on_hover_text(tip).clicked() {
        sink.send(Intent::Weights(WeightCommand::SetLocked(joint, !is_locked)));
    }
}
