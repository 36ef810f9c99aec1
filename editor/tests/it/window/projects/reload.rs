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
    Window, WindowState as _, click, notices, open, open_with, press, turned, type_into,
    wait_until, wait_until_loaded,
};

const ARM: &[u8] = include_bytes!("../../../../../assets/arm.glb");
const CYLINDER: &[u8] = include_bytes!("../../../../../assets/cylinder.glb");

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
fn reloading_keeps_clip_and_time() {
    let mut fixture = Fixture::new(ARM);
    press(&mut fixture.window, Modifiers::COMMAND, Key::ArrowRight);
    let moment = fixture.window.session().playback.moment;
    assert!(moment.is_some_and(|moment| moment.time > 0.0));
    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    fixture.reload();
    assert_eq!(fixture.window.session().playback.moment, moment);
}

#[test]
fn another_skeleton_starts_from_rest_and_says_so() {
    let mut fixture = Fixture::new(ARM);
    click(&mut fixture.window, "forearm");
    type_into(&mut fixture.window, "Rotation X", "30");
    let before = fixture.window.document().clone();
    write(&fixture.file, CYLINDER);
    fixture.wait_for_offer();
    fixture.reload();

    let document = fixture.window.document();
    assert_eq!(*document.pose, document.character.file_pose());
    assert_eq!(fixture.window.session().character.selection.active(), None);
    let notice = notices(&fixture.window).pop().unwrap();
    assert!(
        notice.contains("the skeleton has changed") && notice.contains("1 joint "),
        "{notice}"
    );
    click(&mut fixture.window, "Undo Reload file");
    assert!(fixture.window.document().same_as(&before));
    assert_eq!(
        fixture.window.session().character.facts.joints.len(),
        before.character.rig.skeleton.len(),
        "what is counted belongs to what is shown"
    );
    fixture.window.run_steps(3);
}

#[test]
fn keeping_ends_the_offer_until_the_next_change() {
    let mut fixture = Fixture::new(ARM);
    let before = fixture.window.document().clone();
    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    click(&mut fixture.window, "Keep");
    fixture.stays_without_offer();
    assert!(fixture.window.document().same_as(&before));
    write(&fixture.file, CYLINDER);
    fixture.wait_for_offer();
}

#[test]
fn a_broken_new_version_leaves_the_old_one() {
    let mut fixture = Fixture::new(ARM);
    let before = fixture.window.document().clone();
    write(&fixture.file, &ARM[..ARM.len() / 2]);
    fixture.wait_for_offer();
    fixture.reload();
    assert!(fixture.window.document().same_as(&before));
    assert!(fixture.window.history().is_empty());
    let notice = notices(&fixture.window).pop().unwrap();
    assert!(notice.contains("hero.glb"), "{notice}");
    fixture.stays_without_offer();
    // Repaired, it is offered again.
    write(&fixture.file, touched(ARM));
    fixture.wait_for_offer();
    fixture.reload();
    assert_eq!(fixture.window.document().character.warnings.len(), 1);
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

/// Programs write in pieces: the offer waits until the last of them has rested.
#[test]
fn a_file_is_offered_when_it_is_whole() {
    const SHORT_OF_REST: Duration = Duration::from_millis(250);
    let mut fixture = Fixture::new(ARM);
    let new = touched(ARM);
    let mut file = fs::File::create(&fixture.file).unwrap();
    let mut rested = false;
    for piece in new.chunks(new.len() / 8) {
        let written = Instant::now();
        file.write_all(piece).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        fixture.window.step();
        // A machine that stood still for so long, at this piece or one before, has let the file rest.
        rested |= written.elapsed() > SHORT_OF_REST;
        assert!(!is_offered(&fixture.window) || rested);
    }
    fixture.wait_for_offer();
    fixture.reload();
    assert_eq!(fixture.window.document().character.warnings.len(), 1);
}

#[test]
fn a_file_that_is_replaced_is_noticed() {
    let mut fixture = Fixture::new(ARM);
    // Twice: what is watched must not be left behind with the file that was replaced.
    for bytes in [touched(ARM), ARM.to_vec()] {
        let new = fixture.file.with_extension("new");
        write(&new, bytes);
        fs::rename(&new, &fixture.file).unwrap();
        fixture.wait_for_offer();
        fixture.reload();
    }
    // Some programs move the old file out of the way first.
    fs::rename(&fixture.file, fixture.file.with_extension("old")).unwrap();
    fixture.stays_without_offer();
    write(&fixture.file, CYLINDER);
    fixture.wait_for_offer();
}

#[test]
fn other_files_of_the_folder_do_not_matter() {
    let mut fixture = Fixture::new(ARM);
    write(&fixture.file.with_extension("txt"), "notes");
    let _bytes = fs::read(&fixture.file).unwrap();
    fixture.stays_without_offer();
}

#[test]
fn a_change_of_a_side_file_is_noticed() {
    let valid = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/synthetic/valid");
    let (main, bin) = ("15a_external_bin.gltf", "arm data #1.bin");
    let folder = tempfile::tempdir().unwrap();
    for name in [main, bin] {
        fs::copy(valid.join(name), folder.path().join(name)).unwrap();
    }
    let mut window = open(folder.path().join(main).to_str().unwrap());
    assert_eq!(window.document().character.source.side_files.len(), 1);
    let bytes = fs::read(folder.path().join(bin)).unwrap();
    write(&folder.path().join(bin), touched(&bytes));
    wait_until(&mut window, "the offer to reload", is_offered);
}

#[cfg(unix)]
#[test]
fn a_change_behind_a_link_is_noticed() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (link, file) = (here.path().join("link.glb"), there.path().join("file.glb"));
    write(&file, ARM);
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let mut window = open(link.to_str().unwrap());
    write(&file, touched(ARM));
    wait_until(&mut window, "the offer to reload", is_offered);
}
