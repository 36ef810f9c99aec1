//! The library of poses on a disk that takes nothing: nothing is lost, and it is said why.

#![expect(
    clippy::disallowed_methods,
    reason = "a disk is filled with what nobody needs"
)]

mod window_support;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use window_support::desk::{Desk, begin};
use window_support::{click, press, turned, type_into};

/// Mounts something over a folder; whether one may.
fn mount(folder: &Path, options: &str) -> bool {
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", options, "tmpfs"])
        .arg(folder)
        .stderr(Stdio::null())
        .status();
    let may = mounted.is_ok_and(|status| status.success());
    if !may {
        let mut stdout = std::io::stdout();
        let _unheard = writeln!(stdout, "no tmpfs can be mounted: skipped");
    }
    may
}

/// Taken away at the end, whatever happens.
struct Mounted(std::path::PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        let _unmounted = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

fn bend(desk: &mut Desk) {
    click(&mut desk.window, "Joints tab");
    click(&mut desk.window, "forearm");
    type_into(&mut desk.window, "Rotation Z", "90");
}

fn save(desk: &mut Desk, name: &str) {
    press(
        &mut desk.window,
        Modifiers::COMMAND | Modifiers::ALT,
        Key::S,
    );
    desk.window.get_by_label("Name of the pose").type_text(name);
    desk.window.run_steps(2);
    press(&mut desk.window, Modifiers::NONE, Key::Enter);
}

#[test]
fn a_full_disk_is_told_and_the_name_can_be_tried_again() {
    let Some(mut desk) = begin("builtin:arm", &[]) else {
        return;
    };
    let folder = desk.path("");
    if !mount(&folder, "size=64k") {
        return;
    }
    let _mounted = Mounted(folder);
    bend(&mut desk);
    let filler = desk.path("filler");
    let _full = std::fs::write(&filler, vec![7_u8; 1 << 17]);
    save(&mut desk, "Wave");
    let told = desk.wait_for_notice("the disk is full");
    assert!(told.contains("Wave.ron"), "{told}");
    assert!(desk.window.query_by_label("Name of the pose").is_some());
    assert!((turned(&desk.window, "forearm") - 90.0).abs() < 0.01);
    assert!(!desk.path("Wave.ron").exists());
    std::fs::remove_file(&filler).unwrap();
    click(&mut desk.window, "Save");
    desk.wait_for_notice("Saved Wave as");
    assert!(desk.path("Wave.ron").exists());
}

#[test]
fn a_folder_that_may_only_be_read_keeps_its_poses_and_says_so() {
    let Some(mut desk) = begin("builtin:arm", &[]) else {
        return;
    };
    let folder = desk.path("");
    if !mount(&folder, "ro") {
        return;
    }
    let _mounted = Mounted(folder);
    bend(&mut desk);
    save(&mut desk, "Wave");
    let told = desk.wait_for_notice("Wave.ron");
    assert!(
        told.contains("ead-only") || told.contains("ermission"),
        "{told}"
    );
    assert!(desk.window.query_by_label("Name of the pose").is_some());
    press(&mut desk.window, Modifiers::NONE, Key::Escape);
    assert!((turned(&desk.window, "forearm") - 90.0).abs() < 0.01);
    assert_eq!(desk.window.state().history().len(), 1);
}
