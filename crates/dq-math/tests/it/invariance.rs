//! K08 section 3.3: blends that depend on where the coordinates are, by how much, and what is left of their invariance.
//!
//! DLB, DIB and ScLERP depend on no coordinates; that is in `blends`.

use core::f32::consts::{FRAC_PI_2, PI};

use dq_math::quaternion::weighted_qlerp;
use dq_math::{DualQuat, dib, dlb, log_matrix_blend, quaternion_translation_blend};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use testkit::arbitrary::{near_rigids, rigid, rigids, translation, weights};
use testkit::json::RigidInput;
use testkit::oracle;

/// Roundings of motions by up to four units, through a product or two.
const TOLERANCE: f32 = 1e-4;

type Blend = fn(&[DualQuat], &[f32]) -> DualQuat;

fn motion(rigid: RigidInput) -> DualQuat {
    DualQuat::from_rotation_translation(rigid.rotation, rigid.translation)
}

fn turn(rotation: Quat) -> DualQuat {
    DualQuat::from_rotation_translation(rotation, Vec3::ZERO)
}

/// How far the blend of motions that another follows is from the blend, followed by it.
fn fault_after(blend: Blend, motions: &[DualQuat], weights: &[f32], after: DualQuat) -> DualQuat {
    let moved: Vec<_> = motions.iter().map(|&m| after * m).collect();
    (after * blend(motions, weights)).conjugate_quaternion() * blend(&moved, weights)
}

/// How far the blend of motions that another precedes is from the blend, preceded by it.
fn fault_before(blend: Blend, motions: &[DualQuat], weights: &[f32], before: DualQuat) -> DualQuat {
    let moved: Vec<_> = motions.iter().map(|&m| m * before).collect();
    (blend(motions, weights) * before).conjugate_quaternion() * blend(&moved, weights)
}

/// The angle of what is left, in radians.
fn angle(fault: DualQuat) -> f32 {
    2.0 * fault.log_principal().real.length()
}

fn dib_precise(motions: &[DualQuat], weights: &[f32]) -> DualQuat {
    dib(motions, weights, 1e-6).mean
}

/// Motions within a right angle of each other, and a weight for each.
fn close_by() -> impl Strategy<Value = (Vec<RigidInput>, Vec<f32>)> {
    (1..=8_usize).prop_flat_map(|n| (near_rigids(n..=n, PI / 2.0), weights(n..=n)))
}

/// Motions by less than half a turn, and a weight for each.
fn short_of_half() -> impl Strategy<Value = (Vec<DualQuat>, Vec<f32>)> {
    let drawn = (1..=8_usize).prop_flat_map(|n| (rigids(n..=n), weights(n..=n)));
    let drawn =
        drawn.prop_map(|(rigids, weights)| (rigids.into_iter().map(motion).collect(), weights));
    drawn.prop_filter("no half turns", |(motions, _): &(Vec<DualQuat>, _)| {
        motions.iter().all(|m| m.real.w.abs() > 0.01)
    })
}

proptest! {
    // Quaternions and translations apart

    #[test]
    fn quaternion_translation_parts_are_blended_apart((rigids, weights) in close_by()) {
        let motions: Vec<_> = rigids.iter().copied().map(motion).collect();
        let blend = quaternion_translation_blend(&motions, &weights);
        let rotations: Vec<_> = motions.iter().map(|m| m.real).collect();
        prop_assert_eq!(blend.real, weighted_qlerp(&rotations, &weights));
        let matrices: Vec<_> = rigids.iter().copied().map(oracle::motion).collect();
        let mean = oracle::linear(&matrices, &weights).w_axis.truncate().as_vec3();
        prop_assert!(blend.translation().abs_diff_eq(mean, 1e-5));
        prop_assert!((blend.norm().real - 1.0).abs() < 2e-6 && blend.norm().dual.abs() < 2e-5, "{blend:?}");
    }

    #[test]
    fn quaternion_translation_blends_are_followed((rigids, weights) in close_by(), after in rigid()) {
        let motions: Vec<_> = rigids.into_iter().map(motion).collect();
        let fault = fault_after(quaternion_translation_blend, &motions, &weights, motion(after));
        prop_assert!(angle(fault) < TOLERANCE && fault.translation().length() < TOLERANCE, "{fault:?}");
    }

    #[test]
    fn quaternion_translation_blends_depend_on_the_origin_by_so_much((rigids, weights) in close_by(), shift in translation()) {
        let motions: Vec<_> = rigids.iter().copied().map(motion).collect();
        let before = DualQuat::from_translation(shift);
        let moved: Vec<_> = motions.iter().map(|&m| m * before).collect();
        let blend = quaternion_translation_blend(&motions, &weights);
        let off = quaternion_translation_blend(&moved, &weights).translation() - (blend * before).translation();
        // (Σ w R − Q) r, with Σ w R from matrices.
        let matrices: Vec<_> = rigids.into_iter().map(oracle::motion).collect();
        let linear = oracle::linear(&matrices, &weights).transform_vector3(shift.as_dvec3()).as_vec3();
        let expected = linear - blend.transform_vector3(shift);
        prop_assert!(off.abs_diff_eq(expected, TOLERANCE), "{off} {expected}");
    }

    // Logarithms of matrices

    #[test]
    fn log_matrix_blends_hold_under_conjugation((motions, weights) in short_of_half(), change in rigid()) {
        let change = motion(change);
        let changed = |m: DualQuat| change * m * change.conjugate_quaternion();
        let moved: Vec<_> = motions.iter().map(|&m| changed(m)).collect();
        let (blend, expected) = (log_matrix_blend(&moved, &weights), changed(log_matrix_blend(&motions, &weights)));
        prop_assert!(blend.abs_diff_eq(expected, 4.0 * TOLERANCE), "{blend:?} {expected:?}");
    }
}

/// Two joints bent by a quarter to either side, skinned about the origin and about a place a meter off.
#[test]
fn the_origin_decides_a_blend_of_quaternions_and_translations() {
    let motions = [FRAC_PI_2, -FRAC_PI_2].map(|angle| turn(Quat::from_rotation_z(angle)));
    let before = DualQuat::from_translation(Vec3::X);
    let fault = |blend: Blend| fault_before(blend, &motions, &[0.5, 0.5], before).translation();
    // The mean of the two turns is none: a meter away from the origin is a meter away from right.
    assert!((fault(quaternion_translation_blend).length() - 1.0).abs() < 1e-6);
    assert!(fault(dlb).length() < 1e-6);
    assert!(fault(dib_precise).length() < 1e-6);
}

/// Joints bent by 20° and −20°, before and after the whole has been turned by half a turn about the same axis.
#[test]
fn a_turn_of_the_whole_can_turn_a_log_matrix_blend_round() {
    let bend = 20_f32.to_radians();
    let motions = [bend, -bend].map(|angle| turn(Quat::from_rotation_z(angle)));
    let whole = turn(Quat::from_rotation_z(PI));
    for fault in [fault_after, fault_before] {
        // Moved, they turn by ±160°, of which the mean is nothing: off by half a turn.
        assert!((angle(fault(log_matrix_blend, &motions, &[0.5, 0.5], whole)) - PI).abs() < 1e-5);
        assert!(angle(fault(dlb, &motions, &[0.5, 0.5], whole)) < 1e-5);
        assert!(angle(fault(dib_precise, &motions, &[0.5, 0.5], whole)) < 1e-5);
    }
}

/// The same without any half turn near: logarithms of turns about different axes do not add.
#[test]
fn log_matrix_blends_follow_no_other_motion() {
    let motions = [Quat::from_rotation_x(1.0), Quat::from_rotation_y(1.0)].map(turn);
    let other = turn(Quat::from_rotation_z(1.0));
    for fault in [fault_after, fault_before] {
        assert!(angle(fault(log_matrix_blend, &motions, &[0.5, 0.5], other)) > 0.02);
        assert!(angle(fault(dlb, &motions, &[0.5, 0.5], other)) < 1e-5);
        assert!(angle(fault(dib_precise, &motions, &[0.5, 0.5], other)) < 1e-5);
    }
}
