//! Which file of weights is written or read, and how.

use eframe::egui::{
    Button, ComboBox, Context, Id, Key, Label, Modal, RichText, Slider, TextEdit, Ui,
};

use crate::command::{Command, Sink};
use crate::panels::widgets::modal_frame;
use crate::view::View;
use crate::weight_file_work::{Direction, Matching, WeightDialog, WeightFileCommand};
use crate::weight_files::BoundMesh;

/// Draws the question, if there is one.
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
    if modal.should_close() {
        ask(None, sink);
    }
}

fn ask(dialog: Option<WeightDialog>, sink: &mut Sink) {
    send(WeightFileCommand::Ask(dialog), sink);
}

fn send(command: WeightFileCommand, sink: &mut Sink) {
    sink.send(Command::WeightFile(command));
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
    let enter = path(ui, dialog, sink);
    ui.add_space(2.0);
    mesh(ui, dialog, view);
    match dialog.direction {
        Direction::Export => {
            ui.checkbox(&mut dialog.with_places, "With places of vertices")
                .on_hover_text("So that the weights can be matched to another mesh by place");
        }
        Direction::Import => matching(ui, dialog),
    }
    if let Some(fault) = &dialog.fault {
        let text = RichText::new(fault).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).wrap().selectable(true));
    }
    ui.add_space(6.0);
    answers(ui, (dialog, enter), view, sink);
}

/// The field, and the button that opens the system's dialog; says whether Enter was pressed.
fn path(ui: &mut Ui, dialog: &mut WeightDialog, sink: &mut Sink) -> bool {
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut dialog.path)
            .hint_text("/path/to/weights.csv")
            .desired_width(ui.available_width() - 90.0);
        let response = ui.add(field).accessible_name("File of weights");
        let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if ui.memory(|memory| memory.focused().is_none()) && !enter {
            response.request_focus();
        }
        if response.changed() {
            dialog.fault = None;
        }
        let browse = ui.button("Browse…");
        if browse
            .on_hover_text("Looks for it with the system's dialog")
            .clicked()
        {
            send(WeightFileCommand::Browse, sink);
        }
        enter
    })
    .inner
}

/// Which mesh, where there are several.
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
            let slider = Slider::new(&mut percent, 0.01..=100.0)
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

fn answers(ui: &mut Ui, (dialog, enter): (&WeightDialog, bool), view: &View<'_>, sink: &mut Sink) {
    let is_busy = view.session.weight_files.busy.is_some();
    let replaces = dialog.direction == Direction::Export && dialog.replaces();
    let yes = match (dialog.direction, replaces) {
        (Direction::Export, false) => "Export",
        (Direction::Export, true) => "Replace",
        (Direction::Import, _) => "Import",
    };
    ui.horizontal(|ui| {
        let is_possible = !dialog.path.trim().is_empty() && !is_busy;
        let clicked = ui.add_enabled(is_possible, Button::new(yes)).clicked();
        // What is replaced is replaced by a click, not by the Enter that ends the name.
        if clicked || (enter && is_possible && !replaces) {
            send(WeightFileCommand::Ask(Some(dialog.clone())), sink);
            send(WeightFileCommand::Go, sink);
        }
        if ui.button("Cancel").clicked() {
            ask(None, sink);
        }
        if is_busy {
            ui.spinner();
        }
    });
}
