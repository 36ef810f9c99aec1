//! The brushes and their main numbers, in place of the tools that pose.

use eframe::egui::{Button, ComboBox, CornerRadius, Slider, Ui, Vec2};
use session::commands::actions::{Action, BrushAction, WeightAction, info};
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::files::settings::{
    BrushSettings, BrushTool, Change, LARGEST_PIXELS, LARGEST_RADIUS, SMALLEST_PIXELS,
    SMALLEST_RADIUS,
};
use session::tools::brush_work::Adjusted;

use crate::panels::layer_choice::layer_choice;
use crate::panels::widgets::{tooltip_of, with_tooltip};

/// Width of a brush's button, the same for all.
const WIDTH: f32 = 54.0;
const LIST_WIDTH: f32 = 112.0;
/// Width of all buttons together.
const BUTTONS: f32 = 9.0 * (WIDTH + 1.0) + WIDE + WIDER + 60.0;
/// Width of the button that selects joints.
const WIDE: f32 = 86.0;
/// Width of the button that selects vertices.
const WIDER: f32 = 104.0;
const VERTICES: &str = "Select vertices";
/// Width of the choice between joint weights and blend map.
const LAYER: f32 = 92.0;
/// Width of the switch for live mirror.
const MIRROR: f32 = 54.0;
/// Width of a slider with its name.
const SLIDER: f32 = 160.0;

/// Draws the brushes and, where there is space, their numbers.
pub fn brush_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    if ui.available_width() > BUTTONS {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            for tool in BrushTool::ALL {
                brush_button(ui, tool, view, sink);
                if tool == BrushTool::Select {
                    vertices_button(ui, view, sink);
                }
            }
        });
    } else {
        brush_list(ui, view, sink);
    }
    if ui.available_width() - 76.0 > MIRROR + 8.0 {
        ui.add_space(8.0);
        mirror_toggle(ui, view, sink);
    }
    let available = ui.available_width() - 76.0;
    // The numbers of a gradient are in the inspector.
    let has_numbers = view.session.settings.brush.tool != BrushTool::Gradient;
    if has_numbers && available > SLIDER {
        ui.add_space(8.0);
        radius(ui, 90.0, view, sink);
    }
    if has_numbers && available > 2.0 * SLIDER {
        strength(ui, 90.0, view, sink);
    }
    if ui.available_width() - 76.0 > 2.0 * LAYER + 8.0 {
        ui.add_space(8.0);
        layer_choice(ui, LAYER, view, sink);
    }
}

fn brush_button(ui: &mut Ui, tool: BrushTool, view: &View<'_>, sink: &mut Sink) {
    let action = Action::Brush(BrushAction::UseBrush(tool));
    let Some(row) = info(action) else { return };
    let width = if tool == BrushTool::Select {
        WIDE
    } else {
        WIDTH
    };
    let button = Button::new(tool.name())
        .selected(is_on(tool, view))
        .corner_radius(corners(tool))
        .min_size(Vec2::new(width, ui.spacing().interact_size.y));
    let response = ui.add(button);
    if with_tooltip(response, &tooltip_of(action, view))
        .accessible_name(&*row.text)
        .clicked()
    {
        sink.run(action);
    }
}

/// The switch for live mirror, in sight wherever the brush is: strokes also change the other side.
fn mirror_toggle(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let button = Button::new("Mirror")
        .selected(view.session.settings.brush.mirror)
        .min_size(Vec2::new(MIRROR, ui.spacing().interact_size.y));
    let about = tooltip_of(BrushAction::ToggleBrushMirror, view);
    let response = with_tooltip(ui.add(button), &about);
    if response.accessible_name("Mirror strokes").clicked() {
        sink.run(BrushAction::ToggleBrushMirror);
    }
}

/// Whether a tool is in use: while vertices are selected, no brush is.
fn is_on(tool: BrushTool, view: &View<'_>) -> bool {
    view.session.settings.brush.tool == tool && !view.session.selects_vertices()
}

fn vertices_button(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let button = Button::new(VERTICES)
        .selected(view.session.selects_vertices())
        .corner_radius(CornerRadius::ZERO)
        .min_size(Vec2::new(WIDER, ui.spacing().interact_size.y));
    let response = ui.add(button);
    let tip = tooltip_of(WeightAction::ToggleVertexTool, view);
    if with_tooltip(response, &tip)
        .accessible_name("Tool: select vertices")
        .clicked()
    {
        sink.run(WeightAction::ToggleVertexTool);
    }
}

fn brush_list(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let now = if view.session.selects_vertices() {
        VERTICES
    } else {
        view.session.settings.brush.tool.name()
    };
    let list = ComboBox::from_id_salt("brushes")
        .selected_text(now)
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

/// The slider for the radius, in the unit of the settings; it is logarithmic, as sizes are perceived.
pub(super) fn radius(ui: &mut Ui, width: f32, view: &View<'_>, sink: &mut Sink) {
    let brush = &view.session.settings.brush;
    let size = view.shown.rest_bounds.radius();
    let units = view.session.settings.units;
    let in_pixels = brush.in_pixels;
    let (mut value, range) = if in_pixels {
        (brush.pixels, SMALLEST_PIXELS..=LARGEST_PIXELS)
    } else {
        (brush.radius, SMALLEST_RADIUS..=LARGEST_RADIUS)
    };
    ui.label("Radius");
    ui.spacing_mut().slider_width = width;
    let slider = Slider::new(&mut value, range)
        .logarithmic(true)
        .show_value(false);
    let tip = tooltip_of(BrushAction::AdjustBrush(Adjusted::Radius), view);
    let response = ui.add(slider).on_hover_text(tip);
    if response.accessible_name("Brush radius").changed() {
        set(view, sink, |brush| *brush.radius_in_use() = value);
    }
    ui.label(if in_pixels {
        format!("{value:.0} px")
    } else {
        units.length(value * size)
    });
}

/// The slider for the strength.
pub(super) fn strength(ui: &mut Ui, width: f32, view: &View<'_>, sink: &mut Sink) {
    let mut value = view.session.settings.brush.strength;
    ui.label("Strength");
    ui.spacing_mut().slider_width = width;
    let slider = Slider::new(&mut value, 0.0..=1.0).fixed_decimals(2);
    let tip = tooltip_of(BrushAction::AdjustBrush(Adjusted::Strength), view);
    let response = ui.add(slider).on_hover_text(tip);
    if response.accessible_name("Brush strength").changed() {
        set(view, sink, |brush| brush.strength = value);
    }
}

/// Sends a change of one of the brush's settings.
pub(super) fn set(view: &View<'_>, sink: &mut Sink, change: impl FnOnce(&mut BrushSettings)) {
    let mut brush = view.session.settings.brush.clone();
    change(&mut brush);
    sink.send(Intent::Set(Change::Brush(brush)));
}

/// Rounded corners at both ends of the row, none between.
const fn corners(tool: BrushTool) -> CornerRadius {
    let (left, right) = match tool {
        BrushTool::Select => (4, 0),
        BrushTool::Gradient => (0, 4),
        _ => (0, 0),
    };
    CornerRadius {
        nw: left,
        sw: left,
        ne: right,
        se: right,
    }
}
