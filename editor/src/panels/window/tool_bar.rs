//! The tools that pose and the space of their axes; in weights mode, the brushes.

use eframe::egui::{ComboBox, Ui};
use rig::Limb;
use session::commands::actions::{Action, PosingAction, ToolAction};
use session::commands::command::Sink;
use session::features::actions::info;
use session::features::view::View;
use session::mode::Mode;
use session::state::gizmo::tool::{Space, Tool};

use crate::panels::painting::brush_bar::brush_bar;
use crate::panels::skeleton::skeleton_bar::skeleton_bar;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{
    ICON_STEP, UNDO_AND_REDO, icon_choice, joined_corners, name_of_choice, toggle_button, tooltip,
    tooltip_of, with_tooltip,
};

/// Width of the switch of mirror posing.
const MIRROR: f32 = 64.0;
/// Width of the lists: of tools, of axes, and of what the end of a limb does.
const SPACE_WIDTH: f32 = 74.0;
/// Width of the name of the tool in use.
const NAME: f32 = 50.0;
/// Width of all buttons together.
const NEEDED: f32 = 6.0 * ICON_STEP + SPACE_WIDTH + NAME + 60.0;

/// Draws tools and axes, in Skeleton mode those of rest frames; in Animate there are none. Where there is no space for
/// buttons, the tools are a list.
pub fn tool_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    if view.session.mode == Mode::Weights {
        return brush_bar(ui, view, sink);
    }
    let at_rest = view.session.mode == Mode::Skeleton;
    if !at_rest && !view.session.mode.poses() {
        return;
    }
    let tools = Tool::ALL;
    let tools = tools
        .into_iter()
        .filter(|tool| !at_rest || tool.moves_rest());
    if ui.available_width() > NEEDED + 76.0 {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            for tool in tools {
                tool_button(ui, tool, view, sink);
            }
        });
        name_of_choice(ui, view.session.tool_in_use().name(), NAME);
    } else {
        tool_list(ui, tools, view, sink);
    }
    if view.session.tool == Tool::Limb && !at_rest {
        limb_end(ui, view, sink);
    } else {
        space_list(ui, view, sink);
    }
    if at_rest {
        skeleton_bar(ui, view, sink);
    } else if ui.available_width() > MIRROR + UNDO_AND_REDO {
        mirror_posing(ui, view, sink);
    }
}

/// The switch that poses both sides at once.
fn mirror_posing(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let button = toggle_button(ui, "Mirror", view.session.mirror_posing);
    let tip = tooltip_of(PosingAction::ToggleMirrorPosing, view);
    let response = with_tooltip(ui.add(button), &tip);
    if response.accessible_name("Mirror posing").clicked() {
        sink.run(PosingAction::ToggleMirrorPosing);
    }
}

fn tool_button(ui: &mut Ui, tool: Tool, view: &View<'_>, sink: &mut Sink) {
    let action = Action::Tool(ToolAction::UseTool(tool));
    let Some(row) = info(action) else { return };
    let corners = joined_corners(tool == Tool::Select, tool == Tool::Limb);
    let response = icon_choice(ui, icon(tool), view.session.tool_in_use() == tool, corners);
    let tip = format!("{}. {}", tool.name(), about(tool, view));
    if with_tooltip(response, &tip)
        .accessible_name(&*row.text)
        .clicked()
    {
        sink.run(action);
    }
}

const fn icon(tool: Tool) -> Icon {
    match tool {
        Tool::Select => Icon::Pointer,
        Tool::Move => Icon::Move,
        Tool::Rotate => Icon::Rotate,
        Tool::Scale => Icon::Scale,
        Tool::Shear => Icon::Shear,
        Tool::Limb => Icon::Limb,
    }
}

/// Tooltip of a tool with its key, and the key that starts it at once.
fn about(tool: Tool, view: &View<'_>) -> String {
    let text = tooltip_of(ToolAction::UseTool(tool), view);
    let at_once = view.key_text(ToolAction::Operate(tool));
    match at_once.filter(|_| !matches!(tool, Tool::Select | Tool::Limb)) {
        Some(keys) => format!("{text}\n{keys} begins at once, where the pointer is"),
        None => text,
    }
}

fn tool_list(ui: &mut Ui, tools: impl Iterator<Item = Tool>, view: &View<'_>, sink: &mut Sink) {
    let list = ComboBox::from_id_salt("tools")
        .selected_text(view.session.tool_in_use().name())
        .width(SPACE_WIDTH)
        .show_ui(ui, |ui| {
            for tool in tools {
                let is_on = view.session.tool_in_use() == tool;
                let response = ui.selectable_label(is_on, tool.name());
                if response.on_hover_text(about(tool, view)).clicked() {
                    sink.run(ToolAction::UseTool(tool));
                }
            }
        });
    with_tooltip(list.response, "What a drag on the gizmo does").accessible_name("Tool");
}

fn space_list(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let list = ComboBox::from_id_salt("axes of tools")
        .selected_text(view.session.space.name())
        .width(SPACE_WIDTH)
        .show_ui(ui, |ui| {
            for space in Space::ALL {
                let action = Action::Tool(ToolAction::UseSpace(space));
                let Some(row) = info(action) else { continue };
                let is_on = view.session.space == space;
                let response = ui.selectable_label(is_on, space.name());
                if response.on_hover_text(tooltip(row, view)).clicked() {
                    sink.run(action);
                }
            }
        });
    let keys = view.key_text(ToolAction::NextSpace);
    let keys = keys.map_or_else(String::new, |keys| format!(" ({keys} for the next)"));
    let tip = format!("Whose axes tools work along: the joint's, its parent's, the model's{keys}");
    with_tooltip(list.response, &tip).accessible_name("Axes of tools");
}

/// What the end of the selected limb does while that is dragged; axes do not matter to limbs.
fn limb_end(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let skeleton = &view.document.character.rig.skeleton;
    let active = view.session.character.selection.active();
    let limb = active.and_then(|joint| Limb::find_for_drag(skeleton, joint));
    let keeps = limb.map(|limb| view.session.character.limb_ends.keeps(skeleton, limb));
    let name = |keeps: bool| if keeps { "Keep orientation" } else { "Follow" };
    let response = ui.add_enabled_ui(limb.is_some(), |ui| {
        let list = ComboBox::from_id_salt("end of the limb")
            .selected_text(keeps.map_or("Limb end", name))
            .width(SPACE_WIDTH)
            .show_ui(ui, |ui| {
                for choice in [false, true] {
                    let text = if choice { "Keep orientation" } else { "Follow" };
                    let response = ui.selectable_label(keeps == Some(choice), text);
                    if response.clicked() && keeps != Some(choice) {
                        sink.run(ToolAction::ToggleLimbEnd);
                    }
                }
            });
        list.response
    });
    let tip = tooltip_of(ToolAction::ToggleLimbEnd, view);
    with_tooltip(response.inner, &tip).accessible_name("End of the limb");
}
