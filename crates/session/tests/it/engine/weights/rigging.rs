//! Weights made from bones: again, for clothes, for sockets, and for a mesh of one vertex.

use character::{Authored, AuthoredJoint, AuthoredPrimitive, write_glb};
use glam::{Vec3, vec3};
use rig::{InfluenceRow, InfluencesBuilder, Trs};
use scene::placed::placed_primitives;
use session::commands::actions::{EditAction, WeightAction, WeightJobAction, WindowAction};
use session::commands::command::Intent;
use session::state::weight_operations::weight_request::{
    AutomaticRequest, BindRequest, BoundJoints, RigCommand, has_skin,
};
use weights::Clothes;

use crate::engine::driven::Driven;
use crate::support::clothes::{BODY, SHIRT, glb, write};

/// Does what the open dialog asks, and gives what is said.
fn begin(editor: &mut Driven) -> String {
    editor.send(Intent::Rig(RigCommand::Begin));
    editor.wait_for_weights();
    editor.said()
}

fn automatic(editor: &mut Driven) -> String {
    editor.run(WeightJobAction::AutomaticWeights);
    begin(editor)
}

fn bind(editor: &mut Driven) -> String {
    editor.run(WeightJobAction::BindMesh);
    begin(editor)
}

/// Every vertex's weights sum to one; how many there are.
fn bound_vertices(editor: &Driven) -> usize {
    let mut count = 0;
    for placed in placed_primitives(editor.character()) {
        let influences = placed.primitive.influences.as_ref().unwrap();
        for InfluenceRow { joints, weights } in influences.rows() {
            let sum: f32 = weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "a vertex sums to {sum}");
            assert!(joints.len() <= 4);
            count += 1;
        }
    }
    count
}

#[test]
fn weights_are_made_again_and_locked_joints_keep_theirs() {
    let mut editor = Driven::painting("builtin:arm", "hand");
    let of = |editor: &Driven, name: &str| -> Vec<u32> {
        let joint = editor.joint(name);
        let weights = editor.weights().into_iter();
        weights
            .map(|row| row.get(&joint).copied().unwrap_or_default())
            .collect()
    };
    editor.run(WeightAction::LockJoints);
    let (hand, forearm) = (of(&editor, "hand"), of(&editor, "forearm"));
    editor.run(WeightJobAction::AutomaticWeights);
    editor.send(Intent::Rig(RigCommand::Ask(None)));
    assert!(editor.view().working.is_none());
    assert!(of(&editor, "forearm") == forearm, "nothing was asked for");
    let said = automatic(&mut editor);
    assert!(said.contains("by heat"), "{said}");
    assert_eq!(editor.step(), "Automatic weights");
    assert!(of(&editor, "hand") == hand, "to the bit");
    assert!(of(&editor, "forearm") != forearm);
    bound_vertices(&editor);
    editor.undo();
    assert!(of(&editor, "forearm") == forearm);
}

/// Another mesh of the same skin takes what the body below it gets.
#[test]
fn clothes_follow_the_body_if_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let dressed = glb(&["low", "high"], &[BODY, SHIRT], 1.0);
    let path = write(folder.path(), "dressed.glb", &dressed);
    let mut editor = Driven::open(path.to_str().unwrap());
    let text = automatic(&mut editor);
    assert!(text.contains("“Follow the body below them”"), "{text}");
    let asked = AutomaticRequest {
        clothes: Clothes::Body,
        ..editor.session().rigging.automatic
    };
    editor.send(Intent::Rig(RigCommand::Automatic(asked)));
    let text = automatic(&mut editor);
    assert!(text.contains("1 part follows the body below it"), "{text}");
    assert!(!text.contains("Follow the body below them"), "{text}");
    let high = editor.joint("high");
    let all = editor.weights();
    let high = all
        .iter()
        .map(|row| row.get(&high).map_or(0.0, |&bits| f32::from_bits(bits)));
    let high: Vec<f32> = high.collect();
    // Twelve vertices a ring; the shirt begins at the fifth of the body's 21.
    let (body, shirt) = high.split_at(12 * 21);
    for (own, below) in shirt.iter().zip(&body[12 * 4..]) {
        assert!((own - below).abs() < 1e-3, "{own} {below}");
    }
    // Binding follows it, too.
    editor.run(WeightJobAction::UnbindMesh);
    editor.wait_for_weights();
    let text = bind(&mut editor);
    assert!(text.contains("1 part follows the body below it"), "{text}");
}

/// A tube of three meters along y with a chain of joints, of which the last is a socket by its name.
fn pole() -> Vec<u8> {
    const AROUND: u32 = 8;
    let joint = |name: &str, parent: Option<usize>| AuthoredJoint {
        name: name.to_owned(),
        parent,
        local: Trs {
            translation: Vec3::Y * f32::from(u8::from(parent.is_some())),
            ..Trs::IDENTITY
        },
    };
    let mut influences = InfluencesBuilder::new(3);
    let mut pole = AuthoredPrimitive::default();
    for ring in 0..=12_u8 {
        for column in 0..8_u8 {
            let (sin, cos) = (f32::from(column) * std::f32::consts::FRAC_PI_4).sin_cos();
            let place = vec3(0.2 * cos, f32::from(ring) * 0.25, 0.2 * sin);
            pole.positions.push(place);
            influences.vertex([(0, 1.0)]).unwrap();
        }
    }
    for ring in 0..12 {
        for column in 0..AROUND {
            let next = (column + 1) % AROUND;
            let corner = |ring: u32, column: u32| ring * AROUND + column;
            let (a, b) = (corner(ring, column), corner(ring, next));
            let (c, d) = (corner(ring + 1, next), corner(ring + 1, column));
            pole.triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    pole.influences = influences.build();
    let authored = Authored {
        name: "pole".to_owned(),
        joints: vec![
            joint("low", None),
            joint("high", Some(0)),
            joint("grip_socket", Some(1)),
        ],
        primitives: vec![pole],
        ..Authored::default()
    };
    write_glb(&authored).unwrap()
}

#[test]
fn a_selected_socket_gets_weight_and_one_among_all_joints_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "pole.glb", &pole());
    let mut editor = Driven::open(path.to_str().unwrap());
    editor.run(WindowAction::SkeletonMode);
    editor.run(WeightJobAction::UnbindMesh);
    editor.wait_for_weights();
    assert!(!has_skin(editor.character()));

    let text = bind(&mut editor);
    assert!(text.contains("No weights for “grip_socket”"), "{text}");
    assert!(editor.total_of("grip_socket") == 0.0);
    assert!(editor.total_of("high") > 10.0);
    editor.undo();
    assert!(!has_skin(editor.character()));

    editor.run(EditAction::SelectAll);
    let asked = BindRequest {
        joints: BoundJoints::Selected,
        ..editor.session().rigging.bind
    };
    editor.send(Intent::Rig(RigCommand::Bind(asked)));
    let text = bind(&mut editor);
    assert!(text.contains("as selected: "), "{text}");
    assert!(text.contains("“grip_socket”"), "{text}");
    assert!(!text.contains("No weights for"), "{text}");
    assert!(editor.total_of("grip_socket") > 5.0);
    bound_vertices(&editor);
}

/// One vertex, in a triangle of its own three times, bound to two joints.
fn one_vertex() -> Vec<u8> {
    let mut influences = InfluencesBuilder::new(2);
    influences.vertex([(0, 0.5), (1, 0.5)]).unwrap();
    let joint = |name: &str, parent, y: f32| AuthoredJoint {
        name: name.to_owned(),
        parent,
        local: Trs {
            translation: vec3(0.0, y, 0.0),
            ..Trs::IDENTITY
        },
    };
    let authored = Authored {
        name: "dot".to_owned(),
        joints: vec![joint("low", None, 0.0), joint("high", Some(0), 1.0)],
        primitives: vec![AuthoredPrimitive {
            positions: vec![vec3(0.0, 1.4, 0.1)],
            triangles: vec![[0, 0, 0]],
            influences: influences.build(),
            ..AuthoredPrimitive::default()
        }],
        ..Authored::default()
    };
    write_glb(&authored).unwrap()
}

#[test]
fn a_mesh_of_one_vertex_gets_weights_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "dot.glb", &one_vertex());
    let mut editor = Driven::open(path.to_str().unwrap());
    editor.run(WindowAction::WeightsMode);
    let said = automatic(&mut editor);
    assert!(said.contains("1 part by"), "{said}");
    assert_eq!(bound_vertices(&editor), 1);
    editor.run(WeightJobAction::SmoothWeights);
    editor.wait_for_weights();
    assert_eq!(bound_vertices(&editor), 1);
}
