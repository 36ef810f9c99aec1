//! What others have laid where an editor reads and writes: links, pipes, hidden files, a working folder that goes away.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use session::commands::command::Intent;

use super::save_path::{fault, give_up, save_under};
use crate::engine::driven::Driven;
use crate::engine::{kept, text_of, write};

const PROJECT: &str =
    "(version: 1, source: (file: \"builtin:arm\"), pose: { \"forearm\": (rotation: (0, 0, 50)) })";

fn not_told(editor: &Driven) -> usize {
    editor.count_told("cannot tell others")
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
    let mut editor = Driven::open(at("a.dualskin").to_str().unwrap());
    assert_eq!(text_of(&victim), "precious");
    assert_eq!(not_told(&editor), 1, "{:?}", editor.notices());
    for degrees in [20.0, 30.0] {
        editor.turn(degrees);
        editor.save();
        assert!(!editor.is_dirty(), "{:?}", editor.notices());
        let text = text_of(&at("a.dualskin"));
        assert!(text.contains(&degrees.to_string()));
    }
    assert_eq!(not_told(&editor), 1, "it is told once");
    editor.save_to(&at("b.dualskin"));
    assert_eq!(not_told(&editor), 2, "{:?}", editor.notices());
    editor.save_to(&at("c.dualskin"));
    assert_eq!(not_told(&editor), 2, "this one is claimed");
    assert!(at(".c.dualskin.lock").is_file());
    drop(editor);
    assert_eq!(text_of(&victim), "precious");
}

#[test]
fn what_cannot_be_saved_to_is_told_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    symlink("nowhere.dualskin", at("link.dualskin")).unwrap();
    symlink("/dev/zero", at("device.dualskin")).unwrap();
    let mut editor = Driven::open("builtin:arm");
    editor.turn(20.0);
    let long = format!("{}.dualskin", "n".repeat(247));
    for (name, expected) in [
        ("link.dualskin", "a link to nowhere.dualskin"),
        ("device.dualskin", "a device, not a file"),
        (long.as_str(), "the name is too long"),
    ] {
        save_under(&mut editor, &at(name));
        let told = fault(&editor).unwrap();
        assert!(told.contains(expected), "{told}");
        assert!(editor.is_dirty());
        give_up(&mut editor);
    }
    assert!(!at("nowhere.dualskin").exists());
    // 255 bytes: its lock, its backup and what is beside it for a moment have other names.
    let longest = at(&long[1..]);
    save_under(&mut editor, &longest);
    editor.turn(30.0);
    editor.save();
    assert!(!editor.is_dirty(), "{:?}", editor.notices());
    assert!(text_of(&longest).contains("30.0"));
    assert!(text_of(&whole_file::backup_of(&longest)).contains("20.0"));
}

#[test]
fn pipes_and_devices_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Driven::open("builtin:arm");
    for (name, device, expected) in [
        ("a.glb", None, "a pipe, not a file"),
        ("a.dualskin", None, "a pipe, not a file"),
        ("z.dualskin", Some("/dev/zero"), "a device, not a file"),
        ("z.csv", Some("/dev/zero"), "a device, not a file"),
    ] {
        let path = folder.path().join(name);
        match device {
            Some(device) => symlink(device, &path).unwrap(),
            None => {
                let made = Command::new("mkfifo").arg(&path).status();
                assert!(made.unwrap().success());
            }
        }
        editor.send(Intent::Open(path.display().to_string()));
        editor.wait_until(expected, |editor| {
            let dialog = editor.session().file_dialogs.import_weights.dialog.as_ref();
            let fault = dialog.and_then(|dialog| dialog.fault.clone());
            let told = fault.unwrap_or_else(|| editor.said());
            told.contains(expected) && told.contains(name)
        });
    }
    assert_eq!(editor.character().name, "arm");
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
    let mut editor = Driven::with_settings(&settings, at("a.dualskin").to_str().unwrap());
    editor.turn(20.0);
    editor.let_pass(0.1);
    editor.let_pass(5.5);
    editor.wait_until("it is kept", |_| kept(&settings).len() == 1);
    assert_eq!(mode(&kept(&settings)[0]), 0o600);
    editor.save_to(&at("b.dualskin"));
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
    let mut editor = Driven::with_settings(&settings, "a.dualskin");
    fs::rename(&place, folder.join("gone")).unwrap();
    fs::remove_dir_all(folder.join("gone")).unwrap();
    editor.turn(45.0);
    editor.let_pass(0.1);
    editor.let_pass(5.5);
    editor.wait_until("it is kept", |_| kept(&settings).len() == 1);
    let text = text_of(&kept(&settings)[0]);
    let file = place.join("a.dualskin");
    assert!(text.contains(file.to_str().unwrap()), "{text}");
    // As soon as the folder is there again, so is the project in it.
    editor.save();
    assert!(editor.is_dirty());
    fs::create_dir(&place).unwrap();
    editor.save();
    assert!(!editor.is_dirty(), "{:?}", editor.notices());
    assert!(file.is_file());
}

#[test]
fn work_is_kept_though_the_working_folder_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let name = "engine::files::hostile::child_whose_working_folder_goes_away";
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
