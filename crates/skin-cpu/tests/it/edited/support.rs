//! Characters to edit, and what is seen of them.

use character::Character;
use dq_math::SignRule;
use glam::Vec3;
use rig::{
    InfluenceRow, JointIndex, Method, Palette, Pose, PosedSkin, RigidBlend, ScaleInheritance,
    forward,
};
use skin_cpu::{SkinOutput, Vertices, skin};
use testkit::folders::{files_in, synthetic, workspace};
use testkit::say;

/// The built-in characters and the synthetic files, with their names.
pub(crate) fn characters() -> Vec<Character> {
    let folders = [workspace().join("assets"), synthetic().join("valid")];
    let paths = folders
        .map(|folder| files_in(&folder, &["glb", "gltf"]))
        .concat();
    assert!(!paths.is_empty());
    let opened = paths.iter().map(|path| character::open(path).unwrap());
    let opened: Vec<Character> = opened.filter(|c| !c.rig.skeleton.is_empty()).collect();
    say(&format!("{} characters", opened.len()));
    opened
}

/// Poses to look at: the file's, and some moments of every clip.
pub(crate) fn moments(character: &Character) -> Vec<Pose> {
    let base = character.file_pose();
    let mut poses = vec![base.clone()];
    for clip in character.clips.iter().take(3) {
        for fraction in [0.0, 0.37, 0.81] {
            let time = clip.duration() * fraction;
            poses.push(clip.sample(&character.rig.skeleton, &base, time));
        }
    }
    poses
}

/// All skinned vertices, some of the rest of the scene's frames behind them.
pub(crate) fn seen(
    character: &Character,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    method: Method,
) -> Vec<Vec3> {
    let skeleton = &character.rig.skeleton;
    let posed = forward(skeleton, pose.user_transforms(), scale_inheritance).unwrap();
    let mut all = Vec::new();
    for instance in &character.instances {
        for primitive in &character.meshes[instance.mesh].primitives {
            let mut positions = primitive.positions.to_vec();
            let weights = &pose.morph_weights[instance.morph.clone()];
            for (target, &weight) in primitive.morph_targets.iter().zip(weights) {
                let moved = positions.iter_mut().zip(target.positions.iter());
                moved.for_each(|(position, &by)| *position += by * weight);
            }
            let (Some(bind), Some(influences)) = (
                instance.skin.map(|skin| &character.rig.binds[skin]),
                &primitive.influences,
            ) else {
                let node = posed.model_from_node(instance.node);
                all.extend(positions.iter().map(|&p| node.transform_point3(p)));
                continue;
            };
            let palette = Palette::new(
                method,
                SignRule::First,
                &PosedSkin::new(&posed, bind).unwrap(),
            );
            let mut out = vec![Vec3::NAN; positions.len()];
            let vertices = Vertices {
                positions: &positions,
                ..Vertices::default()
            };
            let to = SkinOutput {
                positions: &mut out,
                ..SkinOutput::default()
            };
            skin(vertices, influences, &palette, to).unwrap();
            all.extend(out);
        }
    }
    all
}

pub(crate) fn size(points: &[Vec3]) -> f32 {
    let far = points.iter().map(|point| point.abs().max_element());
    far.fold(1e-3, f32::max)
}

pub(crate) fn assert_same(name: &str, what: &str, before: &[Vec3], after: &[Vec3], tolerance: f32) {
    assert_eq!(before.len(), after.len(), "{name}, {what}");
    let size = size(before);
    for (vertex, (&a, &b)) in before.iter().zip(after).enumerate() {
        assert!(
            a.distance(b) <= tolerance * size,
            "{name}, {what}: vertex {vertex} went from {a} to {b}"
        );
    }
}

pub(crate) fn assert_sound(character: &Character) {
    let skeleton = &character.rig.skeleton;
    for instance in &character.instances {
        let Some(bind) = instance.skin.map(|skin| &character.rig.binds[skin]) else {
            continue;
        };
        assert!(
            bind.joints()
                .iter()
                .all(|joint| joint.index() < skeleton.len())
        );
        for primitive in &character.meshes[instance.mesh].primitives {
            let Some(influences) = &primitive.influences else {
                continue;
            };
            assert!(influences.joint_count() <= bind.len());
            for InfluenceRow { joints, weights } in
                influences.rows().filter(|row| !row.joints.is_empty())
            {
                assert!(joints.iter().all(|&joint| usize::from(joint) < bind.len()));
                let sum: f32 = weights.iter().sum();
                assert!(
                    (sum - 1.0).abs() < 1e-5,
                    "{}: weights sum to {sum}",
                    character.name
                );
            }
        }
    }
}

/// Every method but direct quaternions, which jump where two heads are equally near, so that rounding chooses.
pub(crate) fn steady_methods() -> impl Iterator<Item = Method> {
    let jumps = |method| matches!(method, Method::TwoPhase(_, RigidBlend::DirectQuaternion));
    Method::ALL
        .into_iter()
        .filter(move |&method| !jumps(method))
}

/// Methods that pivot a stretch about the joint's head show another shape once the head has moved, where a bind stretches.
pub(crate) fn pivot_free(character: &Character) -> &'static [Method] {
    let skeleton = &character.rig.skeleton;
    let rest = Pose::rest(skeleton);
    let posed = forward(
        skeleton,
        rest.user_transforms(),
        &character.rig.scale_inheritance,
    )
    .unwrap();
    let mut skins = character.rig.binds.iter();
    let is_bound_at_rest = skins.all(|bind| {
        let matrices = PosedSkin::new(&posed, bind).unwrap().posed_from_bind();
        let mut linear = matrices.iter().map(|matrix| matrix.matrix3);
        linear.all(|matrix| matrix.abs_diff_eq(glam::Mat3A::IDENTITY, 1e-3))
    });
    if is_bound_at_rest {
        &Method::ALL
    } else {
        &[Method::Linear]
    }
}

/// Joints worth trying: roots, tips and some between.
pub(crate) fn some_joints(character: &Character) -> Vec<JointIndex> {
    let joints: Vec<JointIndex> = character.rig.skeleton.joints().collect();
    let step = joints.len().div_ceil(6).max(1);
    joints
        .iter()
        .copied()
        .step_by(step)
        .chain(joints.last().copied())
        .collect()
}

/// Of the size of what is seen; rests far from the origin or scaled amplify rounding.
pub(crate) const TOLERANCE: f32 = 2e-5;
