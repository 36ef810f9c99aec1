//! The polar decomposition of hostile matrices.

use crate::support::{rotation, rotation_defect};
use glam::{DMat3, Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{Polar, polar};

/// f32 rounds by 6e-8; the stretch is rounded after f64 work, the quaternion too.
const TOLERANCE: f64 = 1e-6;

fn check(matrix: Mat3) -> Polar {
    let found = polar(matrix);
    assert!(
        found.rotation.is_finite() && found.stretch.is_finite(),
        "{matrix:?} gives {found:?}"
    );
    let rotation = DMat3::from_quat(found.rotation.as_dquat().normalize());
    assert!(
        (found.rotation.length() - 1.0).abs() < 1e-6 && rotation_defect(rotation) < 1e-12,
        "{matrix:?}"
    );
    assert_eq!(found.stretch, found.stretch.transpose());
    let size = f64::from(largest(matrix));
    let product = rotation * found.stretch.as_dmat3();
    // Denormal elements have no relative precision.
    let tolerance = TOLERANCE * size + f64::from(f32::MIN_POSITIVE) * 1e-6;
    assert!(
        product.abs_diff_eq(matrix.as_dmat3(), tolerance),
        "{matrix:?} gives {found:?}"
    );
    found
}

fn largest(matrix: Mat3) -> f32 {
    matrix
        .to_cols_array()
        .iter()
        .fold(0.0, |size, x| size.max(x.abs()))
}

fn trace(matrix: DMat3) -> f64 {
    matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z
}

fn quality(matrix: Mat3, rotation: Quat) -> f64 {
    trace(DMat3::from_quat(rotation.as_dquat()).transpose() * matrix.as_dmat3())
}

/// Singular values: ordinary, equal, nearly equal, small, zero, negative, and all of it huge or tiny.
fn singular_values() -> impl Strategy<Value = Vec3> {
    let value = || {
        prop_oneof![
            3 => 0.1_f32..3.0,
            2 => Just(1.0_f32),
            1 => Just(1.0_f32 + 1e-7),
            1 => Just(0.0_f32),
            1 => Just(1e-7_f32),
            1 => Just(1e-4_f32),
            1 => Just(-1.0_f32),
            1 => -3.0_f32..-0.1,
        ]
    };
    let size = prop_oneof![4 => Just(1.0_f32), 1 => Just(1e30_f32), 1 => Just(1e-30_f32), 1 => Just(1e-40_f32)];
    (value(), value(), value(), size).prop_map(|(x, y, z, size)| Vec3::new(x, y, z) * size)
}

fn hostile() -> impl Strategy<Value = Mat3> {
    let svd = (rotation(), singular_values(), rotation())
        .prop_map(|(u, s, v)| Mat3::from_quat(u) * Mat3::from_diagonal(s) * Mat3::from_quat(v));
    let element = || prop_oneof![3 => -1.0_f32..1.0, 1 => Just(0.0_f32), 1 => Just(1e30_f32), 1 => Just(-1e-30_f32)];
    let any = prop::collection::vec(element(), 9).prop_map(|m| Mat3::from_cols_slice(&m));
    let repeated = (element(), element(), element()).prop_map(|(x, y, z)| {
        let column = Vec3::new(x, y, z);
        Mat3::from_cols(column, column, -column)
    });
    prop_oneof![4 => svd, 2 => any, 1 => repeated]
}

proptest! {
    #![proptest_config(crate::support::cases(4096))]

    #[test]
    fn hostile_matrices_decompose(matrix in hostile()) {
        check(matrix);
    }

    #[test]
    fn no_rotation_is_closer(matrix in hostile(), other in rotation()) {
        let found = check(matrix);
        let size = f64::from(largest(matrix));
        prop_assert!(quality(matrix, found.rotation) >= quality(matrix, other) - 1e-5 * size);
        prop_assert!(quality(matrix, found.rotation) >= quality(matrix, found.rotation * Quat::from_rotation_x(0.1)) - 1e-5 * size);
    }

    #[test]
    fn positive_stretch_is_found_again(q in rotation(), s in prop::array::uniform3(0.2_f32..3.0), axes in rotation()) {
        let axes = Mat3::from_quat(axes);
        let stretch = axes * Mat3::from_diagonal(Vec3::from_array(s)) * axes.transpose();
        let found = check(Mat3::from_quat(q) * stretch);
        prop_assert!(found.rotation.dot(q).abs() > 1.0 - 1e-5);
        prop_assert!(found.stretch.abs_diff_eq(stretch, 1e-5));
    }

    /// A path through det = 0 at rank 2: the third singular value runs from +0.2 to −0.2, the frames drift slowly.
    #[test]
    fn continuous_through_a_flat_matrix(u in rotation(), v in rotation(), s2 in 0.5_f32..1.5) {
        let at = |t: f32| {
            let left = Mat3::from_quat(u * Quat::from_rotation_x(t));
            left * Mat3::from_diagonal(Vec3::new(2.0, s2, t)) * Mat3::from_quat(v)
        };
        let mut before = check(at(0.2)).rotation;
        for step in 1_i16..=400 {
            let now = check(at(0.2 - 0.001 * f32::from(step))).rotation;
            // A step turns the frames by 0.001 and changes s₃ by 0.001, which may turn R by 2 · 0.001 / (s₂ − 0.2).
            prop_assert!(before.dot(now).abs() > 1.0 - 1e-4, "step {step}: {before:?} {now:?}");
            before = now;
        }
    }

    /// Joints under one uniform mirror keep their rotations relative to each other, whatever the rounding.
    #[test]
    fn uniform_mirrors_keep_relative_rotations(a in rotation(), b in rotation(), size in 0.1_f32..10.0) {
        let mirrored = |q: Quat| check(Mat3::from_quat(q) * Mat3::from_diagonal(Vec3::new(1.0, -size / size, 1.0)) * size).rotation;
        let relative = mirrored(a) * mirrored(b).conjugate();
        prop_assert!(relative.dot(a * b.conjugate()).abs() > 1.0 - 1e-5);
    }

    /// With det < 0 and two equal smaller singular values every turn about the long axis is as close, whatever the rounding.
    #[test]
    fn two_equal_mirrored_axes_take_the_smallest_turn(u in rotation(), v in rotation()) {
        let (left, right) = (Mat3::from_quat(u), Mat3::from_quat(v));
        let found = check(left * Mat3::from_diagonal(Vec3::new(4.0, 1.0, -1.0)) * right.transpose());
        let angle = left.x_axis.angle_between(right.x_axis);
        let turned = found.rotation.w.abs().min(1.0).acos() * 2.0;
        prop_assert!((turned - angle).abs() < 2e-3, "{turned} {angle}");
    }

    #[test]
    fn rank_one_takes_the_smallest_turn(column in prop::array::uniform3(-1.0_f32..1.0), row in prop::array::uniform3(-1.0_f32..1.0)) {
        let (column, row) = (Vec3::from_array(column), Vec3::from_array(row));
        prop_assume!(column.length() > 0.1 && row.length() > 0.1);
        let found = check(Mat3::from_cols(column * row.x, column * row.y, column * row.z));
        let angle = column.angle_between(row);
        let turned = found.rotation.w.abs().min(1.0).acos() * 2.0;
        prop_assert!((turned - angle).abs() < 2e-3, "{turned} {angle}");
    }
}

#[test]
fn special_matrices() {
    for (matrix, rotation) in [
        (Mat3::IDENTITY, Quat::IDENTITY),
        (Mat3::ZERO, Quat::IDENTITY),
        (
            Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0)),
            Quat::IDENTITY,
        ),
        (
            Mat3::from_diagonal(Vec3::new(2.0, 1.0, -1.0)),
            Quat::IDENTITY,
        ),
        (
            Mat3::from_diagonal(Vec3::new(0.0, 0.0, 1e-45)),
            Quat::IDENTITY,
        ),
        (
            Mat3::from_diagonal(Vec3::new(3.0, 2.0, -1.0)),
            Quat::IDENTITY,
        ),
        (
            Mat3::from_diagonal(Vec3::new(1.0, 1e-3, 0.0)),
            Quat::IDENTITY,
        ),
        (Mat3::from_diagonal(Vec3::splat(f32::MAX)), Quat::IDENTITY),
        (
            Mat3::from_rotation_z(1.0) * f32::MIN_POSITIVE,
            Quat::from_rotation_z(1.0),
        ),
    ] {
        assert!(
            check(matrix).rotation.dot(rotation).abs() > 1.0 - 1e-6,
            "{matrix:?}"
        );
    }
    check(-Mat3::IDENTITY);
    check(Mat3::from_diagonal(Vec3::new(-1.0, 0.0, 0.0)));
}

#[test]
fn an_exact_scale_stays_exact() {
    let scale = Mat3::from_diagonal(Vec3::new(0.1, 0.7, 1.3));
    assert_eq!(
        polar(scale),
        Polar {
            rotation: Quat::IDENTITY,
            stretch: scale
        }
    );
}

#[test]
fn what_is_not_finite_keeps_the_rotation_out() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let found = polar(Mat3::from_diagonal(Vec3::new(1.0, bad, 1.0)));
        assert_eq!(found.rotation, Quat::IDENTITY);
        assert!(!found.stretch.is_finite());
    }
}
