//! The tools that pose and the space of their axes; in weights mode, the brushes.

use eframe::egui::{ComboBox, Ui};
use session::commands::actions::{Action, ToolAction, info};
use session::commands::command::Sink;
use session::commands::view::View;
use session::mode::Mode;
use session::tools::tool::{Space, Tool};

use crate::panels::brush_bar::brush_bar;
use crate::panels::icons::Icon;
use crate::panels::widgets::{
    ICON_STEP, icon_choice, joined, name_of_choice, tooltip, tooltip_of, with_tooltip,
};

const SPACE_WIDTH: f32 = 74.0;
/// Width of the name of the tool in use.
const NAME: f32 = 50.0;
/// Width of all buttons together.
const NEEDED: f32 = 6.0 * ICON_STEP + SPACE_WIDTH + NAME + 60.0;

/// Draws tools and axes; in modes that do not pose there are none. Where there is no space for buttons, the tools are a
/// list.
pub fn tool_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    if view.session.mode == Mode::Weights {
        return brush_bar(ui, view, sink);
    }
    if !view.session.mode.poses() {
        return;
    }
    if ui.available_width() > NEEDED + 76.0 {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            for tool in Tool::ALL {
                tool_button(ui, tool, view, sink);
            }
        });
        name_of_choice(ui, view.session.tool.name(), NAME);
    } else {
        tool_list(ui, view, sink);
    }
    space_list(ui, view, sink);
}

fn tool_button(ui: &mut Ui, tool: Tool, view: &View<'_>, sink: &mut Sink) {
    let action = Action::Tool(ToolAction::UseTool(tool));
    let Some(row) = info(action) else { return };
    let corners = joined(tool == Tool::Select, tool == Tool::Limb);
    let response = icon_choice(ui, icon(tool), view.session.tool == tool, corners);
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

fn tool_list(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let list = ComboBox::from_id_salt("tools")
        .selected_text(view.session.tool.name())
        .width(SPACE_WIDTH)
        .show_ui(ui, |ui| {
            for tool in Tool::ALL {
                let is_on = view.session.tool == tool;
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
