//! Pictures whose worker died: told in the window, and asked for again.

use std::path::Path;

use editor::app::{App, Start};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::fates::{DEATHS, Fate, Fates};
use crate::support::has_device;
use crate::window::support::{
    WindowState as _, click, fill, open_started, run, said, start_with, type_into, wait_until,
};

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
