//! Work in the background of a window: what died of it can be done again.

use std::path::Path;

use editor::app::{App, Start};
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::project::{save_under, wait_until_saved};
use super::save_path::fault;
use crate::support::fates::{DEATHS, Fate, Fates};
use crate::support::has_device;
use crate::window::support::{
    WindowState as _, click, fill, open_started, press, run, said, start_with, type_into,
    wait_until, wait_until_loaded,
};

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
        .build_eframe(|cc| App::new(cc, start));
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
    assert!(window.session().project.file.is_some());
}

/// Orders a small picture of the panes.
fn save_picture(window: &mut Harness<'static, App>, file: &Path) {
    run(window, "save picture");
    type_into(window, "Width of the picture", "160");
    type_into(window, "Height of the picture", "80");
    fill(window, "Path of the picture", file.to_str().unwrap());
    click(window, "Save");
    wait_until(window, "the picture is saved, or is not", |window| {
        let session = window.session();
        session.file_dialogs.picture.busy.is_none() && session.requests.is_empty()
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
