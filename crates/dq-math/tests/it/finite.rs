//! No function gives what is not a number for finite, unit input.

use dq_math::quaternion::{exp, log, powf, qlerp, slerp, spherical_average, weighted_qlerp};
use dq_math::{
    Dual, DualQuat, Screw, blend_logs, dib, dlb, dlb_with_signs, log_matrix_blend,
    quaternion_translation_blend, sclerp,
};
use glam::{Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::arbitrary::{direction, rigid, rigids, translation};
use testkit::json::RigidInput;

/// Any motion, or one by so little that squares vanish, with either sign.
fn motion() -> impl Strategy<Value = DualQuat> + Clone {
    let usual = rigid().prop_map(unit);
    let least = (direction(), -45.0..-6.0_f32, translation(), any::<bool>());
    let least = least.prop_map(|(axis, exponent, t, negative)| {
        let q = Quat::from_vec4((axis * 10f32.powf(exponent)).extend(1.0));
        DualQuat::from_rotation_translation(if negative { -q } else { q }, t)
    });
    prop_oneof![2 => usual, 1 => least]
}

/// Motions, many of them equal, opposite or nearly so.
fn motions() -> impl Strategy<Value = Vec<DualQuat>> {
    let kin = rigids(1..=8).prop_map(|rigids| rigids.into_iter().map(unit).collect());
    prop_oneof![kin, vec(motion(), 1..=8)]
}

fn unit(rigid: RigidInput) -> DualQuat {
    DualQuat::from_rotation_translation(rigid.rotation, rigid.translation)
}

/// A weight of either sign and any size that f32 has.
fn weight() -> impl Strategy<Value = f32> + Clone {
    let size = (-45.0..38.0_f32).prop_map(|exponent| 10f32.powf(exponent));
    let size = prop_oneof![3 => 0.0..1.0_f32, 2 => Just(1.0), 1 => Just(0.0), 1 => size, 1 => Just(f32::MAX)];
    (size, prop_oneof![2 => Just(1.0), 1 => Just(-1.0_f32)]).prop_map(|(size, sign)| size * sign)
}

/// An exponent or a time.
fn power() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -2.0..2.0_f32, 1 => Just(0.0), 1 => -1e12..1e12_f32]
}

fn is_unit(q: Quat) -> bool {
    (q.length() - 1.0).abs() < 2e-6
}

proptest! {
    #[test]
    fn logarithms_and_powers_are_finite(q in motion(), t in power(), rise in -1e6..1e6_f32) {
        for q in [q, -q] {
            let (x, screw) = (q.log(), Screw::from_dual_quat(q));
            prop_assert!(x.real.is_finite() && x.dual.is_finite(), "{x:?}");
            prop_assert!(DualQuat::exp(x).is_finite() && q.powf(t).is_finite());
            prop_assert!(q.pow_dual(Dual::new(t, rise)).is_finite());
            prop_assert!(screw.moment.is_finite() && screw.to_dual_quat().is_finite(), "{screw:?}");
            prop_assert!(exp(log(q.real)).is_finite() && is_unit(powf(q.real, t)));
            prop_assert!(q.log_principal().real.is_finite() && q.log_principal().dual.is_finite());
        }
    }

    #[test]
    fn interpolations_are_finite(a in motion(), b in motion(), t in power()) {
        prop_assert!(sclerp(a, b, t).is_finite());
        prop_assert!(slerp(a.real, b.real, t).is_finite());
        prop_assert!(is_unit(qlerp(a.real, b.real, t)));
        prop_assert!(is_unit(qlerp(a.real, a.real, t * 1e26)));
    }

    #[test]
    fn blends_are_finite_and_unit(motions in motions(), weights in vec(weight(), 1..=8), precision in 0.0..1e-3_f32) {
        let rotations: Vec<_> = motions.iter().map(|m| m.real).collect();
        let signs = vec![1.0; motions.len()];
        let blends = [
            dlb(&motions, &weights),
            dlb_with_signs(&motions, &weights, &signs),
            dib(&motions, &weights, precision).mean,
            log_matrix_blend(&motions, &weights),
            quaternion_translation_blend(&motions, &weights),
        ];
        for blend in blends {
            prop_assert!(blend.is_finite() && is_unit(blend.real), "{blend:?}");
        }
        for mean in [weighted_qlerp(&rotations, &weights), spherical_average(&rotations, &weights, precision).mean] {
            prop_assert!(is_unit(mean), "{mean}");
        }
    }
}

/// A half and a half of what lies a whole turn apart, whose signs were chosen so: nothing is left of the sum.
#[test]
fn motions_that_cancel_leave_the_first() {
    let m = DualQuat::from_rotation_translation(Quat::from_rotation_x(1.0), Vec3::Y);
    assert_eq!(dlb_with_signs(&[m, -m], &[0.5, 0.5], &[1.0, 1.0]), m);
    let logs = [m, -m].map(|m| (m.log(), 0.5));
    assert!(blend_logs(logs).is_finite());
}

#[test]
fn one_after_the_other_cancels_and_all_give_the_first() {
    let [m, other] = [Vec3::X, Vec3::Y].map(DualQuat::from_translation);
    let (motions, weights) = ([other, m, m], [0.0, 1.0, -1.0]);
    assert_eq!(quaternion_translation_blend(&motions, &weights), m);
    assert_eq!(log_matrix_blend(&motions, &weights), m);
    assert_eq!(
        quaternion_translation_blend(&[], &[1.0]),
        DualQuat::IDENTITY
    );
    assert_eq!(
        quaternion_translation_blend(&motions, &[0.0]),
        DualQuat::IDENTITY
    );
}

/// Weights that all but cancel throw the iteration further with every step.
#[test]
fn an_iteration_that_runs_away_returns_its_start() {
    let motions = [
        DualQuat::from_rotation_translation(Quat::from_rotation_x(0.5), Vec3::ONE),
        DualQuat::from_rotation_translation(Quat::from_rotation_y(1.5), Vec3::NEG_Y),
    ];
    let weights = [1.0, -0.999_999];
    let blend = dib(&motions, &weights, 1e-6);
    assert_eq!(
        (blend.mean, blend.converged),
        (dlb(&motions, &weights), false)
    );
}
