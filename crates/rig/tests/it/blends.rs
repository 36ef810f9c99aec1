//! Mixing of rigid motions, stretches and poses.
use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{Pose, Rigid, Stretch};
use testkit::arbitrary;

fn rigid() -> impl Strategy<Value = Rigid> + Clone {
    arbitrary::rigid().prop_map(|motion| Rigid::new(motion.rotation, motion.translation))
}

fn stretch() -> impl Strategy<Value = Stretch> + Clone {
    arbitrary::stretch().prop_map(Stretch::from_symmetric)
}

fn mild() -> impl Strategy<Value = Stretch> + Clone {
    arbitrary::mild_stretch().prop_map(Stretch::from_symmetric)
}

/// Factors from 1e-20 to 1e20 along turned axes, no more than a thousand apart in one stretch.
fn huge_or_tiny() -> impl Strategy<Value = Stretch> + Clone {
    (-20.0..20.0_f32, arbitrary::mild_stretch())
        .prop_map(|(exponent, stretch)| Stretch::from_symmetric(stretch * 10f32.powf(exponent)))
}

fn amount() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![1 => Just(0.0_f32), 1 => Just(1.0), 1 => Just(-1.0), 1 => Just(2.0), 3 => 0.0..1.0_f32, 3 => -1.0..2.0_f32]
}

/// The angle between two rotations, whatever their signs.
fn angle(a: Quat, b: Quat) -> f64 {
    let relative = a.as_dquat().conjugate() * b.as_dquat();
    let sin = relative.x.hypot(relative.y).hypot(relative.z);
    2.0 * sin.atan2(relative.w.abs())
}

fn is_near(a: Rigid, b: Rigid, tolerance: f32) -> bool {
    angle(a.rotation, b.rotation) < f64::from(tolerance)
        && a.translation.abs_diff_eq(b.translation, tolerance * 4.0)
}

/// Nearly a whole turn apart, where the axis is a matter of rounding.
fn is_whole_turn(a: Rigid, b: Rigid) -> bool {
    a.rotation.dot(b.rotation) < -0.97
}

fn size(stretch: Stretch) -> f32 {
    stretch
        .scale
        .abs()
        .max_element()
        .max(stretch.shear.abs().max_element())
}

fn differs(a: Stretch, b: Stretch) -> f32 {
    let by = (a.scale - b.scale).abs().max_element();
    by.max((a.shear - b.shear).abs().max_element()) / size(a).max(size(b)).max(f32::MIN_POSITIVE)
}

fn turned(stretch: Stretch, turn: Quat) -> Stretch {
    let turn = Mat3::from_quat(turn);
    Stretch::from_symmetric(turn * stretch.to_mat3() * turn.transpose())
}

fn ln_det(stretch: Stretch) -> f64 {
    stretch.to_mat3().as_dmat3().determinant().ln()
}

proptest! {
    #[test]
    fn both_ends_come_back_bit_for_bit(a in rigid(), b in rigid(), s in stretch(), z in stretch()) {
        prop_assert_eq!(a.interpolate(b, 0.0), a);
        prop_assert_eq!(a.interpolate(b, 1.0), b);
        prop_assert_eq!(s.interpolate(z, 0.0), s);
        prop_assert_eq!(s.interpolate(z, 1.0), z);
    }

    #[test]
    fn equal_sides_stay_as_they_are(a in rigid(), s in stretch(), t in -100.0..100.0_f32) {
        prop_assert_eq!(a.interpolate(a, t), a);
        prop_assert_eq!(s.interpolate(s, t), s);
    }

    #[test]
    fn rigid_mixes_the_same_from_either_side(a in rigid(), b in rigid(), t in amount()) {
        prop_assume!(!is_whole_turn(a, b));
        let (there, back) = (a.interpolate(b, t), b.interpolate(a, 1.0 - t));
        prop_assert!(is_near(there, back, 2e-5), "{there:?} {back:?}");
    }

    #[test]
    fn rigid_moves_at_constant_speed(a in rigid(), b in rigid(), t in -1.0..2.0_f32) {
        prop_assume!(!is_whole_turn(a, b));
        // From a to t, then the same step from t: as from a to 2 t.
        let step = a.interpolate(b, t) * a.inverse();
        let twice = step * step * a;
        prop_assert!(is_near(a.interpolate(b, 2.0 * t), twice, 1e-4));
    }

    #[test]
    fn rigid_turns_with_the_frame(a in rigid(), b in rigid(), frame in rigid(), t in amount()) {
        prop_assume!(!is_whole_turn(a, b));
        let outside = (frame * a).interpolate(frame * b, t);
        prop_assert!(is_near(outside, frame * a.interpolate(b, t), 5e-5));
        let inside = (a * frame).interpolate(b * frame, t);
        prop_assert!(is_near(inside, a.interpolate(b, t) * frame, 5e-5));
    }

    #[test]
    fn rigid_stays_rigid_and_finite(a in rigid(), b in rigid(), t in prop::num::f32::ANY, far in -38.0..38.0_f32) {
        let far = 10f32.powf(far);
        // Both are numbers, and so is what lies between them.
        let a = Rigid::new(a.rotation, a.translation.clamp_length_max(2.0) * far);
        let b = Rigid::new(b.rotation, b.translation.clamp_length_max(1.0) * far);
        let mixed = a.interpolate(b, t);
        prop_assert!(mixed.rotation.is_finite() && mixed.translation.is_finite(), "{mixed:?}");
        prop_assert!((mixed.rotation.length() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn volume_goes_geometrically(a in mild(), b in mild(), t in amount()) {
        let expected = f64::from(1.0 - t) * ln_det(a) + f64::from(t) * ln_det(b);
        prop_assert!((ln_det(a.interpolate(b, t)) - expected).abs() < 2e-4);
    }

    #[test]
    fn positive_stays_positive_beyond_the_ends(a in mild(), b in mild(), t in -2.0..3.0_f32) {
        prop_assert!(a.interpolate(b, t).is_positive_definite());
    }

    #[test]
    fn stretch_mixes_the_same_from_either_side(a in mild(), b in mild(), t in amount()) {
        prop_assert!(differs(a.interpolate(b, t), b.interpolate(a, 1.0 - t)) < 2e-5);
    }

    #[test]
    fn stretch_turns_with_the_frame(a in mild(), b in mild(), turn in arbitrary::rotation(), t in amount()) {
        let outside = turned(a, turn).interpolate(turned(b, turn), t);
        prop_assert!(differs(outside, turned(a.interpolate(b, t), turn)) < 5e-5);
    }

    #[test]
    fn inverse_and_square_are_those_of_matrices(a in mild()) {
        let matrix = a.to_mat3();
        let inverse = Stretch::IDENTITY.interpolate(a, -1.0);
        prop_assert!(differs(inverse, Stretch::from_symmetric(matrix.inverse())) < 2e-5);
        let square = Stretch::IDENTITY.interpolate(a, 2.0);
        prop_assert!(differs(square, Stretch::from_symmetric(matrix * matrix)) < 2e-5);
    }

    #[test]
    fn linear_where_one_is_not_positive(a in mild(), b in arbitrary::rotation(), t in amount()) {
        let b = turned(Stretch::from_scale(Vec3::new(1.0, 2.0, -1.0)), b);
        let expected = Stretch {
            scale: a.scale.lerp(b.scale, t),
            shear: a.shear.lerp(b.shear, t),
        };
        prop_assert!(!b.is_positive_definite());
        prop_assert!(differs(a.interpolate(b, t), expected) < 1e-5);
    }

    #[test]
    fn any_stretch_gives_finite_numbers(a in stretch(), b in stretch(), t in prop::num::f32::ANY) {
        let mixed = a.interpolate(b, t);
        prop_assert!(mixed.scale.is_finite() && mixed.shear.is_finite(), "{mixed:?}");
    }

    #[test]
    fn huge_and_tiny_factors_stay_finite_and_positive(a in huge_or_tiny(), b in huge_or_tiny(), t in -1e6..1e6_f32) {
        let mixed = a.interpolate(b, t);
        prop_assert!(mixed.scale.is_finite() && mixed.shear.is_finite(), "{mixed:?}");
        prop_assert!(mixed.scale.min_element() > 0.0, "{mixed:?}");
    }

    #[test]
    fn huge_and_tiny_factors_go_geometrically(a in huge_or_tiny(), b in huge_or_tiny()) {
        let middle = a.interpolate(b, 0.5);
        let ln_size = |stretch: Stretch| stretch.to_mat3().as_dmat3();
        // Determinants of f32 matrices of 1e20 only fit f64.
        let expected = 0.5 * (ln_size(a).determinant().ln() + ln_size(b).determinant().ln());
        prop_assert!((ln_size(middle).determinant().ln() - expected).abs() < 1e-4);
    }

    #[test]
    fn small_changes_of_a_stretch_are_small_in_the_mix(a in mild(), b in mild(), nudge in stretch(), t in amount()) {
        let near = Stretch {
            scale: a.scale + nudge.scale * 1e-4,
            shear: a.shear + nudge.shear * 1e-4,
        };
        prop_assert!(differs(a.interpolate(b, t), near.interpolate(b, t)) < 1e-2);
    }
}

#[test]
fn factors_alone_go_geometrically_and_exactly_without_shear() {
    let a = Stretch::from_scale(Vec3::new(1.0, 4.0, 0.25));
    let b = Stretch::from_scale(Vec3::new(4.0, 1.0, 0.25));
    let middle = a.interpolate(b, 0.5);
    assert!(middle.scale.abs_diff_eq(Vec3::new(2.0, 2.0, 0.25), 1e-6));
    assert_eq!(middle.shear, Vec3::ZERO);
}

#[test]
fn the_step_at_a_millionth_is_as_documented() {
    let middle = |least: f32| {
        let thin = Stretch::from_scale(Vec3::new(1.0, 1.0, least));
        Stretch::IDENTITY.interpolate(thin, 0.5).scale.z
    };
    assert!((middle(1.1e-6) - 1e-3).abs() < 1e-4);
    assert!((middle(0.9e-6) - 0.5).abs() < 1e-4);
    assert!((middle(0.0) - 0.5).abs() < 1e-6);
}

#[test]
fn poses_mix_joint_by_joint_and_keep_their_length() {
    let pose = |angle: f32, scale: f32, joints: usize, weights: &[f32]| Pose {
        rigid: vec![Rigid::new(Quat::from_rotation_z(angle), Vec3::X * angle); joints],
        stretch: vec![Stretch::from_scale(Vec3::splat(scale)); joints],
        morph_weights: weights.to_vec(),
    };
    let (a, b) = (pose(0.0, 1.0, 3, &[0.0, 1.0]), pose(1.0, 4.0, 2, &[1.0]));
    let mixed = a.interpolate(&b, 0.5);
    assert_eq!(
        (mixed.len(), mixed.morph_weights.as_slice()),
        (3, &[0.5, 1.0][..])
    );
    assert!(angle(mixed.rigid[1].rotation, Quat::from_rotation_z(0.5)) < 1e-6);
    assert!((mixed.stretch[1].scale.x - 2.0).abs() < 1e-6);
    assert_eq!(mixed.rigid[2], a.rigid[2]);
    assert_eq!(a.interpolate(&b, 0.0), a);
    assert_eq!(a.interpolate(&b, f32::NAN), a);
    assert_eq!(b.interpolate(&a, 1.0).rigid, a.rigid[..2]);
}

proptest! {
    /// Channel by channel both ends are exact, the way back is the way, and a rotation is that of the screw.
    #[test]
    fn channels_go_by_themselves(a in rigid(), b in rigid(), t in amount()) {
        prop_assert_eq!(a.interpolate_channels(b, 0.0), a);
        prop_assert_eq!(a.interpolate_channels(b, 1.0), b);
        prop_assert_eq!(a.interpolate_channels(b, f32::NAN), a);
        let mixed = a.interpolate_channels(b, t);
        let straight = a.translation + (b.translation - a.translation) * t;
        prop_assert!(mixed.translation.abs_diff_eq(straight, 1e-4), "{} {}", mixed.translation, straight);
        prop_assert!(mixed.rotation.is_normalized());
        let screw = a.interpolate(b, t);
        let is_whole_turn = (angle(a.rotation, b.rotation) - core::f64::consts::PI).abs() < 1e-2;
        prop_assert!(is_whole_turn || angle(mixed.rotation, screw.rotation) < 2e-3);
    }
}

#[test]
fn only_the_joints_that_are_asked_for_are_mixed() {
    let one = |by: f32| Pose {
        rigid: vec![Rigid::new(Quat::from_rotation_y(by), Vec3::splat(by)); 2],
        stretch: vec![Stretch::from_scale(Vec3::splat(1.0 + by)); 2],
        morph_weights: vec![by],
    };
    let (from, to) = (one(0.0), one(3.0));
    let mixed = from.interpolate_channels(&to, 0.5, Some(&[rig::JointIndex(1)]));
    assert_eq!(
        (mixed.rigid[0], mixed.stretch[0]),
        (from.rigid[0], from.stretch[0])
    );
    assert_eq!(mixed.morph_weights, from.morph_weights);
    let all = from.interpolate_channels(&to, 0.5, None);
    assert_eq!(
        (all.rigid[0], all.morph_weights),
        (mixed.rigid[1], vec![1.5])
    );
    assert!(
        mixed.stretch[1].scale.abs_diff_eq(Vec3::splat(2.0), 1e-5),
        "factors: 1, 2, 4"
    );
}
