//! The row below the menus: modes, tools, undo and redo.

use eframe::egui::{Align, Button, Layout, Ui, Vec2};
use session::commands::actions::{Action, EditAction, WindowAction};
use session::commands::command::Sink;
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::mode::Mode;

use crate::panels::painting::vertex_mask;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{action_button, joined_corners, tooltip, with_tooltip};
use crate::panels::window::tool_bar::tool_bar;

/// Width of a mode's button, the same for all.
const WIDTH: f32 = 82.0;

/// Draws modes, tools, undo and redo.
pub fn mode_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            for mode in Mode::ALL {
                mode_button(ui, mode, view, sink);
            }
        });
        ui.add_space(14.0);
        tool_bar(ui, view, sink);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            action_button(ui, Icon::Redo, EditAction::Redo, view, sink);
            action_button(ui, Icon::Undo, EditAction::Undo, view, sink);
            vertex_mask::mask(ui, view, sink);
        });
    });
}

fn mode_button(ui: &mut Ui, mode: Mode, view: &View<'_>, sink: &mut Sink) {
    let action = match mode {
        Mode::Skeleton => Action::Window(WindowAction::SkeletonMode),
        Mode::Weights => Action::Window(WindowAction::WeightsMode),
        Mode::Pose => Action::Window(WindowAction::PoseMode),
        Mode::Animate => Action::Window(WindowAction::AnimateMode),
    };
    let Some(row) = info(action) else { return };
    let is_on = view.session.mode == mode;
    let button = Button::new(mode.name())
        .selected(is_on)
        .corner_radius(joined_corners(
            mode == Mode::Skeleton,
            mode == Mode::Animate,
        ))
        .min_size(Vec2::new(WIDTH, ui.spacing().interact_size.y));
    let response = ui.add(button);
    if with_tooltip(response, &tooltip(row, view))
        .accessible_name(action_state(row, view).text)
        .clicked()
    {
        sink.run(action);
    }
}
