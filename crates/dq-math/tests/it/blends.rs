//! ScLERP, DLB and DIB: what each is, what they have in common, and how far they are apart.

use core::f32::consts::PI;

use dq_math::{
    AVERAGE_MAX_STEPS, Dual, DualQuat, DualVec3, Screw, dib, dib_from, dlb, dlb_with_signs, sclerp,
    signs,
};
use glam::{Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::arbitrary::{direction, fraction, near_rigids, point, rigid, rigids, weights};
use testkit::json::RigidInput;
use testkit::oracle;

/// Roundings of motions by up to four units, through a product or two.
const TOLERANCE: f32 = 5e-5;

/// Dot products nearer to zero than this are almost half turns, where signs, and averages, are anyone's choice.
const TIE: f32 = 0.05;

/// Near a tie summands nearly cancel, and the blend magnifies roundings by up to one part in [`TIE`].
const TIE_TOLERANCE: f32 = TOLERANCE / TIE;

/// Largest difference of angle between DLB and ScLERP of two motions, in radians (K08: 8.15°).
const ANGLE_BOUND: f32 = 0.142_229_3;

/// Largest difference of translation along the axis, as a part of the whole.
const TRANSLATION_BOUND: f32 = 0.150_141_6;

fn motion(rigid: RigidInput) -> DualQuat {
    DualQuat::from_rotation_translation(rigid.rotation, rigid.translation)
}

fn motions(rigids: &[RigidInput]) -> Vec<DualQuat> {
    rigids.iter().copied().map(motion).collect()
}

fn dlb_at(a: DualQuat, b: DualQuat, t: f32) -> DualQuat {
    dlb(&[a, b], &[1.0 - t, t])
}

/// The same motion: equal up to sign.
fn same(a: DualQuat, b: DualQuat, tolerance: f32) -> bool {
    a.abs_diff_eq(b, tolerance) || a.abs_diff_eq(-b, tolerance)
}

/// Whether no sign against the first motion of non-zero weight is a close call.
fn clear_signs(motions: &[DualQuat], weights: &[f32]) -> bool {
    let pivot = weights
        .iter()
        .position(|&w| w != 0.0)
        .map_or(DualQuat::IDENTITY, |i| motions[i]);
    motions.iter().all(|m| m.dot(pivot).abs() > TIE)
}

/// Two motions that are not half a turn apart.
fn rigid_pair() -> impl Strategy<Value = [RigidInput; 2]> {
    let pair = rigids(2..=2).prop_map(|pair| [pair[0], pair[1]]);
    pair.prop_filter("not half a turn apart", |[a, b]| {
        a.rotation.dot(b.rotation).abs() > TIE
    })
}

fn two() -> impl Strategy<Value = (DualQuat, DualQuat)> {
    rigid_pair().prop_map(|[a, b]| (motion(a), motion(b)))
}

/// Motions with clear signs, and a weight for each.
fn several() -> impl Strategy<Value = (Vec<RigidInput>, Vec<f32>)> {
    let drawn = (1..=8_usize).prop_flat_map(|n| (rigids(n..=n), weights(n..=n)));
    drawn.prop_filter("clear signs", |(rigids, weights)| {
        clear_signs(&motions(rigids), weights)
    })
}

/// Motions within a right angle of each other, and a weight for each: any average of them is unique.
fn close_by() -> impl Strategy<Value = (Vec<RigidInput>, Vec<f32>)> {
    (1..=8_usize).prop_flat_map(|n| (near_rigids(n..=n, PI / 2.0), weights(n..=n)))
}

proptest! {
    // ScLERP

    #[test]
    fn sclerp_is_a_power_of_matrices([a, b] in rigid_pair(), t in fraction()) {
        let expected = oracle::screw(oracle::motion(a), oracle::motion(b), f64::from(t));
        let far = oracle::furthest(sclerp(motion(a), motion(b), t).to_affine3a(), expected);
        prop_assert!(far < f64::from(TOLERANCE), "{far}");
    }

    #[test]
    fn sclerp_and_dlb_meet_their_ends((a, b) in two()) {
        for blend in [sclerp, dlb_at] {
            prop_assert!(same(blend(a, b, 0.0), a, TOLERANCE));
            prop_assert!(same(blend(a, b, 1.0), b, TOLERANCE));
        }
    }

    #[test]
    fn sclerp_goes_the_short_way_whatever_the_signs((a, b) in two(), t in fraction()) {
        prop_assert_eq!(sclerp(a, -b, t), sclerp(a, b, t));
        prop_assert!(same(sclerp(-a, b, t), sclerp(a, b, t), 0.0));
        prop_assert!(same(sclerp(b, a, 1.0 - t), sclerp(a, b, t), TOLERANCE));
    }

    #[test]
    fn all_blends_are_unit((a, b) in two(), t in fraction()) {
        for blend in [sclerp(a, b, t), dlb_at(a, b, t), dib(&[a, b], &[1.0 - t, t], 1e-6).mean] {
            prop_assert!((blend.norm().real - 1.0).abs() < 2e-6, "{blend:?}");
            prop_assert!(blend.norm().dual.abs() < 2e-5, "{blend:?}");
        }
    }

    // DLB beside ScLERP

    #[test]
    fn dlb_meets_sclerp_half_way((a, b) in two()) {
        prop_assert!(same(dlb_at(a, b, 0.5), sclerp(a, b, 0.5), TIE_TOLERANCE));
    }

    #[test]
    fn dlb_keeps_to_the_screw_axis(screw in screws(), t in 0.1..=1.0_f32) {
        let blend = Screw::from_dual_quat(dlb_at(DualQuat::IDENTITY, screw.to_dual_quat(), t));
        prop_assert!(blend.axis.abs_diff_eq(screw.axis, TOLERANCE), "{blend:?}");
        prop_assert!(blend.moment.abs_diff_eq(screw.moment, 10.0 * TOLERANCE), "{blend:?}");
    }

    #[test]
    fn dlb_stays_within_its_bounds_of_sclerp(screw in screws(), t in fraction()) {
        let target = screw.to_dual_quat();
        let (linear, exact) = (dlb_at(DualQuat::IDENTITY, target, t), sclerp(DualQuat::IDENTITY, target, t));
        let angle = |q: DualQuat| Screw::from_dual_quat(q).angle;
        prop_assert!((angle(linear) - angle(exact)).abs() <= ANGLE_BOUND + 1e-5);
        let part = |q: DualQuat| q.translation().dot(screw.axis) / screw.translation;
        prop_assert!((part(linear) - part(exact)).abs() <= TRANSLATION_BOUND + 1e-5);
        prop_assert!((part(exact) - t).abs() < 1e-5);
    }

    // Any number of motions

    #[test]
    fn dlb_is_a_blend_of_matrices((rigids, weights) in several()) {
        let expected = oracle::dual_quat_linear(&rigids, &weights);
        let far = oracle::furthest(dlb(&motions(&rigids), &weights).to_affine3a(), expected);
        prop_assert!(far < f64::from(TIE_TOLERANCE), "{far}");
    }

    #[test]
    fn dib_is_the_exact_mean_of_matrices((rigids, weights) in close_by()) {
        let matrices: Vec<_> = rigids.iter().copied().map(oracle::motion).collect();
        let expected = oracle::exact_mean(&matrices, &weights);
        let far = oracle::furthest(dib(&motions(&rigids), &weights, 1e-6).mean.to_affine3a(), expected);
        prop_assert!(far < f64::from(TOLERANCE), "{far}");
    }

    #[test]
    fn dib_of_two_is_sclerp((a, b) in two(), t in fraction()) {
        prop_assert!(same(dib(&[a, b], &[1.0 - t, t], 1e-6).mean, sclerp(a, b, t), 2.0 * TOLERANCE));
    }

    #[test]
    fn dib_is_stationary((rigids, weights) in close_by()) {
        let motions = motions(&rigids);
        let b = dib(&motions, &weights, 1e-6).mean;
        let total: f32 = weights.iter().sum();
        let mut sum = DualVec3::ZERO;
        for (&m, &w) in motions.iter().zip(&weights) {
            let aligned = if b.dot(m) < 0.0 { -m } else { m };
            sum += (b.conjugate_quaternion() * aligned).log() * (w / total);
        }
        prop_assert!(sum.length() < TOLERANCE, "{sum:?}");
    }

    #[test]
    fn dib_says_how_it_went((rigids, weights) in close_by(), precision in 1e-5..1e-2_f32) {
        let motions = motions(&rigids);
        let blend = dib(&motions, &weights, precision);
        prop_assert!(blend.converged && (1..=8).contains(&blend.steps), "{blend:?}");
        // A finer precision takes no fewer steps, and what is left is less than the one asked for.
        let finer = dib(&motions, &weights, 0.1 * precision);
        prop_assert!(finer.steps >= blend.steps, "{finer:?} {blend:?}");
        prop_assert!(same(finer.mean, blend.mean, 2.0 * precision + TOLERANCE), "{finer:?} {blend:?}");
    }

    #[test]
    fn dib_goes_on_from_where_it_is((rigids, weights) in close_by()) {
        let motions = motions(&rigids);
        let exact = dib(&motions, &weights, 1e-6).mean;
        let total: f32 = weights.iter().sum();
        let aligned = motions.iter().map(|&m| if m.dot(exact) < 0.0 { -m } else { m });
        let influences = aligned.zip(weights.iter().map(|w| w / total));
        prop_assert!(same(dib_from(exact, &influences, 1e-6).mean, exact, TOLERANCE));
        // From any of them, too, but not as soon.
        let far = dib_from(if motions[0].dot(exact) < 0.0 { -motions[0] } else { motions[0] }, &influences, 1e-6);
        prop_assert!(same(far.mean, exact, TOLERANCE), "{far:?} {exact:?}");
    }

    // K08 section 3.2: as screws, motions are blended by weighted sines and cosines.

    #[test]
    fn dlb_sums_the_sines_and_cosines_of_screws(summands in vec((screws(), 0.01..1.0_f32), 1..=6)) {
        let motions: Vec<_> = summands.iter().map(|(screw, _)| screw.to_dual_quat()).collect();
        let weights: Vec<_> = summands.iter().map(|&(_, weight)| weight).collect();
        if !clear_signs(&motions, &weights) {
            return Ok(());
        }
        let (mut cosines, mut sines) = (Dual::ZERO, DualVec3::ZERO);
        for (screw, weight) in &summands {
            let half = Dual::new(screw.angle, screw.translation) * 0.5;
            let sign = if motions[0].dot(screw.to_dual_quat()) < 0.0 { -weight } else { *weight };
            cosines = cosines + half.cos() * sign;
            sines += DualVec3::new(screw.axis, screw.moment) * half.sin() * sign;
        }
        let sum = DualQuat::new(
            Quat::from_vec4(sines.real.extend(cosines.real)),
            Quat::from_vec4(sines.dual.extend(cosines.dual)),
        );
        prop_assert!(same(dlb(&motions, &weights), sum.normalize(), TIE_TOLERANCE), "{sum:?}");
    }

    #[test]
    fn about_one_axis_dlb_turns_by_the_arc_tangent(screw in screws(), others in vec((-0.7..0.7_f32, -2.0..2.0_f32, 0.01..1.0_f32), 1..=6)) {
        // Half angles within a right angle of each other: no sign is in doubt.
        let halves: Vec<_> = others.iter().map(|&(angle, shift, _)| Dual::new(0.5 + angle, shift)).collect();
        let weights: Vec<_> = others.iter().map(|&(_, _, weight)| weight).collect();
        let about = |half: Dual| Screw { angle: 2.0 * half.real, translation: 2.0 * half.dual, ..screw }.to_dual_quat();
        let motions: Vec<_> = halves.iter().map(|&half| about(half)).collect();
        let sum = |f: fn(Dual) -> Dual| halves.iter().zip(&weights).fold(Dual::ZERO, |sum, (&half, &w)| sum + f(half) * w);
        let total: f32 = weights.iter().sum();
        prop_assert!(same(dlb(&motions, &weights), about(sum(Dual::sin).atan2(sum(Dual::cos))), TOLERANCE));
        prop_assert!(same(dib(&motions, &weights, 1e-6).mean, about(sum(|half| half) * total.recip()), TOLERANCE));
    }

    #[test]
    fn blends_do_not_care_where_the_coordinates_are((rigids, weights) in several(), left in rigid(), right in rigid()) {
        let (motions, left, right) = (motions(&rigids), motion(left), motion(right));
        let moved: Vec<_> = motions.iter().map(|&m| left * m * right).collect();
        prop_assert!(same(dlb(&moved, &weights), left * dlb(&motions, &weights) * right, 4.0 * TIE_TOLERANCE));
    }

    #[test]
    fn dib_does_not_care_where_the_coordinates_are((rigids, weights) in close_by(), left in rigid(), right in rigid()) {
        let (motions, left, right) = (motions(&rigids), motion(left), motion(right));
        let moved: Vec<_> = motions.iter().map(|&m| left * m * right).collect();
        prop_assert!(same(dib(&moved, &weights, 1e-6).mean, left * dib(&motions, &weights, 1e-6).mean * right, 8.0 * TOLERANCE));
    }

    #[test]
    fn sclerp_does_not_care_where_the_coordinates_are((a, b) in two(), left in rigid(), right in rigid(), t in fraction()) {
        let (left, right) = (motion(left), motion(right));
        let moved = sclerp(left * a * right, left * b * right, t);
        prop_assert!(same(moved, left * sclerp(a, b, t) * right, 8.0 * TOLERANCE));
    }

    #[test]
    fn signs_of_the_motions_do_not_matter((rigids, weights) in several(), flips in any::<u8>()) {
        let motions = motions(&rigids);
        let flip = |(i, &m): (usize, &DualQuat)| if flips >> i & 1 == 1 { -m } else { m };
        let flipped: Vec<_> = motions.iter().enumerate().map(flip).collect();
        prop_assert!(same(dlb(&flipped, &weights), dlb(&motions, &weights), 0.0));
        prop_assert!(same(dib(&flipped, &weights, 1e-6).mean, dib(&motions, &weights, 1e-6).mean, 0.0));
    }

    #[test]
    fn a_common_factor_of_the_weights_does_not_matter((rigids, weights) in several(), factor in 0.01..100.0_f32) {
        let motions = motions(&rigids);
        let scaled: Vec<_> = weights.iter().map(|w| w * factor).collect();
        prop_assert!(same(dlb(&motions, &scaled), dlb(&motions, &weights), TIE_TOLERANCE));
    }

    #[test]
    fn a_common_factor_does_not_matter_to_dib((rigids, weights) in close_by(), factor in 0.01..100.0_f32) {
        let motions = motions(&rigids);
        let scaled: Vec<_> = weights.iter().map(|w| w * factor).collect();
        prop_assert!(same(dib(&motions, &scaled, 1e-6).mean, dib(&motions, &weights, 1e-6).mean, TOLERANCE));
    }

    #[test]
    fn influences_of_weight_zero_do_not_matter((rigids, weights) in several(), stranger in rigid(), at in 0..9_usize) {
        let (mut motions, mut weights) = (motions(&rigids), weights);
        let before = (dlb(&motions, &weights), dib(&motions, &weights, 1e-6).mean);
        let at = at.min(motions.len());
        motions.insert(at, motion(stranger));
        weights.insert(at, 0.0);
        prop_assert_eq!((dlb(&motions, &weights), dib(&motions, &weights, 1e-6).mean), before);
    }

    #[test]
    fn equal_motions_give_that_motion(rigid in rigid(), weights in weights(1..=8), flips in any::<u8>()) {
        let m = motion(rigid);
        let equal: Vec<_> = (0..weights.len()).map(|i| if flips >> i & 1 == 1 { -m } else { m }).collect();
        prop_assert!(same(dlb(&equal, &weights), m, TOLERANCE));
        prop_assert!(same(dib(&equal, &weights, 1e-6).mean, m, TOLERANCE));
    }

    #[test]
    fn one_motion_alone_is_itself(rigid in rigid(), weight in 0.001..10.0_f32, p in point()) {
        let m = motion(rigid);
        prop_assert!(dlb(&[m], &[weight]).transform_point3(p).abs_diff_eq(m.transform_point3(p), TOLERANCE));
        prop_assert!(same(dib(&[m], &[weight], 1e-6).mean, m, TOLERANCE));
    }

    #[test]
    fn chosen_signs_are_those_dlb_chooses((rigids, weights) in several()) {
        let motions = motions(&rigids);
        let rotations: Vec<_> = motions.iter().map(|m| m.real).collect();
        let mut first = vec![0.0; motions.len()];
        signs::first(&rotations, &weights, &mut first);
        prop_assert_eq!(dlb_with_signs(&motions, &weights, &first), dlb(&motions, &weights));
    }
}

/// Screws of up to almost half a turn, with a translation along the axis that is worth measuring.
fn screws() -> impl Strategy<Value = Screw> {
    let angle = prop_oneof![1 => Just(PI - 1e-3), 1 => Just(0.2_f32), 4 => 0.2..3.1_f32];
    (direction(), angle, 1.0..4.0_f32, point()).prop_map(|(axis, angle, translation, through)| {
        Screw {
            axis,
            moment: through.cross(axis),
            angle,
            translation,
        }
    })
}

#[test]
fn the_bounds_are_met() {
    let screw = Screw {
        axis: Vec3::Y,
        moment: Vec3::ZERO,
        angle: PI - 1e-4,
        translation: 1.0,
    };
    let target = screw.to_dual_quat();
    let angle = |t: f32| {
        Screw::from_dual_quat(dlb_at(DualQuat::IDENTITY, target, t)).angle - screw.angle * t
    };
    let part = |t: f32| dlb_at(DualQuat::IDENTITY, target, t).translation().y - t;
    let worst = |off: fn(&dyn Fn(f32) -> f32, f32) -> f32, f: &dyn Fn(f32) -> f32| {
        (0..=1000_u16)
            .map(|i| off(f, f32::from(i) / 1000.0))
            .fold(0.0, f32::max)
    };
    assert!((worst(|f, t| f(t).abs(), &angle) - ANGLE_BOUND).abs() < 1e-4);
    assert!((worst(|f, t| f(t).abs(), &part) - TRANSLATION_BOUND).abs() < 1e-4);
}

#[test]
fn rotations_about_one_axis_average_their_angles() {
    let turn =
        |angle| DualQuat::from_rotation_translation(Quat::from_rotation_y(angle), Vec3::ZERO);
    let mean = dib(&[turn(0.2), turn(1.4), turn(-0.6)], &[1.0, 2.0, 1.0], 1e-6).mean;
    assert!(same(mean, turn(0.6), 1e-6));
}

#[test]
fn no_weight_at_all_is_no_motion() {
    let m = DualQuat::from_translation(Vec3::X);
    for weights in [&[][..], &[0.0, 0.0]] {
        assert_eq!(dlb(&[m, m], weights), DualQuat::IDENTITY);
        assert_eq!(dib(&[m, m], weights, 1e-6).mean, DualQuat::IDENTITY);
        assert_eq!(
            dlb_with_signs(&[m, m], weights, &[1.0, 1.0]),
            DualQuat::IDENTITY
        );
    }
    assert_eq!(dlb(&[], &[1.0]), DualQuat::IDENTITY);
    assert_eq!(dib(&[], &[1.0], 1e-6).mean, DualQuat::IDENTITY);
}

#[test]
fn a_sum_that_cancels_is_the_first_motion() {
    let [m, other] = [Vec3::X, Vec3::Y].map(DualQuat::from_translation);
    let weights = [0.0, 1.0, -1.0];
    assert_eq!(dlb(&[other, m, m], &weights), m);
    assert_eq!(dlb_with_signs(&[m, m], &[1.0, 1.0], &[1.0, -1.0]), m);
    let iterated = dib(&[other, m, m], &weights, 1e-6);
    assert_eq!(
        (iterated.mean, iterated.steps, iterated.converged),
        (m, 0, false)
    );
}

#[test]
fn nothing_to_blend_is_done_at_once() {
    let iterated = dib(&[DualQuat::from_translation(Vec3::X)], &[0.0], 1e-6);
    assert_eq!((iterated.steps, iterated.converged), (0, true));
}

#[test]
fn a_precision_that_cannot_be_met_ends_all_the_same() {
    let turn =
        |angle, x| DualQuat::from_rotation_translation(Quat::from_rotation_z(angle), Vec3::X * x);
    let blend = dib(
        &[turn(0.0, 1e4), turn(3.0, -1e4), turn(1.0, 0.0)],
        &[1.0, 1.0, 1.0],
        0.0,
    );
    assert!(blend.mean.is_finite());
    assert_eq!((blend.steps, blend.converged), (AVERAGE_MAX_STEPS, false));
}

#[test]
fn negative_weights_extrapolate() {
    let turn =
        |angle| DualQuat::from_rotation_translation(Quat::from_rotation_x(angle), Vec3::ZERO);
    let beyond = dib(&[turn(0.0), turn(0.4)], &[-0.5, 1.5], 1e-6).mean;
    assert!(same(beyond, turn(0.6), 1e-5));
}
