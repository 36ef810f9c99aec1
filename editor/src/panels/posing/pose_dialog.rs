//! Dialogs about poses: the name to save one under, its deletion, and the library's folder.

use std::path::Path;

use eframe::egui::{ComboBox, Context, Id, Label, Modal, RichText, TextEdit, Ui};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::shown::visible_pose;
use session::state::pose_library::{LibraryIntent, PoseDialog, Saved};

use crate::panels::fields::path_question::{FieldResponse, PathField, focused_field};
use crate::panels::widgets::{is_canceled, main_button, modal_frame, takes_enter};

/// Draws the dialog that is open, if any.
pub fn pose_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(dialog) = &view.session.library.dialog else {
        return;
    };
    let modal = Modal::new(Id::unique("pose dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(420.0_f32.min(ctx.content_rect().width() - 60.0));
            match dialog {
                PoseDialog::Save { .. } => save(ui, dialog, view, sink),
                PoseDialog::Rename { path, .. } => rename(ui, path, dialog, view, sink),
                PoseDialog::Delete { path } => delete(ui, path, view, sink),
                PoseDialog::Folder { path } => folder(ui, path, sink),
            }
        });
    if is_canceled(&modal) {
        ask(None, sink);
    }
}

fn ask(dialog: Option<PoseDialog>, sink: &mut Sink) {
    sink.send(Intent::Library(LibraryIntent::Ask(dialog)));
}

/// The buttons to confirm and to cancel, where `enter` says that it was pressed for the first; returns whether that was chosen.
fn answers(ui: &mut Ui, yes: &str, is_possible: bool, enter: bool, sink: &mut Sink) -> bool {
    ui.add_space(6.0);
    let mut chosen = enter && is_possible;
    ui.horizontal(|ui| {
        chosen |= ui.add_enabled(is_possible, main_button(yes)).clicked();
        if ui.button("Cancel").clicked() {
            ask(None, sink);
        }
    });
    chosen
}

fn warning(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).color(ui.visuals().warn_fg_color);
    ui.add(Label::new(text).wrap().selectable(true));
}

fn save(ui: &mut Ui, dialog: &PoseDialog, view: &View<'_>, sink: &mut Sink) {
    let PoseDialog::Save {
        name,
        group,
        saved,
        fault,
    } = dialog
    else {
        return;
    };
    let (mut typed, mut which) = (name.clone(), *saved);
    let mut folder = group.clone();
    ui.heading("Save pose");
    ui.add_space(4.0);
    let name_field = PathField {
        name: "Name of the pose",
        hint: "Name, such as Wave",
    };
    let FieldResponse { mut changed, enter } =
        focused_field(ui, &mut typed, name_field, f32::INFINITY);
    ui.add_space(2.0);
    changed |= group_field(ui, &mut folder, view);
    ui.add_space(2.0);
    ComboBox::from_id_salt("saved joints")
        .selected_text(which.name())
        .width(240.0)
        .show_ui(ui, |ui| {
            for choice in Saved::ALL {
                changed |= ui
                    .selectable_value(&mut which, choice, choice.name())
                    .changed();
            }
        })
        .response
        .accessible_name("Joints to save")
        .on_hover_text("What a pose does not name stays as it is when the pose is applied");
    let library = &view.session.library;
    let path = library.path_of(&typed, &folder);
    let taken = path.as_deref().and_then(|path| library.entry(path));
    if let (Some(_), Some(path)) = (taken, &path) {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        warning(
            ui,
            &format!("{file} is in the library already. Replacing it keeps it as {file}.bak."),
        );
    }
    if let Some(fault) = fault {
        warning(ui, fault);
    }
    let nothing_selected = which == Saved::Selected && view.session.character.selection.is_empty();
    if nothing_selected {
        warning(ui, "No joint is selected.");
    }
    let nothing_moved = which == Saved::Moved && is_at_rest(view);
    if nothing_moved {
        warning(
            ui,
            "No joint differs from rest: such a pose changes nothing. Pose one first, or choose “All joints” to save the rest itself.",
        );
    }
    if changed {
        // The fault was of the name before: nothing is known of another one.
        let fault = fault.clone().filter(|_| typed == *name);
        let dialog = PoseDialog::Save {
            name: typed.clone(),
            group: folder.clone(),
            saved: which,
            fault,
        };
        ask(Some(dialog), sink);
    }
    let yes = if taken.is_some() { "Replace" } else { "Save" };
    let is_empty = nothing_selected || nothing_moved;
    let is_possible = !typed.trim().is_empty() && !is_empty && !library.busy;
    // Replacing a pose takes a click: Enter may be meant only to end the name.
    let enter = enter && taken.is_none();
    if answers(ui, yes, is_possible, enter, sink) {
        sink.send(Intent::Library(LibraryIntent::Save {
            name: typed,
            group: folder,
            saved: which,
            replace: taken.is_some(),
        }));
    }
}

/// The field for a folder of the library, with those that there are to choose from; returns whether it changed.
fn group_field(ui: &mut Ui, group: &mut String, view: &View<'_>) -> bool {
    let mut changed = false;
    ui.horizontal(|ui| {
        let groups = view.session.library.groups();
        let field = TextEdit::singleline(group)
            .hint_text("Folder in the library: none")
            .desired_width(240.0);
        let response = ui.add(field).accessible_name("Folder in the library");
        changed |= response.changed();
        ui.add_enabled_ui(!groups.is_empty(), |ui| {
            let menu = ui.menu_button("Folders", |ui| {
                for known in &groups {
                    if ui.button(known).clicked() {
                        group.clone_from(known);
                        changed = true;
                    }
                }
            });
            menu.response.on_hover_text("Folders that the library has");
        });
    });
    changed
}

fn is_at_rest(view: &View<'_>) -> bool {
    let pose = visible_pose(view.document, view.session);
    let skeleton = &view.document.character.rig.skeleton;
    rig::PosePreset::of(skeleton, &pose).joints.is_empty()
}

fn rename(ui: &mut Ui, path: &Path, dialog: &PoseDialog, view: &View<'_>, sink: &mut Sink) {
    let PoseDialog::Rename {
        name, group, fault, ..
    } = dialog
    else {
        return;
    };
    let (mut typed, mut folder) = (name.clone(), group.clone());
    ui.heading("Rename pose");
    ui.add_space(4.0);
    let field = PathField {
        name: "Name of the pose",
        hint: "Name",
    };
    let FieldResponse { mut changed, enter } = focused_field(ui, &mut typed, field, f32::INFINITY);
    ui.add_space(2.0);
    changed |= group_field(ui, &mut folder, view);
    if let Some(fault) = fault {
        warning(ui, fault);
    }
    if changed {
        let dialog = PoseDialog::Rename {
            path: path.to_path_buf(),
            name: typed.clone(),
            group: folder.clone(),
            fault: None,
        };
        ask(Some(dialog), sink);
    }
    let is_possible = !typed.trim().is_empty() && !view.session.library.busy;
    if answers(ui, "Rename", is_possible, enter, sink) {
        sink.send(Intent::Library(LibraryIntent::Rename {
            path: path.to_path_buf(),
            name: typed,
            group: folder,
        }));
    }
}

fn delete(ui: &mut Ui, path: &Path, view: &View<'_>, sink: &mut Sink) {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let entry = view.session.library.entry(path);
    let name = entry.map_or_else(|| file.clone().into_owned(), |entry| entry.name.clone());
    ui.heading(format!("Delete {name}?"));
    let text =
        format!("The pose goes from the library. Its file stays in the folder as {file}.bak.");
    ui.add(Label::new(text).wrap());
    let enter = takes_enter(ui);
    if answers(ui, "Delete", true, enter, sink) {
        sink.send(Intent::Library(LibraryIntent::Delete(path.to_owned())));
    }
}

fn folder(ui: &mut Ui, path: &str, sink: &mut Sink) {
    let mut typed = path.to_owned();
    ui.heading("Folder of poses");
    ui.weak("All .ron files in it are poses. Empty: the folder “poses” beside the settings.");
    ui.add_space(4.0);
    let field = PathField {
        name: "Path of the folder",
        hint: "/path/to/poses",
    };
    let FieldResponse { changed, enter } = focused_field(ui, &mut typed, field, f32::INFINITY);
    if changed {
        let path = typed.clone();
        ask(Some(PoseDialog::Folder { path }), sink);
    }
    if answers(ui, "Use folder", true, enter, sink) {
        let path = typed.trim().trim_matches('"').to_owned();
        sink.send(Intent::SetPosesFolder(path));
    }
}
