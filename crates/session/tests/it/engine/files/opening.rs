//! Opening files: good ones and bad ones, how far it is, and giving it up.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use character::{Character, OnProgress, Progress, Stage};
use session::commands::command::Intent;
use session::features::opening::loading::{Loader, Loading, SLOW};
use session::files::working_folder::whole_source;
use session::settings::short_name;
use session::state::opening::load::{LoadError, load, load_with};
use session::state::opening::open_request::OpenRequest;
use session::state::projects::command::ProjectAnswer;
use session::tasks::Spawner;
use testkit::folders::own_synthetic;
use whole_file::Files;

use crate::engine::driven::Driven;

/// A loader that stands still in the middle of files called `slow…`, until it is let go or canceled.
#[derive(Clone, Default)]
struct Gate {
    is_open: Arc<AtomicBool>,
    given_up: Arc<AtomicUsize>,
}

impl Gate {
    fn loader(&self) -> Loader {
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
                let canceled = load_with(&step_cubic(), &mut |_| ControlFlow::Break(()));
                assert!(canceled.as_ref().is_err_and(LoadError::is_canceled));
                return canceled;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        load("builtin:cylinder")
    }

    fn wait_until_given_up(&self, times: usize) {
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

fn step_cubic() -> String {
    let file = own_synthetic().join("valid/01_step_cubic.glb");
    file.display().to_string()
}

/// An editor with the built-in arm, posed and selected, that is in the midst of opening another file.
fn in_the_midst() -> (Driven, Gate) {
    let gate = Gate::default();
    let mut editor = Driven::open_with(gate.loader(), "builtin:arm");
    editor.rotate("forearm", 0, 30.0);
    begin_to_open(&mut editor, "slow.glb");
    (editor, gate)
}

/// Opens a file that takes long where changes would be lost, and says that they may be.
fn begin_to_open(editor: &mut Driven, file: &str) {
    editor.send(Intent::Open(file.to_owned()));
    editor.answer(ProjectAnswer::DontSave);
    let file = whole_source(file);
    editor.wait_until("it takes long", |editor| {
        let opening = editor.view().opening;
        opening.is_some_and(|opening| opening.is_slow && opening.file == file)
    });
}

#[test]
fn a_second_file_takes_the_place_of_the_first() {
    let (mut editor, gate) = in_the_midst();
    begin_to_open(&mut editor, "slow too.glb");
    gate.wait_until_given_up(1);
    editor.send(Intent::Open(step_cubic()));
    editor.answer(ProjectAnswer::DontSave);
    gate.wait_until_given_up(2);
    editor.wait_until_opened();
    assert_eq!(editor.character().name, "01_step_cubic");
    // What the first two were about never comes back.
    gate.is_open.store(true, Ordering::Relaxed);
    editor.frames(10);
    assert_eq!(editor.character().name, "01_step_cubic");
    assert!(editor.notices().is_empty());
}

/// Work done while a file is read is not lost with it: it is asked about, and the file is opened after the answer.
#[test]
fn what_is_done_while_a_file_is_read_is_asked_about() {
    let (mut editor, gate) = in_the_midst();
    let name = editor.character().name.clone();
    editor.rotate("forearm", 1, 15.0);
    let work = editor.document().clone();
    gate.is_open.store(true, Ordering::Relaxed);
    editor.wait_until("it asks", |editor| editor.asked().is_some());
    assert_eq!(editor.character().name, name);
    assert!(editor.document().is_same_work(&work));
    editor.answer(ProjectAnswer::Cancel);
    editor.frames(10);
    assert_eq!(editor.character().name, name, "it is not opened after all");
    editor.send(Intent::Open("slow again.glb".to_owned()));
    editor.answer(ProjectAnswer::DontSave);
    editor.wait_until_opened();
    assert_eq!(editor.character().name, "cylinder");
}

#[test]
fn what_is_fast_does_not_flicker() {
    let gate = Gate::default();
    let mut loading = Loading::new(gate.loader(), Files::default());
    let spawner = Spawner::default();
    let request = OpenRequest {
        file: "slow.glb".to_owned(),
        ..OpenRequest::default()
    };
    let start = Instant::now();
    loading.start(request.clone(), &spawner).unwrap();
    let shown_at_once = loading.opening().unwrap().is_slow;
    assert!(!shown_at_once || start.elapsed() >= SLOW);
    std::thread::sleep(SLOW);
    assert!(loading.opening().unwrap().is_slow);
    assert_eq!(loading.cancel(), Some(request));
    assert!(loading.opening().is_none() && loading.receive(&spawner, || false).is_none());
    gate.wait_until_given_up(1);
}

#[test]
fn an_editor_that_goes_ends_its_worker() {
    let gate = Gate::default();
    let mut loading = Loading::new(gate.loader(), Files::default());
    let request = OpenRequest {
        file: "slow.glb".to_owned(),
        ..OpenRequest::default()
    };
    loading.start(request, &Spawner::default()).unwrap();
    drop(loading);
    gate.wait_until_given_up(1);
}

fn scratch(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

#[test]
fn a_file_that_is_no_character_is_refused_in_one_sentence_and_nothing_changes() {
    let mut editor = Driven::open("builtin:arm");
    let before = Arc::clone(editor.character());
    let (folder, text) = scratch("notes.glb", b"this is only text\n");
    let (_other, empty) = scratch("empty.glb", b"");
    let missing = folder.path().join("missing.glb");
    for (path, name) in [
        (text.as_path(), "notes.glb"),
        (&empty, "empty.glb"),
        (&missing, "missing.glb"),
        (folder.path(), ""),
    ] {
        let count = editor.notices().len();
        editor.open_path(&path.display().to_string());
        let notices = editor.notices();
        assert_eq!(
            notices.len(),
            count + 1,
            "one notice for {}",
            path.display()
        );
        let notice = editor.said();
        assert!(notice.contains(name) && !notice.contains('\n'), "{notice}");
        let mut toasts = editor.session().notices.toasts();
        assert!(toasts.any(|toast| toast.text == notice), "a toast shows it");
        assert!(Arc::ptr_eq(&before, editor.character()), "all stays");
    }
}

#[test]
fn toasts_go_however_long_the_editor_idles_and_new_ones_are_new() {
    let mut editor = Driven::open("builtin:arm");
    let refused = |editor: &mut Driven, name: &str| {
        editor.open_path(name);
    };
    refused(&mut editor, "builtin:nobody");
    let toasts = |editor: &Driven| editor.session().notices.toasts().count();
    assert_eq!(toasts(&editor), 1);
    // What comes at the end of the wait has not waited.
    editor.idle(60.0);
    refused(&mut editor, "builtin:nobody either");
    assert_eq!(toasts(&editor), 1, "{:?}", editor.notices());
    assert_eq!(editor.notices().len(), 2);
    let newest = editor.session().notices.all().last().unwrap();
    assert!(newest.age < 10.0, "{}", newest.age);
}
