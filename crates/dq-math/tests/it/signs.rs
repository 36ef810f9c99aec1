//! The rules that choose signs before a blend.

use core::f32::consts::{PI, TAU};

use dq_math::{DualQuat, Screw, SignRule, dlb_with_signs, signs};
use glam::{Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::arbitrary::{direction, near_rigids, parents, rigids, rotation, weights};

/// Rotations and a weight for each; many of them equal, antipodal or half a turn apart.
fn weighted() -> impl Strategy<Value = (Vec<Quat>, Vec<f32>)> {
    let drawn = (1..=8_usize).prop_flat_map(|n| (rigids(n..=n), weights(n..=n)));
    drawn.prop_map(|(rigids, weights)| {
        (rigids.iter().map(|rigid| rigid.rotation).collect(), weights)
    })
}

fn filled(count: usize, fill: impl FnOnce(&mut [f32])) -> Vec<f32> {
    let mut signs = vec![f32::NAN; count];
    fill(&mut signs);
    signs
}

fn signed(rotations: &[Quat], signs: &[f32]) -> Vec<Quat> {
    rotations
        .iter()
        .zip(signs)
        .map(|(&q, &sign)| q * sign)
        .collect()
}

proptest! {
    #[test]
    fn every_rule_gives_signs((rotations, weights) in weighted()) {
        let n = rotations.len();
        for signs in [
            filled(n, |out| signs::first(&rotations, &weights, out)),
            filled(n, |out| signs::largest(&rotations, &weights, out)),
            filled(n, |out| signs::running(&rotations, &weights, out)),
            filled(n, |out| signs::hierarchical(&rotations, |i| i.checked_sub(1), out)),
            filled(n, |out| signs::continue_from(&rotations, &rotations, out)),
        ] {
            prop_assert!(signs.iter().all(|&s| s == 1.0 || s == -1.0), "{signs:?}");
        }
    }

    #[test]
    fn pivot_rules_agree_with_their_pivot((rotations, weights) in weighted()) {
        let n = rotations.len();
        let (first, largest) = (signs::pivot_first(&weights).unwrap(), signs::pivot_largest(&weights).unwrap());
        prop_assert!(weights[..first].iter().all(|&w| w == 0.0) && weights[first] != 0.0);
        prop_assert!(weights.iter().all(|&w| w <= weights[largest]));
        let chosen = filled(n, |out| signs::first(&rotations, &weights, out));
        prop_assert_eq!(chosen[first], 1.0);
        prop_assert!(signed(&rotations, &chosen).iter().all(|q| q.dot(rotations[first]) >= -signs::TIE));
        let chosen = filled(n, |out| signs::largest(&rotations, &weights, out));
        prop_assert_eq!(chosen[largest], 1.0);
        prop_assert!(signed(&rotations, &chosen).iter().all(|q| q.dot(rotations[largest]) >= -signs::TIE));
    }

    #[test]
    fn where_there_are_valid_signs_all_rules_find_them(near in near_rigids(1..=8, 1.5), tree in parents(8..=8)) {
        // All within a right angle (a small one on the sphere of quaternions): every pair must end up in one half space.
        let rotations: Vec<_> = near.iter().map(|rigid| rigid.rotation).collect();
        let (n, weights) = (rotations.len(), vec![0.5; rotations.len()]);
        for signs in [
            filled(n, |out| signs::first(&rotations, &weights, out)),
            filled(n, |out| signs::largest(&rotations, &weights, out)),
            filled(n, |out| signs::running(&rotations, &weights, out)),
            filled(n, |out| signs::hierarchical(&rotations, |i| (i > 0).then(|| tree[i].unwrap_or(0)), out)),
        ] {
            let aligned = signed(&rotations, &signs);
            prop_assert!(aligned.iter().all(|a| aligned.iter().all(|b| a.dot(*b) > 0.0)), "{signs:?}");
        }
    }

    #[test]
    fn hierarchical_signs_agree_with_the_parent(tree in parents(1..=20), rotations in vec(rotation(), 20)) {
        let rotations = &rotations[..tree.len()];
        let chosen = filled(tree.len(), |out| signs::hierarchical(rotations, |i| tree[i], out));
        let aligned = signed(rotations, &chosen);
        for (i, parent) in tree.iter().enumerate() {
            match parent {
                None => prop_assert_eq!(chosen[i], 1.0),
                Some(p) => prop_assert!(aligned[i].dot(aligned[*p]) >= -signs::TIE),
            }
        }
    }

    #[test]
    fn rounding_does_not_choose_between_half_turns(q in rotation(), axis in direction(), off in -3e-7..3e-7_f32) {
        let half_turn = Quat::from_xyzw(axis.x, axis.y, axis.z, off);
        prop_assert_eq!(signs::toward(q, half_turn * q), 1.0);
        prop_assert_eq!(signs::toward(q, -(half_turn * q)), 1.0);
    }

    #[test]
    fn running_signs_agree_with_the_sum_before((rotations, weights) in weighted()) {
        let chosen = filled(rotations.len(), |out| signs::running(&rotations, &weights, out));
        let aligned = signed(&rotations, &chosen);
        for i in 0..rotations.len() {
            let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
            let sum = (0..i).fold(zero, |sum, k| sum + aligned[k] * weights[k]);
            prop_assert!(sum.dot(aligned[i]) >= -signs::TIE);
        }
    }

    #[test]
    fn continued_signs_follow_a_turn_of_any_size(axis in direction(), turns in -4.0..4.0_f32) {
        let total = turns * TAU;
        let mut before = Quat::IDENTITY;
        for step in 1..=100_u8 {
            // The sign of what the rotation comes in is left to chance.
            let part = f32::from(step) / 100.0;
            let fresh = Quat::from_axis_angle(axis, total * part) * if step % 3 == 0 { -1.0 } else { 1.0 };
            let mut sign = [0.0];
            signs::continue_from(&[before], &[fresh], &mut sign);
            before = fresh * sign[0];
        }
        let literal = Quat::from_axis_angle(axis, total);
        prop_assert!(before.abs_diff_eq(literal, 1e-5), "{before} {literal}");
    }
}

#[test]
fn continued_signs_twist_beyond_half_a_turn() {
    // A child twisted by 300°: half way between it and its parent lie 150°, not −30°.
    let twist =
        |angle: f32| DualQuat::from_rotation_translation(Quat::from_rotation_y(angle), Vec3::ZERO);
    let angle = 300f32.to_radians();
    let rotations = [Quat::IDENTITY, Quat::from_rotation_y(angle)];
    let mut kept = [0.0; 2];
    signs::continue_from(
        &[Quat::IDENTITY, Quat::from_rotation_y(angle - 0.3)],
        &rotations,
        &mut kept,
    );
    let half = Screw::from_dual_quat(dlb_with_signs(
        &[twist(0.0), twist(angle)],
        &[0.5, 0.5],
        &kept,
    ));
    assert!((half.angle - angle / 2.0).abs() < 1e-5);
    // From the pose alone, nothing can tell 300° from −60°.
    let mut fresh = [0.0; 2];
    signs::hierarchical(&rotations, |i| i.checked_sub(1), &mut fresh);
    assert_eq!(fresh, [1.0, -1.0]);
}

#[test]
fn ties_stay_as_they_are() {
    let turn = Quat::from_xyzw(1.0, 0.0, 0.0, 0.0);
    assert_eq!(signs::toward(Quat::IDENTITY, turn), 1.0);
    assert_eq!(signs::toward(Quat::IDENTITY, -turn), 1.0);
    // 1, i, −i: the last two are opposite, and Algorithm 2 does not see it (Lemma 5 is false on ties).
    let mut chosen = [0.0; 3];
    signs::first(&[Quat::IDENTITY, turn, -turn], &[1.0; 3], &mut chosen);
    assert_eq!(chosen, [1.0; 3]);
}

#[test]
fn running_signs_depend_on_the_order() {
    let turn = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
    let [none, third, two_thirds] = [(turn(0.0), 0.34), (turn(120.0), 0.4), (turn(240.0), 0.26)];
    let chosen = |order: [(Quat, f32); 3]| {
        let mut chosen = [0.0; 3];
        signs::running(&order.map(|(q, _)| q), &order.map(|(_, w)| w), &mut chosen);
        chosen
    };
    assert_eq!(chosen([none, third, two_thirds]), [1.0, 1.0, 1.0]);
    assert_eq!(chosen([none, two_thirds, third]), [1.0, -1.0, 1.0]);
}

#[test]
fn an_influence_of_weight_zero_is_no_pivot() {
    let rotations = [
        Quat::from_rotation_x(PI * 0.9),
        Quat::IDENTITY,
        -Quat::IDENTITY,
    ];
    let mut chosen = [0.0; 3];
    signs::first(&rotations, &[0.0, 0.5, 0.5], &mut chosen);
    assert_eq!(chosen, [1.0, 1.0, -1.0]);
    assert_eq!(signs::pivot_first(&[0.0, 0.5]), Some(1));
    assert_eq!(signs::pivot_largest(&[-0.5, 0.0]), Some(0));
    assert_eq!(signs::pivot_largest(&[0.3, -0.5]), Some(0));
    assert_eq!(signs::pivot_largest(&[0.2, 0.4, 0.4]), Some(1));
    assert_eq!(signs::pivot_first(&[0.0, 0.0]), None);
    assert_eq!(signs::pivot_largest(&[]), None);
}

#[test]
fn slices_of_unequal_length_count_as_far_as_the_shortest() {
    let q = Quat::IDENTITY;
    let rotations = [q, -q, q, -q];
    for rule in [signs::first, signs::largest, signs::running] {
        for weights in [[0.0, 0.0], [0.5, 0.5], [0.0, 0.5]] {
            let mut signs = [f32::NAN; 4];
            rule(&rotations, &weights, &mut signs);
            assert!(signs[2..].iter().all(|sign| sign.is_nan()), "{signs:?}");
        }
        // The largest weight lies beyond the rotations, and is none.
        let mut signs = [f32::NAN; 4];
        rule(&rotations[..2], &[0.5, 0.4, 0.0, 9.0], &mut signs);
        assert_eq!(signs[..2], [1.0, -1.0]);
        assert!(signs[2..].iter().all(|sign| sign.is_nan()), "{signs:?}");
    }
}

#[test]
fn without_any_weight_all_signs_are_plus() {
    let mut chosen = [0.0; 2];
    signs::first(&[Quat::IDENTITY, -Quat::IDENTITY], &[0.0, 0.0], &mut chosen);
    assert_eq!(chosen, [1.0, 1.0]);
}

#[test]
fn a_parent_that_comes_later_counts_as_none() {
    let mut chosen = [0.0; 2];
    signs::hierarchical(
        &[-Quat::IDENTITY, Quat::IDENTITY],
        |i| Some(1 - i),
        &mut chosen,
    );
    assert_eq!(chosen, [1.0, -1.0]);
}

#[test]
fn rules_have_names() {
    for rule in SignRule::ALL {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    assert_eq!(SignRule::default(), SignRule::Followed);
    assert!("First".parse::<SignRule>().is_err());
}
