//! The comparison leaves the window as a web page: by menu and palette, with a note, and nothing is replaced unasked.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be replaced need no care"
)]

use std::fs;
use std::path::Path;

use eframe::egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::window::support::paint::NONE;
use crate::window::support::{
    Window, WindowState as _, click, fill, open, press, run, said, wait_until,
};

const FIELD: &str = "Path of the web page";

fn wait_for_answer(window: &mut Window) {
    wait_until(window, "the page is done", |window| {
        let session = window.session();
        session.file_dialogs.share.busy.is_none() && session.requests.is_empty()
    });
    window.run_steps(3);
}

fn is_asked(window: &Window) -> bool {
    window.session().file_dialogs.share.dialog.is_some()
}

fn fault(window: &Window) -> String {
    let dialog = window.session().file_dialogs.share.dialog.clone();
    dialog.and_then(|asked| asked.fault).unwrap_or_default()
}

fn type_path(window: &mut Window, path: &Path) {
    fill(window, FIELD, &path.display().to_string());
}

#[test]
fn the_comparison_goes_out_as_one_page() {
    let mut window = open("builtin:cylinder");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.html");
    click(&mut window, "File");
    click(&mut window, "Share as web page…");
    assert!(is_asked(&window));
    fill(&mut window, "Note on the page", "Look at the <middle>");
    type_path(&mut window, &path);
    click(&mut window, "Share");
    wait_for_answer(&mut window);
    assert!(!is_asked(&window), "{}", fault(&window));
    assert!(
        said(&window).contains("Open it in a browser"),
        "{}",
        said(&window)
    );
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.contains("Look at the \\u003cmiddle>"));
    assert!(whole.contains("\"twist\""));
    // Again from the palette, without clips, under the name that is offered now: asked before it is replaced.
    run(&mut window, "share as web page");
    click(&mut window, "With 2 clips");
    click(&mut window, "Share");
    wait_for_answer(&mut window);
    assert!(
        fault(&window).contains("is there already"),
        "{}",
        fault(&window)
    );
    click(&mut window, "Replace");
    wait_for_answer(&mut window);
    assert!(!is_asked(&window));
    let small = fs::read_to_string(&path).unwrap();
    assert!(small.len() < whole.len() && !small.contains("\"twist\""));
    assert_eq!(
        fs::read_to_string(folder.path().join("own.html.bak")).unwrap(),
        whole
    );
}

#[test]
fn what_cannot_be_written_is_said_in_the_dialog() {
    let mut window = open("builtin:cylinder");
    let folder = tempfile::tempdir().unwrap();
    run(&mut window, "share as web page");
    type_path(&mut window, &folder.path().join("missing/own.html"));
    click(&mut window, "Share");
    wait_for_answer(&mut window);
    assert!(
        is_asked(&window) && fault(&window).contains("folder"),
        "{}",
        fault(&window)
    );
    press(&mut window, NONE, Key::Escape);
    assert!(!is_asked(&window));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn one_pane_alone_is_nothing_to_compare() {
    let mut window = open("builtin:cylinder");
    run(&mut window, "remove pane");
    click(&mut window, "File");
    let item = window.get_by_label("Share as web page…");
    assert!(item.accesskit_node().is_disabled());
}
