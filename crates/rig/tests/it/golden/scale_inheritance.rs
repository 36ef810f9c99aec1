//! Golden vectors of the ways to inherit stretch, and what holds of them in every pose.

use glam::{Affine3A, Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    BindPose, JointIndex, LocalTransform, PosedSkin, Rigid, RigidBlend, ScaleInheritance, Skeleton,
    SkeletonBuilder, Split, Trs, TwoPhasePalette, UserTransform, forward,
};
use testkit::golden;
use testkit::json::{Json, SkeletonInput};

use crate::support::{cases, key, linear, rigid, rotation};

/// The file names the kind of a child; here it is that of the joint above.
fn kind(name: &str) -> ScaleInheritance {
    let kinds = [
        ("full", ScaleInheritance::Children),
        ("none", ScaleInheritance::Joint),
        ("segment", ScaleInheritance::Segment),
        ("none_all", ScaleInheritance::Unscaled),
        ("average", ScaleInheritance::Average),
        ("aligned", ScaleInheritance::Aligned),
    ];
    let found = kinds.into_iter().find(|(known, _)| *known == name);
    found.unwrap().1
}

/// A joint and those above it, from the root: in a chain each joint has one child, so that it can have the kind of that.
fn chain_to(input: &SkeletonInput, joint: usize) -> Vec<usize> {
    let above = |&joint: &usize| input.parents[joint];
    let mut chain: Vec<usize> = std::iter::successors(Some(joint), above).collect();
    chain.reverse();
    chain
}

fn chain_skeleton(rests: &[Rigid]) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for (place, rest) in rests.iter().enumerate() {
        let local = LocalTransform::Trs(Trs {
            translation: rest.translation,
            rotation: rest.rotation,
            scale: Vec3::ONE,
        });
        builder = builder.joint(key(place), place.checked_sub(1).map(key), "", local);
    }
    builder.build().unwrap()
}

/// `W`, and both factors of the two phases, of the last joint of a chain.
fn posed(
    rests: &[Rigid],
    user: &[UserTransform],
    kinds: &[ScaleInheritance],
) -> (Affine3A, [Affine3A; 2]) {
    let skeleton = chain_skeleton(rests);
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let inverses: Vec<Affine3A> = joints
        .iter()
        .map(|&joint| skeleton.rest_model_from_joint(joint).inverse().to_affine())
        .collect();
    let (bind, _) = BindPose::new(&skeleton, &joints, &inverses).unwrap();
    let found = forward(&skeleton, user, kinds).unwrap();
    let last = JointIndex(u16::try_from(rests.len() - 1).unwrap());
    let skin = PosedSkin::new(&found, &bind).unwrap();
    let palette = TwoPhasePalette::new(
        &skin,
        Split::ElongatedRest,
        RigidBlend::DualQuaternion,
        dq_math::SignRule::First,
    );
    let factors = [
        palette.stretched_from_bind[last.index()],
        palette.posed_from_stretched[last.index()].to_affine3a(),
    ];
    (found.model_from_posed_joint(last), factors)
}

#[test]
fn golden_scale_inheritance() {
    let skipped = ["F2", "A2", "Shat", "positions_lbs", "positions_two_phase"];
    golden::run("scale_inheritance", &skipped, |case| {
        let input = case.input().get("skeleton").skeleton();
        let kinds = case
            .input()
            .get("inherit")
            .list(|name: &Json<'_>| kind(name.str()));
        let found: Vec<_> = (0..input.parents.len())
            .map(|joint| {
                let chain = chain_to(&input, joint);
                let rests = chain.iter().map(|&it| input.rest[it]);
                let rests = rests.map(|it| Rigid::new(it.rotation.normalize(), it.translation));
                let user = chain.iter().map(|&it| UserTransform {
                    rigid: Rigid::new(
                        input.user[it].rotation.normalize(),
                        input.user[it].translation,
                    ),
                    linear: input.scale[it],
                });
                let below = chain.iter().skip(1).chain([&joint]);
                let own: Vec<ScaleInheritance> = below.map(|&it| kinds[it]).collect();
                posed(&rests.collect::<Vec<_>>(), &user.collect::<Vec<_>>(), &own)
            })
            .collect();
        let of = |number: usize| -> Vec<Affine3A> { found.iter().map(|it| it.1[number]).collect() };
        case.check("W", &found.iter().map(|it| it.0).collect::<Vec<_>>());
        case.check("C1", &of(0));
        case.check("C2", &of(1));
    });
}

fn user(rigid: Rigid, linear: Mat3) -> UserTransform {
    UserTransform { rigid, linear }
}

fn last_frame(rests: &[Rigid], user: &[UserTransform], kind: ScaleInheritance) -> Affine3A {
    let skeleton = chain_skeleton(rests);
    let kinds = vec![kind; rests.len()];
    let found = forward(&skeleton, user, &kinds).unwrap();
    found.model_from_posed_joint(JointIndex(u16::try_from(rests.len() - 1).unwrap()))
}

fn is_near(one: Affine3A, other: Affine3A) -> bool {
    let size = one
        .matrix3
        .to_cols_array()
        .into_iter()
        .chain(one.translation.to_array());
    let size = size.fold(1.0_f32, |most, number| most.max(number.abs()));
    one.abs_diff_eq(other, 2e-4 * size)
}

proptest! {
    #![proptest_config(cases(200))]

    /// Even scale is the same in all axes: what children inherit of it has one size.
    #[test]
    fn even_scale_is_inherited_alike(
        rests in [rigid(), rigid(), rigid()],
        turns in [rigid(), rigid(), rigid()],
        sizes in [0.3_f32..3.0, 0.3_f32..3.0, 0.3_f32..3.0],
    ) {
        let user: Vec<_> = turns.iter().zip(sizes).map(|(&turn, size)| user(turn, Mat3::IDENTITY * size)).collect();
        let full = last_frame(&rests, &user, ScaleInheritance::Children);
        for kind in [ScaleInheritance::Average, ScaleInheritance::Aligned] {
            prop_assert!(is_near(full, last_frame(&rests, &user, kind)), "{kind:?}");
        }
    }

    /// What is above turns and moves, and gives nothing else; where nothing is stretched all kinds are one.
    #[test]
    fn the_unscaled_have_no_stretch(
        rests in [rigid(), rigid(), rigid()],
        turns in [rigid(), rigid(), rigid()],
        above in [linear(), linear()],
    ) {
        let stretched: Vec<_> = turns.iter().zip(above).map(|(&turn, linear)| user(turn, linear)).chain([user(turns[2], Mat3::IDENTITY)]).collect();
        let frame = last_frame(&rests, &stretched, ScaleInheritance::Unscaled);
        let gram = Mat3::from(frame.matrix3).transpose() * Mat3::from(frame.matrix3);
        prop_assert!(gram.abs_diff_eq(Mat3::IDENTITY, 1e-4), "{gram:?}");
        let rigidly: Vec<_> = turns.iter().map(|&turn| user(turn, Mat3::IDENTITY)).collect();
        let full = last_frame(&rests, &rigidly, ScaleInheritance::Children);
        for kind in ScaleInheritance::ALL {
            prop_assert!(is_near(full, last_frame(&rests, &rigidly, kind)), "{kind:?}");
        }
    }

    /// Scale along an axis of the joint above is scale along the same axis of the child, whichever way that points.
    #[test]
    fn the_aligned_have_it_in_their_own_axes(turn in rotation(), factors in [0.3_f32..3.0, 0.3_f32..3.0, 0.3_f32..3.0]) {
        let rests = [Rigid::IDENTITY, Rigid::new(turn, Vec3::Y)];
        let scale = Mat3::from_diagonal(Vec3::from_array(factors));
        let user = [user(Rigid::IDENTITY, scale), user(Rigid::IDENTITY, Mat3::IDENTITY)];
        let frame = last_frame(&rests, &user, ScaleInheritance::Aligned);
        let expected = Affine3A::from_mat3_translation(Mat3::from_quat(Quat::normalize(turn)) * scale, Vec3::Y * factors[1]);
        prop_assert!(is_near(frame, expected), "{frame:?} {expected:?}");
    }
}
