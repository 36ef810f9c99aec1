//! Folders of test data, and linear blend skinning held against three.js.

#![allow(
    dead_code,
    clippy::panic,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::allow_attributes,
    reason = "every test file compiles this module for itself and uses a part of it"
)]

use std::fs;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};

use character::{Character, MeshInstance, Primitive};
use glam::{Affine3A, Mat4, Quat, Vec3};
use rig::{LocalTransform, Pose, PosedSkeleton, PosedSkin, Trs, UserTransform, forward};
use serde_json::Value;

/// Past the harness, which hides `println!` of a passing test.
pub(crate) fn say(line: &str) {
    drop(writeln!(stdout(), "{line}"));
}

/// The folder of synthetic files: `DUALSKIN_SYNTHETIC`, or the copy in the workspace.
pub(crate) fn synthetic() -> PathBuf {
    let named = std::env::var_os("DUALSKIN_SYNTHETIC").filter(|name| !name.is_empty());
    named.map_or_else(
        || {
            PathBuf::from(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../testdata/synthetic"
            ))
        },
        PathBuf::from,
    )
}

/// A folder that only exists where the variable says so.
pub(crate) fn folder(variable: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).filter(|name| !name.is_empty());
    if named.is_none() {
        say(&format!("skipped: {variable} is not set"));
    }
    named.map(PathBuf::from)
}

pub(crate) fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
        .unwrap()
}

/// Largest differences found, each divided by what is allowed: at most 1 passes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worst {
    pub(crate) samples: usize,
    pub(crate) position: f32,
    pub(crate) normal: f32,
    pub(crate) joint: f32,
}

impl Worst {
    pub(crate) fn merge(&mut self, other: Self) {
        self.samples += other.samples;
        self.position = self.position.max(other.position);
        self.normal = self.normal.max(other.normal);
        self.joint = self.joint.max(other.joint);
    }
}

/// Relative to the diagonal of the sample's bounding box, and to the largest translation (at least 1).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    pub(crate) position: f32,
    pub(crate) joint: f32,
    pub(crate) normal: f32,
}

/// Holds a character against one fixture of `skin-ref-threejs/1`. `tolerance` is chosen by the clip index.
pub(crate) fn check_reference(
    character: &Character,
    fixture: &Value,
    tolerance: impl Fn(Option<u64>) -> Tolerance,
) -> Worst {
    let mut worst = Worst::default();
    for pose_json in list(&fixture["poses"]) {
        let clip = pose_json["clip_index"].as_u64();
        let user = user_transforms(character, pose_json);
        let pose = &user.0;
        let posed = forward(&character.rig.skeleton, &user.1, &character.rig.reach).unwrap();
        check_morph_weights(character, pose, &pose_json["morph_weights"]);
        let allowed = tolerance(clip);
        worst.joint = worst
            .joint
            .max(joint_difference(character, &posed, pose_json) / allowed.joint);
        for sample in list(&fixture["samples"])
            .iter()
            .filter(|sample| same_moment(sample, pose_json))
        {
            let (position, normal) = sample_difference(character, (&posed, pose), fixture, sample);
            worst.position = worst.position.max(position / allowed.position);
            worst.normal = worst.normal.max(normal / allowed.normal);
            worst.samples += 1;
        }
    }
    worst
}

fn same_moment(a: &Value, b: &Value) -> bool {
    ["clip_index", "clip", "time"]
        .iter()
        .all(|key| a[key] == b[key])
}

/// The pose as the editor has it, and what the forward pass takes.
fn user_transforms(character: &Character, pose_json: &Value) -> (Pose, Vec<UserTransform>) {
    let skeleton = &character.rig.skeleton;
    let rest = character.rest_pose();
    let pose = match pose_json["clip_index"].as_u64() {
        None => rest,
        Some(clip) => {
            character.clips[clip as usize].sample(skeleton, &rest, float(&pose_json["time"]))
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

fn check_morph_weights(character: &Character, pose: &Pose, expected: &Value) {
    for (node, weights) in expected.as_object().into_iter().flatten() {
        let instance = character
            .instances
            .iter()
            .find(|i| i.file_node.to_string() == *node)
            .unwrap();
        let found = &pose.morph_weights[instance.morph.clone()];
        for (found, expected) in found.iter().zip(floats(weights)) {
            assert!(
                (found - expected).abs() < 1e-5,
                "morph weight {found} for {expected}"
            );
        }
    }
}

fn joint_difference(character: &Character, posed: &PosedSkeleton<'_>, pose_json: &Value) -> f32 {
    let mut worst = 0.0_f32;
    for (skin, matrices) in pose_json["joint_world"].as_object().into_iter().flatten() {
        let bind = &character.rig.binds[skin.parse::<usize>().unwrap()];
        assert_eq!(bind.len(), list(matrices).len());
        for (&joint, matrix) in bind.joints().iter().zip(list(matrices)) {
            let expected = Mat4::from_cols_slice(&floats(matrix));
            worst = worst.max(matrix_difference(posed.model_from_node(joint), expected));
        }
    }
    for unskinned in list(&pose_json["unskinned_world"]) {
        let joint = character.joint_of_node(index(&unskinned["node"])).unwrap();
        let expected = Mat4::from_cols_slice(&floats(&unskinned["world"]));
        worst = worst.max(matrix_difference(posed.model_from_node(joint), expected));
    }
    worst
}

fn matrix_difference(found: Affine3A, expected: Mat4) -> f32 {
    let size = expected.w_axis.truncate().abs().max_element().max(1.0);
    let apart = (Mat4::from(found) - expected).to_cols_array();
    apart
        .into_iter()
        .fold(0.0_f32, |worst, x| nan_is_infinite(x.abs()).max(worst))
        / size
}

fn sample_difference(
    character: &Character,
    posed: (&PosedSkeleton<'_>, &Pose),
    fixture: &Value,
    sample: &Value,
) -> (f32, f32) {
    let key = |json: &Value| {
        (
            index(&json["node"]),
            index(&json["mesh"]),
            index(&json["primitive"]),
        )
    };
    let place = key(sample);
    let described = list(&fixture["primitives"])
        .iter()
        .find(|json| key(json) == place)
        .unwrap();
    let instance = character
        .instances
        .iter()
        .find(|i| i.file_node == place.0)
        .unwrap();
    assert_eq!(instance.mesh, place.1);
    let primitives = &character.meshes[instance.mesh].primitives;
    let primitive = primitives
        .iter()
        .find(|p| p.file_primitive == place.2)
        .unwrap();
    assert_eq!(primitive.positions.len(), index(&described["vertex_count"]));
    let (positions, normals) = skin(character, instance, primitive, posed);

    let diagonal = vec3(&sample["all"]["min"])
        .distance(vec3(&sample["all"]["max"]))
        .max(1e-6);
    let ids: Vec<usize> = list(&described["vertex_ids"]).iter().map(index).collect();
    let mut worst = (0.0_f32, 0.0_f32);
    assert_eq!(ids.len(), list(&sample["positions"]).len());
    for (&id, expected) in ids.iter().zip(list(&sample["positions"])) {
        worst.0 = worst.0.max(nan_is_infinite(
            positions[id].distance(vec3(expected)) / diagonal,
        ));
    }
    for (&id, expected) in ids
        .iter()
        .zip(sample["normals"].as_array().into_iter().flatten())
    {
        let expected = vec3(expected);
        if expected != Vec3::ZERO {
            worst.1 = worst.1.max(nan_is_infinite(normals[id].distance(expected)));
        }
    }
    let sum: glam::DVec3 = positions.iter().map(|p| p.as_dvec3()).sum();
    let mean_apart = (sum.as_vec3() - vec3(&sample["all"]["sum"])) / positions.len() as f32;
    worst.0 = worst.0.max(nan_is_infinite(mean_apart.length() / diagonal));
    worst
}

fn nan_is_infinite(x: f32) -> f32 {
    if x.is_nan() { f32::INFINITY } else { x }
}

/// Plain linear blend skinning with the forward matrix for normals, as three.js has it.
pub(crate) fn skin(
    character: &Character,
    instance: &MeshInstance,
    primitive: &Primitive,
    (posed, pose): (&PosedSkeleton<'_>, &Pose),
) -> (Vec<Vec3>, Vec<Vec3>) {
    let weights = &pose.morph_weights[instance.morph.clone()];
    let morphed = |base: &[Vec3], of: fn(&character::MorphTarget) -> &[Vec3]| -> Vec<Vec3> {
        let mut out = base.to_vec();
        for (target, weight) in primitive.morph_targets.iter().zip(weights) {
            out.iter_mut()
                .zip(of(target))
                .for_each(|(out, &d)| *out += d * *weight);
        }
        out
    };
    let mut positions = morphed(&primitive.positions, |target| &target.positions);
    let mut normals = morphed(&primitive.normals, |target| &target.normals);
    let matrices = match (instance.skin, &primitive.influences) {
        (Some(skin), Some(_)) => PosedSkin::new(posed, &character.rig.binds[skin])
            .unwrap()
            .posed_from_bind(),
        _ => vec![posed.model_from_node(instance.node)],
    };
    for (vertex, (position, normal)) in positions.iter_mut().zip(&mut normals).enumerate() {
        let row: Vec<(usize, f32)> = match &primitive.influences {
            Some(influences) if instance.skin.is_some() => {
                let (joints, weights) = influences.row(vertex);
                joints
                    .iter()
                    .map(|&joint| usize::from(joint))
                    .zip(weights.iter().copied())
                    .collect()
            }
            _ => vec![(0, 1.0)],
        };
        let (p, n) = (*position, *normal);
        *position = row
            .iter()
            .map(|&(joint, weight)| matrices[joint].transform_point3(p) * weight)
            .sum();
        let blended: Vec3 = row
            .iter()
            .map(|&(joint, weight)| matrices[joint].transform_vector3(n) * weight)
            .sum();
        *normal = blended.normalize_or_zero();
    }
    (positions, normals)
}

pub(crate) fn assert_finite(name: &str, character: &Character) {
    assert!(is_finite(character), "{name}: not finite");
}

/// Whether every position and normal of every instance is finite at rest and at five times of every clip.
pub(crate) fn is_finite(character: &Character) -> bool {
    let skeleton = &character.rig.skeleton;
    let rest = character.rest_pose();
    let sampled = character.clips.iter().flat_map(|clip| {
        let times = [0.0, 0.25, 0.5, 0.75, 1.0].map(|fraction| fraction * clip.duration);
        times.map(|time| clip.sample(skeleton, &rest, time))
    });
    [rest.clone()]
        .into_iter()
        .chain(sampled)
        .all(|pose| is_finite_in(character, &pose))
}

fn is_finite_in(character: &Character, pose: &Pose) -> bool {
    let user = pose.user_transforms();
    let posed = forward(&character.rig.skeleton, &user, &character.rig.reach).unwrap();
    let rigid = pose
        .rigid
        .iter()
        .all(|r| r.rotation.is_finite() && r.translation.is_finite());
    let skinned = character.instances.iter().flat_map(|instance| {
        let primitives = &character.meshes[instance.mesh].primitives;
        primitives
            .iter()
            .map(|primitive| skin(character, instance, primitive, (&posed, pose)))
    });
    let mut vectors = skinned.flat_map(|(positions, normals)| positions.into_iter().chain(normals));
    rigid && vectors.all(Vec3::is_finite)
}

pub(crate) fn list(json: &Value) -> &[Value] {
    json.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn index(json: &Value) -> usize {
    json.as_u64().unwrap() as usize
}

pub(crate) fn float(json: &Value) -> f32 {
    json.as_f64().unwrap() as f32
}

pub(crate) fn floats(json: &Value) -> Vec<f32> {
    list(json).iter().map(float).collect()
}

pub(crate) fn vec3(json: &Value) -> Vec3 {
    Vec3::from_slice(&floats(json))
}
