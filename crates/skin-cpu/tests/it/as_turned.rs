//! Signs as the user turned: every method blends along the way that was turned, up to a whole turn.

use glam::{Affine3A, Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    BindPose, JointIndex, LocalTransform, Method, Palette, PosedSkin, Rigid, ScaleInheritance,
    SignRule, SkeletonBuilder, Trs, UserTransform, Vertices, forward,
};
use skin_cpu::{SkinOutput, skin};

use crate::support::influences;

/// A point beside a joint that lies along the axis of the twist from its parent, where both joints' skins meet.
const BESIDE: Vec3 = Vec3::new(0.5, 1.0, 0.0);

/// Where the point goes when `below` turns the child and `above` its parent, half of the weight each.
fn skinned(method: Method, signs: SignRule, [above, below]: [Quat; 2], rest: Quat) -> Vec3 {
    let child = Trs {
        translation: Vec3::Y,
        rotation: rest,
        ..Trs::IDENTITY
    };
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "", LocalTransform::default())
        .joint(1, Some(0), "", LocalTransform::Trs(child))
        .build()
        .unwrap();
    let listed = [JointIndex(0), JointIndex(1)];
    let inverse = listed.map(|joint| skeleton.rest_model_from_joint(joint).inverse().to_affine());
    let (bind, _) = BindPose::new(&skeleton, &listed, &inverse).unwrap();
    // The child turns in its own rest frame.
    let below = rest.conjugate() * below * rest;
    let user = [above, below].map(|rotation| UserTransform {
        rigid: Rigid::new(rotation, Vec3::ZERO),
        linear: Mat3::IDENTITY,
    });
    let inheritance = [ScaleInheritance::Children; 2];
    let posed = forward(&skeleton, user.to_vec(), &inheritance).unwrap();
    let palette = Palette::new(method, signs, &PosedSkin::new(&posed, &bind).unwrap());
    let rows = influences(2, [vec![(0, 0.5), (1, 0.5)]]);
    let mut positions = [Vec3::ZERO];
    let vertices = Vertices {
        positions: &[BESIDE],
        ..Vertices::default()
    };
    let out = SkinOutput {
        positions: &mut positions,
        ..SkinOutput::default()
    };
    skin(vertices, &rows, &palette, out).unwrap();
    positions[0]
}

fn blends() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|method| method.has_signs())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Half of each: turned by half the twist, the way the user turned it, whatever turns the parent and whichever sign the file's
    /// rest has.
    #[test]
    fn a_twist_blends_the_way_it_was_turned(
        degrees in -352.0_f32..352.0,
        above in -720.0_f32..720.0,
        (rest, is_negative) in (-3.0_f32..3.0, any::<bool>()),
    ) {
        let rest = Quat::from_rotation_x(rest) * if is_negative { -1.0 } else { 1.0 };
        let parent = Quat::from_rotation_z(above.to_radians());
        let twist = Quat::from_rotation_y(degrees.to_radians());
        let half = Quat::from_rotation_y(0.5 * degrees.to_radians());
        // On the joint's axis both agree about the point beside which it turns.
        let expected = Affine3A::from_quat(parent * half).transform_point3(BESIDE);
        for method in blends() {
            let found = skinned(method, SignRule::Followed, [parent, twist], rest);
            prop_assert!(found.abs_diff_eq(expected, 2e-3), "{method}: {found}, expected {expected}");
            if degrees.abs() < 178.0 {
                let first = skinned(method, SignRule::First, [parent, twist], rest);
                prop_assert!(found.abs_diff_eq(first, 2e-4), "{method}: as the paper's rule");
            }
        }
    }
}

/// Where the paper's rule changes over, nothing changes: from one degree to the next the point moves by half a degree.
#[test]
fn nothing_flips_on_the_way_to_a_whole_turn() {
    let turned = |degrees: u16, method, signs| {
        let twist = Quat::from_rotation_y(f32::from(degrees).to_radians());
        skinned(method, signs, [Quat::IDENTITY, twist], Quat::IDENTITY)
    };
    for method in blends() {
        let furthest = |signs| {
            let steps = (0..350).map(|degrees| {
                turned(degrees, method, signs).distance(turned(degrees + 1, method, signs))
            });
            steps.fold(0.0, f32::max)
        };
        assert!(furthest(SignRule::Followed) < 0.01, "{method}");
        assert!(
            furthest(SignRule::First) > 0.9,
            "{method} flips at 180 degrees"
        );
    }
}
