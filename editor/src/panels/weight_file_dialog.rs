//! The dialog for reading and writing weight files.

use eframe::egui::{ComboBox, Context, Id, Modal, Ui};
use session::commands::command::{Intent, Sink};
use session::commands::view::View;
use session::files::weight_file_work::{Direction, Matching, WeightDialog, WeightFileIntent};
use session::files::weight_files::BoundMesh;

use crate::panels::file_asked::{Verb, answer, fault, name_field};
use crate::panels::number_field::{percent_of, steady_slider};
use crate::panels::path_question::Field;
use crate::panels::widgets::{is_cancelled, modal_frame};

const FIELD: Field = Field {
    name: "File of weights",
    hint: "/path/to/weights.csv",
};

/// Draws the dialog, if it is open.
pub fn weight_file_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(asked) = &view.session.weight_files.dialog else {
        return;
    };
    let mut dialog = asked.clone();
    let modal = Modal::new(Id::unique("weight file dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(560.0_f32.min(ctx.content_rect().width() - 60.0));
            content(ui, &mut dialog, view, sink);
        });
    if dialog != *asked {
        ask(Some(dialog), sink);
    }
    if is_cancelled(&modal) {
        ask(None, sink);
    }
}

fn ask(dialog: Option<WeightDialog>, sink: &mut Sink) {
    send(WeightFileIntent::Ask(dialog), sink);
}

fn send(command: WeightFileIntent, sink: &mut Sink) {
    sink.send(Intent::WeightFile(command));
}

fn content(ui: &mut Ui, dialog: &mut WeightDialog, view: &View<'_>, sink: &mut Sink) {
    let (title, about) = match dialog.direction {
        Direction::Export => (
            "Export weights",
            "A .csv file is a table for spreadsheets; a .ron file says the same.",
        ),
        Direction::Import => (
            "Import weights",
            "From a .csv or .ron file, as Export weights writes them.",
        ),
    };
    ui.heading(title);
    ui.weak(about);
    ui.add_space(4.0);
    let named = name_field(ui, &mut dialog.asked, FIELD);
    if named.browses {
        send(WeightFileIntent::Browse, sink);
    }
    ui.add_space(2.0);
    mesh(ui, dialog, view);
    match dialog.direction {
        Direction::Export => {
            ui.checkbox(&mut dialog.with_places, "With places of vertices")
                .on_hover_text("So that the weights can be matched to another mesh by place");
        }
        Direction::Import => matching(ui, dialog),
    }
    fault(ui, &dialog.asked);
    let is_busy = view.session.weight_files.busy.is_some();
    let verb = match dialog.direction {
        Direction::Export => Verb::Export,
        Direction::Import => Verb::Import,
    };
    match answer(ui, &dialog.asked, verb, (named.enter, is_busy)) {
        Some(true) => {
            ask(Some(dialog.clone()), sink);
            send(WeightFileIntent::Go, sink);
        }
        Some(false) => ask(None, sink),
        None => {}
    }
}

/// The choice of a mesh, where there are several.
fn mesh(ui: &mut Ui, dialog: &mut WeightDialog, view: &View<'_>) {
    let all = BoundMesh::all(&view.document.character);
    let named = |bound: &BoundMesh| format!("{} ({} vertices)", bound.name, bound.vertices);
    let chosen = all.iter().find(|bound| bound.mesh == dialog.mesh);
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
                    ui.selectable_value(&mut dialog.mesh, bound.mesh, named(bound));
                }
            });
        list.response
            .on_hover_text("The mesh whose weights these are")
            .accessible_name("Mesh");
    });
}

fn matching(ui: &mut Ui, dialog: &mut WeightDialog) {
    ui.horizontal(|ui| {
        ui.label("Match");
        let is_by_place = matches!(dialog.matching, Matching::Place(_));
        let by_number = ui.radio(!is_by_place, "by vertex number");
        let tip = "For the same mesh: the file has as many vertices";
        if by_number.on_hover_text(tip).clicked() {
            dialog.matching = Matching::Number;
        }
        let by_place = ui.radio(is_by_place, "by place");
        let tip = "For another mesh in the same place: every vertex takes the weights of the one that was nearest";
        if by_place.on_hover_text(tip).clicked() && !is_by_place {
            dialog.matching = Matching::USUAL_PLACE;
        }
        if let Matching::Place(share) = &mut dialog.matching {
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
