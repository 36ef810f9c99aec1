//! Files of all kinds, under every brush and everything that goes over whole meshes: nothing panics, what cannot be
//! done is said, and rows stay rows.

use rig::{InfluenceRow, MapKind};
use std::ops::ControlFlow;

use character::Character;
use glam::Vec2;
use scene::placed::placed_primitives;
use scene::view::bounds::Bounds;
use scene::view::camera::Camera;
use session::commands::actions::{Action, WindowAction};
use session::commands::command::{Command, Input, Intent};
use session::features::painting::paint_engine::PaintEngine;
use session::features::weight_operations::worker::{AutomaticTask, JobHandle};
use session::settings::{BrushReach, BrushTool};
use session::shown::ShownPanes;
use session::state::opening::load::load;
use session::state::painting::brush_work::{BrushEvent, BrushModifiers, Sample, Whole};
use session::state::weight_operations::weight_request::AutomaticRequest;
use session::state::weight_table::weights_work::PaintLayer;
use session::tasks::Spawner;
use testkit::folders::{files_in, synthetic};
use weights::{AutomaticMethod, Direction};

use crate::support::work::Work;

const VIEWPORT: Vec2 = Vec2::splat(300.0);

/// A window's state without the window, in weights mode.
struct Fixture {
    work: Work,
    paint_engine: PaintEngine,
    shown: ShownPanes,
}

impl Fixture {
    fn new(character: Character) -> Self {
        let mut fixture = Self {
            work: Work::empty(),
            paint_engine: PaintEngine::default(),
            shown: ShownPanes::default(),
        };
        let joint = character.rig.binds.first().map(|bind| bind.joints()[0]);
        fixture.work.open_as("hostile", character);
        fixture
            .work
            .send(Command::Intent(Intent::Run(Action::Window(
                WindowAction::WeightsMode,
            ))));
        fixture.work.send(Command::Intent(Intent::Select(joint)));
        fixture.work.session.settings.brush.mirror = true;
        fixture
    }

    fn prepare(&mut self) {
        self.shown
            .refresh(&self.work.document, &self.work.session, false);
        self.paint_engine.want(0);
        let with = (&self.work.session, &self.shown);
        self.paint_engine
            .prepare(&self.work.document, with, &Spawner::default());
    }

    /// In the middle of the picture of all that is there.
    fn sample(&self, along: f32) -> Sample {
        let placed = placed_primitives(&self.work.document.character);
        let points = placed.flat_map(|placed| placed.primitive.positions.to_vec());
        let camera = Camera::default();
        let bounds = Bounds::from_points(points.filter(|point| point.is_finite()));
        Sample {
            pane: 0,
            pixel: 0.5 * VIEWPORT + along * Vec2::new(30.0, 10.0),
            viewport: VIEWPORT,
            camera: camera.framed(&bounds, 1.0),
        }
    }

    fn on_event(&mut self, event: BrushEvent) {
        self.work.send(Command::Input(Input::Brush(event)));
    }

    fn paint(&mut self) {
        self.prepare();
        if let Some(painted) = self
            .paint_engine
            .work(&self.work.document, &self.work.session)
        {
            self.on_event(BrushEvent::Painted(Box::new(painted)));
        }
    }

    fn stroke(&mut self, tool: BrushTool) {
        self.work.session.settings.brush.tool = tool;
        self.prepare();
        let preview = self.paint_engine.preview(
            (
                &self.work.document.character,
                self.work.session.character.selection.active(),
            ),
            &self.sample(0.0),
            (
                &self.work.session.settings.brush,
                &self.work.session.character.weights.vertices,
            ),
        );
        assert!(preview.iter().all(|(_, strength)| strength.is_finite()));
        self.on_event(BrushEvent::Press(
            self.sample(-1.0),
            BrushModifiers::default(),
        ));
        for along in [-0.5, 0.0, 1.0] {
            self.on_event(BrushEvent::Follow(self.sample(along)));
            self.paint();
        }
        self.on_event(BrushEvent::Release);
        for _ in 0..20 {
            if self.work.session.painting.stroke.is_none() {
                break;
            }
            self.paint();
        }
        assert!(self.work.session.painting.stroke.is_none(), "{tool:?} ends");
        // A frame more, as every stroke is followed by one.
        self.paint();
    }

    fn whole(&mut self, whole: Whole) {
        self.prepare();
        let go_on = |_: f32| ControlFlow::Continue(());
        let (document, session) = (&self.work.document, &self.work.session);
        let done = if session.paints_numbers() {
            let task = self
                .paint_engine
                .whole_numbers(whole, &document.character, session);
            task.map(|task| task.run(&go_on).unwrap())
        } else {
            let task = self.paint_engine.whole(whole, document, session);
            task.map(|task| task.run(&go_on).unwrap())
        };
        match done {
            Ok(done) => {
                self.work.document = self.work.document.with_weight_edits(&done.edits).unwrap();
            }
            Err(said) => assert!(said.ends_with('.'), "{said}"),
        }
    }

    fn automatic(&mut self, method: AutomaticMethod) {
        let request = AutomaticRequest {
            method,
            ..AutomaticRequest::default()
        };
        let task = AutomaticTask::new(request, &self.work.document, &self.work.session);
        match task.map(|task| task.work()(&JobHandle::default()).unwrap()) {
            Ok(Ok(done)) => self.work.document = done.after,
            Ok(Err(said)) | Err(said) => assert!(said.ends_with('.'), "{said}"),
        }
    }

    /// Weights are finite, above zero, and sum to one; numbers of the blend map are 0 to 1.
    fn check(&self, after: &str) {
        for placed in placed_primitives(&self.work.document.character) {
            let rows = placed
                .primitive
                .influences
                .iter()
                .flat_map(|all| all.rows());
            for InfluenceRow { joints, weights } in rows {
                let sum: f32 = weights.iter().sum();
                let is_row = joints.is_empty() || (sum - 1.0).abs() < 1e-5;
                assert!(is_row && weights.iter().all(|&one| one > 0.0), "{after}");
            }
            let count = placed.primitive.positions.len();
            let maps = MapKind::ALL.into_iter();
            let maps = maps.filter_map(|kind| placed.primitive.maps[kind].as_ref());
            let mut numbers = maps.flat_map(|map| (0..count).map(|vertex| map.value(vertex)));
            assert!(
                numbers.all(|number| (0.0..=1.0).contains(&number)),
                "{after}"
            );
        }
    }

    fn everything(mut self, name: &str) {
        for layer in PaintLayer::ALL {
            self.work.session.character.weights.layer = layer;
            for (place, tool) in BrushTool::ALL.into_iter().enumerate().skip(1) {
                self.work.session.settings.brush.reach = BrushReach::ALL[place % 3];
                self.stroke(tool);
                self.check(&format!("{name}: {layer:?} {tool:?}"));
            }
            self.work.session.settings.brush.tool = BrushTool::Replace;
            for whole in [
                Whole::Smooth,
                Whole::Mirror(Direction::LeftToRight),
                Whole::Mirror(Direction::RightToLeft),
                Whole::Prune,
                Whole::Limit,
                Whole::Move,
                Whole::Swap,
                Whole::PasteInfluence,
                Whole::FillPart(self.sample(0.0)),
                Whole::Flood,
            ] {
                self.whole(whole);
                self.check(&format!("{name}: {layer:?} {whole:?}"));
            }
        }
        for method in [
            AutomaticMethod::FallbackChain,
            AutomaticMethod::Volume,
            AutomaticMethod::Nearest,
        ] {
            self.automatic(method);
            self.check(&format!("{name}: {method:?}"));
        }
    }
}

#[test]
fn files_of_all_kinds_are_painted() {
    let files = files_in(&synthetic().join("valid"), &["glb", "gltf"]);
    assert!(files.len() > 20);
    for file in files {
        let name = file.display().to_string();
        Fixture::new(load(&name).unwrap()).everything(&name);
    }
}
