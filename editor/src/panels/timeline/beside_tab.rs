//! What stands beside the tab of the timeline where keys are at work, so that the row of playback is one row: the unit of time, the speed,
//! curves, onion skins and trails.

use eframe::egui::Ui;
use session::commands::actions::SheetAction;
use session::commands::command::Sink;
use session::features::view::View;
use session::mode::Mode;

use super::bar::{frames_shown, speed, toggle, unit};
use crate::panels::posing::motion_options::motion_buttons;

/// Least width of the timeline for that.
const LEAST: f32 = 560.0;
/// Least width for saying there too how many frames are drawn; below it the speed says that when it is pointed at.
const TOLD_FROM: f32 = 640.0;
/// Space within the edge of the window, and between buttons.
const EDGE: f32 = 10.0;
const GAP: f32 = 5.0;

/// Whether a timeline of this width has some of its buttons beside its tab.
pub(super) fn stands_beside_tab(width: f32, view: &View<'_>) -> bool {
    view.session.mode == Mode::Animate && !view.is_empty() && width >= LEAST
}

/// Draws them from the right end of the row of tabs, for a timeline of this width.
pub fn beside_tab(ui: &mut Ui, width: f32, view: &View<'_>, sink: &mut Sink) {
    // The contents have a margin on both sides.
    if !stands_beside_tab(width - 2.0 * EDGE, view) {
        return;
    }
    ui.spacing_mut().item_spacing.x = GAP;
    ui.add_space(EDGE);
    motion_buttons(ui, view, sink);
    toggle(ui, "Curves", SheetAction::ToggleCurves, view, sink);
    speed(ui, true, view, sink);
    unit(ui, view, sink);
    // Leftmost, so that nothing moves aside as it comes and goes.
    if width >= TOLD_FROM {
        frames_shown(ui, view);
    }
}
