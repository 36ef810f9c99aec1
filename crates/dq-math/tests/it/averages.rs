//! Averages of any number of rotations, linear and exact.

use core::f32::consts::PI;

use dq_math::quaternion::{log, qlerp, slerp, spherical_average, weighted_qlerp};
use dq_math::{AVERAGE_MAX_STEPS, DualQuat, dib, dlb};
use glam::{Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::arbitrary::{
    direction, fraction, near_rigids, rigids, rotation, rotation_pair, weights,
};
use testkit::json::RigidInput;

/// A handful of roundings of averages that do not nearly cancel.
const TOLERANCE: f32 = 5e-6;

/// Dot products nearer to zero than this are almost half turns, where signs, and averages, are anyone's choice.
const TIE: f32 = 0.05;

fn same(a: Quat, b: Quat, tolerance: f32) -> bool {
    a.abs_diff_eq(b, tolerance) || a.abs_diff_eq(-b, tolerance)
}

fn rotations(rigids: &[RigidInput]) -> Vec<Quat> {
    rigids.iter().map(|rigid| rigid.rotation).collect()
}

fn turns(rotations: &[Quat]) -> Vec<DualQuat> {
    let turn = |&q| DualQuat::from_rotation_translation(q, Vec3::ZERO);
    rotations.iter().map(turn).collect()
}

/// Two rotations that are not half a turn apart.
fn pair() -> impl Strategy<Value = (Quat, Quat)> {
    rotation_pair().prop_filter("not half a turn apart", |(a, b)| a.dot(*b).abs() > TIE)
}

/// Any rotations, and a weight for each.
fn several() -> impl Strategy<Value = (Vec<Quat>, Vec<f32>)> {
    let drawn = (1..=8_usize).prop_flat_map(|n| (rigids(n..=n), weights(n..=n)));
    drawn.prop_map(|(rigids, weights)| (rotations(&rigids), weights))
}

/// Rotations within a right angle of each other, and a weight for each: any average of them is unique.
fn close_by() -> impl Strategy<Value = (Vec<Quat>, Vec<f32>)> {
    let drawn = (1..=8_usize).prop_flat_map(|n| (near_rigids(n..=n, PI / 2.0), weights(n..=n)));
    drawn.prop_map(|(rigids, weights)| (rotations(&rigids), weights))
}

/// `Σ w θ²` in f64, θ the angle from `b` to ±q on the sphere of unit quaternions.
fn spread(b: Quat, rotations: &[Quat], weights: &[f32]) -> f64 {
    let b = b.as_dquat().normalize();
    let square = |(q, &w): (&Quat, &f32)| {
        let q = q.as_dquat().normalize();
        let angle = 2.0 * (b - q).length().atan2((b + q).length());
        f64::from(w) * angle.min(core::f64::consts::PI - angle).powi(2)
    };
    rotations.iter().zip(weights).map(square).sum()
}

proptest! {
    #[test]
    fn averages_of_two_are_interpolations((a, b) in pair(), t in fraction()) {
        let (pair, weights) = ([a, b], [1.0 - t, t]);
        prop_assert!(same(weighted_qlerp(&pair, &weights), qlerp(a, b, t), TOLERANCE));
        prop_assert!(same(spherical_average(&pair, &weights, 1e-6).mean, slerp(a, b, t), TOLERANCE));
    }

    #[test]
    fn averages_are_rotations_of_motions_blended((rotations, weights) in several()) {
        let turns = turns(&rotations);
        let linear = dlb(&turns, &weights);
        prop_assert!(weighted_qlerp(&rotations, &weights).abs_diff_eq(linear.real, 1e-6));
        prop_assert!((linear.real.length() - 1.0).abs() < 1e-6);
        let average = spherical_average(&rotations, &weights, 1e-6);
        prop_assert!((average.mean.length() - 1.0).abs() < 1e-6);
        prop_assert!(average.steps <= AVERAGE_MAX_STEPS);
    }

    #[test]
    fn the_spherical_average_is_the_iterated_blend((rotations, weights) in close_by()) {
        let average = spherical_average(&rotations, &weights, 1e-6);
        let blend = dib(&turns(&rotations), &weights, 1e-6);
        prop_assert!(same(average.mean, blend.mean.real, TOLERANCE), "{average:?} {blend:?}");
    }

    #[test]
    fn the_spherical_average_has_the_least_spread((rotations, weights) in close_by(), axis in direction()) {
        let b = spherical_average(&rotations, &weights, 1e-6).mean;
        let total: f64 = weights.iter().copied().map(f64::from).sum();
        let least = spread(b, &rotations, &weights) / total;
        for off in [0.01, -0.01] {
            let beside = Quat::from_axis_angle(axis, off) * b;
            prop_assert!(spread(beside, &rotations, &weights) / total > least + 1e-6);
        }
    }

    #[test]
    fn averages_say_how_they_went((rotations, weights) in close_by(), precision in 2e-6..1e-2_f32) {
        let average = spherical_average(&rotations, &weights, precision);
        prop_assert!(average.converged && (1..=8).contains(&average.steps), "{average:?}");
        let (mut x, total): (Vec3, f32) = (Vec3::ZERO, weights.iter().sum());
        for (&q, &w) in rotations.iter().zip(&weights) {
            let aligned = if q.dot(average.mean) < 0.0 { -q } else { q };
            x += log(average.mean.conjugate() * aligned) * (w / total);
        }
        prop_assert!(x.length() < precision + TOLERANCE, "{x}");
    }

    #[test]
    fn averages_turn_with_what_they_are_of((rotations, weights) in close_by(), left in rotation(), right in rotation(), flips in any::<u8>()) {
        let moved: Vec<_> = rotations.iter().enumerate().map(|(i, &q)| {
            let q = left * q * right;
            if flips >> i & 1 == 1 { -q } else { q }
        }).collect();
        prop_assert!(same(weighted_qlerp(&moved, &weights), left * weighted_qlerp(&rotations, &weights) * right, TOLERANCE));
        let [before, after] = [&rotations, &moved].map(|q| spherical_average(q, &weights, 1e-6).mean);
        prop_assert!(same(after, left * before * right, TOLERANCE));
    }

    #[test]
    fn about_one_axis_angles_are_averaged(axis in direction(), angles in vec((-0.8..0.8_f32, 0.01..1.0_f32), 1..=8)) {
        let rotations: Vec<_> = angles.iter().map(|&(angle, _)| Quat::from_axis_angle(axis, angle)).collect();
        let weights: Vec<_> = angles.iter().map(|&(_, weight)| weight).collect();
        let mean = angles.iter().map(|(angle, weight)| angle * weight).sum::<f32>() / weights.iter().sum::<f32>();
        prop_assert!(same(spherical_average(&rotations, &weights, 1e-6).mean, Quat::from_axis_angle(axis, mean), TOLERANCE));
    }
}

#[test]
fn without_weights_nothing_turns() {
    let q = Quat::from_rotation_x(1.0);
    for weights in [&[][..], &[0.0, 0.0]] {
        let average = spherical_average(&[q, q], weights, 1e-6);
        assert_eq!(average.mean, Quat::IDENTITY);
        assert_eq!((average.steps, average.converged), (0, true));
        assert_eq!(weighted_qlerp(&[q, q], weights), Quat::IDENTITY);
    }
}

#[test]
fn weights_that_cancel_leave_the_first_rotation() {
    let [q, other] = [1.0, 2.0].map(Quat::from_rotation_x);
    let weights = [0.0, 1.0, -1.0];
    assert_eq!(weighted_qlerp(&[other, q, q], &weights), q);
    let average = spherical_average(&[other, q, q], &weights, 1e-6);
    assert_eq!(
        (average.mean, average.steps, average.converged),
        (q, 0, false)
    );
}
