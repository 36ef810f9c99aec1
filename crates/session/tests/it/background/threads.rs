//! Work in the background: where no thread can be started nobody waits for ever, and what comes late moves nothing.

use std::collections::BTreeSet;
use std::process::Command as Process;
use std::sync::Arc;
use std::time::{Duration, Instant};

use scene::vertex_facts::VertexPlace;
use session::commands::actions::{Action, ProblemAction, WindowAction};
use session::commands::command::{Command, Intent, Outcome};
use session::document::Document;
use session::features::opening::loading::Loading;
use session::features::painting::paint_engine::PaintEngine;
use session::features::problems::checker::Checker;
use session::features::weight_operations::worker::WeightJobs;
use session::mode::Mode;
use session::notices::Severity;
use session::shown::ShownPanes;
use session::state::opening::open_request::OpenRequest;
use session::state::problems::problem_list::{ProblemList, ProblemOutcome};
use session::tasks::Spawner;

use crate::support::tube::tube;
use crate::support::work::Work;

/// Asks for stacks of such a size that no thread can have one.
const STACK: (&str, &str) = ("RUST_MIN_STACK", "1152921504606846976");

struct Fixture {
    work: Work,
    checker: Checker,
    paint_engine: PaintEngine,
}

impl Fixture {
    /// A tube of 25,000 vertices in weights mode.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = tube(folder.path(), 500, 2).display().to_string();
        let mut fixture = Self {
            work: Work::on(&file),
            checker: Checker::default(),
            paint_engine: PaintEngine::default(),
        };
        fixture
            .work
            .send(Command::Intent(Intent::Run(Action::Window(
                WindowAction::WeightsMode,
            ))));
        assert_eq!(fixture.work.session.mode, Mode::Weights);
        fixture
    }

    /// Goes to a vertex as one goes to those without a partner.
    fn go_to(&mut self, vertex: usize) {
        let place = VertexPlace {
            primitive: 0,
            vertex,
        };
        let list = ProblemList {
            of: Arc::clone(&self.work.document.character),
            checks: self.work.session.settings.checks.clone(),
            entries: Vec::new(),
            points: 1,
            alone: vec![place],
            has_sides: true,
        };
        self.work
            .send(Command::Outcome(Outcome::Problems(ProblemOutcome::Found(
                Arc::new(list),
            ))));
        self.work.send(Command::Intent(Intent::Run(Action::Problems(
            ProblemAction::SelectUnpairedVertices,
        ))));
        let selected = self.work.session.character.weights.vertices.all();
        assert!(selected.iter().eq([&place]), "at once");
    }

    fn follow(&mut self) -> Vec<Command> {
        let with = (&self.work.session, &self.paint_engine);
        let spawner = Spawner::default();
        self.checker
            .follow(&self.work.document, with, false, &spawner)
    }

    /// What is said of where to look from.
    fn seen(&mut self) -> Command {
        let start = Instant::now();
        loop {
            let is_seen = |it: &Command| {
                matches!(
                    it,
                    Command::Outcome(Outcome::Problems(ProblemOutcome::Seen(..)))
                )
            };
            if let Some(seen) = self.follow().into_iter().find(is_seen) {
                return seen;
            }
            assert!(start.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_problem_of_a_large_mesh_is_found_in_the_background_and_then_looked_at() {
    let mut fixture = Fixture::new();
    let before = fixture.work.session.camera;
    fixture.go_to(1234);
    assert!(fixture.work.session.camera == before, "not yet");
    let seen = fixture.seen();
    fixture.work.send(seen);
    assert!(
        fixture.work.session.camera != before
            && fixture.work.session.character.problems.sight.is_none()
    );
    let target = fixture.work.session.camera.target;
    let at = fixture.work.document.character.meshes[0].primitives[0].positions[1234];
    assert!((target - at).length() < 0.5, "{target} for {at}");
}

#[test]
fn it_is_looked_at_in_a_pane_with_other_weights_too() {
    let mut fixture = Fixture::new();
    let document = &fixture.work.document;
    let other = Document::new(Arc::new((*document.character).clone()));
    let versions = &mut fixture.work.session.character.versions;
    let weights = versions.keep("kept", &other, true);
    let comparing = &mut fixture.work.session.comparing;
    comparing.panes[comparing.active].weights = weights;
    let before = fixture.work.session.camera;
    fixture.go_to(1234);
    let seen = fixture.seen();
    fixture.work.send(seen);
    assert!(fixture.work.session.camera != before);
}

#[test]
fn a_camera_that_moved_meanwhile_stays() {
    let mut fixture = Fixture::new();
    // The camera was moved.
    fixture.go_to(1234);
    let seen = fixture.seen();
    fixture.work.session.camera.yaw += 1.0;
    let moved = fixture.work.session.camera;
    fixture.work.send(seen);
    assert!(
        fixture.work.session.camera == moved
            && fixture.work.session.character.problems.sight.is_none()
    );
    // Another problem is looked for: what comes of the first does not count.
    fixture.go_to(1234);
    let late = fixture.seen();
    fixture.go_to(20_000);
    fixture.work.send(late);
    assert!(
        fixture.work.session.camera == moved
            && fixture.work.session.character.problems.sight.is_some()
    );
    let seen = fixture.seen();
    fixture.work.send(seen);
    assert!(fixture.work.session.camera != moved);
    // The mode was left.
    fixture.go_to(1234);
    let (seen, now) = (fixture.seen(), fixture.work.session.camera);
    fixture
        .work
        .send(Command::Intent(Intent::Run(Action::Window(
            WindowAction::PoseMode,
        ))));
    fixture.work.send(seen);
    assert!(fixture.work.session.camera == now);
}

/// Runs a test again in a process of its own where no thread can be started; says whether this is that process.
fn is_without_threads(test: &str) -> bool {
    if std::env::var(STACK.0).is_ok_and(|stack| stack == STACK.1) {
        return true;
    }
    let mut process = Process::new(std::env::current_exe().unwrap());
    let (_crate, module) = module_path!().split_once("::").unwrap();
    let test = format!("{module}::{test}");
    let process = process.args(["--exact", &test, "--test-threads=1"]);
    let output = process.env(STACK.0, STACK.1).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
    false
}

#[test]
fn without_threads_it_is_said_and_nobody_waits() {
    if !is_without_threads("without_threads_it_is_said_and_nobody_waits") {
        return;
    }
    assert!(std::thread::Builder::new().spawn(|| {}).is_err());
    let spawner = Spawner::default();
    let mut loading = Loading::default();
    let request = OpenRequest {
        file: "builtin:arm".to_owned(),
        ..OpenRequest::default()
    };
    let refused = loading.start(request, &spawner).unwrap_err();
    assert!(refused.contains("no thread could be started"), "{refused}");
    assert!(loading.opening().is_none() && loading.receive(&spawner, || false).is_none());

    let mut fixture = Fixture::new();
    let mut jobs = WeightJobs::default();
    let what = ("Flood".to_owned(), &fixture.work.document, &BTreeSet::new());
    let refused = jobs.start(what, Box::new(|_| None), &spawner).unwrap_err();
    assert!(refused.contains("no thread could be started"), "{refused}");
    assert!(jobs.working().is_none() && jobs.receive(false, &spawner).is_none());

    // The search says so once, and is not tried again and again.
    let said: Vec<Command> = (0..4).flat_map(|_| fixture.follow()).collect();
    assert!(
        matches!(&said[..], [Command::Outcome(Outcome::Notify(Severity::Error, text))] if text.contains("stopped")),
        "{said:?}"
    );
    assert!(!fixture.checker.is_working());

    // Where to look from, and what to paint on, is found in the window's own time.
    let before = fixture.work.session.camera;
    fixture.go_to(1234);
    let seen = fixture.seen();
    fixture.work.send(seen);
    assert!(fixture.work.session.camera != before);
    let mut shown = ShownPanes::default();
    shown.refresh(&fixture.work.document, &fixture.work.session, false);
    fixture.paint_engine.want(0);
    fixture.paint_engine.prepare(
        &fixture.work.document,
        (&fixture.work.session, &shown),
        &spawner,
    );
    assert!(!fixture.paint_engine.is_building() && fixture.paint_engine.meshes().len() == 1);
    assert!(fixture.paint_engine.is_ready_for(0));
}
