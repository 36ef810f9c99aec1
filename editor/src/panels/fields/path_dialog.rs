//! A field to type or paste a path into, for desktops where the system's file dialog does not appear.

use eframe::egui::{Context, RichText};
use session::commands::command::{Command, Intent, Sink};
use session::features::view::View;

use crate::panels::fields::path_question::{PathEvent, PathField, PathQuestion};

/// Draws the dialog, if it is open.
pub fn path_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(typed) = &view.session.windows.path else {
        return;
    };
    let note = "A .glb, .gltf, .vrm, .fbx, .pmx or .bvh file, a .dualskin project, or a built-in character such as builtin:arm";
    let question = PathQuestion {
        id: "path dialog",
        title: "Open a file",
        note: RichText::new(note).weak(),
        field: PathField {
            name: "Path",
            hint: "/path/to/character.glb",
        },
        typed,
        fault: None,
        is_busy: false,
        answer: ("Open", "Opens this file"),
        browses: false,
        cancel: "Opens nothing",
    };
    for event in question.show(ctx) {
        match event {
            PathEvent::Typed(path) => sink.send(Command::Intent(Intent::PathDialog(Some(path)))),
            PathEvent::Answered(file) => sink.send(Command::Intent(Intent::Open(file))),
            PathEvent::Canceled | PathEvent::Browse => {
                sink.send(Command::Intent(Intent::PathDialog(None)));
            }
        }
    }
}
