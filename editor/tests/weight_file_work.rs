//! Files of weights without a window: what was cancelled does not come in, and what comes in belongs to whom it was asked for.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(
    clippy::disallowed_methods,
    reason = "files made to be read or replaced need no care"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use editor::apply::apply;
use editor::command::{Action, Command};
use editor::document::Document;
use editor::history::History;
use editor::load::load;
use editor::painting::PaintMesh;
use editor::session::{Request, Session};
use editor::weight_file_jobs::WeightFiles;
use editor::weight_file_work::{Direction, WeightFileCommand, WeightFileJob};
use editor::weight_files::{BoundMesh, exported};
use eframe::egui::Context;
use weights::{Edit, Row, WeightFormat};

/// A window's state without the window.
struct Bench {
    document: Document,
    history: History,
    session: Session,
    files: WeightFiles,
}

impl Bench {
    fn new() -> Self {
        let mut bench = Self {
            document: Document::empty(),
            history: History::default(),
            session: Session::default(),
            files: WeightFiles::default(),
        };
        bench.open();
        bench
    }

    fn open(&mut self) {
        self.send(Command::Opened {
            file: "builtin:arm".to_owned(),
            character: Box::new(load("builtin:arm").unwrap()),
        });
    }

    fn send(&mut self, command: Command) {
        let (document, history) = (&mut self.document, &mut self.history);
        apply(command, document, history, &mut self.session);
    }

    fn file(&mut self, command: WeightFileCommand) {
        self.send(Command::WeightFile(command));
    }

    /// Asks for it, and presses the button.
    fn go(&mut self, action: Action, path: &Path) {
        self.send(Command::Run(action));
        let mut dialog = self.session.weight_files.dialog.clone().unwrap();
        dialog.asked.path = path.display().to_string();
        self.file(WeightFileCommand::Ask(Some(dialog)));
        self.file(WeightFileCommand::Go);
    }

    /// What was begun last.
    fn job(&mut self) -> Option<WeightFileJob> {
        let jobs = std::mem::take(&mut self.session.requests);
        jobs.into_iter().rev().find_map(|request| match request {
            Request::WeightFile(job) => Some(job),
            _ => None,
        })
    }

    /// Does it, and gives the answer.
    fn work(&mut self) -> Command {
        let job = self.job().unwrap();
        let ctx = Context::default();
        assert!(self.files.start(job, &ctx).is_none());
        loop {
            let done = self.files.receive(false, &ctx).pop();
            if let Some(done) = done {
                return done;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn text(&self) -> String {
        let bound = BoundMesh::all(&self.document.character).remove(0);
        exported(&self.document.character, &bound, WeightFormat::Csv, false)
    }

    /// A table whose first vertex is the forearm's alone.
    fn table(&self) -> (tempfile::TempDir, PathBuf) {
        let text = self.text();
        let lines = text.lines().map(|line| match line.split_once(',') {
            Some(("0", _)) => "0,forearm,1",
            _ => line,
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.csv");
        fs::write(&path, text).unwrap();
        (folder, path)
    }

    fn said(&self) -> String {
        let last = self.session.notices.all().last();
        last.map(|notice| notice.text.clone()).unwrap_or_default()
    }
}

#[test]
fn an_import_that_was_cancelled_does_not_come_in() {
    let mut bench = Bench::new();
    let (_folder, path) = bench.table();
    let before = bench.text();
    bench.go(Action::ImportWeights, &path);
    let late = bench.work();
    bench.file(WeightFileCommand::Ask(None));
    assert!(bench.session.weight_files.busy.is_none());
    // Another one has begun by then: it is not taken for that.
    bench.go(Action::ImportWeights, &path);
    bench.send(late);
    assert!(bench.text() == before && bench.history.is_empty());
    assert!(bench.session.weight_files.busy.is_some());
    assert!(bench.session.weight_files.dialog.is_some());
    let done = bench.work();
    bench.send(done);
    assert!(bench.text() != before);
    assert!(bench.session.weight_files.dialog.is_none());
}

#[test]
fn an_export_that_was_cancelled_writes_nothing_or_it_is_said() {
    let mut bench = Bench::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.csv");
    bench.go(Action::ExportWeights, &path);
    bench.file(WeightFileCommand::Ask(None));
    let done = bench.work();
    bench.send(done);
    assert!(!path.exists());
    assert!(
        bench.said().contains("nothing was written"),
        "{}",
        bench.said()
    );
    bench.go(Action::ExportWeights, &path);
    let done = bench.work();
    bench.file(WeightFileCommand::Ask(None));
    bench.send(done);
    assert!(path.exists());
    assert!(bench.said().contains("already when"), "{}", bench.said());
}

#[test]
fn an_import_for_another_character_is_dropped_and_locks_of_now_count() {
    let mut bench = Bench::new();
    let (_folder, path) = bench.table();
    let before = bench.text();
    bench.go(Action::ImportWeights, &path);
    let done = bench.work();
    bench.open();
    bench.send(done);
    assert!(bench.text() == before);
    assert!(bench.said().contains("another one"), "{}", bench.said());
    assert!(bench.session.weight_files.dialog.is_none());
    // Locked while it was read.
    bench.go(Action::ImportWeights, &path);
    let done = bench.work();
    let locked = &mut bench.session.weights.locked;
    locked.extend(["forearm".to_owned(), "upper_arm".to_owned()]);
    bench.send(done);
    assert!(bench.text() == before, "it is read again");
    let done = bench.work();
    bench.send(done);
    let row = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("0,"))
            .unwrap()
            .to_owned()
    };
    assert_eq!(row(&bench.text()), row(&before), "they keep their weights");
    assert!(bench.session.weight_files.busy.is_none());
}

#[test]
fn what_was_dropped_disturbs_no_open_question() {
    let mut bench = Bench::new();
    let (_folder, path) = bench.table();
    let before = bench.text();
    for (path, comes_in) in [(Path::new("/nowhere.csv"), false), (path.as_path(), true)] {
        bench.file(WeightFileCommand::Take(path.to_owned()));
        let done = bench.work();
        bench.send(Command::Run(Action::ExportWeights));
        let asked = bench.session.weight_files.dialog.clone();
        bench.send(done);
        assert_eq!(bench.session.weight_files.dialog, asked);
        assert_eq!(bench.text() != before, comes_in);
        assert!(!bench.said().is_empty());
        // Nor does what the system's dialog says about another question.
        let chosen = WeightFileCommand::Chosen(Direction::Import, "/other.csv".into());
        bench.file(chosen);
        assert_eq!(bench.session.weight_files.dialog, asked);
        bench.file(WeightFileCommand::Ask(None));
        // A question that is closed is not opened by what was typed before.
        bench.file(WeightFileCommand::Ask(asked));
        assert!(bench.session.weight_files.dialog.is_none());
    }
}

#[test]
fn results_wait_while_the_user_is_at_work() {
    let mut bench = Bench::new();
    let (_folder, path) = bench.table();
    bench.go(Action::ImportWeights, &path);
    let job = bench.job().unwrap();
    let ctx = Context::default();
    assert!(bench.files.start(job, &ctx).is_none());
    for _ in 0..20 {
        assert!(bench.files.receive(true, &ctx).is_empty());
        std::thread::sleep(Duration::from_millis(5));
    }
    let character = Arc::clone(&bench.document.character);
    loop {
        for done in bench.files.receive(false, &ctx) {
            bench.send(done);
        }
        if bench.session.weight_files.busy.is_none() {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(!Arc::ptr_eq(&character, &bench.document.character));
}

/// A place with two vertices of other weights each, written and read again.
#[test]
fn a_torn_seam_comes_back_as_it_went_out() {
    let mut bench = Bench::new();
    let arm = Arc::clone(&bench.document.character);
    let surface = PaintMesh::all(&arm).remove(0);
    let mut points = 0..surface.point_count();
    let point = points
        .find(|&point| surface.places_of(point).count() > 1)
        .unwrap();
    let torn = surface.pieces_of(&Edit {
        split: vec![(point, vec![Row::rigid(0), Row::rigid(1), Row::rigid(1)])],
        ..Edit::default()
    });
    bench.document = bench.document.painted(&torn).unwrap();
    let (folder, before) = (tempfile::tempdir().unwrap(), bench.text());
    let path = folder.path().join("torn.csv");
    fs::write(&path, &before).unwrap();
    bench.go(Action::ImportWeights, &path);
    let done = bench.work();
    bench.send(done);
    assert!(bench.text() == before, "{}", bench.said());
    // What was lost comes back too.
    bench.document = bench
        .document
        .painted(&surface.pieces_of(&Edit::new(vec![(point, Row::rigid(0))])))
        .unwrap();
    assert!(bench.text() != before);
    bench.go(Action::ImportWeights, &path);
    let done = bench.work();
    bench.send(done);
    assert!(bench.text() == before, "{}", bench.said());
}
