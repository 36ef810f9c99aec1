//! The dialogs for reading and writing weight files.

use eframe::egui::{ComboBox, Context, Ui};
use session::commands::command::Sink;
use session::features::view::View;
use session::state::weight_files::export_weights::WeightExportAsked;
use session::state::weight_files::import_weights::WeightImportAsked;
use session::state::weight_files::{BoundMesh, Matching};

use crate::panels::fields::file_asked::file_dialog;
use crate::panels::fields::number_field::{percent_of, steady_slider};

/// Draws the dialog that is open, if any.
pub fn weight_file_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let note = "A .csv file is a table for spreadsheets; a .ron file says the same.";
    file_dialog::<WeightExportAsked>(ctx, view, sink, note, |ui, form| {
        ui.add_space(4.0);
        form.path(ui);
        ui.add_space(2.0);
        mesh(ui, &mut form.options.mesh, view);
        ui.checkbox(&mut form.options.with_places, "With places of vertices")
            .on_hover_text("So that the weights can be matched to another mesh by place");
    });
    let note = "From a .csv or .ron file, as Export weights writes them.";
    file_dialog::<WeightImportAsked>(ctx, view, sink, note, |ui, form| {
        ui.add_space(4.0);
        form.path(ui);
        ui.add_space(2.0);
        if let Some(chosen) = &mut form.options.mesh {
            mesh(ui, chosen, view);
        }
        matching(ui, &mut form.options.matching);
    });
}

/// The choice of a mesh, where there are several.
fn mesh(ui: &mut Ui, mesh: &mut usize, view: &View<'_>) {
    let all = BoundMesh::all(&view.document.character);
    let named = |bound: &BoundMesh| format!("{} ({} vertices)", bound.name, bound.vertices);
    let chosen = all.iter().find(|bound| bound.mesh == *mesh);
    let text = chosen.map(named).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.label("Mesh");
        if all.len() < 2 {
            ui.weak(text);
            return;
        }
        let list = ComboBox::from_id_salt("mesh of weights")
            .selected_text(text)
            .width(300.0)
            .show_ui(ui, |ui| {
                for bound in &all {
                    ui.selectable_value(mesh, bound.mesh, named(bound));
                }
            });
        list.response
            .on_hover_text("The mesh whose weights these are")
            .accessible_name("Mesh");
    });
}

fn matching(ui: &mut Ui, matching: &mut Matching) {
    ui.horizontal(|ui| {
        ui.label("Match");
        let is_by_place = matches!(matching, Matching::Place(_));
        let by_number = ui.radio(!is_by_place, "by vertex number");
        let tip = "For the same mesh: the file has as many vertices";
        if by_number.on_hover_text(tip).clicked() {
            *matching = Matching::Number;
        }
        let by_place = ui.radio(is_by_place, "by place");
        let tip = "For another mesh in the same place: every vertex takes the weights of the one that was nearest";
        if by_place.on_hover_text(tip).clicked() && !is_by_place {
            *matching = Matching::USUAL_PLACE;
        }
        if let Matching::Place(share) = matching {
            let mut percent = *share * 100.0;
            let slider = steady_slider(&mut percent, 0.01..=100.0, 2, percent_of)
                .logarithmic(true)
                .suffix(" %");
            let tip = "How far away the nearest vertex may be, in percent of the mesh's size";
            let response = ui.add(slider).on_hover_text(tip);
            if response.accessible_name("Within").changed() {
                *share = percent / 100.0;
            }
        }
    });
}
