//! Steps on layers of a large mesh that come while another one is at work: they wait for it, and each is done as if nothing had been.

use character::WeightEdit;
use session::commands::actions::{EditAction, LayerAction, WeightJobAction};
use session::commands::command::Intent;
use session::engine::World;
use session::state::weight_table::command::{LayerIntent, WeightCommand};
use tempfile::TempDir;

use crate::engine::driven::Driven;
use crate::support::held::HeldThreads;
use crate::support::tube::tube;

const RINGS: u16 = 120;

/// An editor on a tube with two layers over all of it, the upper one active.
struct Fixture {
    editor: Driven,
    held: HeldThreads,
    _folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = tube(folder.path(), RINGS, 4);
        let held = HeldThreads::default();
        let world = World {
            threads: held.threads("weights"),
            ..World::default()
        };
        let editor = Driven::begin(world, &file.to_string_lossy());
        let mut fixture = Self {
            editor,
            held,
            _folder: folder,
        };
        for joints in [[0, 1], [2, 3]] {
            fixture.run(LayerAction::AddLayer);
            fixture.paint(u32::from(RINGS) * 50, joints);
        }
        fixture
    }

    /// The same with its threads held.
    fn holding() -> Self {
        let fixture = Self::new();
        fixture.held.hold();
        fixture
    }

    fn run(&mut self, action: LayerAction) {
        self.editor.run(action);
    }

    fn layer(&mut self, intent: LayerIntent) {
        self.editor
            .send(Intent::Weights(WeightCommand::Layer(intent)));
    }

    fn opacity(&mut self, layer: usize, opacity: f32) {
        self.layer(LayerIntent::SetOpacity {
            layer,
            opacity,
            dragging: false,
        });
    }

    /// Gives the first vertices two joints alike.
    fn paint(&mut self, vertices: u32, joints: [u16; 2]) {
        let rows = (0..vertices).map(|vertex| (vertex, joints.map(|joint| (joint, 0.5))));
        self.editor.send(Intent::EditWeights {
            name: "Paint".to_owned(),
            gesture: None,
            edits: vec![WeightEdit {
                rows: rows.collect(),
                ..WeightEdit::default()
            }],
        });
    }

    fn at_work(&self) -> usize {
        self.editor.session().character.weights.folding.len()
    }

    /// The names in the list.
    fn listed(&self) -> Vec<String> {
        let weights = &self.editor.session().character.weights;
        let layers = weights.expected_layers(self.editor.document());
        layers
            .all()
            .iter()
            .map(|layer| layer.name.clone())
            .collect()
    }

    fn finish(&mut self) {
        self.editor.wait_until("all steps are done", |editor| {
            editor.session().character.weights.folding.is_empty()
        });
        self.editor.wait_for_weights();
    }

    /// The names of the steps after so many.
    fn steps_after(&self, count: usize) -> Vec<&str> {
        self.editor.history().names().skip(count).collect()
    }

    fn is_like(&self, other: &Self) -> bool {
        let [one, other] = [self, other].map(|of| of.editor.document());
        one.layers == other.layers
            && one.layers.active() == other.layers.active()
            && one.character.meshes == other.character.meshes
    }

    /// Every kind of step, one after another; `after_each` is done between them.
    fn take_steps(&mut self, after_each: impl Fn(&mut Self)) {
        let steps: [&dyn Fn(&mut Self); 9] = [
            &|fixture| fixture.opacity(2, 0.5),
            &|fixture| fixture.layer(LayerIntent::SetVisible(1, false)),
            &|fixture| fixture.layer(LayerIntent::SetVisible(1, true)),
            &|fixture| fixture.layer(LayerIntent::Rename(2, "Face".to_owned())),
            &|fixture| fixture.run(LayerAction::MoveLayerDown),
            &|fixture| fixture.run(LayerAction::InvertLayerMask),
            &|fixture| fixture.layer(LayerIntent::Activate(2)),
            &|fixture| fixture.run(LayerAction::MergeLayerDown),
            &|fixture| fixture.run(LayerAction::AddLayer),
        ];
        for step in steps {
            step(self);
            after_each(self);
        }
    }
}

const NAMES: [&str; 8] = [
    "Opacity of layer Layer 2",
    "Hide layer Layer 1",
    "Show layer Layer 1",
    "Rename layer Layer 2 to Face",
    "Move down layer Face",
    "Invert mask of layer Face",
    "Merge down layer Layer 1",
    "Add weight layer",
];

#[test]
fn steps_on_layers_wait_for_each_other_and_are_done_in_order() {
    let mut one_by_one = Fixture::new();
    let began = one_by_one.editor.history().len();
    one_by_one.take_steps(Fixture::finish);
    assert_eq!(one_by_one.steps_after(began), NAMES);

    let mut at_once = Fixture::holding();
    let before = at_once.editor.document().clone();
    at_once.take_steps(|_| {});
    assert_eq!(at_once.at_work(), NAMES.len());
    assert_eq!(at_once.editor.history().len(), began, "no frame folds");
    assert!(at_once.editor.document().same_as(&before));
    assert_eq!(at_once.listed(), ["Base", "Face", "Layer 1"]);
    // The last one of them is undone first.
    at_once.run(LayerAction::AddLayer);
    assert_eq!(at_once.listed().len(), 4);
    at_once.editor.undo();
    assert_eq!(at_once.listed().len(), 3);
    at_once.held.release();
    at_once.finish();
    assert_eq!(at_once.steps_after(began), NAMES);
    assert_eq!(at_once.editor.notices(), one_by_one.editor.notices());
    assert!(at_once.is_like(&one_by_one));
    for _ in NAMES {
        at_once.editor.undo();
        one_by_one.editor.undo();
        assert!(at_once.is_like(&one_by_one));
    }
    assert!(at_once.editor.document().same_as(&before));
}

#[test]
fn values_of_an_opacity_that_come_while_one_is_at_work_are_one_step() {
    let mut fixture = Fixture::holding();
    let began = fixture.editor.history().len();
    fixture.layer(LayerIntent::SetVisible(1, false));
    for percent in [70_u8, 60, 50] {
        fixture.opacity(2, f32::from(percent) / 100.0);
    }
    assert_eq!(fixture.at_work(), 2);
    fixture.held.release();
    fixture.finish();
    assert_eq!(
        fixture.steps_after(began),
        ["Hide layer Layer 1", "Opacity of layer Layer 2"]
    );
    let opacity = fixture.editor.document().layers.all()[2].opacity;
    assert_eq!(opacity, 0.5);
}

/// A step that fails is told of, and takes none of those after it along that do not need it.
#[test]
fn a_step_that_fails_leaves_those_that_wait() {
    let mut alone = Fixture::new();
    alone.layer(LayerIntent::SetVisible(1, false));
    alone.finish();

    let mut fixture = Fixture::holding();
    let began = fixture.editor.history().len();
    fixture.opacity(2, 0.5);
    fixture.layer(LayerIntent::SetVisible(1, false));
    fixture.held.kill();
    fixture.finish();
    let told = "Opacity of layer Layer 2: the work has stopped unexpectedly; nothing was changed";
    assert_eq!(fixture.editor.count_told(told), 1);
    assert_eq!(fixture.steps_after(began), ["Hide layer Layer 1"]);
    assert!(fixture.is_like(&alone));

    // What was meant for the list without a layer is not done to the list that still has it.
    fixture.held.hold();
    fixture.run(LayerAction::DeleteLayer);
    fixture.opacity(1, 0.25);
    fixture.held.kill();
    fixture.finish();
    let told = "Opacity of layer Layer 1: layers of weights were changed meanwhile";
    assert_eq!(fixture.editor.count_told(told), 1);
    assert_eq!(fixture.steps_after(began).len(), 1);
    assert!(fixture.is_like(&alone));
}

#[test]
fn weights_that_change_meanwhile_cost_the_step_at_work_alone() {
    let mut fixture = Fixture::holding();
    let began = fixture.editor.history().len();
    fixture.opacity(2, 0.5);
    fixture.layer(LayerIntent::SetVisible(1, false));
    fixture.paint(9, [4, 5]);
    fixture.held.release();
    fixture.finish();
    let told = "Opacity of layer Layer 2: the character was changed meanwhile";
    assert_eq!(fixture.editor.count_told(told), 1);
    assert_eq!(fixture.steps_after(began), ["Paint", "Hide layer Layer 1"]);
}

#[test]
fn canceled_work_leaves_nothing_that_waits() {
    let mut fixture = Fixture::holding();
    let before = fixture.editor.document().clone();
    fixture.opacity(2, 0.5);
    fixture.layer(LayerIntent::SetVisible(1, false));
    fixture.editor.run(WeightJobAction::CancelWeights);
    assert_eq!(fixture.at_work(), 0);
    fixture.held.release();
    fixture.finish();
    assert!(fixture.editor.document().same_as(&before));
    // Undone one by one, the work that was begun goes last.
    fixture.held.hold();
    fixture.opacity(2, 0.5);
    fixture.layer(LayerIntent::SetVisible(1, false));
    fixture.editor.run(EditAction::Undo);
    assert_eq!(fixture.at_work(), 1);
    assert!(fixture.editor.view().working.is_some());
    fixture.editor.run(EditAction::Undo);
    fixture.held.release();
    fixture.finish();
    assert!(fixture.editor.document().same_as(&before));
}
