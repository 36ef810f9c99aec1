//! Meshes that lose their skin: where they were at rest, with their nodes, saved and undone; and what a skin takes from them.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, SkeletonEdit, open_bytes, to_glb};
use glam::{Quat, Vec3};
use rig::{Channel, Clip, ClipId, Interpolation, JointTrack, Track};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use session::commands::actions::{Action, EditAction, WeightJobAction};
use session::document::Document;
use session::features::weight_operations::worker::AutomaticTask;
use session::session::Session;
use session::state::opening::load::load;
use session::state::weight_operations::weight_request::{
    AutomaticRequest, BindRequest, BoundJoints, moved_without_joints,
};

use crate::support::work::Work;

/// Where all vertices are at rest.
fn at_rest(of: &Character) -> Vec<Vec3> {
    let inheritance = &of.rig.scale_inheritance;
    let deformed = deform(of, &base_pose(of), inheritance, Look::default()).unwrap();
    deformed
        .iter()
        .flat_map(|one| one.positions.clone())
        .collect()
}

fn farthest(one: &Character, other: &Character) -> f32 {
    let (one, other) = (at_rest(one), at_rest(other));
    assert_eq!(one.len(), other.len());
    let pairs = one.iter().zip(&other);
    pairs
        .map(|(one, other)| one.distance(*other))
        .fold(0.0, f32::max)
}

#[test]
fn an_unbound_mesh_stays_where_it_rests() {
    for name in ["builtin:arm", "builtin:creature", "builtin:biped"] {
        let mut work = Work::on(name);
        let before = work.document.clone();
        work.run(Action::WeightJob(WeightJobAction::UnbindMesh));
        let after = &work.document.character;
        assert!(
            after
                .instances
                .iter()
                .all(|instance| instance.skin.is_none()),
            "{name}"
        );
        let primitives = after.meshes.iter().flat_map(|mesh| &mesh.primitives);
        assert!(
            primitives
                .clone()
                .all(|primitive| primitive.influences.is_none())
        );
        assert!(farthest(after, &before.character) < 1e-4, "{name}");
        let (bytes, _) = to_glb(after).unwrap();
        let saved = open_bytes("saved.glb", &bytes).unwrap();
        assert!(farthest(&saved, after) < 1e-5, "{name}");
        assert!(
            saved
                .instances
                .iter()
                .all(|instance| instance.skin.is_none())
        );
        // Bound again, and taken back.
        let skeleton = &after.rig.skeleton;
        let nodes: Vec<u32> = after
            .instances
            .iter()
            .map(|one| skeleton.key(one.node))
            .collect();
        let joints: Vec<u32> = before.character.rig.binds[0]
            .joints()
            .iter()
            .map(|&joint| skeleton.key(joint))
            .collect();
        let bound = after
            .apply_edit(&SkeletonEdit::Bind {
                nodes: nodes.clone(),
                joints,
            })
            .unwrap();
        assert!(farthest(&bound.character, after) < 1e-4, "{name}");
        let nothing = after.apply_edit(&SkeletonEdit::Unbind { nodes });
        assert!(nothing.is_err(), "{name}");
        work.run(Action::Edit(EditAction::Undo));
        assert!(work.document.same_as(&before), "{name}");
    }
}

/// What moved a mesh as a whole in a clip, and no longer does where the mesh follows joints beside its node, is told.
#[test]
fn keys_that_no_longer_move_a_bound_mesh_are_told() {
    let (bytes, _) = to_glb(&load("builtin:cylinder").unwrap()).unwrap();
    for (is_moved, are_below, is_told) in [
        (false, false, false),
        (true, false, true),
        (true, true, false),
    ] {
        let file = testkit::glb::edit_glb(&bytes, |json| {
            let nodes = json["nodes"].as_array_mut().unwrap();
            let is_skinned = |node: &serde_json::Value| node.get("skin").is_some();
            let node = nodes.iter().position(is_skinned).unwrap();
            nodes[node].as_object_mut().unwrap().remove("skin");
            if are_below {
                nodes[node]["children"] = serde_json::json!([0]);
                json["scenes"][0]["nodes"] = serde_json::json!([node]);
            }
            if is_moved {
                json["animations"][0]["channels"][0]["target"]["node"] = node.into();
            }
        });
        let document = Document::new(Arc::new(open_bytes("free.glb", &file).unwrap()));
        let bind = BindRequest {
            node: None,
            joints: BoundJoints::All,
            automatic: false,
        };
        let requests = (bind, AutomaticRequest::default());
        let task = AutomaticTask::binding(requests, &document, &Session::default()).unwrap();
        let done = task.run(&|_, _| ControlFlow::Continue(())).unwrap();
        let said = done.unwrap().said;
        for part in ["Keys of “cylinder”", "hang the joints on “cylinder”"] {
            assert_eq!(said.contains(part), is_told, "{said}");
        }
    }
}

/// Keys move a node that hold it elsewhere than at rest, and a curve that leaves the rest between them; those at rest do not.
#[test]
fn keys_away_from_rest_move_a_node() {
    let mut character = load("builtin:cylinder").unwrap();
    let joint = character.instances[0].node;
    let mesh = (character.rig.skeleton.key(joint), "cylinder".to_owned());
    let rest = character.rig.skeleton.local(joint).to_trs();
    let place = |values: Vec<Vec3>, interpolation| {
        let times = if values.len() == 1 {
            vec![0.5]
        } else {
            vec![0.0, 1.0]
        };
        Channel::Translation(Track::new(times, values, interpolation).unwrap())
    };
    let turn = |values: [Quat; 2]| {
        let track = Track::new(vec![0.0, 1.0], values.to_vec(), Interpolation::Linear);
        Channel::Rotation(track.unwrap())
    };
    let (at, away) = (rest.translation, rest.translation + Vec3::X);
    let curve = |slope: Vec3| vec![Vec3::ZERO, at, slope, slope, at, Vec3::ZERO];
    let turned = Quat::from_rotation_z(0.1) * rest.rotation;
    for (channel, is_moved) in [
        (place(vec![at], Interpolation::Linear), false),
        (place(vec![away], Interpolation::Linear), true),
        (place(vec![at; 2], Interpolation::Step), false),
        (place(vec![away; 2], Interpolation::Step), true),
        (place(curve(Vec3::ZERO), Interpolation::CubicSpline), false),
        (place(curve(Vec3::X), Interpolation::CubicSpline), true),
        (turn([rest.rotation, -rest.rotation]), false),
        (turn([turned; 2]), true),
    ] {
        let said = format!("{channel:?}");
        let tracks = vec![JointTrack { joint, channel }];
        let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(tracks, Vec::new());
        character.clips = vec![clip].into();
        let moved = moved_without_joints(&character, std::slice::from_ref(&mesh), &[]);
        assert_eq!(!moved.is_empty(), is_moved, "{said}");
    }
}
