//! Linear blend skinning held against the fixtures of `skin-ref-threejs/1`.

use character::{Character, Primitive};
use glam::{Affine3A, Mat4, Quat, Vec3};
use rig::{LocalTransform, Pose, PosedSkeleton, Trs, UserTransform, forward};
use serde_json::Value;

use crate::skinning::skin;
use crate::support::{float, floats, index, list, vec3};

/// How much was compared, and the largest differences, each divided by what is allowed: at most 1 passes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worst {
    pub(crate) samples: usize,
    /// Normals by the inverse transpose.
    pub(crate) usual_normals: usize,
    pub(crate) tangents: usize,
    pub(crate) morph_weights: usize,
    pub(crate) unskinned: usize,
    pub(crate) position: f32,
    pub(crate) direction: f32,
    pub(crate) joint: f32,
}

impl Worst {
    pub(crate) fn merge(&mut self, other: Self) {
        self.samples += other.samples;
        self.usual_normals += other.usual_normals;
        self.tangents += other.tangents;
        self.morph_weights += other.morph_weights;
        self.unskinned += other.unskinned;
        self.position = self.position.max(other.position);
        self.direction = self.direction.max(other.direction);
        self.joint = self.joint.max(other.joint);
    }

    pub(crate) fn passes(&self) -> bool {
        self.samples != 0 && self.position.max(self.direction).max(self.joint) <= 1.0
    }
}

/// Relative to the diagonal of the sample's bounding box, and to the largest translation (at least 1).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    pub(crate) position: f32,
    pub(crate) joint: f32,
    /// Of unit normals and tangents.
    pub(crate) direction: f32,
}

/// Holds a character against one fixture. `tolerance` is chosen by the clip index.
pub(crate) fn check_reference(
    character: &Character,
    fixture: &Value,
    tolerance: impl Fn(Option<u64>) -> Tolerance,
) -> Worst {
    let mut worst = Worst::default();
    for pose_json in list(&fixture["poses"]) {
        let allowed = tolerance(pose_json["clip_index"].as_u64());
        let (pose, user) = pose_of(character, pose_json);
        let posed = forward(
            &character.rig.skeleton,
            &user,
            &character.rig.scale_inheritance,
        )
        .unwrap();
        worst.morph_weights += check_morph_weights(character, &pose, pose_json);
        let joints = joint_difference(character, &posed, pose_json);
        let (unskinned, nodes) = node_difference(character, &posed, pose_json);
        worst.unskinned += unskinned;
        worst.joint = worst.joint.max(joints.max(nodes) / allowed.joint);
        let samples = list(&fixture["samples"]).iter();
        for sample in samples.filter(|sample| same_moment(sample, pose_json)) {
            let found = check_sample(character, (&posed, &pose), fixture, sample);
            worst.merge(Worst {
                position: found.position / allowed.position,
                direction: found.direction / allowed.direction,
                ..found
            });
        }
    }
    worst
}

fn same_moment(a: &Value, b: &Value) -> bool {
    ["clip_index", "clip", "time"]
        .iter()
        .all(|key| a[key] == b[key])
}

/// The pose as the editor has it, and what the forward pass takes: a made-up pose may hold more than a pose can.
fn pose_of(character: &Character, pose_json: &Value) -> (Pose, Vec<UserTransform>) {
    let skeleton = &character.rig.skeleton;
    let rest = character.file_pose();
    let pose = match pose_json["clip_index"].as_u64() {
        None => rest,
        Some(clip) => {
            let clip = &character.clips[usize::try_from(clip).unwrap()];
            clip.sample(skeleton, &rest, float(&pose_json["time"]))
        }
    };
    let mut user = pose.user_transforms();
    for (node, trs) in pose_json["node_trs"].as_object().into_iter().flatten() {
        let joint = character.joint_of_node(node.parse().unwrap()).unwrap();
        let local = Trs {
            translation: vec3(&trs["translation"]),
            rotation: Quat::from_slice(&floats(&trs["rotation"])).normalize(),
            scale: vec3(&trs["scale"]),
        };
        user[joint.index()] = skeleton.user_transform(joint, &LocalTransform::Trs(local));
    }
    (pose, user)
}

/// Returns how many weights were compared.
fn check_morph_weights(character: &Character, pose: &Pose, pose_json: &Value) -> usize {
    let mut n_checked = 0;
    for (node, weights) in pose_json["morph_weights"].as_object().into_iter().flatten() {
        let mut instances = character.instances.iter();
        let instance = instances.find(|i| i.file_node.to_string() == *node);
        let found = &pose.morph_weights[instance.unwrap().morph.clone()];
        let expected = floats(weights);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let close = (found - expected).abs() < 1e-5;
            assert!(close, "node {node}: weight {found} for {expected}");
            n_checked += 1;
        }
    }
    n_checked
}

fn joint_difference(character: &Character, posed: &PosedSkeleton<'_>, pose_json: &Value) -> f32 {
    let mut worst = 0.0_f32;
    for (skin, matrices) in pose_json["joint_world"].as_object().into_iter().flatten() {
        let bind = &character.rig.binds[skin.parse::<usize>().unwrap()];
        assert_eq!(bind.len(), list(matrices).len());
        for (&joint, matrix) in bind.joints().iter().zip(list(matrices)) {
            let found = posed.model_from_node(joint);
            worst = worst.max(matrix_difference(found, matrix));
        }
    }
    worst
}

/// The nodes of meshes without a skin: how many, and the largest difference.
fn node_difference(
    character: &Character,
    posed: &PosedSkeleton<'_>,
    pose_json: &Value,
) -> (usize, f32) {
    let nodes = list(&pose_json["unskinned_world"]);
    let differences = nodes.iter().map(|described| {
        let node = index(&described["node"]);
        let instance = character.instances.iter().find(|i| i.file_node == node);
        let instance = instance.unwrap();
        assert_eq!(
            (instance.mesh, instance.skin),
            (index(&described["mesh"]), None)
        );
        let found = posed.model_from_node(character.joint_of_node(node).unwrap());
        matrix_difference(found, &described["world"])
    });
    (nodes.len(), differences.fold(0.0, f32::max))
}

fn matrix_difference(found: Affine3A, expected: &Value) -> f32 {
    let expected = Mat4::from_cols_slice(&floats(expected));
    let size = expected.w_axis.truncate().abs().max_element().max(1.0);
    let difference = (Mat4::from(found) - expected).to_cols_array();
    let difference = difference.into_iter().map(|x| nan_is_infinite(x.abs()));
    difference.fold(0.0, f32::max) / size
}

/// Absolute differences of directions, positions in parts of the diagonal.
fn check_sample(
    character: &Character,
    posed: (&PosedSkeleton<'_>, &Pose),
    fixture: &Value,
    sample: &Value,
) -> Worst {
    let place = ["node", "mesh", "primitive"].map(|key| index(&sample[key]));
    let same_place = |json: &&Value| {
        let keys = ["node", "mesh", "primitive"].map(|key| index(&json[key]));
        keys == place
    };
    let described = list(&fixture["primitives"]).iter().find(same_place);
    let described = described.unwrap();
    let ids: Vec<usize> = list(&described["vertex_ids"]).iter().map(index).collect();
    let mut instances = character.instances.iter();
    let instance = instances.find(|i| i.file_node == place[0]).unwrap();
    assert_eq!(instance.mesh, place[1]);
    let primitive = primitive_of(character, place);
    assert_eq!(primitive.positions.len(), index(&described["vertex_count"]));

    let skinned = skin(character, instance, primitive, posed);
    let all = &sample["all"];
    let diagonal = vec3(&all["min"]).distance(vec3(&all["max"])).max(1e-6);
    assert_eq!(ids.len(), list(&sample["positions"]).len());
    let (_, positions) = largest_distance(&skinned.positions, &ids, &sample["positions"]);
    let sum: glam::DVec3 = skinned.positions.iter().map(|p| p.as_dvec3()).sum();
    let n_vertices = skinned.positions.len() as f32;
    let mean_difference = (sum.as_vec3() - vec3(&all["sum"])).length() / n_vertices;
    let (_, normals) = largest_distance(&skinned.normals, &ids, &sample["normals"]);
    let (usual_normals, usual) =
        largest_distance(&skinned.usual_normals, &ids, &sample["normals_it"]);
    let (tangents, tangent) = largest_distance(&skinned.tangents, &ids, &sample["tangents"]);
    Worst {
        samples: 1,
        usual_normals,
        tangents,
        position: positions.max(nan_is_infinite(mean_difference)) / diagonal,
        direction: normals.max(usual).max(tangent),
        ..Worst::default()
    }
}

pub(crate) fn primitive_of(character: &Character, [_, mesh, primitive]: [usize; 3]) -> &Primitive {
    let mut primitives = character.meshes[mesh].primitives.iter();
    primitives.find(|p| p.file_primitive == primitive).unwrap()
}

/// How many vectors the reference has, and the largest distance from one. Zeros, where scale has collapsed, say nothing.
fn largest_distance(found: &[Vec3], ids: &[usize], expected: &Value) -> (usize, f32) {
    let expected = list(expected).iter().map(vec3);
    let pairs = ids.iter().zip(expected);
    let pairs = pairs.filter(|(_, expected)| *expected != Vec3::ZERO);
    pairs.fold((0, 0.0), |(n, worst), (&id, expected)| {
        let distance = nan_is_infinite(found[id].distance(expected));
        (n + 1, worst.max(distance))
    })
}

fn nan_is_infinite(x: f32) -> f32 {
    if x.is_nan() { f32::INFINITY } else { x }
}
