//! Dialogs about projects: whether to save, how to handle a conflicting file, where a character is, and the name to
//! save under.

use std::path::Path;

use eframe::egui::{Button, Context, Id, Modal, RichText, Ui};
use session::commands::command::{Command, Intent, Sink};
use session::features::view::View;
use session::settings::short_name;
use session::state::opening::hidden_files::HiddenFile;
use session::state::projects::command::{ProjectAnswer, ProjectIntent};
use session::state::projects::{Next, ProjectDialog, Trouble};

use crate::panels::fields::path_question::{PathEvent, PathField, PathQuestion};
use crate::panels::widgets::modal_frame;

/// Width of the dialogs, in points.
const WIDTH: f32 = 460.0;

/// Draws the dialog that is open, if any.
pub fn project_dialogs(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    match &view.session.project.asked {
        Some(ProjectDialog::Unsaved(next)) => unsaved_dialog(ctx, next, view, sink),
        Some(ProjectDialog::Conflict { file, trouble }) => {
            conflict(ctx, file, *trouble, view, sink);
        }
        Some(ProjectDialog::Locate { missing, typed, .. }) => locate(ctx, missing, typed, sink),
        Some(ProjectDialog::HiddenFile { named, .. }) => hidden_file_dialog(ctx, named, sink),
        None => save_path(ctx, view, sink),
    }
}

/// A button of a dialog: its text, its effect in a sentence, its answer.
type Choice = (&'static str, &'static str, ProjectAnswer);

fn unsaved_dialog(ctx: &Context, next: &Next, view: &View<'_>, sink: &mut Sink) {
    let name = view.session.project_name(view.document);
    let title = format!("Save changes to “{name}”?");
    let text = match next {
        Next::Quit => "The window is about to close. What you do not save is lost.".to_owned(),
        Next::Open(file) => format!(
            "“{}” is about to be opened. What you do not save is lost.",
            short_name(file)
        ),
        Next::Recover(_) => {
            "Other work is about to be recovered. What you do not save is lost.".to_owned()
        }
    };
    let choices = [
        (
            "Save",
            "Saves the project, then goes on",
            ProjectAnswer::Save,
        ),
        (
            "Don't save",
            "Goes on; the changes are lost",
            ProjectAnswer::DontSave,
        ),
        ("Cancel", "Leaves all as it is", ProjectAnswer::Cancel),
    ];
    dialog(ctx, &title, &text, &choices, sink);
}

fn conflict(ctx: &Context, file: &Path, trouble: Trouble, view: &View<'_>, sink: &mut Sink) {
    let name = short_name(file.to_str().unwrap_or_default()).to_owned();
    let save_as: Choice = (
        "Save as…",
        "Saves under another name; the file stays as it is",
        ProjectAnswer::SaveAs,
    );
    let cancel: Choice = ("Cancel", "Saves nothing for now", ProjectAnswer::Cancel);
    let mut choices = vec![save_as];
    let (title, text) = match trouble {
        Trouble::Changed => {
            choices.push((
                "Overwrite",
                "Puts your work in its place; what is there now stays beside it as .bak",
                ProjectAnswer::Overwrite,
            ));
            if view.session.project.file.as_deref() == Some(file) {
                choices.push((
                    "Reload",
                    "Shows the project as it is on disk; your changes are lost",
                    ProjectAnswer::Reload,
                ));
            }
            (
                format!("“{name}” was changed by another program"),
                "It is no longer what this window opened or saved last. Nothing was written.",
            )
        }
        Trouble::Exists => {
            choices.push((
                "Overwrite",
                "Puts your work in its place; what is there now stays beside it as .bak",
                ProjectAnswer::Overwrite,
            ));
            (
                format!("“{name}” exists already"),
                "There is a file of this name. Nothing was written.",
            )
        }
        Trouble::Elsewhere(_) => {
            choices.push((
                "Save anyway",
                "Saves; the other window will be told when it saves",
                ProjectAnswer::Overwrite,
            ));
            (
                format!("“{name}” is open in another window too"),
                "If both save, each would undo the other's work. Nothing was written.",
            )
        }
    };
    choices.push(cancel);
    let text = match trouble {
        Trouble::Elsewhere(holder) => holder.process.map_or_else(
            || text.to_owned(),
            |process| format!("Process {process} works on it. {text}"),
        ),
        Trouble::Changed | Trouble::Exists => text.to_owned(),
    };
    dialog(ctx, &title, &text, &choices, sink);
}

/// The first answer is the one that reads nothing.
fn hidden_file_dialog(ctx: &Context, named: &HiddenFile, sink: &mut Sink) {
    let title = format!("“{}” names a hidden file", short_name(&named.character));
    let (begin, without) = match named.is_left_out {
        false => (
            "It wants to read",
            ("Cancel", "Opens nothing, and reads no hidden file"),
        ),
        true => (
            "It was opened without the picture",
            (
                "Leave it out",
                "Keeps the character as it is open now, without that picture",
            ),
        ),
    };
    let text = format!(
        "{begin} {:?}. Programs keep keys and passwords in hidden files, and an export would take a copy along. \
         Open it only if the file belongs to the character.",
        named.uri
    );
    let choices = [
        (without.0, without.1, ProjectAnswer::Cancel),
        (
            "Open with hidden files",
            "Opens the character with all files that it names, until the program ends",
            ProjectAnswer::AllowHidden,
        ),
    ];
    dialog(ctx, &title, &text, &choices, sink);
}

/// A question with buttons: Enter chooses the first, arrows and Tab move along them, Escape cancels.
fn dialog(ctx: &Context, title: &str, text: &str, choices: &[Choice], sink: &mut Sink) {
    let modal = Modal::new(Id::unique("project dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH);
            ui.heading(title);
            ui.label(text);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let buttons = choices.iter().enumerate();
                let ids: Vec<Id> = buttons
                    .map(|(place, choice)| button(ui, *choice, place == 0, sink))
                    .collect();
                keep_focus(ui, &ids);
            });
        });
    if modal.should_close() {
        answer(ProjectAnswer::Cancel, sink);
    }
}

fn button(ui: &mut Ui, (name, tip, answers): Choice, is_first: bool, sink: &mut Sink) -> Id {
    let text = if is_first {
        RichText::new(name).strong()
    } else {
        RichText::new(name)
    };
    let response = ui.add(Button::new(text).min_size([88.0, 26.0].into()));
    let id = response.id;
    if response.on_hover_text(tip).clicked() {
        answer(answers, sink);
    }
    id
}

/// Keeps the keyboard on the buttons; the first has it at the start.
fn keep_focus(ui: &Ui, buttons: &[Id]) {
    let focused = ui.memory(|memory| memory.focused());
    let elsewhere = focused.is_none_or(|focused| !buttons.contains(&focused));
    if let Some(&first) = buttons.first().filter(|_| elsewhere) {
        ui.memory_mut(|memory| memory.request_focus(first));
    }
}

fn answer(answer: ProjectAnswer, sink: &mut Sink) {
    sink.send(Intent::Project(ProjectIntent::Answer(answer)));
}

fn locate(ctx: &Context, missing: &str, typed: &str, sink: &mut Sink) {
    let note = format!("{missing} was not found. Type its new path, or browse for it.");
    let question = PathQuestion {
        id: "locate dialog",
        title: "Where is the character of this project?",
        note: RichText::new(note),
        field: PathField {
            name: "Place of the character",
            hint: "",
        },
        typed,
        fault: None,
        is_busy: false,
        answer: ("Open", "Opens the project with the character there"),
        browses: true,
        cancel: "Opens nothing",
    };
    for event in question.show(ctx) {
        match event {
            PathEvent::Typed(text) => {
                sink.send(Command::Intent(Intent::Project(ProjectIntent::TypeSource(
                    text,
                ))));
            }
            PathEvent::Answered(_) => answer(ProjectAnswer::OpenThere, sink),
            PathEvent::Browse => answer(ProjectAnswer::Browse, sink),
            PathEvent::Canceled => answer(ProjectAnswer::Cancel, sink),
        }
    }
}

fn save_path(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(asked) = &view.session.windows.save_path else {
        return;
    };
    let note = "Project file (.dualskin). Your model is not modified";
    let question = PathQuestion {
        id: "save dialog",
        title: "Save the project",
        note: RichText::new(note).weak(),
        field: PathField {
            name: "Path to save under",
            hint: "",
        },
        typed: &asked.typed,
        fault: asked.fault.as_deref(),
        is_busy: asked.is_ordered,
        answer: (
            "Save",
            "Saves under this name; asks if there is such a file",
        ),
        browses: false,
        cancel: "Saves nothing",
    };
    for event in question.show(ctx) {
        let command = match event {
            PathEvent::Typed(text) => ProjectIntent::SavePath(Some(text)),
            PathEvent::Answered(file) => ProjectIntent::SaveTo {
                file: file.into(),
                replaces: false,
            },
            PathEvent::Canceled | PathEvent::Browse => ProjectIntent::SavePath(None),
        };
        sink.send(Intent::Project(command));
    }
}
