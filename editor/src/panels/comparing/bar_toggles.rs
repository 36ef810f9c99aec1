//! The switches that open the folded bars beside the panes in Animate mode, at the right end of the row over them.

use eframe::egui::{Align, Layout, Rect, Ui, UiBuilder, Vec2};
use session::commands::actions::{Action, CompareAction, PoseAction};
use session::commands::command::Sink;
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::mode::Mode;

use crate::panels::widgets::{toggle_button, tooltip, with_tooltip};

/// Least width of a row over a pane that has the switches beside its own selectors; in narrower ones menu and palette have them.
const LEAST: f32 = 440.0;
const MARGIN: Vec2 = Vec2::new(8.0, 4.0);

/// Draws the switches over the pane in the right upper corner.
pub fn bar_toggles(ui: &mut Ui, heads: &[Rect], view: &View<'_>, sink: &mut Sink) {
    if view.session.mode != Mode::Animate || view.is_empty() {
        return;
    }
    let heads = heads.iter().copied();
    let top = heads
        .clone()
        .map(|head| head.top())
        .fold(f32::INFINITY, f32::min);
    let upper = heads.filter(|head| head.top() <= top && head.width() >= LEAST);
    if let Some(head) = upper.max_by(|one, other| one.right().total_cmp(&other.right())) {
        draw(ui, head, view, sink);
    }
}

fn draw(ui: &mut Ui, head: Rect, view: &View<'_>, sink: &mut Sink) {
    let place = UiBuilder::new()
        .max_rect(head.shrink2(MARGIN))
        .layout(Layout::right_to_left(Align::Center))
        .id_salt("bars of animate mode");
    let ui = &mut ui.new_child(place);
    ui.spacing_mut().item_spacing.x = 4.0;
    if !view.session.character.test_poses.poses.is_empty() {
        toggle(
            ui,
            "Test poses",
            PoseAction::ToggleTestPoses.into(),
            view,
            sink,
        );
    }
    toggle(
        ui,
        "Compare",
        CompareAction::ToggleCompareBar.into(),
        view,
        sink,
    );
}

fn toggle(ui: &mut Ui, text: &str, action: Action, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let button = ui.add(toggle_button(ui, text, state.checked == Some(true)));
    let response = with_tooltip(button, &tooltip(row, view));
    if response.accessible_name(state.text).clicked() {
        sink.run(action);
    }
}
