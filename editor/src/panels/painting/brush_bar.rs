//! The brushes and their main numbers, in place of the tools that pose.

use eframe::egui::{ComboBox, Slider, Ui, Vec2};
use session::commands::actions::{Action, BrushAction, WeightAction};
use session::commands::command::{Intent, Sink};
use session::features::actions::info;
use session::features::view::View;
use session::settings::{
    BrushSettings, BrushTool, LARGEST_PIXELS, LARGEST_RADIUS, SMALLEST_PIXELS, SMALLEST_RADIUS,
    SettingChange,
};
use session::state::painting::brush_work::Adjusted;
use session::state::painting::sculpt::SculptTool;

use crate::panels::painting::layer_choice::layer_choice;
use crate::panels::painting::vertex_mask;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{
    ICON_STEP, UNDO_AND_REDO, icon_choice, joined_corners, name_of_choice, toggle_button,
    tooltip_of, with_tooltip,
};

const LIST_WIDTH: f32 = 112.0;
const VERTICES: &str = "Select vertices";
/// Width of the name of the brush in use.
const NAME: f32 = 102.0;
/// Width of each choice between joint weights and maps.
const LAYER: f32 = 68.0;
/// Width of the switch for live mirror.
const MIRROR: f32 = 54.0;
/// Width of a slider with its name.
const SLIDER: f32 = 230.0;

/// Width of a slider without its name.
const BARE_SLIDER: f32 = 150.0;

/// Width of the slider for the strength, with its name and number.
const STRENGTH: f32 = 220.0;

/// Draws the brushes and, where there is space, their numbers.
pub fn brush_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let n_brushes = BrushTool::ALL.iter().fold(0.0, |n, _| n + 1.0);
    // Undo and redo, and the mask, are at the right end.
    let right = UNDO_AND_REDO + vertex_mask::width(view);
    // The numbers of a gradient are in the inspector.
    let has_numbers = view.session.settings.brush.tool != BrushTool::Gradient;
    // The radius goes before the brushes' buttons, for which a list stands where there is no space for both.
    let numbers = if has_numbers { BARE_SLIDER } else { 0.0 };
    let icons = (n_brushes + 1.0) * ICON_STEP + right + MIRROR + 16.0 + numbers;
    if ui.available_width() > icons {
        let has_name = ui.available_width() > icons + NAME;
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            for tool in BrushTool::ALL {
                brush_button(ui, tool, view, sink);
                if tool == BrushTool::Select {
                    vertices_button(ui, view, sink);
                }
            }
        });
        if has_name {
            name_of_choice(ui, name(view), NAME);
        }
    } else {
        brush_list(ui, view, sink);
    }
    if ui.available_width() - right > MIRROR + 8.0 {
        ui.add_space(8.0);
        mirror_toggle(ui, view, sink);
    }
    let available = ui.available_width() - right;
    if has_numbers && available > BARE_SLIDER {
        ui.add_space(8.0);
        if available > SLIDER {
            ui.label("Radius");
            radius(ui, 90.0, view, sink);
        } else {
            radius(ui, 60.0, view, sink);
        }
    }
    if has_numbers && ui.available_width() - right > STRENGTH {
        strength(ui, 90.0, view, sink);
    }
    if ui.available_width() - right > 3.0 * LAYER + 8.0 {
        ui.add_space(8.0);
        layer_choice(ui, LAYER, view, sink);
    }
}

fn brush_button(ui: &mut Ui, tool: BrushTool, view: &View<'_>, sink: &mut Sink) {
    let action = Action::Brush(BrushAction::UseBrush(tool));
    let Some(row) = info(action) else { return };
    let all = (BrushTool::ALL.first(), BrushTool::ALL.last());
    let corners = joined_corners(all.0 == Some(&tool), all.1 == Some(&tool));
    let response = icon_choice(ui, icon(tool), is_on(tool, view), corners);
    let tip = format!("{}. {}", tool.name(), tooltip_of(action, view));
    if with_tooltip(response, &tip)
        .accessible_name(&*row.text)
        .clicked()
    {
        sink.run(action);
    }
}

/// The switch for live mirror, in sight wherever the brush is: strokes also change the other side.
fn mirror_toggle(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let button = toggle_button(ui, "Mirror", view.session.settings.brush.mirror)
        .min_size(Vec2::new(MIRROR, ui.spacing().interact_size.y));
    let about = tooltip_of(BrushAction::ToggleBrushMirror, view);
    let response = with_tooltip(ui.add(button), &about);
    if response.accessible_name("Mirror strokes").clicked() {
        sink.run(BrushAction::ToggleBrushMirror);
    }
}

/// The name of the brush or tool in use.
fn name(view: &View<'_>) -> &'static str {
    if view.session.selects_vertices() {
        VERTICES
    } else {
        let tool = view.session.settings.brush.tool.name();
        view.session.sculpts().map_or(tool, SculptTool::name)
    }
}

const fn icon(tool: BrushTool) -> Icon {
    match tool {
        BrushTool::Select => Icon::Bone,
        BrushTool::Add => Icon::Plus,
        BrushTool::Subtract => Icon::Minus,
        BrushTool::Scale => Icon::Times,
        BrushTool::Smooth => Icon::Wave,
        BrushTool::Sharpen => Icon::Peak,
        BrushTool::Gradient => Icon::Ramp,
        BrushTool::Replace => Icon::Dab,
        BrushTool::Average => Icon::Level,
        BrushTool::Smear => Icon::Smear,
    }
}

/// Whether a tool is in use: while vertices are selected, no brush is.
fn is_on(tool: BrushTool, view: &View<'_>) -> bool {
    let is_brush = !view.session.selects_vertices() && view.session.sculpts().is_none();
    view.session.settings.brush.tool == tool && is_brush
}

fn vertices_button(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let is_on = view.session.selects_vertices();
    let response = icon_choice(ui, Icon::Vertices, is_on, joined_corners(false, false));
    let tip = tooltip_of(WeightAction::ToggleVertexTool, view);
    let tip = format!("{VERTICES}. {tip}");
    if with_tooltip(response, &tip)
        .accessible_name("Tool: select vertices")
        .clicked()
    {
        sink.run(WeightAction::ToggleVertexTool);
    }
}

fn brush_list(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let list = ComboBox::from_id_salt("brushes")
        .selected_text(name(view))
        .width(LIST_WIDTH)
        .show_ui(ui, |ui| {
            for tool in BrushTool::ALL {
                let action = Action::Brush(BrushAction::UseBrush(tool));
                let response = ui.selectable_label(is_on(tool, view), tool.name());
                if response.on_hover_text(tooltip_of(action, view)).clicked() {
                    sink.run(action);
                }
            }
            let is_on = view.session.selects_vertices();
            let response = ui.selectable_label(is_on, VERTICES);
            let tip = tooltip_of(WeightAction::ToggleVertexTool, view);
            if response.on_hover_text(tip).clicked() && !is_on {
                sink.run(WeightAction::ToggleVertexTool);
            }
        });
    with_tooltip(list.response, "What the brush does").accessible_name("Brush");
}

/// The slider for the radius with its number, in the unit of the settings; it is logarithmic, as sizes are perceived.
pub(in crate::panels) fn radius(ui: &mut Ui, width: f32, view: &View<'_>, sink: &mut Sink) {
    let brush = &view.session.settings.brush;
    let size = view.shown.rest_bounds.radius();
    let units = view.session.settings.units;
    let in_pixels = brush.in_pixels;
    let (mut value, range) = if in_pixels {
        (brush.pixels, SMALLEST_PIXELS..=LARGEST_PIXELS)
    } else {
        (brush.radius, SMALLEST_RADIUS..=LARGEST_RADIUS)
    };
    ui.spacing_mut().slider_width = width;
    let slider = Slider::new(&mut value, range)
        .logarithmic(true)
        .show_value(false);
    let tip = tooltip_of(BrushAction::AdjustBrush(Adjusted::Radius), view);
    let response = ui.add(slider).on_hover_text(tip);
    if response.accessible_name("Brush radius").changed() {
        send_brush(view, sink, |brush| *brush.radius_in_use() = value);
    }
    ui.label(if in_pixels {
        format!("{value:.0} px")
    } else {
        units.length(value * size)
    });
}

/// The slider for the strength.
pub(in crate::panels) fn strength(ui: &mut Ui, width: f32, view: &View<'_>, sink: &mut Sink) {
    let mut value = view.session.settings.brush.strength;
    ui.label("Strength");
    ui.spacing_mut().slider_width = width;
    let slider = Slider::new(&mut value, 0.0..=1.0).fixed_decimals(2);
    let tip = tooltip_of(BrushAction::AdjustBrush(Adjusted::Strength), view);
    let response = ui.add(slider).on_hover_text(tip);
    if response.accessible_name("Brush strength").changed() {
        send_brush(view, sink, |brush| brush.strength = value);
    }
}

/// Sends a change of one of the brush's settings.
pub(in crate::panels) fn send_brush(
    view: &View<'_>,
    sink: &mut Sink,
    change: impl FnOnce(&mut BrushSettings),
) {
    let mut brush = view.session.settings.brush.clone();
    change(&mut brush);
    sink.send(Intent::Set(SettingChange::Brush(brush)));
}
