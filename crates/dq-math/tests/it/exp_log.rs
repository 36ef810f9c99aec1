//! Exponential, logarithm, powers and screws.

use core::f32::consts::{PI, TAU};

use dq_math::{Dual, DualQuat, DualVec3, Screw};
use glam::{DMat4, Quat, Vec3};
use proptest::prelude::*;
use testkit::arbitrary::{angle, direction, point, rigid, tiny, translation};
use testkit::json::RigidInput;
use testkit::oracle;

/// Roundings of a motion by up to four units and its logarithm.
const TOLERANCE: f32 = 2e-5;

fn motion(rigid: RigidInput) -> DualQuat {
    DualQuat::from_rotation_translation(rigid.rotation, rigid.translation)
}

/// Motions that turn enough to have an axis worth comparing.
fn turning() -> impl Strategy<Value = DualQuat> {
    rigid()
        .prop_map(motion)
        .prop_filter("an axis", |&q| sine(q) > 0.1)
}

/// Motions away from a whole turn, that is from q0 = −1, by `1 + limit`.
fn no_whole_turn(limit: f32) -> impl Strategy<Value = DualQuat> {
    rigid()
        .prop_map(motion)
        .prop_filter("no whole turn", move |q| q.real.w > limit)
}

/// What is known of the axis of a motion near a whole turn is as little as the sine of its half angle.
fn sine(q: DualQuat) -> f32 {
    q.real.xyz().length()
}

proptest! {
    #[test]
    fn exp_undoes_log(rigid in rigid()) {
        let q = motion(rigid);
        let back = DualQuat::exp(q.log());
        prop_assert!(back.real.abs_diff_eq(q.real, 1e-6), "{back:?} {q:?}");
        // Next to a whole turn, what an f32 half angle says of its sine limits the part across the axis.
        let whole_turn = if q.real.w < 0.0 { 2e-6 / sine(q) } else { 0.0 };
        prop_assert!(back.abs_diff_eq(q, TOLERANCE + whole_turn), "{back:?} {q:?}");
    }

    #[test]
    fn exp_undoes_log_next_to_a_whole_turn(axis in direction(), off in tiny(), shift in -4.0..4.0_f32) {
        let screw = Screw { axis, moment: Vec3::ZERO, angle: TAU - off.abs(), translation: shift };
        let q = screw.to_dual_quat();
        prop_assert!(DualQuat::exp(q.log()).abs_diff_eq(q, TOLERANCE), "{:?} {q:?}", DualQuat::exp(q.log()));
    }

    #[test]
    fn log_undoes_exp(axis in direction(), half_angle in 0.0..3.0_f32, dual in point()) {
        let x = DualVec3::new(axis * half_angle, dual);
        let off = DualQuat::exp(x).log() - x;
        prop_assert!(off.length() < 2.0 * TOLERANCE / (PI - half_angle), "{off:?}");
    }

    #[test]
    fn exponentials_are_unit(axis in direction(), angle in -9.0..9.0_f32, dual in point()) {
        let q = DualQuat::exp(DualVec3::new(axis * angle, dual));
        prop_assert!((q.norm().real - 1.0).abs() < 1e-6);
        prop_assert!(q.norm().dual.abs() < 5e-6);
    }

    #[test]
    fn exponentials_are_those_of_matrices(axis in direction(), angle in -3.0..3.0_f32, dual in point()) {
        let x = DualVec3::new(axis * angle, dual);
        // On points, the pure dual quaternion x acts as twice the matrix [x0]× with the translation xε.
        let ([rx, ry, rz], t) = (x.real.as_dvec3().to_array(), x.dual.as_dvec3());
        let generator = DMat4::from_cols_array(&[0.0, rz, -ry, 0.0, -rz, 0.0, rx, 0.0, ry, -rx, 0.0, 0.0, t.x, t.y, t.z, 0.0]);
        let far = oracle::furthest(DualQuat::exp(x).to_affine3a(), oracle::exp(generator * 2.0));
        prop_assert!(far < f64::from(TOLERANCE), "{far}");
    }

    #[test]
    fn tiny_rotations_keep_their_digits(axis in direction(), size in tiny(), dual in point()) {
        let log = DualQuat::exp(DualVec3::new(axis * size, dual)).log();
        prop_assert!((log.real - axis * size).length() <= 2e-6 * size.abs());
        prop_assert!((log.dual - dual).length() <= TOLERANCE);
    }

    #[test]
    fn pure_translations_are_linear(t in translation(), power in -3.0..3.0_f32) {
        let q = DualQuat::from_translation(t);
        prop_assert_eq!(q.log(), DualVec3::new(Vec3::ZERO, t * 0.5));
        prop_assert!(q.powf(power).translation().abs_diff_eq(t * power, TOLERANCE));
        prop_assert_eq!(q.powf(power).real, Quat::IDENTITY);
    }

    #[test]
    fn powers_add(q in no_whole_turn(-0.99), s in -1.5..1.5_f32, t in -1.5..1.5_f32) {
        let product = q.powf(s) * q.powf(t);
        // The axis of a motion with half angle h is known to one part in sin h, and the powers lie h apart on it.
        let tolerance = 30.0 * TOLERANCE;
        prop_assert!(product.abs_diff_eq(q.powf(s + t), tolerance), "{product:?} {:?}", q.powf(s + t));
        prop_assert!(q.powf(-1.0).abs_diff_eq(q.conjugate_quaternion(), tolerance));
        prop_assert_eq!(q.powf(0.0), DualQuat::IDENTITY);
    }

    /// K08 appendix A.4: `q̂^â = cos(â θ̂/2) + ŝ sin(â θ̂/2)`, with the sine and cosine of dual numbers.
    #[test]
    fn dual_powers_are_sines_and_cosines(q in turning(), turns in -2.0..2.0_f32, rise in -2.0..2.0_f32) {
        let (screw, exponent) = (Screw::from_dual_quat(q), Dual::new(turns, rise));
        let half = Dual::new(screw.angle, screw.translation) * 0.5 * exponent;
        let (cos, sines) = (half.cos(), DualVec3::new(screw.axis, screw.moment) * half.sin());
        let expected = DualQuat::new(Quat::from_vec4(sines.real.extend(cos.real)), Quat::from_vec4(sines.dual.extend(cos.dual)));
        let power = q.pow_dual(exponent);
        prop_assert!(power.abs_diff_eq(expected, 20.0 * TOLERANCE), "{power:?} {expected:?}");
    }

    #[test]
    fn dual_powers_turn_and_slide(axis in direction(), turn in angle(), through in point(), turns in -1.0..1.0_f32, rise in -2.0..2.0_f32) {
        // Next to a whole turn little is known of the axis.
        if turn.abs() > TAU - 0.1 {
            return Ok(());
        }
        let screw = Screw { axis, moment: through.cross(axis), angle: turn, translation: 1.0 };
        let power = screw.to_dual_quat().pow_dual(Dual::new(turns, rise));
        let expected = Screw { angle: turns * turn, translation: turns + rise * turn, ..screw };
        prop_assert!(power.abs_diff_eq(expected.to_dual_quat(), 20.0 * TOLERANCE), "{power:?} {expected:?}");
    }

    #[test]
    fn dual_exponents_add(q in no_whole_turn(-0.9), s in -1.0..1.0_f32, t in -1.0..1.0_f32, rise in -1.0..1.0_f32) {
        let (s, t) = (Dual::new(s, rise), Dual::new(t, 0.5));
        prop_assert!((q.pow_dual(s) * q.pow_dual(t)).abs_diff_eq(q.pow_dual(s + t), 30.0 * TOLERANCE));
        prop_assert_eq!(q.pow_dual(t.real.into()), q.powf(t.real));
        prop_assert_eq!(q.pow_dual(Dual::ZERO), DualQuat::IDENTITY);
    }

    #[test]
    fn translations_do_not_see_the_dual_part_of_an_exponent(t in translation(), power in -3.0..3.0_f32, rise in -3.0..3.0_f32) {
        let q = DualQuat::from_translation(t);
        prop_assert_eq!(q.pow_dual(Dual::new(power, rise)), q.powf(power));
    }

    #[test]
    fn principal_logarithms_go_the_short_way(rigid in rigid()) {
        let q = motion(rigid);
        let log = q.log_principal();
        prop_assert!(log.real.length() <= 0.5 * PI + 2e-6);
        let back = DualQuat::exp(log);
        prop_assert!(back.abs_diff_eq(q, TOLERANCE) || back.abs_diff_eq(-q, TOLERANCE), "{back:?} {q:?}");
        prop_assert_eq!((-q).log_principal(), log);
    }

    #[test]
    fn rounding_does_not_choose_the_way_of_half_a_turn(axis in direction(), t in translation(), off in -2e-7..2e-7_f32) {
        let half = |w| DualQuat::from_rotation_translation(Quat::from_vec4(axis.extend(w)), t);
        let (log, rounded) = (half(0.0).log_principal(), half(off).log_principal());
        prop_assert!((log - rounded).length() < TOLERANCE, "{log:?} {rounded:?}");
    }

    /// Half an f32 angle of almost π says nothing more of so small a sine.
    #[test]
    fn what_rounding_makes_a_whole_turn_is_one(axis in direction(), exponent in -38.0..-7.0_f32, t in translation()) {
        let v = axis * 10f32.powf(exponent);
        let q = -DualQuat::from_rotation_translation(Quat::from_vec4(v.extend(1.0)), t);
        let (log, screw) = (q.log(), Screw::from_dual_quat(q));
        prop_assert!(log.dual.length() < t.length() + 1e-6, "{log:?}");
        prop_assert!(DualQuat::exp(log).abs_diff_eq(q, 2e-6), "{log:?}");
        prop_assert!(screw.to_dual_quat().abs_diff_eq(q, 2e-6), "{screw:?}");
    }

    /// Below 1e-19 the square of a number loses digits in f32, and then vanishes.
    #[test]
    fn turns_whose_square_vanishes_keep_their_translation(axis in direction(), exponent in -38.0..-15.0_f32, t in translation()) {
        let v = axis * 10f32.powf(exponent);
        let q = DualQuat::from_rotation_translation(Quat::from_vec4(v.extend(1.0)), t);
        let log = q.log();
        prop_assert!((log.real - v).length() <= 1e-6 * v.length() && log.dual.abs_diff_eq(0.5 * t, 1e-6), "{log:?}");
        prop_assert!(DualQuat::exp(log).abs_diff_eq(q, 1e-6));
        // The same just short of a whole turn: half an angle of π.
        prop_assert!(((-q).log().real.length() - PI).abs() < 1e-6);
        prop_assert!((Screw::from_dual_quat(q).axis.length() - 1.0).abs() < 1e-6 || t == Vec3::ZERO);
    }

    /// K08 Lemma 14: logarithm, exponential and power commute with a change of coordinates p q p*.
    #[test]
    fn lemma_14(p in rigid(), q in no_whole_turn(-0.9), t in -1.0..1.0_f32) {
        let p = motion(p);
        let moved = |q: DualQuat| p * q * p.conjugate_quaternion();
        let log = q.log();
        let moved_log = moved(DualQuat::new(Quat::from_vec4(log.real.extend(0.0)), Quat::from_vec4(log.dual.extend(0.0))));
        let expected = DualVec3::new(moved_log.real.xyz(), moved_log.dual.xyz());
        let tolerance = 20.0 * TOLERANCE;
        prop_assert!((moved(q).log() - expected).length() < tolerance, "{:?} {expected:?}", moved(q).log());
        prop_assert!(moved(q).powf(t).abs_diff_eq(moved(q.powf(t)), tolerance));
        prop_assert!(DualQuat::exp(expected).abs_diff_eq(moved(DualQuat::exp(log)), tolerance));
    }

    #[test]
    fn screws_make_their_motion(rigid in rigid()) {
        let q = motion(rigid);
        let screw = Screw::from_dual_quat(q);
        // The moment grows as the axis moves away; what counts is that it comes back.
        let tolerance = TOLERANCE * (1.0 + 1e-2 * screw.moment.length());
        prop_assert!(screw.to_dual_quat().abs_diff_eq(q, tolerance), "{:?} {q:?}", screw.to_dual_quat());
        prop_assert!((0.0..=TAU).contains(&screw.angle));
    }

    #[test]
    fn screws_slide_along_their_axis(q in turning(), along in -3.0..3.0_f32) {
        let screw = Screw::from_dual_quat(q);
        let on_axis = screw.axis_point() + screw.axis * along;
        let slid = on_axis + screw.axis * screw.translation;
        prop_assert!(q.transform_point3(on_axis).abs_diff_eq(slid, 20.0 * TOLERANCE));
        prop_assert!(screw.axis_point().dot(screw.axis).abs() < 20.0 * TOLERANCE);
        prop_assert!((screw.axis.length() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn logarithms_are_screws(q in turning()) {
        let (screw, log) = (Screw::from_dual_quat(q), q.log());
        prop_assert!((log.real * 2.0).abs_diff_eq(screw.axis * screw.angle, TOLERANCE));
        let dual = screw.axis * screw.translation + screw.moment * screw.angle;
        prop_assert!((log.dual * 2.0).abs_diff_eq(dual, 20.0 * TOLERANCE));
    }

    #[test]
    fn the_sign_is_literal(q in turning()) {
        let (short, long) = (Screw::from_dual_quat(q), Screw::from_dual_quat(-q));
        prop_assert!((short.angle + long.angle - TAU).abs() < TOLERANCE);
        prop_assert!(short.axis.abs_diff_eq(-long.axis, TOLERANCE));
        prop_assert!((short.translation + long.translation).abs() < TOLERANCE);
    }
}

#[test]
fn a_whole_turn_takes_the_translation_for_its_axis() {
    let t = Vec3::new(0.0, 3.0, 4.0);
    let q = DualQuat::from_rotation_translation(-Quat::IDENTITY, t);
    let screw = Screw::from_dual_quat(q);
    assert_eq!(
        (screw.angle, screw.translation, screw.moment),
        (TAU, 5.0, Vec3::ZERO)
    );
    assert!(screw.axis.abs_diff_eq(t / 5.0, 1e-6));
    assert!(q.log().real.abs_diff_eq(PI * t / 5.0, 1e-6));
    assert!(DualQuat::exp(q.log()).abs_diff_eq(q, 1e-6));
    // Without a translation either, about x.
    assert_eq!(
        (-DualQuat::IDENTITY).log(),
        DualVec3::new(PI * Vec3::X, Vec3::ZERO)
    );
}

#[test]
fn the_identity_has_no_axis() {
    assert_eq!(Screw::from_dual_quat(DualQuat::IDENTITY), Screw::default());
    assert_eq!(DualQuat::IDENTITY.log(), DualVec3::ZERO);
    assert_eq!(DualQuat::exp(DualVec3::ZERO), DualQuat::IDENTITY);
    assert_eq!(
        DualQuat::IDENTITY.pow_dual(Dual::new(2.0, 3.0)),
        DualQuat::IDENTITY
    );
    assert_eq!(Screw::default().axis_point(), Vec3::ZERO);
}
