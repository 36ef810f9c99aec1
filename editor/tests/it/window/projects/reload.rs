//! Files that change on disk while they are shown.

#![expect(
    clippy::disallowed_methods,
    reason = "other programs write files in all sorts of ways"
)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use character::{Progress, Stage};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use rig::Method;
use scene::posed_character::Look;
use session::features::opening::loading::Loader;
use session::state::opening::load::load_with;

use crate::window::support::{
    Window, WindowState as _, click, open, open_with, press, turned, type_into, wait_until,
    wait_until_loaded,
};

const ARM: &[u8] = include_bytes!("../../../../../assets/arm.glb");
/// A window on a file in a folder of its own.
struct Fixture {
    window: Window,
    file: PathBuf,
    _folder: tempfile::TempDir,
}

impl Fixture {
    fn new(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hero.glb");
        write(&file, bytes);
        let window = open(file.to_str().unwrap());
        Self {
            window,
            file,
            _folder: folder,
        }
    }

    fn wait_for_offer(&mut self) {
        wait_until(&mut self.window, "the offer to reload", is_offered);
    }

    fn reload(&mut self) {
        click(&mut self.window, "Reload");
        wait_until_loaded(&mut self.window);
    }

    fn stays_without_offer(&mut self) {
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(900) {
            self.window.step();
            assert!(!is_offered(&self.window));
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Writes as a program does that empties the file first.
fn write(file: &Path, bytes: impl AsRef<[u8]>) {
    let mut file = fs::File::create(file).unwrap();
    file.write_all(bytes.as_ref()).unwrap();
}

/// Writes as a program does that puts a whole file in the place of the old one: one change, however slow the machine.
fn replace(file: &Path, bytes: impl AsRef<[u8]>) {
    let beside = file.with_extension("new");
    write(&beside, bytes);
    fs::rename(beside, file).unwrap();
}

fn is_offered(window: &Window) -> bool {
    window.query_by_label("Reload").is_some() && window.query_by_label("Keep").is_some()
}

/// The same character with one more byte of padding after its end, which is worth a warning.
fn touched(bytes: &[u8]) -> Vec<u8> {
    [bytes, &[0]].concat()
}

#[test]
fn reloading_keeps_what_was_done_and_is_one_step() {
    let mut fixture = Fixture::new(ARM);
    click(&mut fixture.window, "forearm");
    type_into(&mut fixture.window, "Rotation X", "30");
    press(&mut fixture.window, Modifiers::NONE, Key::Num3);
    press(&mut fixture.window, Modifiers::SHIFT, Key::X);
    let before = fixture.window.document().clone();
    let session = fixture.window.session();
    let (camera, selected) = (session.camera, session.character.selection.active());
    let comparing = session.comparing.clone();
    assert_ne!(comparing.panes[0].look, Look::new(Method::Linear));
    let steps = fixture.window.history().len();

    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    assert!(
        fixture
            .window
            .query_by_label("hero.glb has changed on disk")
            .is_some()
    );
    fixture.reload();

    assert!(!is_offered(&fixture.window));
    let app = fixture.window.state();
    assert!(!Arc::ptr_eq(
        &before.character,
        &app.view().document.character
    ));
    assert_eq!(app.view().document.character.warnings.len(), 1);
    assert_eq!(app.view().document.pose, before.pose);
    assert!((turned(&fixture.window, "forearm") - 30.0).abs() < 0.01);
    assert_eq!(app.view().session.camera, camera);
    assert_eq!(app.view().session.character.selection.active(), selected);
    assert_eq!(app.view().session.comparing, comparing);
    assert_eq!(app.view().history.len(), steps + 1);
    assert_eq!(app.view().history.undo_name(), Some("Reload file"));

    press(&mut fixture.window, Modifiers::COMMAND, Key::Z);
    assert!(fixture.window.document().same_as(&before));
    press(
        &mut fixture.window,
        Modifiers::COMMAND | Modifiers::SHIFT,
        Key::Z,
    );
    assert_eq!(fixture.window.document().character.warnings.len(), 1);
    fixture.stays_without_offer();
}

#[test]
fn canceling_a_reload_brings_the_offer_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hero.glb");
    write(&file, ARM);
    let reads = AtomicUsize::new(0);
    // Reads once; the second time it never ends.
    let loader = Loader::new(move |file, report| {
        let is_first = reads.fetch_add(1, Ordering::Relaxed) == 0;
        let stuck = Progress {
            stage: Stage::Clips,
            fraction: 0.9,
        };
        while !is_first && report(stuck).is_continue() {
            std::thread::sleep(Duration::from_millis(2));
        }
        load_with(file, report)
    });
    let mut window = open_with(loader, file.to_str().unwrap());
    let before = window.document().clone();
    write(&file, touched(ARM));
    wait_until(&mut window, "the offer to reload", is_offered);
    click(&mut window, "Reload");
    wait_until(&mut window, "the card of progress", |window| {
        window.query_by_label("Reading clips, 90 %").is_some()
    });
    assert!(!is_offered(&window));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(is_offered(&window) && window.state().view().opening.is_none());
    assert!(window.document().same_as(&before));
}

#[test]
fn keeping_ends_the_offer() {
    let mut fixture = Fixture::new(ARM);
    let before = fixture.window.document().clone();
    replace(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    click(&mut fixture.window, "Keep");
    assert!(!is_offered(&fixture.window));
    assert!(fixture.window.document().same_as(&before));
}
