//! The library of poses on a disk that takes nothing: nothing is lost, and it is said why.

#![expect(
    clippy::disallowed_methods,
    reason = "a disk is filled with what nobody needs"
)]

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use testkit::disk::Disk;

use crate::window::support::pose_library::{LibraryWindow, begin};
use crate::window::support::{WindowState as _, click, press, turned, type_into};

fn bend(library: &mut LibraryWindow) {
    click(&mut library.window, "Joints tab");
    click(&mut library.window, "forearm");
    type_into(&mut library.window, "Rotation Z", "90");
}

fn save(library: &mut LibraryWindow, name: &str) {
    press(
        &mut library.window,
        Modifiers::COMMAND | Modifiers::ALT,
        Key::S,
    );
    library
        .window
        .get_by_label("Name of the pose")
        .type_text(name);
    library.window.run_steps(2);
    press(&mut library.window, Modifiers::NONE, Key::Enter);
}

#[test]
fn a_full_disk_is_reported_and_the_name_can_be_tried_again() {
    let mut library = begin("builtin:arm", &[]);
    let Some(_disk) = Disk::mount(&library.path(""), "size=64k") else {
        return;
    };
    bend(&mut library);
    let filler = library.path("filler");
    let _full = std::fs::write(&filler, vec![7_u8; 1 << 17]);
    save(&mut library, "Wave");
    let messages = library.wait_for_notice("the disk is full");
    assert!(messages.contains("Wave.ron"), "{messages}");
    assert!(library.window.query_by_label("Name of the pose").is_some());
    assert!((turned(&library.window, "forearm") - 90.0).abs() < 0.01);
    assert!(!library.path("Wave.ron").exists());
    std::fs::remove_file(&filler).unwrap();
    click(&mut library.window, "Save");
    library.wait_for_notice("Saved Wave as");
    assert!(library.path("Wave.ron").exists());
}

#[test]
fn a_folder_that_may_only_be_read_keeps_its_poses_and_says_so() {
    let mut library = begin("builtin:arm", &[]);
    let Some(_disk) = Disk::mount(&library.path(""), "ro") else {
        return;
    };
    bend(&mut library);
    save(&mut library, "Wave");
    let messages = library.wait_for_notice("Wave.ron");
    assert!(
        messages.contains("ead-only") || messages.contains("ermission"),
        "{messages}"
    );
    assert!(library.window.query_by_label("Name of the pose").is_some());
    press(&mut library.window, Modifiers::NONE, Key::Escape);
    assert!((turned(&library.window, "forearm") - 90.0).abs() < 0.01);
    assert_eq!(library.window.history().len(), 1);
}
