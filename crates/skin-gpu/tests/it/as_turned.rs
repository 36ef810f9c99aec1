//! Signs as the user turned, on the device: half of a twist is half of its angle, up to a whole turn.

use glam::{Affine3A, Quat, Vec3};
use rig::{
    BindPose, ByMap, InfluencesBuilder, LocalTransform, Method, Palette, Pose, PosedSkin,
    ScaleInheritance, SignRule, SkeletonBuilder, Trs, forward,
};

use crate::device::gpu;
use crate::parity::{Subject, Worst, check};

/// Beside the head of the upper joint, which lies on the axis of the twist.
const BESIDE: Vec3 = Vec3::new(0.5, 1.0, 0.0);

/// From one side of a whole turn to the other.
fn twists() -> impl Iterator<Item = f32> {
    (-22_i8..=22).map(|step| f32::from(step) * 16.0)
}

fn palettes(method: Method) -> Vec<(Palette, Vec<f32>)> {
    let up = LocalTransform::Trs(Trs {
        translation: Vec3::Y,
        ..Trs::IDENTITY
    });
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "", LocalTransform::default())
        .joint(1, Some(0), "", up)
        .build()
        .unwrap();
    let joints: Vec<_> = skeleton.joints().collect();
    let joint_from_model = [0.0, -1.0].map(|y| Affine3A::from_translation(Vec3::Y * y));
    let (bind, _) = BindPose::new(&skeleton, &joints, &joint_from_model).unwrap();
    let posed = |degrees: f32| {
        let mut pose = Pose::rest(&skeleton);
        pose.rigid[1].rotation = Quat::from_rotation_y(degrees.to_radians());
        let user = pose.user_transforms();
        let posed = forward(&skeleton, &user, &[ScaleInheritance::Children; 2]).unwrap();
        let skin = PosedSkin::new(&posed, &bind).unwrap();
        (Palette::new(method, SignRule::Followed, &skin), Vec::new())
    };
    twists().map(posed).collect()
}

#[test]
fn a_twist_blends_the_way_it_was_turned() {
    if gpu().is_none() {
        return;
    }
    let mut builder = InfluencesBuilder::new(2);
    builder.vertex([(0, 0.5), (1, 0.5)]).unwrap();
    builder.vertex([(0, 1.0)]).unwrap();
    let influences = builder.build();
    for method in Method::ALL.into_iter().filter(|method| method.has_signs()) {
        let poses = palettes(method);
        let subject = Subject {
            // The second gives the mesh its size.
            positions: &[BESIDE, Vec3::ZERO],
            normals: &[Vec3::X; 2],
            influences: &influences,
            tangents: &[],
            maps: ByMap::default(),
            bones: &[],
            targets: Vec::new(),
            poses: &poses,
        };
        let all = check(method.name(), &subject, &mut Worst::default());
        for (degrees, found) in twists().zip(all) {
            let half = Quat::from_rotation_y(0.5 * degrees.to_radians());
            let (found, expected) = (found.positions[0], half * BESIDE);
            let is_there = found.abs_diff_eq(expected, 2e-3);
            assert!(
                is_there,
                "{method}, {degrees}: {found}, expected {expected}"
            );
        }
    }
}
