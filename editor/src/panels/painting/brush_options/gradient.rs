//! The options of the weight gradient.

use eframe::egui::{ComboBox, Grid, Slider, Ui};
use session::commands::actions::{Action, BrushAction};
use session::commands::command::Sink;
use session::features::view::View;
use session::settings::{BrushShape, GradientKind};

use super::{limit, of_joints, sharing, switch};
use crate::panels::painting::brush_bar::send_brush;
use crate::panels::widgets::tooltip_of;

/// Draws the options in the order of decisions: the shape, its values, where it applies, and which joints give the
/// weight.
pub(super) fn gradient_options(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    kinds(ui, view, sink);
    values(ui, view, sink);
    shapes(ui, view, sink);
    let gradient = view.session.settings.brush.gradient;
    let before = (
        Action::Brush(BrushAction::ToggleGradientBefore),
        "Extend before start",
        gradient.before,
    );
    let beyond = (
        Action::Brush(BrushAction::ToggleGradientBeyond),
        "Extend beyond end",
        gradient.beyond,
    );
    let limb = (
        Action::Brush(BrushAction::ToggleGradientLimb),
        "Limit to limb",
        gradient.limb,
    );
    let whole = (
        Action::Brush(BrushAction::ToggleGradientWhole),
        "Include loose parts",
        gradient.whole,
    );
    for (action, text, mut is_on) in [before, beyond, limb, whole] {
        let response = ui.checkbox(&mut is_on, text);
        let response = response.on_hover_text(tooltip_of(action, view));
        if response.clicked() {
            sink.run(action);
        }
    }
    let blend = view.session.paints_numbers();
    Grid::new("gradient choices").num_columns(2).show(ui, |ui| {
        ui.label("Take from");
        of_joints(ui, blend, |ui| sharing(ui, view, sink));
        ui.end_row();
        ui.label("Limit");
        of_joints(ui, blend, |ui| limit(ui, view, sink));
        ui.end_row();
    });
    for action in [
        Action::Brush(BrushAction::ToggleBrushMirror),
        Action::Brush(BrushAction::ToggleBrushTopology),
    ] {
        switch(ui, action, view, sink);
    }
}

fn kinds(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        ui.label("Type");
        ui.spacing_mut().item_spacing.x = 1.0;
        for kind in GradientKind::ALL {
            let is_on = view.session.settings.brush.gradient.kind == kind;
            let response = ui.selectable_label(is_on, kind.name());
            let response = response.on_hover_text(tooltip_of(BrushAction::UseGradient(kind), view));
            let name = format!("Gradient: {}", kind.name());
            if response.accessible_name(name).clicked() {
                sink.run(BrushAction::UseGradient(kind));
            }
        }
    });
}

fn values(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let gradient = view.session.settings.brush.gradient;
    let width = (ui.available_width() - 150.0).clamp(60.0, 160.0);
    for (name, tip, value) in [
        ("Start", "The weight where you press", gradient.start),
        ("End", "The weight where you let go", gradient.end),
    ] {
        ui.horizontal(|ui| {
            ui.label(name);
            ui.spacing_mut().slider_width = width;
            let mut value = value;
            let slider = Slider::new(&mut value, 0.0..=1.0).fixed_decimals(2);
            let response = ui.add(slider).on_hover_text(tip);
            let label = format!("Gradient {}", name.to_lowercase());
            if response.accessible_name(label).changed() {
                send_brush(view, sink, |brush| match name {
                    "Start" => brush.gradient.start = value,
                    _ => brush.gradient.end = value,
                });
            }
            if name == "End" {
                let swap = ui.small_button("Swap");
                let tip = tooltip_of(BrushAction::SwapGradientEnds, view);
                if swap
                    .on_hover_text(tip)
                    .accessible_name("Swap gradient ends")
                    .clicked()
                {
                    sink.run(BrushAction::SwapGradientEnds);
                }
            }
        });
    }
}

fn shapes(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let now = view.session.settings.brush.gradient.shape;
    ui.horizontal(|ui| {
        ui.label("Falloff");
        let list = ComboBox::from_id_salt("gradient falloff")
            .width(110.0)
            .selected_text(now.name());
        let list = list.show_ui(ui, |ui| {
            for shape in BrushShape::ALL {
                if ui.selectable_label(now == shape, shape.name()).clicked() {
                    send_brush(view, sink, |brush| brush.gradient.shape = shape);
                }
            }
        });
        let tip = "How the weight goes from the start to the end; Curve is that of the brush";
        list.response
            .on_hover_text(tip)
            .accessible_name("Gradient falloff");
    });
}
