//! Log-matrix blending: what it is. Where it falls short is in `invariance`.

use core::f32::consts::PI;

use dq_math::{DualQuat, Screw, blend_logs, dib, log_matrix_blend, sclerp};
use glam::{Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::arbitrary::{direction, fraction, point, rigid, rigids, weights};
use testkit::json::RigidInput;
use testkit::oracle;

/// Roundings of motions by up to four units and their logarithms.
const TOLERANCE: f32 = 5e-5;

fn motion(rigid: RigidInput) -> DualQuat {
    DualQuat::from_rotation_translation(rigid.rotation, rigid.translation)
}

/// The same motion: equal up to sign.
fn same(a: DualQuat, b: DualQuat, tolerance: f32) -> bool {
    a.abs_diff_eq(b, tolerance) || a.abs_diff_eq(-b, tolerance)
}

/// Motions by less than half a turn, whose logarithm is unique, and a weight for each.
fn several() -> impl Strategy<Value = (Vec<RigidInput>, Vec<f32>)> {
    let drawn = (1..=8_usize).prop_flat_map(|n| (rigids(n..=n), weights(n..=n)));
    drawn.prop_filter("no half turns", |(rigids, _)| {
        rigids.iter().all(|rigid| rigid.rotation.w.abs() > 0.01)
    })
}

proptest! {
    #[test]
    fn it_is_the_exponential_of_a_mean_of_matrices((rigids, weights) in several()) {
        let logs: Vec<_> = rigids.iter().map(|&rigid| oracle::log(oracle::motion(rigid))).collect();
        let expected = oracle::exp(oracle::linear(&logs, &weights));
        let motions: Vec<_> = rigids.into_iter().map(motion).collect();
        let far = oracle::furthest(log_matrix_blend(&motions, &weights).to_affine3a(), expected);
        prop_assert!(far < f64::from(TOLERANCE), "{far}");
    }

    #[test]
    fn logarithms_taken_before_give_the_same((rigids, weights) in several(), flips in any::<u8>()) {
        let motions: Vec<_> = rigids.into_iter().map(motion).collect();
        let total: f32 = weights.iter().sum();
        let logs = motions.iter().enumerate().map(|(i, &m)| if flips >> i & 1 == 1 { -m } else { m }.log_principal());
        let blend = blend_logs(logs.zip(weights.iter().map(|w| w / total)));
        prop_assert!(blend.abs_diff_eq(log_matrix_blend(&motions, &weights), TOLERANCE));
        prop_assert!((blend.norm().real - 1.0).abs() < 2e-6 && blend.norm().dual.abs() < 2e-5, "{blend:?}");
    }

    #[test]
    fn one_motion_alone_is_itself(rigid in rigid(), weight in 0.001..10.0_f32) {
        let m = motion(rigid);
        prop_assert!(same(log_matrix_blend(&[m], &[weight]), m, TOLERANCE));
        prop_assert!(same(log_matrix_blend(&[m, m, -m], &[weight, 1.0, 0.0]), m, TOLERANCE));
    }

    #[test]
    fn from_rest_it_is_the_screw_motion(rigid in rigid(), t in fraction()) {
        let m = motion(rigid);
        // Half a turn has two ways, which are as short.
        if m.real.w.abs() < 2e-6 {
            return Ok(());
        }
        let blend = log_matrix_blend(&[DualQuat::IDENTITY, m], &[1.0 - t, t]);
        prop_assert!(same(blend, sclerp(DualQuat::IDENTITY, m, t), TOLERANCE));
    }

    #[test]
    fn about_one_axis_it_is_the_exact_blend(axis in direction(), through in point(), screws in vec((-0.7..0.7_f32, -2.0..2.0_f32, 0.01..1.0_f32), 1..=6)) {
        let about = |&(angle, translation, _): &(f32, f32, f32)| Screw { axis, moment: through.cross(axis), angle, translation };
        let motions: Vec<_> = screws.iter().map(|screw| about(screw).to_dual_quat()).collect();
        let weights: Vec<_> = screws.iter().map(|screw| screw.2).collect();
        prop_assert!(same(log_matrix_blend(&motions, &weights), dib(&motions, &weights, 1e-6).mean, TOLERANCE));
    }
}

#[test]
fn it_does_not_go_the_short_way_round() {
    let turn = |angle| DualQuat::from_rotation_translation(Quat::from_rotation_z(angle), Vec3::X);
    let mean = log_matrix_blend(&[turn(PI - 0.2), turn(0.2 - PI)], &[1.0, 1.0]);
    assert!(mean.real.abs_diff_eq(Quat::IDENTITY, 1e-6));
}

#[test]
fn degenerate_weights_give_what_is_written() {
    let [m, other] = [Vec3::X, Vec3::Y].map(DualQuat::from_translation);
    assert_eq!(log_matrix_blend(&[m], &[0.0]), DualQuat::IDENTITY);
    assert_eq!(log_matrix_blend(&[], &[1.0]), DualQuat::IDENTITY);
    assert_eq!(log_matrix_blend(&[other, m, other], &[0.0, 1.0, -1.0]), m);
    assert_eq!(blend_logs([]), DualQuat::IDENTITY);
}
