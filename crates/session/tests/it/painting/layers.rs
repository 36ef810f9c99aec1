//! Layers of weights: what is painted on them, what they come to, steps, projects, and edits of the skeleton.

use rig::{ByMap, InfluenceRow, MapKind};
use std::sync::Arc;

use character::{SkeletonEdit, WeightEdit};
use scene::placed::placed_primitives;
use scene::vertex_facts::VertexPlace;
use session::commands::actions::{Action, EditAction, LayerAction, WindowAction};
use session::commands::command::{Command, Input, Intent};
use session::document::Document;
use session::document::layers::{MOST_LAYERS, WeightLayers};
use session::state::opening::load::load;
use session::state::projects::{LayerShape, Project, read, restore_project, work_of, write};
use session::state::selection::Choose;
use session::state::weight_table::command::{LayerIntent, WeightCommand};

use crate::support::work::Work;

type Pairs = Vec<(u16, f32)>;

const HALF: [(u16, f32); 2] = [(0, 0.5), (1, 0.5)];

/// The built-in arm, its mesh, and the weights that it began with.
struct Fixture {
    work: Work,
    mesh: usize,
}

impl Fixture {
    fn new() -> Self {
        let work = Work::on("builtin:arm");
        let instances = work.document.character.instances.iter();
        let skinned = instances.filter(|instance| instance.skin.is_some());
        let mesh = skinned.map(|instance| instance.mesh).min().unwrap();
        Self { work, mesh }
    }

    /// With a layer over the base, which is active.
    fn layered() -> Self {
        let mut fixture = Self::new();
        fixture.run(LayerAction::AddLayer);
        fixture
    }

    fn run(&mut self, action: impl Into<Action>) {
        self.work.run(action.into());
    }

    fn undo(&mut self) {
        self.run(EditAction::Undo);
    }

    fn layer(&mut self, intent: LayerIntent) {
        let intent = Intent::Weights(WeightCommand::Layer(intent));
        self.work.send(Command::Intent(intent));
    }

    fn opacity(&mut self, layer: usize, opacity: f32) {
        self.layer(LayerIntent::SetOpacity {
            layer,
            opacity,
            dragging: false,
        });
    }

    fn paint(&mut self, vertex: u32, row: &[(u16, f32)]) {
        self.work.send(Command::Intent(Intent::EditWeights {
            name: "Paint".to_owned(),
            gesture: None,
            edits: vec![WeightEdit {
                mesh: self.mesh,
                rows: [(vertex, row.iter().copied())].into_iter().collect(),
                ..WeightEdit::default()
            }],
        }));
    }

    fn row(&self, vertex: usize) -> Pairs {
        row_of(&self.work.document, self.mesh, vertex)
    }

    fn vertex(&self, vertex: usize) -> VertexPlace {
        let placed = placed_primitives(&self.work.document.character);
        let mut placed = placed.map(|placed| (placed.instance.mesh, placed.primitive_index));
        let primitive = placed.position(|place| place == (self.mesh, 0)).unwrap();
        VertexPlace { primitive, vertex }
    }

    fn names(&self) -> Vec<&str> {
        let layers = self.work.document.layers.all().iter();
        layers.map(|layer| layer.name.as_str()).collect()
    }

    fn last_notice(&self) -> String {
        let notices = self.work.session.notices.all().last();
        notices.map_or_else(String::new, |notice| notice.text.clone())
    }
}

fn row_of(document: &Document, mesh: usize, vertex: usize) -> Pairs {
    let primitive = &document.character.meshes[mesh].primitives[0];
    let InfluenceRow { joints, weights } = primitive.influences.as_ref().unwrap().row(vertex);
    joints
        .iter()
        .map(|joint| joint.0)
        .zip(weights.iter().copied())
        .collect()
}

fn weight(row: &Pairs, joint: u16) -> f32 {
    let pair = row.iter().find(|pair| pair.0 == joint);
    pair.map_or(0.0, |pair| pair.1)
}

#[test]
fn what_is_painted_on_a_layer_comes_off_with_it() {
    let mut fixture = Fixture::layered();
    let before = fixture.row(7);
    assert_eq!(fixture.names(), ["Base", "Layer 1"]);
    assert!(fixture.work.document.journal.is_empty());
    fixture.paint(7, &HALF);
    assert_eq!(fixture.row(7), HALF);
    assert_eq!(fixture.work.document.layers.all()[1].covered_count(), 1);
    fixture.run(LayerAction::ToggleLayerVisible);
    assert_eq!(fixture.row(7), before);
    assert_eq!(fixture.work.history.undo_name(), Some("Hide layer Layer 1"));
    // On a layer that is hidden nothing can be painted, and that is said.
    fixture.paint(7, &[(2, 1.0)]);
    assert_eq!(fixture.row(7), before);
    assert!(
        fixture.last_notice().contains("hidden"),
        "{}",
        fixture.last_notice()
    );
    fixture.undo();
    assert_eq!(fixture.row(7), HALF);
    fixture.run(LayerAction::DeleteLayer);
    assert_eq!(
        (fixture.row(7), fixture.names()),
        (before.clone(), vec!["Base"])
    );
    fixture.undo();
    fixture.undo();
    assert_eq!(fixture.row(7), before);
    assert_eq!(fixture.work.history.undo_name(), Some("Add weight layer"));
    fixture.undo();
    assert!(fixture.work.document.layers.is_empty());
}

#[test]
fn an_opacity_mixes_and_is_painted_against() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &[(1, 1.0)]);
    let below = {
        fixture.opacity(1, 0.0);
        fixture.row(7)
    };
    fixture.opacity(1, 0.25);
    let mixed = fixture.row(7);
    for joint in 0..4 {
        let layer = f32::from(u8::from(joint == 1));
        let expected = 0.75 * weight(&below, joint) + 0.25 * layer;
        assert!((weight(&mixed, joint) - expected).abs() < 1e-6);
    }
    // What can be had comes out as it was painted; more than the layer's share of a joint cannot.
    let wanted: Pairs = mixed
        .iter()
        .map(|&(joint, weight)| (joint, weight))
        .collect();
    fixture.opacity(1, 0.5);
    fixture.paint(7, &wanted);
    let seen = fixture.row(7);
    assert!(
        wanted
            .iter()
            .all(|&(joint, value)| (weight(&seen, joint) - value).abs() < 1e-5)
    );
    fixture.paint(7, &[(2, 1.0)]);
    assert!((weight(&fixture.row(7), 2) - 0.5).abs() < 0.5 * weight(&below, 2) + 1e-5);
    // A drag is one step.
    let steps = fixture.work.history.len();
    for opacity in [0.6, 0.7, 0.8] {
        fixture.layer(LayerIntent::SetOpacity {
            layer: 1,
            opacity,
            dragging: true,
        });
    }
    let told = fixture.work.session.notices.all().len();
    fixture.work.send(Command::Input(Input::EndGesture));
    assert_eq!(fixture.work.history.len(), steps + 1);
    let said = fixture.last_notice();
    let wanted = "opacity: 50 % before, 80 % after; 1 vertex changed, by ";
    assert!(said.contains(wanted), "{said}");
    // Once, at its end.
    fixture.work.send(Command::Input(Input::EndGesture));
    assert!(fixture.work.session.notices.all().len() <= told + 1);
}

#[test]
fn a_change_of_layers_tells_what_became_of_them_and_of_the_weights() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &[(1, 1.0)]);
    let said = fixture.last_notice();
    assert!(!said.contains("layer"), "a new one changes nothing: {said}");
    let same = "the weights stay the same";
    let one = "1 vertex changed, by ";
    for (action, wanted) in [
        (
            LayerAction::ToggleLayerVisible,
            ["Hide layer Layer 1: ", one],
        ),
        (
            LayerAction::ToggleLayerVisible,
            ["Show layer Layer 1: ", one],
        ),
        (
            LayerAction::DuplicateLayer,
            ["2 layers before, 3 after", same],
        ),
        (
            LayerAction::MergeLayerDown,
            ["3 layers before, 2 after", same],
        ),
        (
            LayerAction::InvertLayerMask,
            ["vertices that its mask takes from: 0 before, ", one],
        ),
        (LayerAction::ClearLayerMask, [" before, 0 after", one]),
        (
            LayerAction::ClearLayer,
            ["vertices on the layer: 1 before, 0 after", one],
        ),
        (LayerAction::DeleteLayer, ["2 layers before, 1 after", same]),
        (
            LayerAction::FlattenLayers,
            ["1 layer before, 0 after", same],
        ),
    ] {
        let steps = fixture.work.history.len();
        fixture.run(action);
        let said = fixture.last_notice();
        for wanted in wanted {
            assert!(said.contains(wanted), "{action:?}: {said}\n{wanted}");
        }
        assert_eq!(fixture.work.history.len(), steps + 1, "{action:?}");
    }
    // Hide and show have one message.
    let all = fixture.work.session.notices.all().iter();
    let of_eye = all.filter(|notice| notice.text.contains("layer Layer 1: 1 vertex"));
    assert_eq!(of_eye.count(), 1);
}

#[test]
fn a_change_of_layers_that_changes_nothing_says_why_and_is_no_step() {
    let mut fixture = Fixture::layered();
    let steps = fixture.work.history.len();
    fixture.run(LayerAction::ClearLayer);
    let said = fixture.last_notice();
    assert!(
        said.contains("nothing changed: the layer has no weights"),
        "{said}"
    );
    assert_eq!(fixture.work.history.len(), steps);
}

#[test]
fn a_drag_of_an_opacity_is_told_of_whichever_layer_is_active_at_its_end() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &[(1, 1.0)]);
    let steps = fixture.work.history.len();
    let drag = |fixture: &mut Fixture, opacity: f32| {
        fixture.layer(LayerIntent::SetOpacity {
            layer: 1,
            opacity,
            dragging: true,
        });
    };
    drag(&mut fixture, 0.5);
    fixture.layer(LayerIntent::Activate(0));
    fixture.work.send(Command::Input(Input::EndGesture));
    let said = fixture.last_notice();
    let wanted = "opacity: 100 % before, 50 % after; 1 vertex changed, by ";
    assert!(said.contains(wanted), "{said}");
    assert_eq!(fixture.work.history.len(), steps + 1);
    // One that ends where it began is no step.
    let before = fixture.work.document.clone();
    for opacity in [0.2, 0.5] {
        drag(&mut fixture, opacity);
    }
    fixture.work.send(Command::Input(Input::EndGesture));
    let said = fixture.last_notice();
    assert!(said.contains("nothing changed"), "{said}");
    assert_eq!(fixture.work.history.len(), steps + 1);
    assert!(fixture.work.document.same_as(&before));
}

#[test]
fn a_drag_of_an_opacity_that_comes_back_keeps_redo_and_the_pose() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &[(1, 1.0)]);
    fixture.paint(7, &[(2, 1.0)]);
    fixture.undo();
    assert_eq!(fixture.row(7), [(1, 1.0)]);
    let drag = |fixture: &mut Fixture, opacity: f32| {
        fixture.layer(LayerIntent::SetOpacity {
            layer: 1,
            opacity,
            dragging: true,
        });
    };
    drag(&mut fixture, 0.2);
    // A tool that is at work shows its pose without a step.
    let mut pose = (*fixture.work.document.pose).clone();
    pose.rigid[1].translation.x += 1.0;
    let pose = Arc::new(pose);
    fixture.work.document.pose = Arc::clone(&pose);
    drag(&mut fixture, 1.0);
    fixture.work.send(Command::Input(Input::EndGesture));
    let said = fixture.last_notice();
    assert!(said.contains("nothing changed"), "{said}");
    assert_eq!(fixture.work.document.pose, pose);
    fixture.run(EditAction::Redo);
    assert_eq!(fixture.row(7), [(2, 1.0)]);
    // One that ends elsewhere is a step, after which nothing can be redone.
    fixture.undo();
    drag(&mut fixture, 0.5);
    fixture.work.send(Command::Input(Input::EndGesture));
    assert_eq!(fixture.work.history.redo_name(), None);
}

#[test]
fn only_what_a_changed_layer_covers_is_folded_anew() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &HALF);
    fixture.run(LayerAction::AddLayer);
    fixture.paint(8, &HALF);
    fixture.paint(9, &HALF);
    let document = &fixture.work.document;
    let touched = |change: &dyn Fn(&mut WeightLayers)| {
        let mut layers = (*document.layers).clone();
        change(&mut layers);
        layers.touched_count(&document.character, &document.layers, 100)
    };
    assert_eq!(touched(&|_| {}), 0);
    let opacity = |layer: usize| {
        touched(&|layers: &mut WeightLayers| layers.layer_mut(layer).unwrap().opacity = 0.5)
    };
    assert_eq!([opacity(1), opacity(2)], [1, 2]);
    assert_eq!(
        touched(&|layers| layers.layer_mut(2).unwrap().visible = false),
        2
    );
    assert_eq!(
        touched(&|layers| layers.shift(false)),
        3,
        "both changed places"
    );
    assert_eq!(touched(&WeightLayers::remove), 2);
    assert_eq!(touched(&|layers| *layers = layers.with_limit(Some(1))), 3);
}

#[test]
fn layers_are_ordered_copied_merged_and_flattened() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &[(1, 1.0)]);
    fixture.opacity(1, 0.5);
    fixture.run(LayerAction::AddLayer);
    assert_eq!(fixture.names(), ["Base", "Layer 1", "Layer 2"]);
    fixture.paint(7, &[(2, 1.0)]);
    fixture.paint(8, &[(2, 1.0)]);
    assert_eq!(fixture.row(7), [(2, 1.0)]);
    fixture.run(LayerAction::MoveLayerDown);
    assert_eq!(fixture.names(), ["Base", "Layer 2", "Layer 1"]);
    assert_eq!(fixture.row(7), [(2, 0.5), (1, 0.5)]);
    fixture.run(LayerAction::ActivateLayerAbove);
    let seen = [fixture.row(7), fixture.row(8)];
    fixture.run(LayerAction::MergeLayerDown);
    assert_eq!(fixture.names(), ["Base", "Layer 2"]);
    assert_eq!([fixture.row(7), fixture.row(8)], seen);
    fixture.run(LayerAction::DuplicateLayer);
    assert_eq!(fixture.names(), ["Base", "Layer 2", "Layer 2 copy"]);
    fixture.layer(LayerIntent::Rename(2, "  Fingers\n ".to_owned()));
    assert_eq!(fixture.names(), ["Base", "Layer 2", "Fingers"]);
    fixture.run(LayerAction::ClearLayer);
    assert_eq!(fixture.work.document.layers.all()[2].covered_count(), 0);
    for _ in 0..2 {
        fixture.run(LayerAction::MergeLayerDown);
    }
    assert_eq!(fixture.names(), ["Base"]);
    assert_eq!([fixture.row(7), fixture.row(8)], seen);
    fixture.run(LayerAction::FlattenLayers);
    assert!(fixture.work.document.layers.is_empty());
    assert_eq!([fixture.row(7), fixture.row(8)], seen);
    fixture.undo();
    assert_eq!(fixture.names(), ["Base"]);
}

#[test]
fn a_mask_says_where_a_layer_counts() {
    let mut fixture = Fixture::layered();
    let before = [fixture.row(7), fixture.row(9)];
    fixture.paint(7, &HALF);
    fixture.paint(9, &HALF);
    let selected = [fixture.vertex(9)].into();
    let select = WeightCommand::SelectVertices(selected, Choose::Alone);
    fixture.work.send(Command::Intent(Intent::Weights(select)));
    fixture.run(LayerAction::MaskLayerBySelection);
    assert_eq!(
        (fixture.row(7), fixture.row(9)),
        (before[0].clone(), HALF.to_vec())
    );
    fixture.run(LayerAction::InvertLayerMask);
    assert_eq!(
        (fixture.row(7), fixture.row(9)),
        (HALF.to_vec(), before[1].clone())
    );
    // As the brush paints it: it sees the mask for a blend map.
    let seen = fixture.work.document.with_mask_as_map();
    let map = seen.character.meshes[fixture.mesh].primitives[0]
        .maps
        .blend
        .as_ref();
    assert_eq!(
        map.map(|map| (map.value(7), map.value(9))),
        Some((1.0, 0.0))
    );
    let edit = WeightEdit {
        mesh: fixture.mesh,
        maps: ByMap::only(MapKind::Blend, vec![(7, 0.25)]),
        ..WeightEdit::default()
    };
    let masked = fixture.work.document.with_mask(&[edit]).unwrap();
    let row = row_of(&masked, fixture.mesh, 7);
    for joint in 0..3 {
        let expected = 0.75 * weight(&before[0], joint) + 0.25 * weight(&HALF.to_vec(), joint);
        assert!((weight(&row, joint) - expected).abs() < 1e-6);
    }
    let blend = &masked.character.meshes[fixture.mesh].primitives[0]
        .maps
        .blend;
    assert_eq!(*blend, None, "the blend map is another thing");
    fixture.run(LayerAction::ClearLayerMask);
    assert_eq!(
        (fixture.row(7), fixture.row(9)),
        (HALF.to_vec(), HALF.to_vec())
    );
    assert_eq!(
        fixture.work.history.undo_name(),
        Some("Clear mask of layer Layer 1")
    );
    // The base has none, and the brush goes back to joint weights there.
    fixture.run(WindowAction::WeightsMode);
    fixture.run(LayerAction::PaintLayerMask);
    assert!(fixture.work.session.paints_mask());
    fixture.run(LayerAction::ActivateLayerBelow);
    assert!(!fixture.work.session.paints_mask());
}

#[test]
fn a_project_keeps_layers_bit_for_bit() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &HALF);
    fixture.opacity(1, 0.3);
    let select = WeightCommand::SelectVertices(vec![fixture.vertex(7)], Choose::Alone);
    fixture.work.send(Command::Intent(Intent::Weights(select)));
    fixture.run(LayerAction::MaskLayerBySelection);
    fixture.run(LayerAction::AddLayer);
    fixture.paint(9, &[(2, 1.0)]);
    fixture.layer(LayerIntent::SetVisible(2, false));
    let document = &fixture.work.document;
    let project = work_of(document);
    let again = read(write(&project).unwrap().as_bytes()).unwrap();
    assert_eq!(again, project);
    let back = restore_project(&document.original, &again);
    assert_eq!(back.problems, Vec::<String>::new());
    assert!(back.document.is_same_work(document));
    assert_eq!(back.document.layers.active(), 2);
    assert_eq!(back.document.character.meshes, document.character.meshes);
    // What was hidden comes back.
    let mut layers = (*back.document.layers).clone();
    layers.layer_mut(2).unwrap().visible = true;
    let shown = back.document.with_layers(layers).unwrap();
    assert_eq!(row_of(&shown, fixture.mesh, 9), [(2, 1.0)]);
    // A project without layers has no word of them.
    assert!(!write(&Project::default()).unwrap().contains("layers"));
    assert!(!document.is_same_work(&Document::new(Arc::clone(&document.original))));
}

#[test]
fn layers_of_a_project_that_do_not_fit_are_reported() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &HALF);
    let document = &fixture.work.document;
    let mut project = work_of(document);
    let layers = project.layers.as_mut().unwrap();
    layers.layers[1].opacity = f32::NAN;
    layers.layers[1].weights[0].vertices += 1;
    layers.active = 99;
    layers.layers.resize_with(100, || LayerShape {
        name: "x".repeat(1000),
        opacity: 7.0,
        hidden: false,
        weights: Vec::new(),
    });
    let back = restore_project(&document.original, &project);
    let kept = &back.document.layers;
    assert_eq!(back.problems.len(), 2, "{:?}", back.problems);
    assert_eq!((kept.len(), kept.active()), (MOST_LAYERS, MOST_LAYERS - 1));
    assert!(
        kept.all()
            .iter()
            .all(|layer| layer.opacity == 1.0 && layer.name.len() <= 80)
    );
}

#[test]
fn edits_of_the_skeleton_change_layers_as_they_change_weights() {
    let mut fixture = Fixture::layered();
    fixture.paint(7, &HALF);
    let skeleton = &fixture.work.document.character.rig.skeleton;
    let bind = &fixture.work.document.character.rig.binds[0];
    let keys: Vec<u32> = bind
        .joints()
        .iter()
        .map(|&joint| skeleton.key(joint))
        .collect();
    let joint = *keys.last().unwrap();
    // A joint more: what is painted for it goes to the layer.
    let by = [0.0, 0.1, 0.0];
    fixture.work.send(Command::Intent(Intent::EditSkeleton(
        SkeletonEdit::Extrude { joint, by },
    )));
    let new = u16::try_from(keys.len()).unwrap();
    fixture.paint(9, &[(new, 1.0)]);
    assert_eq!(
        (fixture.row(7), fixture.row(9)),
        (HALF.to_vec(), vec![(new, 1.0)])
    );
    // A joint fewer: its weight of the layer goes where that of the skin goes.
    fixture.run(LayerAction::ToggleLayerVisible);
    let joint = keys[1];
    fixture.work.send(Command::Intent(Intent::EditSkeleton(
        SkeletonEdit::Dissolve { joint },
    )));
    fixture.run(LayerAction::ToggleLayerVisible);
    assert_eq!(fixture.row(7), [(0, 1.0)]);
    let rows = fixture.work.document.layers.all()[1]
        .rows((fixture.mesh, 0))
        .unwrap();
    let bind = &fixture.work.document.character.rig.binds[0];
    assert_eq!(rows.joint_count(), bind.joints().len());
    // The file read again gets the layers again.
    let before = fixture.work.document.clone();
    fixture.work.reload(load("builtin:arm").unwrap());
    assert!(fixture.work.document.is_same_work(&before));
    assert_eq!(fixture.names(), ["Base", "Layer 1"]);
}
