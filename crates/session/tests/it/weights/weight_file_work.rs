//! Files of weights without a window: what was canceled does not come in, and what comes in belongs to whom it was asked for.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be read or replaced need no care"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use mesh::PointIndex;
use rig::JointSlot;
use session::commands::actions::WeightAction;
use session::commands::command::{Command, Intent};
use session::features::file_dialogs::worker::FileJobs;
use session::session::Request;
use session::state::file_dialogs::dialog::FileAsked;
use session::state::file_dialogs::list::FileRequest;
use session::state::painting::PaintMesh;
use session::state::weight_files::export_weights::WeightExportIntent;
use session::state::weight_files::import_weights::WeightImportIntent;
use session::state::weight_files::{BoundMesh, export_text};
use session::tasks::Spawner;
use weights::{Edit, Row, WeightFormat};

use crate::support::work::Work;

struct Fixture {
    work: Work,
    files: FileJobs,
}

impl Fixture {
    fn new() -> Self {
        Self {
            work: Work::on("builtin:arm"),
            files: FileJobs::default(),
        }
    }

    fn send(&mut self, intent: impl Into<Command>) {
        self.work.send(intent.into());
    }

    /// Asks for it, and presses the button.
    fn import(&mut self, path: &Path) {
        self.send(Intent::Run(WeightAction::ImportWeights.into()));
        self.send(WeightImportIntent::Type(FileAsked::offering(path)));
        self.send(WeightImportIntent::Go);
    }

    /// Asks for it, and presses the button.
    fn export(&mut self, path: &Path) {
        self.send(Intent::Run(WeightAction::ExportWeights.into()));
        self.send(WeightExportIntent::Type(FileAsked::offering(path)));
        self.send(WeightExportIntent::Go);
    }

    /// What was begun last.
    fn job(&mut self) -> Option<FileRequest> {
        let jobs = std::mem::take(&mut self.work.session.requests);
        jobs.into_iter().rev().find_map(|request| match request {
            Request::File(job) => Some(*job),
            _ => None,
        })
    }

    /// Does it, and gives the answer.
    fn done(&mut self) -> Command {
        let job = self.job().unwrap();
        let spawner = Spawner::default();
        assert!(self.files.start(job, &spawner).is_none());
        loop {
            let done = self.files.receive(false, &spawner).pop();
            if let Some(done) = done {
                return done;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn text(&self) -> String {
        let bound = BoundMesh::all(&self.work.document.character).remove(0);
        export_text(
            &self.work.document.character,
            &bound,
            WeightFormat::Csv,
            false,
        )
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
        let last = self.work.session.notices.all().last();
        last.map(|notice| notice.text.clone()).unwrap_or_default()
    }
}

#[test]
fn an_import_that_was_canceled_does_not_come_in() {
    let mut fixture = Fixture::new();
    let (_folder, path) = fixture.table();
    let before = fixture.text();
    fixture.import(&path);
    let late = fixture.done();
    fixture.send(WeightImportIntent::Cancel);
    assert!(
        fixture
            .work
            .session
            .file_dialogs
            .import_weights
            .busy
            .is_none()
    );
    // Another one has begun by then: it is not taken for that.
    fixture.import(&path);
    fixture.work.send(late);
    assert!(fixture.text() == before && fixture.work.history.is_empty());
    assert!(
        fixture
            .work
            .session
            .file_dialogs
            .import_weights
            .busy
            .is_some()
    );
    assert!(
        fixture
            .work
            .session
            .file_dialogs
            .import_weights
            .dialog
            .is_some()
    );
    let done = fixture.done();
    fixture.work.send(done);
    assert!(fixture.text() != before);
    assert!(
        fixture
            .work
            .session
            .file_dialogs
            .import_weights
            .dialog
            .is_none()
    );
}

#[test]
fn an_export_that_was_canceled_writes_nothing_or_it_is_said() {
    let mut fixture = Fixture::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.csv");
    fixture.export(&path);
    fixture.send(WeightExportIntent::Cancel);
    let done = fixture.done();
    fixture.work.send(done);
    assert!(!path.exists());
    assert!(
        fixture.said().contains("nothing was written"),
        "{}",
        fixture.said()
    );
    fixture.export(&path);
    let done = fixture.done();
    fixture.send(WeightExportIntent::Cancel);
    fixture.work.send(done);
    assert!(path.exists());
    assert!(
        fixture.said().contains("already when"),
        "{}",
        fixture.said()
    );
}

#[test]
fn an_import_for_another_character_is_dropped_and_locks_of_now_count() {
    let mut fixture = Fixture::new();
    let (_folder, path) = fixture.table();
    let before = fixture.text();
    fixture.import(&path);
    let done = fixture.done();
    fixture.work.open("builtin:arm");
    fixture.work.send(done);
    assert!(fixture.text() == before);
    assert!(fixture.said().contains("another one"), "{}", fixture.said());
    assert!(
        fixture
            .work
            .session
            .file_dialogs
            .import_weights
            .dialog
            .is_none()
    );
    // Locked while it was read.
    fixture.import(&path);
    let done = fixture.done();
    let locked = &mut fixture.work.session.character.weights.locked;
    locked.extend(["forearm".to_owned(), "upper_arm".to_owned()]);
    fixture.work.send(done);
    assert!(fixture.text() == before, "it is read again");
    let done = fixture.done();
    fixture.work.send(done);
    let row = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("0,"))
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        row(&fixture.text()),
        row(&before),
        "they keep their weights"
    );
    assert!(
        fixture
            .work
            .session
            .file_dialogs
            .import_weights
            .busy
            .is_none()
    );
}

#[test]
fn what_was_dropped_disturbs_no_open_question() {
    let mut fixture = Fixture::new();
    let (_folder, path) = fixture.table();
    let before = fixture.text();
    for (path, comes_in) in [(Path::new("/nowhere.csv"), false), (path.as_path(), true)] {
        fixture.send(Intent::Open(path.display().to_string()));
        let done = fixture.done();
        fixture.send(Intent::Run(WeightAction::ExportWeights.into()));
        let asked = |fixture: &Fixture| {
            let dialogs = &fixture.work.session.file_dialogs;
            (
                dialogs.export_weights.dialog.clone(),
                dialogs.import_weights.dialog.clone(),
            )
        };
        let before_it = asked(&fixture);
        fixture.work.send(done);
        assert_eq!(asked(&fixture), before_it);
        assert_eq!(fixture.text() != before, comes_in);
        assert!(!fixture.said().is_empty());
        // Nor does what the system's dialog says about another question.
        fixture.send(WeightImportIntent::Chosen("/other.csv".into()));
        assert_eq!(asked(&fixture), before_it);
        fixture.send(WeightExportIntent::Cancel);
        // A question that is closed is not opened by what was typed before.
        fixture.send(WeightExportIntent::Type(before_it.0.unwrap()));
        assert_eq!(asked(&fixture), (None, None));
    }
}

#[test]
fn results_wait_while_the_user_is_at_work() {
    let mut fixture = Fixture::new();
    let (_folder, path) = fixture.table();
    fixture.import(&path);
    let job = fixture.job().unwrap();
    let spawner = Spawner::default();
    assert!(fixture.files.start(job, &spawner).is_none());
    for _ in 0..20 {
        assert!(fixture.files.receive(true, &spawner).is_empty());
        std::thread::sleep(Duration::from_millis(5));
    }
    let character = Arc::clone(&fixture.work.document.character);
    loop {
        for done in fixture.files.receive(false, &spawner) {
            fixture.work.send(done);
        }
        if fixture
            .work
            .session
            .file_dialogs
            .import_weights
            .busy
            .is_none()
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(!Arc::ptr_eq(&character, &fixture.work.document.character));
}

/// A place with two vertices of other weights each, written and read again.
#[test]
fn a_split_seam_comes_back_as_it_went_out() {
    let mut fixture = Fixture::new();
    let arm = Arc::clone(&fixture.work.document.character);
    let surface = PaintMesh::all(&arm).remove(0);
    let mut points = 0..surface.point_count();
    let point = points
        .find(|&point| surface.places_of(PointIndex(point)).count() > 1)
        .unwrap();
    let split = surface.pieces_of(&Edit {
        split: vec![(
            PointIndex(point),
            vec![
                Row::rigid(JointSlot(0)),
                Row::rigid(JointSlot(1)),
                Row::rigid(JointSlot(1)),
            ],
        )],
        ..Edit::default()
    });
    fixture.work.document = fixture.work.document.with_weight_edits(&split).unwrap();
    let (folder, before) = (tempfile::tempdir().unwrap(), fixture.text());
    let path = folder.path().join("torn.csv");
    fs::write(&path, &before).unwrap();
    fixture.import(&path);
    let done = fixture.done();
    fixture.work.send(done);
    assert!(fixture.text() == before, "{}", fixture.said());
    // What was lost comes back too.
    fixture.work.document = fixture
        .work
        .document
        .with_weight_edits(&surface.pieces_of(&Edit::new(vec![(
            PointIndex(point),
            Row::rigid(JointSlot(0)),
        )])))
        .unwrap();
    assert!(fixture.text() != before);
    fixture.import(&path);
    let done = fixture.done();
    fixture.work.send(done);
    assert!(fixture.text() == before, "{}", fixture.said());
}
