//! Signs along the hierarchy, through every palette, against the rule of `dq-math`.

use crate::support::{Posed, RawJoint, raw_joints};
use dq_math::{SignRule, signs};
use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AffineDualQuatPalette, BindPose, DualQuatPalette, JointIndex, LocalTransform, PosedSkin, Rigid,
    RigidBlend, ScaleInheritance, SkeletonBuilder, Split, TwoPhasePalette, UserTransform, forward,
};

const HIERARCHICAL: SignRule = SignRule::Hierarchical;

/// The quaternions of every palette under a rule, with the name of the palette.
fn rotations(posed: &Posed, rule: SignRule) -> Vec<(String, Vec<Quat>)> {
    posed.with_skin(|skin| {
        let plain = DualQuatPalette::new(skin, rule);
        let mut all = vec![
            (
                "plain".to_owned(),
                plain
                    .posed_from_bind
                    .iter()
                    .map(|motion| motion.real)
                    .collect(),
            ),
            (
                "affine".to_owned(),
                AffineDualQuatPalette::new(skin, rule).rotation,
            ),
        ];
        assert_eq!(plain.signs, rule);
        for split in [Split::ElongatedRest, Split::Head, Split::Origin] {
            let motions = TwoPhasePalette::new(skin, split, RigidBlend::DualQuaternion, rule)
                .posed_from_stretched;
            all.push((
                format!("{split:?}"),
                motions.iter().map(|motion| motion.real).collect(),
            ));
        }
        all
    })
}

fn all_listed(joints: &[RawJoint]) -> Posed {
    let mut listed = joints.to_vec();
    listed.iter_mut().for_each(|joint| joint.listed = true);
    Posed::new(&listed)
}

proptest! {
    #![proptest_config(crate::support::cases(512))]

    #[test]
    fn palettes_follow_the_rule(joints in raw_joints()) {
        let posed = all_listed(&joints);
        let parents: Vec<_> = posed.skeleton.parents().iter().map(|parent| parent.map(JointIndex::index)).collect();
        for ((name, given), (_, aligned)) in
            rotations(&posed, SignRule::First).into_iter().zip(rotations(&posed, HIERARCHICAL))
        {
            let mut expected = vec![0.0; given.len()];
            signs::hierarchical(&given, |joint| parents[joint], &mut expected);
            for (joint, (given, aligned)) in given.iter().zip(&aligned).enumerate() {
                prop_assert_eq!(*given * expected[joint], *aligned, "{} {}", name, joint);
            }
        }
    }

    /// The product is one motion, whatever its sign: both parts of the dual quaternion change together.
    #[test]
    fn signs_change_no_motion(joints in raw_joints()) {
        let posed = all_listed(&joints);
        let palettes = [SignRule::First, HIERARCHICAL].map(|rule| {
            posed.with_skin(|skin| TwoPhasePalette::new(skin, Split::ElongatedRest, RigidBlend::DualQuaternion, rule).posed_from_stretched)
        });
        for (first, aligned) in palettes[0].iter().zip(&palettes[1]) {
            prop_assert!(*first == *aligned || *first == -*aligned);
        }
    }
}

/// A full turn and more along a chain, of which the skin lists only every third joint: neighbours in the list agree through
/// the joints between, in whatever order they are listed.
#[test]
fn joints_between_listed_ones_carry_the_sign() {
    let turn = 2.0_f32;
    let chain = (0..12_u32).fold(SkeletonBuilder::new(), |builder, i| {
        builder.joint(i, i.checked_sub(1), "", LocalTransform::default())
    });
    let skeleton = chain.build().unwrap();
    let listed: Vec<JointIndex> = [9, 3, 6, 0].map(JointIndex).to_vec();
    let (bind, _) = BindPose::new(&skeleton, &listed, &[glam::Affine3A::IDENTITY; 4]).unwrap();
    let bend = Rigid::new(Quat::from_rotation_z(turn), Vec3::ZERO);
    let user = vec![
        UserTransform {
            rigid: bend,
            linear: Mat3::IDENTITY
        };
        12
    ];
    let scale_inheritance = vec![ScaleInheritance::Children; 12];
    let posed = forward(&skeleton, &user, &scale_inheritance).unwrap();
    let skin = PosedSkin::new(&posed, &bind).unwrap();
    let elongated = TwoPhasePalette::new(
        &skin,
        Split::ElongatedRest,
        RigidBlend::DualQuaternion,
        HIERARCHICAL,
    )
    .posed_from_stretched;
    let affine = AffineDualQuatPalette::new(&skin, HIERARCHICAL).rotation;
    for (place, joint) in listed.iter().enumerate() {
        // The angle grows without wrapping: half of it is in the quaternion, sign and all, up to the root's sign.
        let half = turn * 0.5 * f32::from(joint.0 + 1);
        let expected = Quat::from_xyzw(0.0, 0.0, half.sin(), half.cos());
        for found in [elongated[place].real, affine[place]] {
            assert!(
                found.abs_diff_eq(expected, 1e-5),
                "{joint:?}: {found}, expected {expected}"
            );
        }
    }
}
