//! The dialog for weight transfer: the source mesh, the vertices to change, and the options.

use eframe::egui::{ComboBox, Context, Grid, Id, Key, Label, Modal, RichText, TextEdit, Ui};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::settings::Units;
use session::state::transfer::transfer_work::{
    Looked, SourceFound, TransferChoice, TransferDialog, TransferFrom, TransferIntent,
    TransferVertices,
};
use session::state::weight_files::BoundMesh;

use crate::panels::fields::number_field::NumberField;
use crate::panels::weights::transfer_joints::joint_table;
use crate::panels::widgets::{is_canceled, main_button, modal_frame, takes_enter};

/// Width of the dialog, in points; less in a narrow window.
const WIDTH: f32 = 560.0;
/// Width of the lists.
const LIST: f32 = 330.0;

/// Draws the dialog, if it is open.
pub fn transfer_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(asked) = &view.session.transfer.dialog else {
        return;
    };
    let mut dialog = asked.clone();
    let modal = Modal::new(Id::unique("transfer dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
            content(ui, &mut dialog, view, sink)
        });
    if dialog != *asked {
        send(TransferIntent::Ask(Some(dialog)), sink);
    }
    if modal.inner {
        send(TransferIntent::Begin, sink);
    }
    if is_canceled(&modal) {
        send(TransferIntent::Ask(None), sink);
    }
}

fn send(command: TransferIntent, sink: &mut Sink) {
    sink.send(Intent::Transfer(command));
}

/// Returns whether the transfer was confirmed.
fn content(ui: &mut Ui, dialog: &mut TransferDialog, view: &View<'_>, sink: &mut Sink) -> bool {
    ui.heading("Transfer weights");
    let about = "Every vertex takes the weights of the nearest point of another surface, both at rest. Joints are matched by name; locked joints keep their weights.";
    ui.add(Label::new(RichText::new(about).weak()).wrap());
    ui.add_space(6.0);
    let meshes = BoundMesh::all(&view.document.character);
    Grid::new("transfer weights")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("From");
            from(ui, &meshes, &mut dialog.choice);
            ui.end_row();
            if dialog.choice.from == TransferFrom::File {
                ui.label("File");
                path(ui, dialog, sink);
                ui.end_row();
                file_mesh(ui, &mut dialog.choice, view);
            }
            ui.label("To");
            onto(ui, &meshes, &mut dialog.choice);
            ui.end_row();
            ui.label("Vertices");
            vertices(ui, &mut dialog.choice, view);
            ui.end_row();
            ui.label("Places");
            how(ui, &mut dialog.choice, view);
            ui.end_row();
        });
    ui.add_space(4.0);
    let why_not = draw_facts(ui, dialog, view);
    answers(ui, why_not.as_deref(), sink)
}

/// A list to choose from.
fn list<T: PartialEq>(
    ui: &mut Ui,
    (label, tip): (&str, &str),
    value: &mut T,
    all: Vec<(T, String)>,
) {
    let chosen = all.iter().find(|(one, _)| one == value);
    let text = chosen.map(|(_, name)| name.clone()).unwrap_or_default();
    if all.len() == 1 && chosen.is_some() {
        ui.add(Label::new(text).truncate()).on_hover_text(tip);
        return;
    }
    ComboBox::from_id_salt(label)
        .selected_text(text)
        .width(LIST)
        .show_ui(ui, |ui| {
            for (one, name) in all {
                ui.selectable_value(value, one, name);
            }
        })
        .response
        .accessible_name(label)
        .on_hover_text(tip);
}

fn mesh_label(bound: &BoundMesh) -> String {
    format!("{} ({} vertices)", bound.name, bound.vertices)
}

fn from(ui: &mut Ui, meshes: &[BoundMesh], choice: &mut TransferChoice) {
    // A character's only mesh has no other one to take weights from.
    let here = meshes.iter().filter(|_| meshes.len() > 1);
    let mut all: Vec<(TransferFrom, String)> = here
        .map(|bound| (TransferFrom::Mesh(bound.mesh), mesh_label(bound)))
        .collect();
    all.push((TransferFrom::File, "Another file".to_owned()));
    let about = ("Mesh to take from", "The mesh whose weights are taken");
    list(ui, about, &mut choice.from, all);
}

fn onto(ui: &mut Ui, meshes: &[BoundMesh], choice: &mut TransferChoice) {
    let is_other = |bound: &&BoundMesh| choice.from != TransferFrom::Mesh(bound.mesh);
    let others: Vec<&BoundMesh> = meshes.iter().filter(is_other).collect();
    choice.onto = choice
        .onto
        .filter(|mesh| others.len() > 1 && others.iter().any(|bound| bound.mesh == *mesh));
    let all = match others.as_slice() {
        [only] => vec![(None, mesh_label(only))],
        _ => {
            let word = match choice.from {
                TransferFrom::File => "All meshes",
                TransferFrom::Mesh(_) => "All other meshes",
            };
            let each = others
                .iter()
                .map(|bound| (Some(bound.mesh), mesh_label(bound)));
            let whole = (None, format!("{word} ({})", others.len()));
            std::iter::once(whole).chain(each).collect()
        }
    };
    let about = (
        "Mesh that takes weights",
        "Only meshes with a skin are listed; bind others first",
    );
    list(ui, about, &mut choice.onto, all);
}

fn vertices(ui: &mut Ui, choice: &mut TransferChoice, view: &View<'_>) {
    let selected = view.session.character.weights.vertices.all().len();
    // Selected vertices are a mask: others do not change.
    let of_selected = (
        TransferVertices::Selected,
        format!("Selected vertices ({selected})"),
    );
    let all = if selected == 0 {
        vec![
            (TransferVertices::All, "All".to_owned()),
            (TransferVertices::Unbound, "Only unbound ones".to_owned()),
            of_selected,
        ]
    } else {
        let unbound = "Only unbound ones of the selected".to_owned();
        vec![of_selected, (TransferVertices::Unbound, unbound)]
    };
    let about = (
        "Vertices that take weights",
        "Unbound vertices are those that no joint moves",
    );
    list(ui, about, &mut choice.vertices, all);
}

/// The field for the path, and the button that opens the system's dialog.
fn path(ui: &mut Ui, dialog: &mut TransferDialog, sink: &mut Sink) {
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut dialog.typed)
            .hint_text("/path/to/body.glb")
            .desired_width(LIST - 4.0);
        let response = ui.add(field).accessible_name("File to take from");
        if dialog.typed.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        if response.lost_focus() {
            let enter = ui.input(|input| input.key_pressed(Key::Enter));
            if (enter || !dialog.is_taken()) && !dialog.typed.trim().is_empty() {
                dialog.take_typed();
            }
        }
        let browse = ui.button("Browse…");
        let tip = "Opens the file dialog";
        if browse.on_hover_text(tip).clicked() {
            send(TransferIntent::Browse, sink);
        }
    });
}

/// The mesh of the file, once that is read and if it has several.
fn file_mesh(ui: &mut Ui, choice: &mut TransferChoice, view: &View<'_>) {
    let looked = view.session.transfer.looked.as_ref();
    let looked = looked.filter(|looked| looked.choice.reads == choice.reads);
    let Some(Ok(found)) = looked.map(|looked| &looked.source) else {
        return;
    };
    if found.meshes.len() < 2 {
        return;
    }
    ui.label("Mesh");
    let whole = (None, format!("All its meshes ({})", found.meshes.len()));
    let each = found.meshes.iter();
    let each = each.map(|(mesh, name)| (Some(*mesh), name.clone()));
    let about = ("Mesh of the file", "The mesh whose weights are taken");
    let all = std::iter::once(whole).chain(each).collect();
    list(ui, about, &mut choice.file_mesh, all);
    ui.end_row();
}

fn how(ui: &mut Ui, choice: &mut TransferChoice, view: &View<'_>) {
    let how = &mut choice.how;
    ui.vertical(|ui| {
        ui.checkbox(&mut how.clothes, "Clothes over a body")
            .on_hover_text("Takes weights only where the match is sure: near, and facing the same way. The rest is filled in between, along the cloth. Then measures how far the clothes get into the body");
        ui.checkbox(&mut how.facing, "Only where both surfaces face the same way")
            .on_hover_text("Tells lips, eyelids and fingers apart. Not for thick clothes: their inner side faces the body");
        ui.checkbox(&mut how.parts, "Keep connected parts apart").on_hover_text(
            "A part takes only from those parts that a quarter of it or more lies on. Not for a body in pieces, of which a sleeve covers a small one",
        );
        ui.horizontal(|ui| {
            let mut is_near = how.within.is_some();
            let tip = "Vertices that are farther away keep their weights";
            if ui.checkbox(&mut is_near, "Only within").on_hover_text(tip).changed() {
                // 5 cm to begin with.
                how.within = is_near.then_some(0.05);
            }
            if let Some(within) = &mut how.within {
                let (factor, sign) = view.session.settings.units.of_field(*within);
                let mut shown = *within * factor;
                // In proportion to the length, and not still at zero.
                let speed = 0.01 * shown.max(0.01);
                let decimals = Units::field_decimals(sign);
                let field = NumberField::new(&mut shown, decimals, |field| {
                    let field = field.range(0.0..=f32::MAX).speed(speed);
                    field.suffix(format!(" {sign}"))
                });
                if ui.add(field.length(factor)).accessible_name("Largest distance").changed() {
                    *within = shown / factor;
                }
            }
        });
    });
}

/// Facts about the choice; returns why it cannot be done, if it cannot.
fn draw_facts(ui: &mut Ui, dialog: &mut TransferDialog, view: &View<'_>) -> Option<String> {
    let choice = &dialog.choice;
    if choice.from == TransferFrom::File && !dialog.is_taken() {
        return Some("Press Enter to read the file.".to_owned());
    }
    if choice.from == TransferFrom::File && choice.file.is_empty() {
        return Some("Choose the file to take weights from.".to_owned());
    }
    let Some(Looked { source, .. }) = view
        .session
        .transfer
        .find_examination(choice, &view.document.character)
    else {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.weak(match choice.from {
                TransferFrom::File => format!("Reading {}…", choice.file_name()),
                TransferFrom::Mesh(_) => "Looking at the meshes…".to_owned(),
            });
        });
        // Nothing to say, but nothing to start either: the wait is shown above.
        return Some(String::new());
    };
    let sight = match source {
        Ok(SourceFound {
            sight: Ok(sight), ..
        }) => sight,
        Ok(SourceFound {
            sight: Err(why), ..
        })
        | Err(why) => return Some(why.clone()),
    };
    let matched = sight.with_joint_map(&choice.joints);
    let why_not = matched.why_no_joint();
    if why_not.is_none() {
        ui.add(Label::new(matched.joints_in_words()).wrap());
    }
    joint_table(ui, dialog, sight);
    if why_not.is_some() {
        return why_not;
    }
    if let Some(remark) = sight.place_in_words(view.session.settings.units) {
        let text = RichText::new(remark).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).wrap());
    }
    let selected = view.session.character.weights.vertices.all();
    let is_empty = dialog.choice.vertices == TransferVertices::Selected && selected.is_empty();
    is_empty.then(|| "No vertex is selected.".to_owned())
}

/// The buttons to start and to cancel; Enter starts too, unless a field has the keyboard.
fn answers(ui: &mut Ui, why_not: Option<&str>, sink: &mut Sink) -> bool {
    if let Some(why) = why_not.filter(|why| !why.is_empty()) {
        let text = RichText::new(why).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).wrap().selectable(true));
    }
    ui.add_space(6.0);
    let is_possible = why_not.is_none();
    let enter = is_possible && takes_enter(ui);
    let row = ui.horizontal(|ui| {
        let clicked = ui
            .add_enabled(is_possible, main_button("Take weights"))
            .clicked();
        if ui.button("Cancel").clicked() {
            send(TransferIntent::Ask(None), sink);
        }
        clicked
    });
    row.inner || enter
}
