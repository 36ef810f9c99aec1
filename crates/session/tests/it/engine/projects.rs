//! Projects: saving, opening, what is asked, and what other programs and other windows do to them.

use scene::facts::Facts;
use session::commands::actions::{Action, EditAction, FileAction, ViewAction};
use session::commands::command::Intent;
use session::document::Document;
use session::document::channel::{Channel, JointField};
use session::engine::WindowEffect;
use session::state::posing::command::PoseIntent;
use session::state::projects::command::{ProjectAnswer, ProjectIntent};
use session::state::projects::{ProjectDialog, Trouble, read};

use super::{Driven, text_of, write};

#[test]
fn what_is_saved_comes_back_in_another_editor() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Driven::open("builtin:arm");
    assert!(!editor.is_dirty());
    editor.turn(45.0);
    let field = JointField {
        joint: editor.joint("forearm"),
        channel: Channel::Shear,
        axis: 0,
    };
    editor.send(Intent::Pose(PoseIntent::SetField {
        field,
        value: 0.25,
        dragging: false,
    }));
    editor.run(Action::View(ViewAction::ToggleGrid));
    assert!(editor.is_dirty());
    editor.save_to(&folder.path().join("bent"));
    let path = folder.path().join("bent.dualskin");
    assert!(
        !editor.is_dirty() && path.is_file(),
        "{:?}",
        editor.notices()
    );
    assert!(text_of(&path).contains("(rotation:"), "{}", text_of(&path));
    assert_eq!(editor.session().settings.recent.get(0), path.to_str());

    let other = Driven::open(path.to_str().unwrap());
    assert!(other.document().is_same_work(editor.document()));
    let (one, two) = (editor.session(), other.session());
    assert_eq!(two.comparing, one.comparing);
    assert_eq!(two.camera, one.camera);
    assert_eq!(two.switches.grid, one.switches.grid);
    assert_eq!(two.character.selection, one.character.selection);
    assert!(!other.is_dirty());
}

#[test]
fn undone_to_what_is_saved_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let (undo, redo) = (
        Action::Edit(EditAction::Undo),
        Action::Edit(EditAction::Redo),
    );
    let mut editor = Driven::open("builtin:arm");
    editor.turn(30.0);
    editor.save_to(&path);
    editor.turn(60.0);
    assert!(editor.is_dirty());
    editor.run(undo);
    assert!(!editor.is_dirty());
    editor.run(undo);
    assert!(
        editor.is_dirty(),
        "before what is saved is another document too"
    );
    editor.run(redo);
    editor.run(redo);
    editor.save();
    assert!(!editor.is_dirty());
    let before = text_of(&whole_file::backup_of(&path));
    assert!(
        before.contains("30.0") && text_of(&path).contains("60.0"),
        "{before}"
    );
    // Saving has not touched the history.
    editor.run(undo);
    assert!(editor.is_turned_by(30.0) && editor.is_dirty());
}

#[test]
fn closing_asks_for_what_is_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut editor = Driven::open("builtin:arm");
    assert!(editor.close(), "nothing was changed");
    editor.turn(30.0);
    editor.save_to(&path);
    assert!(editor.close(), "all is saved");
    editor.turn(40.0);
    assert!(!editor.close());
    assert!(matches!(editor.asked(), Some(ProjectDialog::Unsaved(_))));
    editor.answer(ProjectAnswer::Cancel);
    assert!(editor.asked().is_none() && editor.is_dirty());
    editor.run(Action::File(FileAction::Quit));
    assert!(editor.asked().is_some());
    editor.answer(ProjectAnswer::Save);
    editor.wait_until_saved();
    assert!(editor.session().project.given_up && !editor.is_dirty());
    assert!(text_of(&path).contains("40.0"));
    assert!(editor.close());
}

#[test]
fn quitting_without_changes_closes_at_once() {
    let mut editor = Driven::open("builtin:cylinder");
    let output = editor.run(Action::File(FileAction::Quit));
    assert!(
        output.effects.contains(&WindowEffect::Quit),
        "{:?}",
        output.effects
    );
}

#[test]
fn opening_another_character_asks_too() {
    let mut editor = Driven::open("builtin:arm");
    editor.turn(30.0);
    editor.open_path("builtin:cylinder");
    assert!(editor.asked().is_some());
    editor.answer(ProjectAnswer::Cancel);
    assert_eq!(editor.document().character.name, "arm");
    editor.open_path("builtin:cylinder");
    editor.answer(ProjectAnswer::DontSave);
    editor.wait_until_opened();
    assert_eq!(editor.document().character.name, "cylinder");
    assert!(!editor.is_dirty());
}

/// What stands in the way of saving, if that is asked.
fn trouble(editor: &Driven) -> Option<&Trouble> {
    match editor.asked() {
        Some(ProjectDialog::Conflict { trouble, .. }) => Some(trouble),
        _ => None,
    }
}

#[test]
fn what_others_have_changed_is_not_written_over_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut editor = Driven::open("builtin:arm");
    editor.turn(30.0);
    editor.save_to(&path);
    let others = text_of(&path).replace("30.0", "31.0");
    write(&path, &others);
    editor.turn(60.0);
    editor.save();
    assert_eq!(trouble(&editor), Some(&Trouble::Changed));
    assert_eq!(text_of(&path), others);
    editor.answer(ProjectAnswer::Cancel);
    assert!(editor.is_dirty() && text_of(&path) == others);
    editor.save();
    editor.answer(ProjectAnswer::Overwrite);
    editor.wait_until_saved();
    assert!(!editor.is_dirty() && text_of(&path).contains("60.0"));
    assert_eq!(text_of(&whole_file::backup_of(&path)), others);

    // Or theirs is taken.
    let others = text_of(&path).replace("60.0", "61.0");
    write(&path, &others);
    editor.turn(10.0);
    editor.save();
    editor.answer(ProjectAnswer::Reload);
    editor.wait_until_opened();
    assert!(editor.is_turned_by(61.0) && !editor.is_dirty());

    // A name that is taken is asked about.
    let taken = folder.path().join("b.dualskin");
    write(&taken, "precious");
    editor.save_to(&taken);
    assert_eq!(trouble(&editor), Some(&Trouble::Exists));
    editor.answer(ProjectAnswer::Cancel);
    assert_eq!(text_of(&taken), "precious");
}

#[test]
fn a_file_that_is_gone_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut editor = Driven::open("builtin:arm");
    editor.turn(30.0);
    editor.save_to(&path);
    whole_file::remove(&path).unwrap();
    editor.turn(60.0);
    editor.save();
    assert!(path.is_file() && !editor.is_dirty());
    assert!(editor.said().contains("made anew"), "{}", editor.said());
}

#[test]
fn joints_that_a_project_renames_are_known_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut editor = Driven::open("builtin:arm");
    let joint = editor.joint("hand");
    let key = editor.document().character.rig.skeleton.key(joint);
    editor.send(Intent::EditSkeleton(character::SkeletonEdit::Rename {
        joint: key,
        name: "palm".to_owned(),
    }));
    editor.save_to(&path);
    drop(editor);
    let editor = Driven::open(path.to_str().unwrap());
    let facts = &editor.session().character.facts;
    assert_eq!(*facts, Facts::of(&editor.document().character));
    assert_eq!(editor.joint("palm"), joint);
}

#[test]
fn an_editor_that_opens_its_project_once_more_is_no_other_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut editor = Driven::open("builtin:arm");
    editor.turn(30.0);
    editor.save_to(&path);
    editor.open_path(path.to_str().unwrap());
    let told = |text: &String| text.contains("another window");
    assert!(!editor.notices().iter().any(told));
    editor.turn(45.0);
    editor.save();
    assert_eq!(editor.asked(), None);
    assert!(text_of(&path).contains("45.0") && !editor.is_dirty());
    // It is still claimed: another one is told.
    let other = Driven::open(path.to_str().unwrap());
    assert!(other.notices().iter().any(told));
}

#[test]
fn two_editors_on_one_project_know_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut one = Driven::open("builtin:arm");
    one.turn(30.0);
    one.save_to(&path);
    let mut two = Driven::open(path.to_str().unwrap());
    let told = |text: &String| text.contains("another window");
    assert!(two.notices().iter().any(told), "{:?}", two.notices());
    two.turn(45.0);
    two.save();
    assert!(matches!(trouble(&two), Some(Trouble::Elsewhere(_))));
    assert!(text_of(&path).contains("30.0"));
    two.answer(ProjectAnswer::Overwrite);
    two.wait_until_saved();
    assert!(text_of(&path).contains("45.0") && !two.is_dirty());
    // The first one's work does not take its place silently.
    one.turn(60.0);
    one.save();
    assert_eq!(trouble(&one), Some(&Trouble::Changed));
    assert!(text_of(&path).contains("45.0"));
    one.answer(ProjectAnswer::Cancel);
    // Once the other has gone, nothing is asked.
    drop(one);
    two.turn(50.0);
    two.save();
    assert!(!two.is_dirty(), "{:?}", two.asked());
}

#[test]
fn projects_that_are_wrong_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    let mut editor = Driven::open("builtin:arm");
    let before: Document = editor.document().clone();
    for (text, words) in [
        ("(version: 1,\n source: (file: 3))", "line 2, column"),
        ("(version: 9, source: (file: \"builtin:arm\"))", "version 9"),
        (
            "(version: 1, source: (file: \"builtin:nobody\"))",
            "no such built-in",
        ),
    ] {
        write(&path, text);
        editor.open_path(path.to_str().unwrap());
        assert!(editor.said().contains(words), "{}", editor.said());
        assert!(editor.document().same_as(&before));
        assert_eq!(text_of(&path), text);
    }
    // What does not fit is told, and the rest is done.
    write(
        &path,
        "(version: 1, source: (file: \"builtin:arm\"), pose: { \"tail\": (scale: (2, 2, 2)), \"forearm\": (rotation: (0, 0, 50)) })",
    );
    editor.open_path(path.to_str().unwrap());
    assert!(editor.said().contains("tail"), "{}", editor.said());
    assert!(editor.is_turned_by(50.0));
}

#[test]
fn a_character_that_has_moved_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.dualskin");
    write(
        &path,
        "(version: 1, source: (file: \"gone.glb\"), pose: { \"forearm\": (rotation: (0, 0, 50)) })",
    );
    let mut editor = Driven::open("builtin:cylinder");
    editor.open_path(path.to_str().unwrap());
    editor.wait_until("it is asked", |editor| editor.asked().is_some());
    let Some(ProjectDialog::Locate { missing, .. }) = editor.asked() else {
        panic!("{:?}", editor.asked());
    };
    assert!(missing.contains("gone.glb"), "{missing}");
    editor.send(Intent::Project(ProjectIntent::TypeSource(
        "builtin:arm".to_owned(),
    )));
    editor.answer(ProjectAnswer::OpenThere);
    editor.wait_until_opened();
    assert!(editor.is_turned_by(50.0));
    assert!(editor.is_dirty(), "the project is to name the new place");
    editor.save();
    assert_eq!(
        read(text_of(&path).as_bytes()).unwrap().source.file,
        "builtin:arm"
    );
}
