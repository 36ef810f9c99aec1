//! Pictures of the panes leave the window: asked for by menu, key and palette, still or moving, in the background, and nothing is replaced
//! unasked.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be replaced need no care"
)]

use std::fs;
use std::path::Path;

use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::has_device;
use crate::window::support::paint::NONE;
use crate::window::support::{
    Window, WindowState as _, click, fill, open, press, run, said, type_into, wait_until,
};

const FIELD: &str = "Path of the picture";

fn is_asked(window: &Window) -> bool {
    window.session().file_dialogs.picture.dialog.is_some()
}

fn path(window: &Window) -> String {
    let dialog = window.session().file_dialogs.picture.dialog.clone();
    dialog.map(|dialog| dialog.path).unwrap_or_default()
}

fn type_path(window: &mut Window, path: &Path) {
    fill(window, FIELD, &path.display().to_string());
}

fn wait_for_answer(window: &mut Window) {
    wait_until(window, "the picture is saved", |window| {
        let session = window.session();
        session.file_dialogs.picture.busy.is_none() && session.requests.is_empty()
    });
    window.run_steps(3);
}

fn small(window: &mut Window) {
    type_into(window, "Width of the picture", "160");
    type_into(window, "Height of the picture", "80");
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_still_shows_the_panes_and_an_existing_file_is_asked_about() {
    if !has_device() {
        return;
    }
    let mut window = open("builtin:cylinder");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.png");
    // A pose in which linear and two-phase differ.
    run(&mut window, "next test pose");
    click(&mut window, "File");
    click(&mut window, "Save picture…");
    small(&mut window);
    click(&mut window, "Labels and legends");
    type_path(&mut window, &file);
    click(&mut window, "Save");
    assert!(!is_asked(&window), "the window can be worked in meanwhile");
    assert!(window.query_by_label("Progress of the picture").is_some());
    wait_for_answer(&mut window);
    assert!(said(&window).contains("own.png"), "{}", said(&window));
    let picture = image::open(&file).unwrap().into_rgba8();
    assert_eq!(picture.dimensions(), (160, 80));
    let pane = |left: u32| image::imageops::crop_imm(&picture, left, 2, 76, 76).to_image();
    assert_ne!(pane(2), pane(82), "two methods");
    // The active pane alone has no second one beside it.
    press(&mut window, NONE, Key::F12);
    click(&mut window, "Active pane");
    small(&mut window);
    click(&mut window, "Save");
    wait_for_answer(&mut window);
    assert!(is_asked(&window), "the file is there already");
    click(&mut window, "Replace");
    wait_for_answer(&mut window);
    assert!(!is_asked(&window));
    let alone = image::open(&file).unwrap().into_rgba8();
    assert_eq!(alone.dimensions(), (160, 80));
    assert_ne!(alone, picture);
    assert_eq!(files(folder.path()), ["own.png", "own.png.bak"]);
}

#[test]
fn what_moves_is_a_file_or_one_a_picture_and_none_is_left_of_what_is_canceled() {
    if !has_device() {
        return;
    }
    let mut window = open("builtin:cylinder");
    let folder = tempfile::tempdir().unwrap();
    run(&mut window, "save picture");
    click(&mut window, "Turntable");
    type_into(&mut window, "Number of pictures a turn", "3");
    small(&mut window);
    choose(&mut window, "GIF");
    type_path(&mut window, &folder.path().join("turn.gif"));
    click(&mut window, "Save");
    wait_for_answer(&mut window);
    let gif = fs::read(folder.path().join("turn.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a"), "{}", said(&window));
    // A part of a clip as a sequence.
    run(&mut window, "save picture");
    play_clip(&mut window);
    type_into(&mut window, "End of the pictures", "0.2s");
    type_into(&mut window, "Number of pictures a second", "10");
    small(&mut window);
    choose(&mut window, "PNG sequence");
    assert!(path(&window).ends_with("turn_###.png"), "{}", path(&window));
    click(&mut window, "Save");
    wait_for_answer(&mut window);
    let expected = ["turn.gif", "turn_001.png", "turn_002.png", "turn_003.png"];
    assert_eq!(files(folder.path()), expected, "{}", said(&window));
    let read = |number: u8| fs::read(folder.path().join(format!("turn_00{number}.png"))).unwrap();
    assert_ne!(read(1), read(3));
    // One of the files is there: it is named, and the name that stands for all is asked for again.
    fs::remove_file(folder.path().join("turn_001.png")).unwrap();
    run(&mut window, "save picture");
    type_into(&mut window, "End of the pictures", "0.2s");
    small(&mut window);
    click(&mut window, "Save");
    wait_for_answer(&mut window);
    let dialog = window.session().file_dialogs.picture.dialog.clone();
    let fault = dialog.and_then(|dialog| dialog.fault).unwrap_or_default();
    assert!(fault.contains("turn_002.png is there already"), "{fault}");
    assert!(fault.contains("files of the same names"), "{fault}");
    click(&mut window, "Replace");
    wait_for_answer(&mut window);
    fs::remove_file(folder.path().join("turn_002.png.bak")).unwrap();
    fs::remove_file(folder.path().join("turn_003.png.bak")).unwrap();
    assert_eq!(files(folder.path()), expected, "{}", said(&window));
    // Canceled half-way.
    run(&mut window, "save picture");
    click(&mut window, "Turntable");
    type_into(&mut window, "Number of pictures a turn", "900");
    type_path(&mut window, &folder.path().join("never_###.png"));
    click(&mut window, "Save");
    assert!(window.query_by_label("Progress of the picture").is_some());
    press(&mut window, NONE, Key::Escape);
    wait_until(&mut window, "it is told", |window| {
        said(window).contains("nothing was written")
    });
    assert_eq!(files(folder.path()), expected);
}

/// The choice of the dialog: the timeline has a list of that name.
fn play_clip(window: &mut Window) {
    window
        .get_by_role_and_label(Role::RadioButton, "Clip")
        .click();
    window.run_steps(3);
}

/// Chooses a format from its list.
fn choose(window: &mut Window, format: &str) {
    click(window, "Format of the pictures");
    click(window, format);
}

#[test]
fn names_and_numbers_follow_the_choices() {
    let mut window = open("builtin:cylinder");
    click(&mut window, "File");
    let cancel = window.get_by_label("Cancel picture");
    assert!(cancel.accesskit_node().is_disabled());
    press(&mut window, NONE, Key::Escape);
    press(&mut window, NONE, Key::F12);
    assert!(path(&window).ends_with("cylinder.png"), "{}", path(&window));
    play_clip(&mut window);
    choose(&mut window, "PNG sequence");
    assert!(
        path(&window).ends_with("cylinder_###.png"),
        "{}",
        path(&window)
    );
    click(&mut window, "Still");
    assert!(path(&window).ends_with("cylinder.png"), "{}", path(&window));
    type_path(&mut window, Path::new("/nowhere/own.jpg"));
    click(&mut window, "Save");
    let dialog = window
        .session()
        .file_dialogs
        .picture
        .dialog
        .clone()
        .unwrap();
    assert_eq!(
        dialog.fault.as_deref(),
        Some("Give a name that ends in .png.")
    );
    // The size of the window's panes, until it is typed.
    let session = window.session();
    let asked = &session.file_dialogs.picture.options;
    let size = asked.size(&session.comparing, session.pane_aspect);
    assert_eq!(size[1], 1080);
    type_into(&mut window, "Height of the picture", "500");
    assert_eq!(
        window.session().file_dialogs.picture.options.size,
        Some([size[0], 500])
    );
    click(&mut window, "As in the window");
    assert_eq!(window.session().file_dialogs.picture.options.size, None);
    press(&mut window, NONE, Key::Escape);
    assert!(!is_asked(&window));
}
