//! Files of weights in the window: written, read and dropped, by menu, palette and pointer.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be broken or replaced need no care"
)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use character::Character;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::state::file_dialogs::list::FileKind;
use session::state::weight_files::{BoundMesh, export_text};
use weights::WeightFormat;

use crate::window::support::{
    Window, WindowState as _, click, drop_file, fill, notices, open, press, run, wait_until,
};

const NONE: Modifiers = Modifiers::NONE;

fn character(window: &Window) -> Arc<Character> {
    Arc::clone(&window.document().character)
}

fn text_of(window: &Window) -> String {
    let character = character(window);
    let bound = BoundMesh::all(&character).remove(0);
    export_text(&character, &bound, WeightFormat::Csv, true)
}

fn type_path(window: &mut Window, path: &Path) {
    fill(window, "File of weights", &path.display().to_string());
}

fn wait_for_answer(window: &mut Window) {
    wait_until(window, "the file is done", |window| {
        let session = window.session();
        !session.file_dialogs.is_busy(FileKind::ImportWeights) && session.requests.is_empty()
    });
    window.run_steps(3);
}

fn fault(window: &Window) -> String {
    let dialogs = &window.session().file_dialogs;
    let (export, import) = (&dialogs.export_weights, &dialogs.import_weights);
    let dialog = export.dialog.as_ref().or(import.dialog.as_ref());
    dialog
        .and_then(|dialog| dialog.fault.clone())
        .unwrap_or_default()
}

#[test]
fn weights_go_out_by_menu_and_keys_and_nothing_is_replaced_unasked() {
    let mut window = open("builtin:arm");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.csv");
    window.get_all_by_label("Weights").next().unwrap().click();
    window.run_steps(3);
    // It may stand below what a menu shows without scrolling.
    window.get_by_label("Export weights…").click_accesskit();
    window.run_steps(3);
    let offered = &window.session().file_dialogs.export_weights.dialog;
    assert_eq!(offered.as_ref().unwrap().path, "arm.weights.csv");
    type_path(&mut window, &path);
    press(&mut window, NONE, Key::Enter);
    wait_for_answer(&mut window);
    assert!(
        window
            .session()
            .file_dialogs
            .export_weights
            .dialog
            .is_none()
    );
    let said = notices(&window).last().unwrap().clone();
    assert!(
        said.contains("own.csv") && said.contains("written"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text_of(&window));
    // Again: it is there, and Enter alone does not replace it.
    fs::write(&path, b"mine").unwrap();
    run(&mut window, "export weights…");
    type_path(&mut window, &path);
    click(&mut window, "Export");
    wait_for_answer(&mut window);
    assert!(
        fault(&window).contains("is there already"),
        "{}",
        fault(&window)
    );
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    click(&mut window, "Replace");
    wait_for_answer(&mut window);
    assert_eq!(fs::read_to_string(&path).unwrap(), text_of(&window));
    assert_eq!(
        fs::read(folder.path().join("own.csv.bak")).unwrap(),
        b"mine"
    );
    // Where it cannot be written, and what is no such name.
    for (name, word) in [("gone/own.csv", "own.csv"), ("own.txt", ".csv or .ron")] {
        run(&mut window, "export weights…");
        type_path(&mut window, &folder.path().join(name));
        click(&mut window, "Export");
        wait_for_answer(&mut window);
        assert!(fault(&window).contains(word), "{}", fault(&window));
        press(&mut window, NONE, Key::Escape);
    }
}

/// The table with the first vertex given to one joint alone.
fn edited(text: &str, joint: &str) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix("0,") {
        Some(row) => {
            let place: Vec<&str> = row.split(',').take(3).collect();
            format!("0,{},{joint},1", place.join(","))
        }
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn weights_come_in_by_the_palette_and_faults_stand_in_the_dialog() {
    let mut window = open("builtin:arm");
    let before = text_of(&window);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.csv");
    fs::write(&path, "version,1\nvertices,x").unwrap();
    run(&mut window, "import weights…");
    type_path(&mut window, &path);
    click(&mut window, "Import");
    wait_for_answer(&mut window);
    let said = fault(&window);
    assert!(
        said.contains("own.csv") && said.contains("line 2"),
        "{said}"
    );
    assert!(window.query_by_label(&said).is_some(), "it is seen");
    assert!(text_of(&window) == before);
    fs::write(&path, edited(&before, "forearm")).unwrap();
    click(&mut window, "Import");
    wait_for_answer(&mut window);
    assert_eq!(fault(&window), "");
    assert!(text_of(&window) != before);
    assert_eq!(window.history().undo_name(), Some("Import weights"));
}

#[test]
fn a_table_that_falls_on_the_window_is_taken() {
    let mut window = open("builtin:arm");
    let before = text_of(&window);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.csv");
    fs::write(&path, edited(&before, "forearm")).unwrap();
    drop_file(&mut window, &path);
    wait_for_answer(&mut window);
    assert!(text_of(&window) != before);
    assert_eq!(window.history().undo_name(), Some("Import weights"));
}
