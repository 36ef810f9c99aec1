//! Display options of weights, in the window of preferences: colors, dots and isolines.

use eframe::egui::{ComboBox, Ui};
use session::commands::actions::WeightAction;
use session::commands::command::Sink;
use session::features::view::View;
use session::settings::{HeatRamp, Isolines};

/// Draws the choice of colors, and whether there are dots at vertices.
pub fn weight_ramp(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let look = view.session.settings.weights;
    let ramps = ComboBox::from_id_salt("heat ramp")
        .width(130.0)
        .selected_text(look.ramp.name());
    let ramps = ramps.show_ui(ui, |ui| {
        for ramp in HeatRamp::ALL {
            let row = ui.selectable_label(ramp == look.ramp, ramp.name());
            if row.on_hover_text(ramp.tooltip()).clicked() {
                sink.run(WeightAction::UseRamp(ramp));
            }
        }
    });
    ramps
        .response
        .accessible_name("Heat ramp")
        .on_hover_text(look.ramp.tooltip());
    let mut dots = look.dots;
    let dots = ui.checkbox(&mut dots, "Vertex dots");
    let dots = dots.on_hover_text("A dot at every vertex in the color of its weight");
    if dots.clicked() {
        sink.run(WeightAction::ToggleVertexDots);
    }
}

/// Draws the choice of isolines.
pub fn isolines(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let look = view.session.settings.weights;
    let lines = ComboBox::from_id_salt("isolines")
        .width(90.0)
        .selected_text(look.isolines.name());
    let lines = lines.show_ui(ui, |ui| {
        for isolines in Isolines::ALL {
            let row = ui.selectable_label(isolines == look.isolines, isolines.name());
            if row.clicked() {
                sink.run(WeightAction::UseIsolines(isolines));
            }
        }
    });
    lines
        .response
        .accessible_name("Isoline spacing")
        .on_hover_text("Lines of equal weight");
}
