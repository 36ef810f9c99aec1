//! The algebra of dual quaternions, and that their products are motions.

use dq_math::{Dual, DualQuat};
use glam::{Affine3A, Mat3, Quat, Vec3};
use proptest::prelude::*;
use testkit::arbitrary::{dual_quat_parts, point, rigid};
use testkit::json::RigidInput;
use testkit::oracle;

/// Roundings of products of three dual quaternions of size up to six.
const TOLERANCE: f32 = 2e-4;

/// Roundings of a motion by up to four units.
const MOTION_TOLERANCE: f32 = 1e-5;

fn dual_quat() -> impl Strategy<Value = DualQuat> {
    dual_quat_parts().prop_map(|(real, dual)| DualQuat::new(real, dual))
}

fn motion(rigid: RigidInput) -> DualQuat {
    DualQuat::from_rotation_translation(rigid.rotation, rigid.translation)
}

fn near(a: Dual, b: Dual) -> bool {
    (a.real - b.real).abs() <= TOLERANCE && (a.dual - b.dual).abs() <= TOLERANCE
}

proptest! {
    #[test]
    fn products_associate(a in dual_quat(), b in dual_quat(), c in dual_quat()) {
        prop_assert!(((a * b) * c).abs_diff_eq(a * (b * c), TOLERANCE));
    }

    #[test]
    fn products_distribute(a in dual_quat(), b in dual_quat(), c in dual_quat()) {
        prop_assert!((a * (b + c)).abs_diff_eq(a * b + a * c, TOLERANCE));
        prop_assert!(((a - b) * c).abs_diff_eq(a * c - b * c, TOLERANCE));
    }

    #[test]
    fn dual_numbers_commute(a in dual_quat(), b in dual_quat(), real in -2.0..2.0_f32, dual in -2.0..2.0_f32) {
        let factor = Dual::new(real, dual);
        prop_assert!((a * factor * b).abs_diff_eq(a * (b * factor), TOLERANCE));
        prop_assert!((a * Dual::from(real)).abs_diff_eq(a * real, TOLERANCE));
    }

    #[test]
    fn conjugates_of_products(a in dual_quat(), b in dual_quat()) {
        let product = a * b;
        prop_assert!(product.conjugate_quaternion().abs_diff_eq(b.conjugate_quaternion() * a.conjugate_quaternion(), TOLERANCE));
        prop_assert!(product.conjugate_dual().abs_diff_eq(a.conjugate_dual() * b.conjugate_dual(), TOLERANCE));
        prop_assert!(product.conjugate().abs_diff_eq(b.conjugate() * a.conjugate(), TOLERANCE));
        prop_assert_eq!(a.conjugate(), a.conjugate_dual().conjugate_quaternion());
    }

    #[test]
    fn norms_multiply(a in dual_quat(), b in dual_quat()) {
        prop_assert!(near((a * b).norm(), a.norm() * b.norm()));
        // ‖a‖² = a a*, a dual number.
        let square = DualQuat::IDENTITY * (a.norm() * a.norm());
        prop_assert!((a * a.conjugate_quaternion()).abs_diff_eq(square, TOLERANCE));
    }

    #[test]
    fn inverses_undo_on_both_sides(a in dual_quat()) {
        // A short non-dual part makes a large inverse.
        let tolerance = TOLERANCE / a.real.length_squared();
        prop_assert!((a * a.inverse()).abs_diff_eq(DualQuat::IDENTITY, tolerance));
        prop_assert!((a.inverse() * a).abs_diff_eq(DualQuat::IDENTITY, tolerance));
        prop_assert!(a.normalize().inverse().abs_diff_eq(a.normalize().conjugate_quaternion(), TOLERANCE));
    }

    #[test]
    fn normalizing_makes_both_conditions_true(a in dual_quat()) {
        let unit = a.normalize();
        prop_assert!((unit.norm().real - 1.0).abs() < 1e-6);
        prop_assert!(unit.norm().dual.abs() < 1e-5);
        prop_assert!((unit * a.norm()).abs_diff_eq(a, TOLERANCE));
    }

    #[test]
    fn a_point_moves_between_a_motion_and_both_its_conjugates(rigid in rigid(), p in point()) {
        let (q, point) = (motion(rigid), DualQuat::new(Quat::IDENTITY, Quat::from_vec4(p.extend(0.0))));
        let moved = q * point * q.conjugate();
        let expected = DualQuat::new(Quat::IDENTITY, Quat::from_vec4(q.transform_point3(p).extend(0.0)));
        prop_assert!(moved.abs_diff_eq(expected, MOTION_TOLERANCE), "{moved:?} {expected:?}");
    }

    #[test]
    fn motions_compose(a in rigid(), b in rigid(), p in point()) {
        let (a, b) = (motion(a), motion(b));
        let at_once = (a * b).transform_point3(p);
        prop_assert!(at_once.abs_diff_eq(a.transform_point3(b.transform_point3(p)), 2.0 * MOTION_TOLERANCE));
        let turned = (a * b).transform_vector3(p);
        prop_assert!(turned.abs_diff_eq(a.transform_vector3(b.transform_vector3(p)), MOTION_TOLERANCE));
    }

    #[test]
    fn motions_are_their_matrices(rigid in rigid(), p in point()) {
        let q = motion(rigid);
        prop_assert!(oracle::furthest(q.to_affine3a(), oracle::motion(rigid)) < f64::from(MOTION_TOLERANCE));
        prop_assert_eq!(q.to_mat4(), q.to_affine3a().into());
        prop_assert!(q.to_affine3a().transform_point3(p).abs_diff_eq(q.transform_point3(p), MOTION_TOLERANCE));
        prop_assert!(q.to_affine3a().transform_vector3(p).abs_diff_eq(q.transform_vector3(p), MOTION_TOLERANCE));
    }

    #[test]
    fn matrices_give_their_motion_back_up_to_sign(rigid in rigid()) {
        let q = motion(rigid);
        let same = |found: DualQuat| found.abs_diff_eq(q, MOTION_TOLERANCE) || found.abs_diff_eq(-q, MOTION_TOLERANCE);
        prop_assert!(same(DualQuat::from_mat4(q.to_mat4())));
        prop_assert!(same(DualQuat::from_affine3a(&q.to_affine3a())));
    }

    #[test]
    fn rotation_and_translation_come_back(rigid in rigid()) {
        let q = motion(rigid);
        prop_assert!(q.rotation().abs_diff_eq(rigid.rotation, 1e-6));
        prop_assert!(q.translation().abs_diff_eq(rigid.translation, MOTION_TOLERANCE));
        prop_assert_eq!((-q).translation(), q.translation());
    }

    #[test]
    fn a_dual_factor_moves_nothing(rigid in rigid(), p in point(), real in 0.3..3.0_f32, dual in -3.0..3.0_f32) {
        // Not even one with a dual part: moving a point needs no normalization of a blend.
        let (q, scaled) = (motion(rigid), motion(rigid) * Dual::new(-real, dual));
        let tolerance = 10.0 * MOTION_TOLERANCE;
        prop_assert!(scaled.transform_point3(p).abs_diff_eq(q.transform_point3(p), tolerance));
        prop_assert!(scaled.transform_vector3(p).abs_diff_eq(q.transform_vector3(p), tolerance));
        prop_assert!(scaled.translation().abs_diff_eq(q.translation(), tolerance));
        prop_assert!(scaled.to_mat4().abs_diff_eq(q.to_mat4(), tolerance));
        prop_assert!(scaled.normalize().abs_diff_eq(-q, tolerance));
    }

    #[test]
    fn what_each_conjugate_does(rigid in rigid(), p in point()) {
        let q = motion(rigid);
        let (r, t) = (Mat3::from_quat(rigid.rotation), rigid.translation);
        let near = |got: Vec3, expected: Vec3| got.abs_diff_eq(expected, 2.0 * MOTION_TOLERANCE);
        prop_assert!(near(q.conjugate_quaternion().transform_point3(p), r.transpose() * (p - t)));
        prop_assert!(near(q.conjugate_dual().transform_point3(p), r * p - t));
        prop_assert!(near(q.conjugate().transform_point3(p), r.transpose() * (p + t)));
    }
}

#[test]
fn the_identity_does_nothing() {
    let p = Vec3::new(1.0, -2.0, 3.0);
    assert_eq!(DualQuat::default(), DualQuat::IDENTITY);
    assert_eq!(DualQuat::IDENTITY.transform_point3(p), p);
    assert_eq!(DualQuat::IDENTITY.to_affine3a(), Affine3A::IDENTITY);
    assert_eq!(
        DualQuat::from_translation(p).transform_point3(Vec3::ZERO),
        p
    );
    assert_eq!(
        DualQuat::from_translation(p),
        DualQuat::from_rotation_translation(Quat::IDENTITY, p)
    );
}

#[test]
fn a_purely_dual_number_has_no_norm() {
    let pure = DualQuat::new(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Quat::IDENTITY);
    assert!(pure.norm().dual.is_nan());
    assert!(!pure.normalize().is_finite());
    assert!(!pure.inverse().is_finite());
    assert!(pure.is_finite());
}
