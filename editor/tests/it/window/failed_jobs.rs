//! Work in the background of a window: what died of it can be done again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use editor::app::file_dialog::FileDialog;
use editor::app::folder_dialog::FolderDialog;
use editor::app::{App, Start};
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use session::commands::command::{Command, Intent, Outcome};
use session::commands::project_command::ProjectIntent;
use session::jobs::Spawner;
use session::session::DialogFor;

use super::project::{save_under, wait_until_saved};
use super::save_path::fault;
use super::support::{
    click, fill, open_started, press, run, said, start_with, type_into, wait_until,
    wait_until_loaded,
};
use crate::support::fates::{DEATHS, Fate, Fates};
use crate::support::has_device;

#[test]
fn after_a_dialog_that_died_it_can_be_asked_for_again() {
    for death in DEATHS {
        let fates = Fates::default();
        let spawner = fates.spawner();
        fates.set(death);
        let (mut file, mut folder) = (FileDialog::default(), FolderDialog::default());
        for time in 1..3 {
            file.ask(DialogFor::Open, "", &spawner);
            let said = file.receive(&spawner);
            assert!(
                matches!(&said[..], [Command::Outcome(Outcome::Notify(_, text))] if text.contains("No file was chosen")),
                "{said:?}"
            );
            folder.ask(None, &spawner);
            let said = folder.receive(&spawner);
            assert!(
                matches!(&said[..], [Command::Outcome(Outcome::Notify(_, text))] if text.contains("No folder was chosen")),
                "{said:?}"
            );
            assert_eq!(fates.asked(), 2 * time, "each time anew");
            assert!(file.receive(&spawner).is_empty() && folder.receive(&spawner).is_empty());
        }
        // Nothing waits for the answer of one that is to name the file to save.
        file.ask(DialogFor::Save, "a.dualskin", &spawner);
        let said = file.receive(&spawner);
        let is_let_go = matches!(
            &said[..],
            [
                _,
                Command::Intent(Intent::Project(ProjectIntent::SavePath(None)))
            ]
        );
        assert!(is_let_go, "{said:?}");
    }
}

/// A dialog that answers like this, as the window asks it.
fn asked(
    wanted: DialogFor,
    dialog: impl FnOnce() -> Option<PathBuf> + Send + 'static,
) -> FileDialog {
    let spawner = Spawner::default();
    let mut file = FileDialog::default();
    assert!(
        file.ask_by((wanted, "a.dualskin"), &spawner, dialog)
            .is_none()
    );
    let twice = file.ask_by((wanted, "a.dualskin"), &spawner, || None);
    assert!(
        matches!(&twice, Some(Command::Outcome(Outcome::Notify(_, text))) if text.contains("open already")),
        "{twice:?}"
    );
    file
}

/// What the window gets from a dialog.
fn answered(mut file: FileDialog) -> Vec<Command> {
    file.receive(&Spawner::default())
}

#[test]
fn a_missing_dialog_is_told_from_a_cancelled_one_however_slow_the_frames_are() {
    let cancelled = || {
        std::thread::sleep(Duration::from_millis(600));
        None
    };
    let chosen = || Some(PathBuf::from("/a.glb"));
    let [open, save, source] =
        [DialogFor::Open, DialogFor::Save, DialogFor::Source].map(|wanted| asked(wanted, || None));
    let [cancelled, chosen] = [
        asked(DialogFor::Open, cancelled),
        asked(DialogFor::Open, chosen),
    ];
    // The window reads the answers only after a slow frame.
    std::thread::sleep(Duration::from_millis(900));
    let said = answered(open);
    assert!(
        matches!(
            &said[..],
            [
                Command::Intent(Intent::PathDialog(Some(_))),
                Command::Outcome(Outcome::Notify(_, text))
            ] if text.contains("type the path")
        ),
        "{said:?}"
    );
    let said = answered(save);
    assert!(
        matches!(
            &said[..],
            [
                Command::Intent(Intent::Project(ProjectIntent::SavePath(Some(name)))),
                Command::Outcome(Outcome::Notify(..))
            ] if name == "a.dualskin"
        ),
        "{said:?}"
    );
    // Dialogs with a field of their own are told in words.
    let said = answered(source);
    assert!(
        matches!(&said[..], [Command::Outcome(Outcome::Notify(..))]),
        "{said:?}"
    );
    assert!(answered(cancelled).is_empty());
    let said = answered(chosen);
    assert!(
        matches!(&said[..], [Command::Intent(Intent::Open(path))] if path == "/a.glb"),
        "{said:?}"
    );
}

#[test]
fn a_user_reads_that_nothing_was_saved_and_saves_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.dualskin");
    let fates = Fates::default();
    let start = Start {
        file: Some("builtin:arm".to_owned()),
        threads: fates.threads(Some("save")),
        ..Start::default()
    };
    let mut window = Harness::builder()
        .with_size(Vec2::new(1400.0, 900.0))
        .with_max_steps(12)
        .build_eframe(|cc| App::with_start(cc, start));
    wait_until_loaded(&mut window);
    fates.set(DEATHS[0]);
    save_under(&mut window, &file);
    for next in [DEATHS[1], Fate::Runs] {
        let fault = fault(&window).unwrap();
        assert!(
            fault.contains("not saved") && fault.contains("Save again"),
            "{fault}"
        );
        assert!(!file.exists());
        // The path is still there.
        fates.set(next);
        press(&mut window, Modifiers::NONE, Key::Enter);
        wait_until_saved(&mut window);
    }
    assert!(file.exists());
    assert!(window.state().session().project.file.is_some());
}

/// Orders a small picture of the panes.
fn save_picture(window: &mut Harness<'static, App>, file: &Path) {
    run(window, "save picture");
    type_into(window, "Width of the picture", "160");
    type_into(window, "Height of the picture", "80");
    fill(window, "Path of the picture", file.to_str().unwrap());
    click(window, "Save");
    wait_until(window, "the picture is saved, or is not", |window| {
        let session = window.state().session();
        session.picture.work.busy.is_none() && session.requests.is_empty()
    });
    window.run_steps(3);
}

#[test]
fn a_picture_whose_worker_died_is_told_and_can_be_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.png");
    let fates = Fates::default();
    let mut window = open_started(Start {
        threads: fates.threads(Some("file")),
        ..start_with("builtin:cylinder")
    });
    for (time, death) in (1..).zip(DEATHS) {
        fates.set(death);
        save_picture(&mut window, &file);
        assert_eq!(fates.asked(), time, "each time anew");
        let said = said(&window);
        assert!(
            said.contains("own.png") && said.contains("try again"),
            "{said}"
        );
        // Nothing goes on that never ends.
        assert!(window.query_by_label("Progress of the picture").is_none());
        let entries = folder.path().read_dir().unwrap();
        assert_eq!(entries.count(), 0, "no part of it is left");
    }
    if !has_device() {
        return;
    }
    fates.set(Fate::Runs);
    save_picture(&mut window, &file);
    assert!(file.is_file(), "{}", said(&window));
}
