//! Quaternion functions: identities, and accuracy where it is usually lost.

use core::f32::consts::PI;

use dq_math::quaternion::{
    exp, from_mat3, inverse, log, powf, qlerp, slerp, to_mat3, to_mat3_homogeneous, toward,
};
use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use testkit::arbitrary::{direction, fraction, mat3, point, rotation, rotation_pair, tiny};

/// A handful of roundings of numbers of the order of one.
const TOLERANCE: f32 = 2e-6;

/// Largest angle between [`qlerp`] and [`slerp`], at half a turn and t = ½ ± √(1/π − 1/4) (K05: 0.143 rad, rounded).
const QLERP_BOUND: f32 = 0.142_229_3;

proptest! {
    #[test]
    fn exp_undoes_log(q in rotation()) {
        prop_assert!(exp(log(q)).abs_diff_eq(q, TOLERANCE));
    }

    #[test]
    fn log_undoes_exp(axis in direction(), half_angle in 0.0..3.1_f32) {
        let x = axis * half_angle;
        // Near π the sine of the half angle is small, and so is what is known of the axis.
        let tolerance = TOLERANCE * (1.0 + 1.0 / (PI - half_angle));
        prop_assert!(log(exp(x)).abs_diff_eq(x, tolerance));
    }

    #[test]
    fn tiny_rotations_keep_their_digits(axis in direction(), size in tiny()) {
        let x = axis * size;
        prop_assert!((log(exp(x)) - x).length() <= TOLERANCE * size.abs());
        prop_assert!((log(from_mat3(to_mat3(exp(x)))) - x).length() <= TOLERANCE * size.abs());
        let slerped = slerp(Quat::IDENTITY, exp(x), 0.25);
        prop_assert!((log(slerped) - x * 0.25).length() <= TOLERANCE * size.abs());
    }

    #[test]
    fn log_takes_the_sign_literally(q in rotation().prop_filter("an axis", |q| q.xyz().length() > 0.01)) {
        // Together the two ways round make a whole turn: half angles add to π, and the axes are opposite.
        prop_assert!((log(q).length() + log(-q).length() - PI).abs() < TOLERANCE);
        prop_assert!(log(q).dot(log(-q)) < 0.0);
    }

    #[test]
    fn powers_add(q in rotation(), s in -2.0..2.0_f32, t in -2.0..2.0_f32) {
        prop_assert!((powf(q, s) * powf(q, t)).abs_diff_eq(powf(q, s + t), 10.0 * TOLERANCE));
        prop_assert!(powf(q, 1.0).abs_diff_eq(q, TOLERANCE));
        prop_assert!(powf(q, -1.0).abs_diff_eq(q.conjugate(), TOLERANCE));
        prop_assert!(powf(q, 0.0).abs_diff_eq(Quat::IDENTITY, TOLERANCE));
    }

    #[test]
    fn slerp_is_a_power((a, b) in rotation_pair(), t in fraction()) {
        let expected = powf(toward(a, b) * a.conjugate(), t) * a;
        prop_assert!(slerp(a, b, t).abs_diff_eq(expected, 2.0 * TOLERANCE), "{} {}", slerp(a, b, t), expected);
    }

    #[test]
    fn slerp_meets_its_ends((a, b) in rotation_pair()) {
        prop_assert_eq!(slerp(a, b, 0.0), a);
        prop_assert_eq!(slerp(a, b, 1.0), toward(a, b));
    }

    #[test]
    fn slerp_does_not_care_about_signs((a, b) in rotation_pair(), t in fraction()) {
        // Exactly half a turn apart there are two ways round, and the sign chooses.
        prop_assume!(a.dot(b) != 0.0);
        prop_assert_eq!(slerp(a, -b, t), slerp(a, b, t));
        prop_assert_eq!(slerp(-a, b, t), -slerp(a, b, t));
    }

    #[test]
    fn qlerp_keeps_to_the_arc((a, b) in rotation_pair(), t in fraction()) {
        let (quick, exact) = (qlerp(a, b, t), slerp(a, b, t));
        prop_assert!((quick.length() - 1.0).abs() < TOLERANCE);
        prop_assert!(2.0 * log(toward(Quat::IDENTITY, quick * exact.conjugate())).length() <= QLERP_BOUND + 1e-5);
        // In the plane of a and b: nothing is left over.
        let span = a.dot(b);
        if span.abs() > 0.99 {
            return Ok(());
        }
        let across = (b - a * span).normalize();
        let left_over = quick - a * quick.dot(a) - across * quick.dot(across);
        prop_assert!(left_over.length() < 50.0 * TOLERANCE);
    }

    #[test]
    fn a_matrix_gives_its_quaternion_back(q in rotation()) {
        let found = from_mat3(to_mat3(q));
        prop_assert!(found.abs_diff_eq(q, TOLERANCE) || found.abs_diff_eq(-q, TOLERANCE), "{found} {q}");
    }

    #[test]
    fn rotation_matrices_are_the_sandwich(q in rotation(), length in 0.1..4.0_f32, v in point()) {
        let long = q * length;
        let v_quat = Quat::from_vec4(v.extend(0.0));
        let sandwich = (long * v_quat * long.conjugate()).xyz();
        prop_assert!((to_mat3_homogeneous(long) * v).abs_diff_eq(sandwich, 1e-4));
        prop_assert!(to_mat3(long).abs_diff_eq(to_mat3(q), TOLERANCE));
        prop_assert!((to_mat3(long).determinant() - 1.0).abs() < TOLERANCE);
    }

    #[test]
    fn an_inverse_undoes_on_both_sides(q in rotation(), length in 0.1..4.0_f32) {
        let long = q * length;
        prop_assert!((inverse(long) * long).abs_diff_eq(Quat::IDENTITY, TOLERANCE));
        prop_assert!((long * inverse(long)).abs_diff_eq(Quat::IDENTITY, TOLERANCE));
    }

    #[test]
    fn a_matrix_that_is_nearly_a_rotation_gives_a_quaternion_as_near(q in rotation(), noise in mat3(), size in 0.0..1e-3_f32) {
        let noise = noise * (size / noise.to_cols_array().iter().fold(1.0, |a: f32, b| a.max(b.abs())));
        let found = from_mat3(to_mat3(q) + noise);
        prop_assert!((found.length() - 1.0).abs() < TOLERANCE);
        // Three entries of noise to every component, which is divided by at least 2.
        let distance = (found - q).length().min((found + q).length());
        prop_assert!(distance <= 3.0 * size + TOLERANCE, "{distance}");
    }
}

#[test]
fn the_bound_of_qlerp_is_met() {
    let b = Quat::from_rotation_z(PI - 1e-4);
    let t = 0.5 - (1.0 / PI - 0.25).sqrt();
    let distance = qlerp(Quat::IDENTITY, b, t) * slerp(Quat::IDENTITY, b, t).conjugate();
    assert!((2.0 * log(distance).length() - QLERP_BOUND).abs() < 1e-4);
}

#[test]
fn half_turns_about_every_kind_of_axis() {
    for axis in [
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::ONE,
        Vec3::new(1.0, -1.0, 0.0),
        Vec3::new(1e-4, 1.0, -1e-4),
    ] {
        let (x, y, z) = axis.normalize().into();
        let q = Quat::from_xyzw(x, y, z, 0.0);
        let found = from_mat3(to_mat3(q));
        assert!(
            found.abs_diff_eq(q, TOLERANCE) || found.abs_diff_eq(-q, TOLERANCE),
            "{axis}"
        );
    }
}

#[test]
fn degenerate_quaternions_give_what_is_written() {
    assert_eq!(log(Quat::IDENTITY), Vec3::ZERO);
    assert_eq!(exp(Vec3::ZERO), Quat::IDENTITY);
    assert_eq!(log(-Quat::IDENTITY), PI * Vec3::X);
    assert!(exp(log(-Quat::IDENTITY)).abs_diff_eq(-Quat::IDENTITY, TOLERANCE));
    // The square of such a number is zero in f32; the number itself is not lost.
    assert_eq!(
        log(Quat::from_xyzw(0.0, 1e-30, 0.0, 1.0)),
        Vec3::new(0.0, 1e-30, 0.0)
    );
    assert_eq!(slerp(Quat::IDENTITY, Quat::IDENTITY, 0.3), Quat::IDENTITY);
    // Neither is the length of a whole turn's logarithm.
    let whole = log(Quat::from_xyzw(0.0, 1e-22, 0.0, -1.0));
    assert!((whole.length() - PI).abs() < TOLERANCE);
    // 1 − t is −t.
    let quarter = Quat::from_rotation_x(0.5);
    assert_eq!(qlerp(quarter, -quarter, 1e9), quarter);
    assert!(inverse(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)).is_nan());
    assert_eq!(from_mat3(Mat3::IDENTITY), Quat::IDENTITY);
}
