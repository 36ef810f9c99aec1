//! Unsaved work that a crash left: when it is kept, what is offered, and what is said where nothing can be kept.

use std::path::{Path, PathBuf};

use glam::Vec2;
use session::commands::actions::{Action, EditAction, FileAction, WindowAction};
use session::commands::command::Intent;
use session::state::projects::command::ProjectIntent;
use session::state::projects::{Recovery, read};

use super::painter::NONE;
use super::{Driven, kept, write};

/// Changed work, and so much time that it is kept.
fn kept_work(settings: &Path) -> Driven {
    let mut editor = Driven::with_settings(settings, "builtin:arm");
    editor.turn(45.0);
    editor.let_pass(0.1);
    editor.let_pass(5.5);
    editor.wait_until("it is kept", |_| kept(settings).len() == 1);
    editor
}

/// The name of the work that is offered.
fn offered(editor: &Driven) -> Option<&str> {
    let project = &editor.session().project;
    let left = project.next_left().filter(|_| project.offers);
    left.map(|left| left.name.as_str())
}

#[test]
fn what_was_not_saved_is_recovered_after_a_crash() {
    let settings = tempfile::tempdir().unwrap();
    let mut editor = Driven::with_settings(settings.path(), "builtin:arm");
    editor.turn(45.0);
    editor.let_pass(3.0);
    assert_eq!(kept(settings.path()), Vec::<PathBuf>::new(), "too early");
    editor.let_pass(3.0);
    editor.wait_until("it is kept", |editor| {
        editor.session().project.autosaved_at.is_some()
    });
    assert_eq!(kept(settings.path()).len(), 1);
    let lost = editor.document().clone();
    // Another one meanwhile is offered nothing: the first one still runs.
    let other = Driven::with_settings(settings.path(), "builtin:arm");
    assert!(other.session().project.left.is_empty());
    drop(other);
    // As a crash: nothing is finished.
    drop(editor);

    let mut editor = Driven::with_settings(settings.path(), "builtin:cylinder");
    editor.wait_until("it is offered", |editor| offered(editor).is_some());
    editor.run(Action::File(FileAction::RecoverWork));
    editor.wait_until_opened();
    assert!(editor.document().is_same_work(&lost));
    assert_eq!(editor.document().character.name, "arm");
    assert!(editor.is_dirty() && offered(&editor).is_none());
    // It is this one's own at once.
    editor.wait_until("it is kept again", |editor| {
        editor.session().project.autosaved_at.is_some()
    });
    assert_eq!(kept(settings.path()).len(), 1);
    editor.save_to(&settings.path().join("a.dualskin"));
    editor.wait_until("all is saved", |_| kept(settings.path()).is_empty());
    assert!(!editor.is_dirty());
}

#[test]
fn nothing_is_kept_of_work_that_is_as_it_was_saved() {
    let settings = tempfile::tempdir().unwrap();
    let mut editor = kept_work(settings.path());
    editor.run(Action::Edit(EditAction::Undo));
    editor.wait_until("it is gone", |_| kept(settings.path()).is_empty());
    editor.run(Action::Edit(EditAction::Redo));
    editor.let_pass(0.1);
    editor.let_pass(5.5);
    editor.wait_until("it is kept", |_| kept(settings.path()).len() == 1);
}

#[test]
fn left_work_waits_until_it_is_discarded() {
    let settings = tempfile::tempdir().unwrap();
    let mut crashed = kept_work(settings.path());
    // What is still being written holds its claim.
    crashed.wait_until("it is written", |editor| {
        editor.session().project.autosaved_at.is_some()
    });
    drop(crashed);
    for _ in 0..2 {
        let mut editor = Driven::with_settings(settings.path(), "builtin:arm");
        editor.wait_until("it is offered", |editor| offered(editor).is_some());
        editor.run(Action::File(FileAction::RecoverLater));
        assert!(offered(&editor).is_none() && kept(settings.path()).len() == 1);
    }
    let mut editor = Driven::with_settings(settings.path(), "builtin:arm");
    editor.wait_until("it is offered again", |editor| offered(editor).is_some());
    editor.run(Action::File(FileAction::DiscardLeftWork));
    editor.wait_until("it is gone", |_| kept(settings.path()).is_empty());
    assert!(offered(&editor).is_none());
}

/// Where nothing can be kept, that is said once, until it can.
#[test]
fn work_that_cannot_be_kept_is_told_once() {
    let settings = tempfile::tempdir().unwrap();
    // A file is where the folder should be.
    write(&settings.path().join("recovery"), "");
    let mut editor = Driven::with_settings(settings.path(), "builtin:arm");
    editor.turn(45.0);
    for _ in 0..3 {
        editor.let_pass(5.5);
        editor.wait_until("it was tried", |editor| editor.view().working.is_none());
    }
    editor.wait_until("it is told", |editor| {
        editor
            .notices()
            .iter()
            .any(|text| text.contains("cannot be kept"))
    });
    editor.let_pass(5.5);
    let told = editor.notices();
    let told = told.iter().filter(|text| text.contains("cannot be kept"));
    assert_eq!(told.count(), 1, "{:?}", editor.notices());
    whole_file::remove(&settings.path().join("recovery")).unwrap();
    editor.let_pass(5.5);
    editor.let_pass(5.5);
    editor.wait_until("it is kept", |editor| {
        kept(settings.path()).len() == 1 && editor.session().project.autosaved_at.is_some()
    });
}

/// Work on a built-in character whose forearm is turned, as another run left it.
fn leave(settings: &Path, name: &str, angle: f32, minutes: u64) {
    let text = format!(
        "(version: 1, source: (file: \"builtin:arm\"), pose: {{\"forearm\": (rotation: (0, 0, {angle}))}})"
    );
    let project = read(text.as_bytes()).unwrap();
    let mut recovery = Recovery::now(name.to_owned(), project);
    recovery.kept -= 60 * minutes;
    let folder = settings.join("recovery");
    std::fs::create_dir_all(&folder).unwrap();
    let text = recovery
        .with_picture(Some(b"no picture"))
        .to_text()
        .unwrap();
    write(&folder.join(format!("{name}.ron")), &text);
}

#[test]
fn each_of_several_lost_works_can_be_recovered() {
    let settings = tempfile::tempdir().unwrap();
    leave(settings.path(), "newest", 10.0, 5);
    leave(settings.path(), "second", 20.0, 200);
    leave(settings.path(), "oldest", 30.0, 3000);
    let mut editor = Driven::with_settings(settings.path(), "builtin:cylinder");
    editor.wait_until("they are offered", |editor| offered(editor).is_some());
    assert_eq!(offered(&editor), Some("newest"));
    editor.send(Intent::Project(ProjectIntent::ChooseLeft(2)));
    assert_eq!(offered(&editor), Some("oldest"));
    // And round.
    editor.run(Action::File(FileAction::NextLeftWork));
    assert_eq!(offered(&editor), Some("newest"));
    editor.run(Action::File(FileAction::DiscardLeftWork));
    editor.wait_until("it is gone", |_| kept(settings.path()).len() == 2);
    editor.send(Intent::Project(ProjectIntent::ChooseLeft(1)));
    assert_eq!(offered(&editor), Some("oldest"));
    editor.run(Action::File(FileAction::RecoverWork));
    editor.wait_until_opened();
    assert!(editor.is_turned_by(30.0));
}

/// Half a stroke is no work yet: it is kept when the button is up, and then all of it.
#[test]
fn nothing_is_kept_in_the_middle_of_a_stroke() {
    let settings = tempfile::tempdir().unwrap();
    let mut editor = Driven::with_settings(settings.path(), "builtin:biped");
    editor.run(WindowAction::WeightsMode);
    editor.select("forearm.L");
    let at = editor.pixel_of(0, "upper_arm.L");
    editor.press_and_drag(at, Vec2::new(12.0, 6.0), NONE);
    let state = |editor: &Driven| {
        let is_kept = editor.session().project.autosaved_at.is_some();
        (editor.is_dirty(), is_kept)
    };
    editor.let_pass(20.0);
    editor.let_pass(20.0);
    assert_eq!(state(&editor), (true, false), "the button is down");
    assert!(editor.session().painting.stroke.is_some());
    editor.release();
    editor.let_pass(20.0);
    editor.wait_until("it is kept", |editor| state(editor).1);
    let session = editor.session();
    let kept = session.project.autosaved.as_ref().unwrap();
    assert!(kept.is_same_work(editor.document()));
    assert!(session.painting.stroke.is_none());
}
