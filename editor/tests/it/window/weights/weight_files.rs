//! Files of weights in the window: written, read, dropped, and refused in words.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be broken or replaced need no care"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::state::file_dialogs::list::FileKind;
use session::state::weight_files::{BoundMesh, Matching, export_text};
use weights::WeightFormat;

use crate::window::support::paint::weights;
use crate::window::support::{
    Window, WindowState as _, click, drop_file, fill, joint, notices, open, press, run, wait_until,
};

const CTRL: Modifiers = Modifiers::COMMAND;
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

fn import(window: &mut Window, path: &Path) {
    run(window, "import weights…");
    type_path(window, path);
    click(window, "Import");
    wait_for_answer(window);
}

fn folder_with(name: &str, text: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    (folder, path)
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

#[test]
fn an_import_is_one_step_and_undo_restores_every_bit() {
    let mut window = open("builtin:arm");
    let before = text_of(&window);
    let (_folder, path) = folder_with("edited.csv", edited(&before, "forearm").as_bytes());
    let steps = window.history().len();
    import(&mut window, &path);
    assert_eq!(fault(&window), "");
    let after = text_of(&window);
    assert!(after != before);
    assert!(
        after
            .lines()
            .any(|line| line.starts_with("0,") && line.ends_with(",forearm,1"))
    );
    assert_eq!(window.history().len(), steps + 1);
    assert_eq!(window.history().undo_name(), Some("Import weights"));
    let said = notices(&window).last().unwrap().clone();
    assert!(
        said.starts_with("Import weights of edited.csv into ") && said.contains("changed"),
        "{said}"
    );
    press(&mut window, CTRL, Key::Z);
    assert!(text_of(&window) == before, "to the bit");
    press(&mut window, CTRL | Modifiers::SHIFT, Key::Z);
    assert!(text_of(&window) == after, "to the bit");
    // The same again changes nothing, and is no step.
    import(&mut window, &path);
    assert_eq!(window.history().len(), steps + 1);
    let said = notices(&window).last().unwrap().clone();
    let nothing = "0 vertices changed: they have the weights of the file already.";
    assert!(said.contains(nothing), "{said}");
}

#[test]
fn locked_joints_keep_their_weights() {
    let mut window = open("builtin:arm");
    let before = text_of(&window);
    let (_folder, path) = folder_with("edited.csv", edited(&before, "forearm").as_bytes());
    press(&mut window, CTRL, Key::Num2);
    click(&mut window, "forearm");
    press(&mut window, NONE, Key::L);
    let (joint, known) = (joint(&window, "forearm"), weights(&window));
    import(&mut window, &path);
    for (row, known) in weights(&window).iter().zip(&known) {
        assert_eq!(row.get(&joint), known.get(&joint), "to the bit");
    }
    let said = notices(&window).last().unwrap().clone();
    assert!(said.contains("edited.csv"), "{said}");
}

#[test]
fn a_dropped_table_is_taken_and_a_pose_is_distinguished() {
    let mut window = open("builtin:arm");
    let before = text_of(&window);
    let (_folder, path) = folder_with("edited.csv", edited(&before, "forearm").as_bytes());
    let file = window.session().character.file.clone();
    drop_file(&mut window, &path);
    wait_for_answer(&mut window);
    assert!(text_of(&window) != before);
    assert_eq!(
        window.session().character.file,
        file,
        "no other file is opened"
    );
    let pose = b"(version: 1, joints: {\"forearm\": (rotation: (0, 0, 90))})";
    let (_other, path) = folder_with("bend.ron", pose);
    drop_file(&mut window, &path);
    wait_for_answer(&mut window);
    assert!(
        fault(&window).contains("bend.ron is a pose"),
        "{}",
        fault(&window)
    );
    click(&mut window, "Cancel");
    assert!(
        window
            .session()
            .file_dialogs
            .import_weights
            .dialog
            .is_none()
    );
}

#[test]
fn another_number_of_vertices_is_offered_a_match_by_place() {
    let mut window = open("builtin:arm");
    let text = text_of(&window);
    let count: usize = text
        .lines()
        .find_map(|line| line.strip_prefix("vertices,"))
        .unwrap()
        .parse()
        .unwrap();
    let fewer: Vec<String> = edited(&text, "forearm")
        .lines()
        .filter(|line| !line.starts_with(&format!("{},", count - 1)))
        .map(|line| match line.strip_prefix("vertices,") {
            Some(_) => format!("vertices,{}", count - 1),
            None => line.to_owned(),
        })
        .collect();
    let (_folder, path) = folder_with("less.csv", fewer.join("\n").as_bytes());
    import(&mut window, &path);
    let said = fault(&window);
    assert!(
        said.contains("match it by place") && said.contains("line "),
        "{said}"
    );
    assert!(text_of(&window) == text);
    let import = &window.session().file_dialogs.import_weights;
    assert_eq!(
        import.options.matching,
        Matching::USUAL_PLACE,
        "it is chosen already"
    );
    click(&mut window, "Import");
    wait_for_answer(&mut window);
    assert_eq!(fault(&window), "");
    assert!(text_of(&window) != text);
}

#[test]
fn hostile_files_change_nothing_and_are_reported_with_their_place() {
    let mut window = open("builtin:arm");
    let before = text_of(&window);
    let count = before
        .lines()
        .find_map(|line| line.strip_prefix("vertices,"))
        .unwrap()
        .to_owned();
    let table = |row: &str| {
        format!("version,1\nvertices,{count}\nvertex,joint,weight\n{row}\n").into_bytes()
    };
    let many = "a".repeat(1 << 20).into_bytes();
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("a.csv", Vec::new(), "line 1"),
        ("a.csv", b"\xff\xfe\x00\x01".to_vec(), "UTF-8"),
        ("a.csv", many, "line 1"),
        ("a.csv", table("0,forearm,inf"), "line 4"),
        ("a.csv", table("0,forearm,-0.5"), "0 or more"),
        ("a.csv", table("0,forearm,0"), "all weights"),
        ("a.csv", table("0,nobody,1"), "no joint `nobody`"),
        ("a.csv", table("4294967295,forearm,1"), "no vertex"),
        (
            "a.ron",
            b"(version: 1, vertices: 3, weights: {0: [(".to_vec(),
            "line 1",
        ),
    ];
    for (name, bytes, word) in cases {
        let (_folder, path) = folder_with(name, &bytes);
        import(&mut window, &path);
        let said = fault(&window);
        assert!(said.contains(word) && said.contains(name), "{word}: {said}");
        assert!(text_of(&window) == before);
        press(&mut window, NONE, Key::Escape);
    }
    import(&mut window, Path::new("/nowhere/at/all.csv"));
    assert!(
        fault(&window).contains("cannot be read"),
        "{}",
        fault(&window)
    );
    assert!(window.history().is_empty());
}
