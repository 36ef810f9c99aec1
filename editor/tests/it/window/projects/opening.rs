//! Opening takes time: how far it is, and giving it up.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use character::{Character, OnProgress, Progress, Stage};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use session::features::opening::loading::Loader;
use session::files::working_folder::whole_source;
use session::settings::short_name;
use session::state::opening::load::{LoadError, load, load_with};

use crate::window::support::{
    Window, WindowState as _, click, notices, open_path, open_with, press, wait_until,
    wait_until_loaded,
};

/// A loader that stands still in the middle of files called `slow…`, until it is let go or canceled.
#[derive(Clone, Default)]
pub(in crate::window) struct Gate {
    is_open: Arc<AtomicBool>,
    given_up: Arc<AtomicUsize>,
}

impl Gate {
    pub(in crate::window) fn loader(&self) -> Loader {
        let gate = self.clone();
        Loader::new(move |file, report| {
            if short_name(file).starts_with("slow") {
                gate.wait(report)
            } else {
                load_with(file, report)
            }
        })
    }

    fn wait(&self, report: &mut OnProgress<'_>) -> Result<Character, LoadError> {
        let progress = Progress {
            stage: Stage::Meshes,
            fraction: 0.625,
        };
        while !self.is_open.load(Ordering::Relaxed) {
            if report(progress).is_break() {
                self.given_up.fetch_add(1, Ordering::Relaxed);
                let canceled = load_with(&testdata("01_step_cubic.glb"), &mut |_| {
                    ControlFlow::Break(())
                });
                assert!(canceled.as_ref().is_err_and(LoadError::is_canceled));
                return canceled;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        load("builtin:cylinder")
    }

    pub(in crate::window) fn wait_until_given_up(&self, times: usize) {
        let start = Instant::now();
        while self.given_up.load(Ordering::Relaxed) < times {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "the worker goes on"
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

fn testdata(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/synthetic/valid/");
    format!("{folder}{name}")
}

/// A window with the built-in arm, posed and selected, that is in the midst of opening another file.
fn in_the_midst() -> (Window, Gate) {
    let gate = Gate::default();
    let mut window = open_with(gate.loader(), "builtin:arm");
    click(&mut window, "forearm");
    crate::window::support::type_into(&mut window, "Rotation X", "30");
    open_path(&mut window, "slow.glb");
    click(&mut window, "Don't save");
    wait_until(&mut window, "the card of progress", |window| {
        window.query_by_label("Opening slow.glb").is_some()
    });
    (window, gate)
}

fn is_given_up_by(how: impl FnOnce(&mut Window)) {
    let (mut window, gate) = in_the_midst();
    let before = window.document().clone();
    let (camera, selected) = {
        let session = window.session();
        (session.camera, session.character.selection.active())
    };
    let (steps, messages) = (window.history().len(), notices(&window));
    assert!(selected.is_some() && steps == 1);

    how(&mut window);
    gate.wait_until_given_up(1);
    window.run_steps(5);

    assert!(window.state().view().opening.is_none());
    assert!(window.query_by_label("Opening slow.glb").is_none());
    assert!(window.document().same_as(&before));
    assert_eq!(window.session().camera, camera);
    assert_eq!(window.session().character.selection.active(), selected);
    assert_eq!(window.session().character.file, "builtin:arm");
    assert_eq!(window.history().len(), steps);
    assert_eq!(notices(&window), messages);
}

#[test]
fn the_card_says_what_is_being_read() {
    let (mut window, gate) = in_the_midst();
    assert!(window.query_by_label("Reading meshes, 62 %").is_some());
    assert!(window.query_by_label("Progress of opening").is_some());
    gate.is_open.store(true, Ordering::Relaxed);
    wait_until_loaded(&mut window);
    assert!(window.query_by_label("Opening slow.glb").is_none());
    assert_eq!(window.document().character.name, "cylinder");
    let file = &window.session().character.file;
    assert_eq!(*file, whole_source("slow.glb"));
}

#[test]
fn the_button_gives_up() {
    is_given_up_by(|window| click(window, "Cancel"));
}

#[test]
fn escape_gives_up() {
    is_given_up_by(|window| press(window, Modifiers::NONE, Key::Escape));
}

#[test]
fn the_menu_gives_up() {
    is_given_up_by(|window| {
        click(window, "File");
        click(window, "Cancel opening");
    });
}

#[test]
fn escape_that_closes_a_menu_does_not_give_up() {
    let (mut window, gate) = in_the_midst();
    click(&mut window, "File");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Cancel opening").is_none());
    assert!(window.state().view().opening.is_some());
    assert_eq!(gate.given_up.load(Ordering::Relaxed), 0);
}
