//! The whole way, from a file to deformed vertices, against what others make of it, and against linear blending.

use character::Character;
use dq_math::SignRule;
use glam::{Mat4, Vec3};
use headless::hardware::OnDevice;
use headless::pose::{Hardware, RequestedPose, Skinning};
use render::request_device;
use rig::{LocalTransform, Method, Pose, Stretch, Trs};
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::posed_character::Look;
use serde_json::Value;
use session::state::opening::load::load;
use testkit::animation_player::Player;
use testkit::folders::synthetic;
use testkit::reference::{NodeTrs, ReferenceMoment, Sample, ThreeJs};
use testkit::say;

use super::inspect::{list, read_json};
use crate::support::{has_device, valid_files};

/// Of the diagonal of the primitive: roundings of an f32 pipeline.
const TOLERANCE: f32 = 1e-5;

/// Of unit normals.
const DIRECTION: f32 = 1e-4;

fn deformed(character: &Character, pose: &Pose, method: Method) -> Vec<DeformedPrimitive> {
    let look = Look::new(method);
    deform(character, pose, &character.rig.scale_inheritance, look).unwrap()
}

/// Linear blending through `deform` equals three.js on every model, clip and made-up pose.
#[test]
fn reference_threejs_through_deform() {
    check_threejs("through_deform", |character, poses| {
        let deformed = |pose| deformed(character, pose, Method::Linear);
        poses.iter().map(deformed).collect()
    });
}

/// And so does linear blending on the graphics device.
#[test]
fn reference_threejs_on_the_device() {
    if !has_device() {
        return;
    }
    let gpu = request_device().unwrap();
    check_threejs("on_the_device", |character, poses| {
        let mut on_device = OnDevice::new(&gpu, character).unwrap();
        let skinning = Skinning {
            signs: SignRule::default(),
            scale_inheritance: None,
            normals: rig::NormalRule::Usual,
            first_phase: false,
            hardware: Hardware::GraphicsDevice,
        };
        let mut posed = RequestedPose::new(character, None, skinning).unwrap();
        let mut skinned = |pose: &Pose| {
            posed.pose.clone_from(pose);
            on_device.skin(&posed, Method::Linear).unwrap().deformed
        };
        poses.iter().map(&mut skinned).collect()
    });
}

/// `skin` gives the vertices of a character in each of its poses.
fn check_threejs(name: &str, skin: impl Fn(&Character, &[Pose]) -> Vec<Vec<DeformedPrimitive>>) {
    let (Some(fixtures), Some(models)) = (
        testkit::reference::threejs(),
        testkit::reference::models_folder(),
    ) else {
        return;
    };
    let mut n_samples = 0;
    for fixture in &fixtures {
        let character = load(models.join(&fixture.model).to_str().unwrap()).unwrap();
        // Keys off unit length: this reader normalizes them, three.js takes them as they are.
        let as_stored = Player::of_glb(&character::to_glb(&character).unwrap().0);
        #[expect(clippy::cast_possible_truncation, reason = "a bound")]
        let of_clips = TOLERANCE + 2.0 * as_stored.rotations_off_unit() as f32;
        let samples = fixture.samples.iter();
        let poses: Vec<Pose> = samples
            .map(|sample| posed(&character, fixture, &sample.moment))
            .collect();
        for (sample, found) in fixture.samples.iter().zip(skin(&character, &poses)) {
            check_sample(&character, fixture, sample, (&found, of_clips));
            n_samples += 1;
        }
    }
    say(&format!(
        "reference_threejs_{name}: {} files, {n_samples} samples",
        fixtures.len()
    ));
    assert_ne!(n_samples, 0);
}

fn check_sample(
    character: &Character,
    fixture: &ThreeJs,
    sample: &Sample,
    (found, of_clips): (&[DeformedPrimitive], f32),
) {
    let found = found.iter().find(|found| {
        let instance = &character.instances[found.instance];
        let primitive = &character.meshes[instance.mesh].primitives[found.primitive];
        instance.file_node == sample.place.node
            && primitive.file_primitive == sample.place.primitive
    });
    let positions = &found.unwrap().positions;
    let relative = sample.moment.clip_index.map_or(TOLERANCE, |_| of_clips);
    let tolerance = relative * sample.all.min.distance(sample.all.max);
    let ids = &fixture.primitive(sample.place).vertex_ids;
    for (&id, expected) in ids.iter().zip(&sample.positions) {
        let off = positions[id].distance(*expected);
        assert!(
            off <= tolerance,
            "{} {:?} vertex {id}: {off}",
            fixture.model,
            sample.moment
        );
    }
}

/// Linear blending through `deform` equals three.js on every valid file, in its default pose and at every moment of its clips:
/// with morph targets, with several skins, and without any.
#[test]
fn synthetic_files_through_deform() {
    let (mut n_skinned, mut n_carried) = (0, 0);
    let manifest = read_json(&synthetic().join("valid/manifest.json"));
    for case in list(&manifest["files"]) {
        let file = synthetic()
            .join("valid")
            .join(case["file"].as_str().unwrap());
        let reference = read_json(&synthetic().join(case["reference"].as_str().unwrap()));
        let character = load(file.to_str().unwrap()).unwrap();
        for sample in list(&reference["samples"]) {
            if let Some(pose) = pose_of(&character, sample) {
                let described = list(&reference["primitives"]).iter();
                let mut described = described.filter(|described| {
                    ["node", "mesh", "primitive"]
                        .iter()
                        .all(|&key| described[key] == sample[key])
                });
                check_moment(
                    &character,
                    &pose,
                    sample,
                    &described.next().unwrap()["vertex_ids"],
                );
                n_skinned += 1;
            }
        }
        for moment in list(&reference["poses"]) {
            if let Some(pose) = pose_of(&character, moment) {
                n_carried += check_nodes(&character, &pose, &moment["unskinned_world"]);
            }
        }
    }
    say(&format!(
        "synthetic_files_through_deform: {n_skinned} samples, {n_carried} meshes without skin"
    ));
    assert!(n_skinned > 0 && n_carried > 0);
}

/// The pose of a moment; none for made-up ones.
fn pose_of(character: &Character, moment: &Value) -> Option<Pose> {
    let base = base_pose(character);
    match (moment["clip"].as_str(), moment["clip_index"].as_u64()) {
        (Some(made_up), _) if made_up.starts_with('@') => None,
        (_, None) => Some(base),
        (_, Some(clip)) => {
            let clip = &character.clips[usize::try_from(clip).unwrap()];
            let time = number(&moment["time"]);
            Some(clip.sample(&character.rig.skeleton, &base, time))
        }
    }
}

fn check_moment(character: &Character, pose: &Pose, sample: &Value, vertex_ids: &Value) {
    let found = deformed(character, pose, Method::Linear);
    let found = found.iter().find(|found| {
        let instance = &character.instances[found.instance];
        let primitive = &character.meshes[instance.mesh].primitives[found.primitive];
        sample["node"] == instance.file_node && sample["primitive"] == primitive.file_primitive
    });
    let found = found.unwrap();
    let all = &sample["all"];
    let size = vec3(&all["min"]).distance(vec3(&all["max"]));
    let label = format!(
        "{} at {} of {}",
        character.name, sample["time"], sample["clip"]
    );
    let usual = sample.get("normals_it").unwrap_or(&sample["normals"]);
    for (row, id) in list(vertex_ids).iter().enumerate() {
        let id = usize::try_from(id.as_u64().unwrap()).unwrap();
        let off = found.positions[id].distance(vec3(&sample["positions"][row]));
        assert!(
            off <= TOLERANCE * size.max(1e-6),
            "{label}, vertex {id}: {off}"
        );
        if let Some(normal) = usual
            .get(row)
            .map(vec3)
            .filter(|&normal| normal != Vec3::ZERO)
        {
            let off = found.normals[id].distance(normal);
            assert!(off <= DIRECTION, "{label}, normal {id}: {off}");
        }
    }
}

/// Meshes without a skin follow their nodes. How many there are.
fn check_nodes(character: &Character, pose: &Pose, nodes: &Value) -> usize {
    let all = deformed(character, pose, Method::Linear);
    for node in list(nodes) {
        let columns: Vec<f32> = list(&node["world"]).iter().map(number).collect();
        let scene_from_node = Mat4::from_cols_slice(&columns);
        let here = |found: &&DeformedPrimitive| {
            node["node"] == character.instances[found.instance].file_node
        };
        for found in all.iter().filter(here) {
            let mesh = character.instances[found.instance].mesh;
            let at_rest = &character.meshes[mesh].primitives[found.primitive].positions;
            for (found, at_rest) in found.positions.iter().zip(at_rest.iter()) {
                let expected = scene_from_node.transform_point3(*at_rest);
                let tolerance = TOLERANCE * expected.length().max(1.0);
                assert!(
                    found.abs_diff_eq(expected, tolerance),
                    "{}: {found} for {expected}",
                    character.name
                );
            }
        }
    }
    list(nodes).len()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
fn number(json: &Value) -> f32 {
    json.as_f64().unwrap() as f32
}

fn vec3(json: &Value) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|axis| number(&json[axis])))
}

/// No method leaves the neighborhood of linear blending, whatever units, mirrors and shears a file holds.
///
/// Dual quaternion skinning leaves scale out by definition, so it may be off by what a file scales.
#[test]
fn synthetic_methods_stay_near_linear() {
    let files = valid_files();
    let mut n_cases = 0;
    for file in &files {
        let character = load(file.to_str().unwrap()).unwrap();
        let clips = character.clips.iter().map(Some);
        for clip in clips.chain([None]) {
            let base = base_pose(&character);
            let pose = clip.map_or_else(
                || base.clone(),
                |clip| clip.sample(&character.rig.skeleton, &base, 0.4),
            );
            let linear = points(&deformed(&character, &pose, Method::Linear));
            let size = size(&linear);
            for method in Method::ALL {
                let limit = if method == Method::DualQuaternion {
                    2.0
                } else {
                    0.5
                };
                let found = points(&deformed(&character, &pose, method));
                let off = found
                    .iter()
                    .zip(&linear)
                    .map(|(a, b)| a.distance(*b))
                    .fold(0.0, f32::max);
                assert!(
                    off <= limit * size,
                    "{} {method}: {off} of {size}",
                    file.display()
                );
                n_cases += 1;
            }
        }
    }
    say(&format!(
        "synthetic_methods_stay_near_linear: {} files, {n_cases} cases",
        files.len()
    ));
    assert!(files.len() > 1 && n_cases > 0);
}

fn posed(character: &Character, fixture: &ThreeJs, moment: &ReferenceMoment) -> Pose {
    let base = base_pose(character);
    let skeleton = &character.rig.skeleton;
    if let Some(clip) = moment.clip_index {
        return character.clips[clip].sample(skeleton, &base, moment.time.unwrap());
    }
    let mut pose = base;
    let made_up = fixture.poses.iter().find(|pose| pose.moment == *moment);
    for node in made_up.map_or(&[][..], |pose| &pose.node_trs) {
        let &NodeTrs {
            node,
            translation,
            rotation,
            scale,
        } = node;
        let joint = character.joint_of_node(node).unwrap();
        let local = LocalTransform::Trs(Trs {
            translation,
            rotation,
            scale,
        });
        let user = skeleton.user_transform(joint, &local);
        pose.rigid[joint.index()] = user.rigid;
        pose.stretch[joint.index()] = Stretch::from_symmetric(user.linear);
    }
    pose
}

pub(super) fn points(deformed: &[DeformedPrimitive]) -> Vec<Vec3> {
    deformed
        .iter()
        .flat_map(|primitive| primitive.positions.iter().copied())
        .collect()
}

pub(super) fn size(points: &[Vec3]) -> f32 {
    let low = points.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let high = points.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
    if points.is_empty() {
        0.0
    } else {
        low.distance(high)
    }
}
