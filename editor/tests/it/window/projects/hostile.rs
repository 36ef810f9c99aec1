//! What others have laid where the window reads and writes: links, pipes, hidden files, a working folder that goes away.
#![expect(
    clippy::disallowed_methods,
    reason = "files are laid out as an attacker would"
)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::state::projects::ProjectDialog;

use super::project::{
    asked, begin, is_dirty, kept, let_pass, save, save_under, text_of, turn, write,
};
use super::save_path::fault;
use crate::window::support::{
    Window, WindowState as _, click, notices, open, open_path, press, wait_until, wait_until_loaded,
};

const PROJECT: &str =
    "(version: 1, source: (file: \"builtin:arm\"), pose: { \"forearm\": (rotation: (0, 0, 50)) })";

fn not_told(window: &Window) -> usize {
    let all = notices(window);
    all.iter()
        .filter(|text| text.contains("cannot tell others"))
        .count()
}

#[test]
fn opening_and_saving_touch_nothing_behind_a_lock_that_is_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let victim = at("victim");
    write(&victim, "precious");
    write(&at("a.dualskin"), PROJECT);
    for lock in [".a.dualskin.lock", ".b.dualskin.lock"] {
        symlink(&victim, at(lock)).unwrap();
    }
    let mut window = open(at("a.dualskin").to_str().unwrap());
    assert_eq!(text_of(&victim), "precious");
    assert_eq!(not_told(&window), 1, "{:?}", notices(&window));
    for degrees in ["20", "30"] {
        turn(&mut window, degrees);
        save(&mut window);
        assert!(!is_dirty(&window), "{:?}", notices(&window));
        assert!(text_of(&at("a.dualskin")).contains(degrees));
    }
    assert_eq!(not_told(&window), 1, "it is told once");
    save_under(&mut window, &at("b.dualskin"));
    assert_eq!(not_told(&window), 2, "{:?}", notices(&window));
    save_under(&mut window, &at("c.dualskin"));
    assert_eq!(not_told(&window), 2, "this one is claimed");
    assert!(at(".c.dualskin.lock").is_file());
    drop(window);
    assert_eq!(text_of(&victim), "precious");
}

#[test]
fn what_cannot_be_saved_to_is_told_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    symlink("nowhere.dualskin", at("link.dualskin")).unwrap();
    symlink("/dev/zero", at("device.dualskin")).unwrap();
    let mut window = open("builtin:arm");
    turn(&mut window, "20");
    let long = format!("{}.dualskin", "n".repeat(247));
    for (name, expected) in [
        ("link.dualskin", "a link to nowhere.dualskin"),
        ("device.dualskin", "a device, not a file"),
        (long.as_str(), "the name is too long"),
    ] {
        save_under(&mut window, &at(name));
        let told = fault(&window).unwrap();
        assert!(told.contains(expected), "{told}");
        assert!(is_dirty(&window));
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
    assert!(!at("nowhere.dualskin").exists());
    // 255 bytes: its lock, its backup and what is beside it for a moment have other names.
    let longest = at(&long[1..]);
    save_under(&mut window, &longest);
    turn(&mut window, "30");
    save(&mut window);
    assert!(!is_dirty(&window), "{:?}", notices(&window));
    assert!(text_of(&longest).contains("30.0"));
    assert!(text_of(&whole_file::backup_of(&longest)).contains("20.0"));
}

#[test]
fn pipes_and_devices_are_refused_in_the_window_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("builtin:arm");
    for (name, device, expected) in [
        ("a.glb", None, "a pipe, not a file"),
        ("a.dualskin", None, "a pipe, not a file"),
        ("z.dualskin", Some("/dev/zero"), "a device, not a file"),
        ("z.csv", Some("/dev/zero"), "a device, not a file"),
    ] {
        let path = folder.path().join(name);
        match device {
            Some(device) => symlink(device, &path).unwrap(),
            None => assert!(
                Command::new("mkfifo")
                    .arg(&path)
                    .status()
                    .unwrap()
                    .success()
            ),
        }
        open_path(&mut window, path.to_str().unwrap());
        wait_until(&mut window, expected, |window| {
            let dialog = window.session().file_dialogs.import_weights.dialog.as_ref();
            let fault = dialog.and_then(|dialog| dialog.fault.clone());
            let told = fault.or_else(|| notices(window).pop());
            told.is_some_and(|text| text.contains(expected) && text.contains(name))
        });
    }
    assert_eq!(window.document().character.name, "arm");
}

#[test]
fn a_hidden_file_is_asked_about_and_read_when_allowed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".ssh")).unwrap();
    fs::write(folder.path().join(".ssh/id_rsa"), b"secret").unwrap();
    let path = folder.path().join("bait.gltf");
    let bait = r#"{ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 6, "uri": ".ssh/id_rsa" }] }"#;
    fs::write(&path, bait).unwrap();
    let mut window = open("builtin:arm");
    let ask = |window: &mut Window| {
        open_path(window, path.to_str().unwrap());
        wait_until(window, "it is asked", |window| {
            matches!(asked(window), Some(ProjectDialog::HiddenFile { .. }))
        });
        window.run_steps(3);
    };
    ask(&mut window);
    assert!(window.query_by_label_contains(".ssh/id_rsa").is_some());
    click(&mut window, "Cancel");
    assert!(asked(&window).is_none());
    assert_eq!(window.document().character.name, "arm");
    ask(&mut window);
    click(&mut window, "Open with hidden files");
    wait_until_loaded(&mut window);
    let source = &window.document().character.source;
    assert_eq!(&*source.side_files[0].bytes, b"secret");
    // What was allowed is not asked again.
    open_path(&mut window, "builtin:arm");
    wait_until_loaded(&mut window);
    open_path(&mut window, path.to_str().unwrap());
    wait_until_loaded(&mut window);
    assert_eq!(window.document().character.name, "bait");
}

#[test]
fn a_hidden_picture_is_asked_about_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".textures")).unwrap();
    let picture = folder.path().join(".textures/skin.png");
    image::RgbaImage::new(1, 1).save(picture).unwrap();
    let path = folder.path().join("shy.gltf");
    let shy = r#"{ "asset": { "version": "2.0" }, "images": [{ "uri": ".textures/skin.png" }],
        "textures": [{ "source": 0 }],
        "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }] }"#;
    fs::write(&path, shy).unwrap();
    let mut window = open("builtin:arm");
    let is_asked =
        |window: &Window| matches!(asked(window), Some(ProjectDialog::HiddenFile { .. }));
    for answer in ["Leave it out", "Open with hidden files"] {
        open_path(&mut window, path.to_str().unwrap());
        wait_until(&mut window, "it is asked", is_asked);
        window.run_steps(3);
        // It is open already, without the picture.
        let character = &window.document().character;
        assert_eq!((&*character.name, character.images.len()), ("shy", 0));
        click(&mut window, answer);
        wait_until_loaded(&mut window);
        assert!(asked(&window).is_none());
    }
    let character = &window.document().character;
    assert_eq!((&*character.name, character.images.len()), ("shy", 1));
}

#[test]
fn a_copy_of_a_private_project_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    write(&at("a.dualskin"), PROJECT);
    fs::set_permissions(at("a.dualskin"), fs::Permissions::from_mode(0o600)).unwrap();
    let settings = at("settings");
    let mut window = begin(&settings, at("a.dualskin").to_str().unwrap());
    turn(&mut window, "20");
    let_pass(&mut window, 0.1);
    let_pass(&mut window, 5.5);
    wait_until(&mut window, "it is kept", |_| kept(&settings).len() == 1);
    assert_eq!(mode(&kept(&settings)[0]), 0o600);
    save_under(&mut window, &at("b.dualskin"));
    assert_eq!(mode(&at("b.dualskin")), 0o600);
}

/// Names the folder in which the child below works.
const FOLDER: &str = "DUALSKIN_TEST_FOLDER";

/// What the test after it starts, as the working folder is one of the whole process; as a test of its own it does nothing.
#[test]
fn child_whose_working_folder_goes_away() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return;
    };
    let place = folder.join("work");
    fs::create_dir(&place).unwrap();
    std::env::set_current_dir(&place).unwrap();
    fs::write("a.dualskin", PROJECT).unwrap();
    let settings = folder.join("settings");
    let mut window = begin(&settings, "a.dualskin");
    fs::rename(&place, folder.join("gone")).unwrap();
    fs::remove_dir_all(folder.join("gone")).unwrap();
    turn(&mut window, "45");
    let_pass(&mut window, 0.1);
    let_pass(&mut window, 5.5);
    wait_until(&mut window, "it is kept", |_| kept(&settings).len() == 1);
    let text = text_of(&kept(&settings)[0]);
    let file = place.join("a.dualskin");
    assert!(text.contains(file.to_str().unwrap()), "{text}");
    // As soon as the folder is there again, so is the project in it.
    save(&mut window);
    assert!(is_dirty(&window));
    fs::create_dir(&place).unwrap();
    save(&mut window);
    assert!(!is_dirty(&window), "{:?}", notices(&window));
    assert!(Path::new(&file).is_file());
}

#[test]
fn work_is_kept_though_the_working_folder_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let name = "window::projects::hostile::child_whose_working_folder_goes_away";
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name])
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(
        child.status.success() && said.contains("1 passed"),
        "{said}"
    );
}
