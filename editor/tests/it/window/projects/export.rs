//! The character leaves the window as a file: asked for by menu, palette and keys, and opened again.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be replaced need no care"
)]

use std::fs;
use std::path::Path;

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use session::state::export::written::size_in_words;

use crate::window::support::paint::{CTRL, NONE};
use crate::window::support::{
    Window, WindowState as _, click, fill, open, press, run, said, wait_until,
};

const SHIFT: Modifiers = Modifiers::SHIFT;
const FIELD: &str = "Path to export to";

fn type_path(window: &mut Window, path: &Path) {
    fill(window, FIELD, &path.display().to_string());
}

fn wait_for_answer(window: &mut Window) {
    wait_until(window, "the file is done", |window| {
        let session = window.session();
        session.file_dialogs.export.busy.is_none() && session.requests.is_empty()
    });
    window.run_steps(3);
}

fn is_asked(window: &Window) -> bool {
    window.session().file_dialogs.export.dialog.is_some()
}

fn fault(window: &Window) -> String {
    let dialog = window.session().file_dialogs.export.dialog.clone();
    dialog.and_then(|asked| asked.fault).unwrap_or_default()
}

#[test]
fn a_character_goes_out_by_the_menu_and_nothing_is_replaced_unasked() {
    let mut window = open("builtin:arm");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.glb");
    click(&mut window, "File");
    click(&mut window, "By path");
    click(&mut window, "Export glTF to path…");
    let offered = window.session().file_dialogs.export.dialog.clone();
    assert_eq!(offered.unwrap().path, "arm.glb");
    type_path(&mut window, &path);
    press(&mut window, NONE, Key::Enter);
    wait_for_answer(&mut window);
    assert!(!is_asked(&window));
    let size = size_in_words(fs::metadata(&path).unwrap().len());
    assert!(
        said(&window).contains(&format!("was written to {} ({size})", path.display())),
        "{}",
        said(&window)
    );
    let first = fs::read(&path).unwrap();
    assert!(first.starts_with(b"glTF"));
    // Again, under the same name, which is offered now: Enter alone does not replace it.
    fs::write(&path, b"mine").unwrap();
    run(&mut window, "export gltf to path…");
    press(&mut window, NONE, Key::Enter);
    wait_for_answer(&mut window);
    assert!(
        fault(&window).contains("is there already") && fault(&window).contains(".bak"),
        "{}",
        fault(&window)
    );
    press(&mut window, NONE, Key::Enter);
    wait_for_answer(&mut window);
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    click(&mut window, "Replace");
    wait_for_answer(&mut window);
    assert!(!is_asked(&window));
    assert!(fs::read(&path).unwrap() == first);
    assert_eq!(
        fs::read(folder.path().join("own.glb.bak")).unwrap(),
        b"mine"
    );
    // Esc leaves all as it is.
    press(&mut window, CTRL | SHIFT, Key::E);
    assert!(is_asked(&window));
    press(&mut window, NONE, Key::Escape);
    assert!(!is_asked(&window));
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "no other file is left");
}

#[test]
fn it_is_gray_while_nothing_is_open() {
    let mut window = open("/nowhere/at/all.glb");
    click(&mut window, "File");
    for name in ["Export glTF…", "Export glTF to path…"] {
        if name.contains("path") {
            click(&mut window, "By path");
        }
        let row = window.get_by_label(name);
        assert!(row.accesskit_node().is_disabled(), "{name}");
    }
}

#[test]
fn options_are_chosen_in_the_dialog_and_kept() {
    let valid = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/synthetic/valid");
    let mut window = open(&format!("{valid}/12b_joints300.glb"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.glb");
    run(&mut window, "export gltf with options");
    assert!(is_asked(&window));
    type_path(&mut window, &path);
    click(&mut window, "Limit joints per skin");
    window.get_by_label("Joints per skin");
    click(&mut window, "Export");
    wait_for_answer(&mut window);
    let why = fault(&window);
    assert!(
        why.contains("300 joints") && why.contains("at most 256 may be"),
        "{why}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    press(&mut window, NONE, Key::Escape);
    // The menu asks again, and the limit is still set.
    click(&mut window, "File");
    click(&mut window, "Export glTF with options…");
    type_path(&mut window, &path);
    window.get_by_label("Joints per skin");
    click(&mut window, "Limit influences per vertex");
    window.get_by_label("Influences per vertex");
    click(&mut window, "8-bit");
    click(&mut window, "16-bit joints");
    click(&mut window, "Leave out unused joints");
    click(&mut window, "Several files (.gltf)");
    click(&mut window, "Export");
    wait_for_answer(&mut window);
    assert!(!is_asked(&window), "{}", fault(&window));
    let text = said(&window);
    assert!(
        text.contains("few.gltf") && text.contains("Left out of skins: 53 joints"),
        "{text}"
    );
    let written = character::open(&folder.path().join("few.gltf")).unwrap();
    assert_eq!(written.rig.binds[0].len(), 247);
    assert!(folder.path().join("few.bin").exists() && !path.exists());
}
