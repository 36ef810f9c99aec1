//! The field for the path to save a project under, on the disk: what stands in the way, and what is told below what was typed.

use std::path::Path;

use session::commands::actions::FileAction;
use session::commands::command::Intent;
use session::state::projects::command::{ProjectAnswer, ProjectIntent};

use crate::engine::driven::Driven;
use crate::engine::{text_of, write};
use crate::support::fates::{DEATHS, Fate, Fates};
use session::engine::World;

/// What the field says of the save that failed.
pub(super) fn fault(editor: &Driven) -> Option<String> {
    let shown = editor.session().windows.save_path.as_ref();
    shown.and_then(|path| path.fault.clone())
}

fn typed(editor: &Driven) -> Option<String> {
    let shown = editor.session().windows.save_path.as_ref();
    shown.map(|path| path.typed.clone())
}

fn type_path(editor: &mut Driven, path: &Path) {
    let typed = path.display().to_string();
    editor.send(Intent::Project(ProjectIntent::SavePath(Some(typed))));
}

/// Types the path into the field, and Enter.
pub(super) fn save_under(editor: &mut Driven, path: &Path) {
    editor.run(FileAction::SaveToPath);
    type_path(editor, path);
    editor.save_to(path);
}

pub(super) fn give_up(editor: &mut Driven) {
    editor.send(Intent::Project(ProjectIntent::SavePath(None)));
}

#[test]
fn a_path_that_is_taken_is_changed_where_it_was_typed() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken.dualskin");
    write(&taken, "precious");
    let mut editor = Driven::open("builtin:arm");
    editor.turn(20.0);
    save_under(&mut editor, &taken);
    assert!(editor.asked().is_some());
    editor.answer(ProjectAnswer::SaveAs);
    assert_eq!(typed(&editor).as_deref(), taken.to_str());
    let free = folder.path().join("free.dualskin");
    editor.save_to(&free);
    assert!(!editor.is_dirty() && free.is_file());
    assert_eq!(text_of(&taken), "precious");

    // What stands in the way is replaced, or nothing is.
    editor.turn(30.0);
    save_under(&mut editor, &taken);
    editor.answer(ProjectAnswer::Cancel);
    assert_eq!((typed(&editor), editor.asked()), (None, None));
    save_under(&mut editor, &taken);
    editor.answer(ProjectAnswer::Overwrite);
    editor.wait_until_saved();
    assert!(!editor.is_dirty() && text_of(&taken).contains("30.0"));
    assert_eq!(typed(&editor), None);
}

#[test]
fn a_save_whose_worker_died_is_told_and_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.dualskin");
    let fates = Fates::default();
    let world = World {
        threads: fates.threads(Some("save")),
        ..World::default()
    };
    let mut editor = Driven::begin(world, "builtin:arm");
    fates.set(DEATHS[0]);
    save_under(&mut editor, &file);
    for next in [DEATHS[1], Fate::Runs] {
        let fault = fault(&editor).unwrap();
        assert!(
            fault.contains("not saved") && fault.contains("Save again"),
            "{fault}"
        );
        assert!(!file.exists());
        // The path is still there.
        assert_eq!(typed(&editor).as_deref(), file.to_str());
        fates.set(next);
        editor.save_to(&file);
    }
    assert!(file.exists());
    assert!(editor.session().project.file.is_some());
}
