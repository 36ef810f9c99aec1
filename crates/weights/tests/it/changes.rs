//! One joint's weight at one point is set.

use crate::support::paint::{JOINTS, amount, is_row, locks_hold, row, rules, slot};
use proptest::prelude::*;
use rig::{JointSlot, JointWeight};
use weights::{Normalize, Row, Rules, Skip};

fn chain() -> [Option<JointSlot>; 5] {
    [
        None,
        Some(JointSlot(0)),
        Some(JointSlot(1)),
        Some(JointSlot(2)),
        Some(JointSlot(3)),
    ]
}

#[test]
fn others_give_in_proportion() {
    let row = Row::new([(0, 0.5), (1, 0.25), (2, 0.25)]).unwrap();
    let change = row.with(JointSlot(2), 0.625, &Rules::default()).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(0, 0.25), (1, 0.125), (2, 0.625)].map(JointWeight::from)
    );
    let back = change
        .row
        .with(JointSlot(2), 0.25, &Rules::default())
        .unwrap();
    assert_eq!(back.row, row);
}

#[test]
fn the_parent_gives_before_all_others() {
    let parents = chain();
    let rules = Rules {
        normalize: Normalize::ToParent,
        parents: &parents,
        ..Rules::default()
    };
    let row = Row::new([(0, 0.5), (1, 0.125), (2, 0.375)]).unwrap();
    let change = row.with(JointSlot(2), 0.4375, &rules).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(0, 0.5), (1, 0.0625), (2, 0.4375)].map(JointWeight::from)
    );
    // More than the parent has: the others give the rest.
    let change = row.with(JointSlot(2), 0.75, &rules).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(0, 0.25), (2, 0.75)].map(JointWeight::from)
    );
    // It gets everything back, whether it had weight or not.
    let change = change.row.with(JointSlot(2), 0.5, &rules).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(0, 0.25), (2, 0.5), (1, 0.25)].map(JointWeight::from)
    );
}

#[test]
fn a_locked_parent_is_passed_over() {
    let (parents, locks) = (chain(), [false, false, true]);
    let rules = Rules {
        normalize: Normalize::ToParent,
        locks: &locks,
        parents: &parents,
        ..Rules::default()
    };
    let change = Row::rigid(JointSlot(3))
        .with(JointSlot(3), 0.25, &rules)
        .unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(3, 0.25), (1, 0.75)].map(JointWeight::from)
    );
}

#[test]
fn a_picked_joint_gives_and_takes() {
    let rules = Rules {
        normalize: Normalize::ToJoint(JointSlot(4)),
        ..Rules::default()
    };
    let row = Row::new([(0, 0.5), (1, 0.5)]).unwrap();
    let change = row.with(JointSlot(1), 0.125, &rules).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(0, 0.5), (1, 0.125), (4, 0.375)].map(JointWeight::from)
    );
    let change = change.row.with(JointSlot(1), 0.5, &rules).unwrap();
    assert_eq!(change.row, row);
    // Setting the picked joint itself is as without one.
    let change = row.with(JointSlot(4), 0.5, &rules).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(0, 0.25), (1, 0.25), (4, 0.5)].map(JointWeight::from)
    );
}

#[test]
fn what_nobody_has_goes_to_the_joint_above() {
    let parents = chain();
    let rules = Rules {
        parents: &parents,
        ..Rules::default()
    };
    let change = Row::rigid(JointSlot(2))
        .with(JointSlot(2), 0.25, &rules)
        .unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(2, 0.25), (1, 0.75)].map(JointWeight::from)
    );
    assert_eq!(
        Row::rigid(JointSlot(0)).with(JointSlot(0), 0.25, &rules),
        Err(Skip::NothingLeft)
    );
}

#[test]
fn locks_leave_what_they_leave() {
    let locks = [true, true];
    let rules = Rules {
        locks: &locks,
        ..Rules::default()
    };
    let row = Row::new([(0, 0.25), (1, 0.25), (2, 0.5)]).unwrap();
    assert_eq!(
        row.with(JointSlot(2), 0.75, &rules),
        Err(Skip::OthersLocked)
    );
    assert_eq!(
        row.with(JointSlot(2), 0.25, &rules),
        Err(Skip::OthersLocked)
    );
    assert_eq!(row.with(JointSlot(0), 0.25, &rules), Err(Skip::JointLocked));
    assert_eq!(row.with(JointSlot(2), 0.5, &rules).unwrap().row, row);
    let change = row.with(JointSlot(3), 1.0, &rules).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(0, 0.25), (1, 0.25), (3, 0.5)].map(JointWeight::from)
    );
    let all = Row::new([(0, 0.5), (1, 0.5)]).unwrap();
    assert_eq!(all.with(JointSlot(2), 0.5, &rules), Err(Skip::OthersLocked));
}

#[test]
fn the_smallest_makes_room_for_the_limit() {
    let rules = Rules {
        limit: Some(3),
        ..Rules::default()
    };
    let row = Row::new([(0, 0.5), (1, 0.125), (2, 0.375)]).unwrap();
    let change = row.with(JointSlot(3), 0.125, &rules).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(0, 0.5), (2, 0.375), (3, 0.125)].map(JointWeight::from)
    );
    assert_eq!(change.dropped, [JointSlot(1)]);
}

#[test]
fn a_limit_of_one_is_all_or_nothing() {
    let rules = Rules {
        limit: Some(1),
        ..Rules::default()
    };
    assert_eq!(
        Row::rigid(JointSlot(0)).with(JointSlot(1), 0.375, &rules),
        Err(Skip::LimitReached)
    );
    let change = Row::rigid(JointSlot(0))
        .with(JointSlot(1), 0.625, &rules)
        .unwrap();
    assert_eq!(
        (change.row, change.dropped),
        (Row::rigid(JointSlot(1)), vec![JointSlot(0)])
    );
}

#[test]
fn an_unbound_point_is_bound_by_what_is_set() {
    let change = Row::unbound()
        .with(JointSlot(3), 0.25, &Rules::default())
        .unwrap();
    assert_eq!(change.row, Row::rigid(JointSlot(3)));
    let parents = chain();
    let rules = Rules {
        normalize: Normalize::ToParent,
        parents: &parents,
        ..Rules::default()
    };
    let change = Row::unbound().with(JointSlot(3), 0.25, &rules).unwrap();
    assert_eq!(
        change.row.as_slice(),
        [(3, 0.25), (2, 0.75)].map(JointWeight::from)
    );
    let nothing = Row::unbound().with(JointSlot(3), 0.0, &rules);
    assert_eq!(nothing.unwrap().row, Row::unbound());
    let nan = Row::rigid(JointSlot(0)).with(JointSlot(1), f32::NAN, &rules);
    assert_eq!(nan, Err(Skip::NotFinite));
}

#[test]
fn two_joints_are_set_whatever_their_order() {
    let row = Row::new([(0, 0.5), (1, 0.25), (2, 0.25)]).unwrap();
    let one = row.with_all(
        &[(1, 0.75), (2, 0.75)].map(JointWeight::from),
        &Rules::default(),
    );
    let other = row.with_all(
        &[(2, 0.75), (1, 0.75)].map(JointWeight::from),
        &Rules::default(),
    );
    assert_eq!(one, other);
    assert_eq!(
        one.unwrap().row.as_slice(),
        [(1, 0.5), (2, 0.5)].map(JointWeight::from)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_stay_rows_and_locks_hold(
        row in row(), own in rules(), joint in slot(), weight in amount(), second in prop::option::of((slot(), amount()))
    ) {
        let rules = own.rules();
        let wanted: Vec<JointWeight> = std::iter::once((joint, weight)).chain(second).map(JointWeight::from).collect();
        let Ok(change) = row.with_all(&wanted, &rules) else {
            return Ok(());
        };
        prop_assert!(is_row(&change.row), "{:?}", change);
        prop_assert!(change.row.is_unbound() <= row.is_unbound());
        prop_assert!(locks_hold(&row, &change.row, &own));
        if change.row != row {
            let limit = own.limit.map_or(usize::MAX, |limit| limit.max(1));
            prop_assert!(change.row.len() <= limit, "{:?}", change);
        }
        for &joint in &change.dropped {
            prop_assert!(row.weight(joint) > 0.0 && change.row.weight(joint) == 0.0);
        }
        let again = change.row.with_all(&wanted, &rules);
        if change.dropped.is_empty() && wanted.len() == 1 && !row.is_unbound() {
            prop_assert!(again.as_ref().map_or(true, |again| again.row == change.row), "{:?} {:?}", change, again);
        }
    }

    #[test]
    fn a_joint_gets_what_was_asked_for(row in row(), own in rules(), joint in slot(), weight in amount()) {
        let Ok(change) = row.with(joint, weight, &own.rules()) else {
            return Ok(());
        };
        let locked: f64 = row.pairs().filter(|&(other, _)| own.rules().is_locked(other)).map(|(_, weight)| f64::from(weight)).sum();
        let got = f64::from(change.row.weight(joint));
        let wanted = f64::from(weight).min(1.0 - locked);
        // A row that was unbound, or that had to give up all others, has nobody else.
        let has_all = change.row.pairs().all(|(other, _)| other == joint || own.rules().is_locked(other));
        prop_assert!((got - wanted).abs() <= 1.1e-6 || has_all, "{} {} {:?}", got, wanted, change);
    }

    #[test]
    fn with_a_partner_bystanders_keep_their_bits(row in row(), joint in slot(), partner in slot(), weight in amount()) {
        let rules = Rules { normalize: Normalize::ToJoint(partner), ..Rules::default() };
        if partner == joint || row.is_unbound() {
            return Ok(());
        }
        let Ok(change) = row.with(joint, weight, &rules) else {
            return Ok(());
        };
        if change.row.weight(partner) > 0.0 && change.row != row {
            for (other, weight) in row.pairs().filter(|&(other, _)| other != joint && other != partner) {
                prop_assert_eq!(change.row.weight(other).to_bits(), weight.to_bits());
            }
        }
    }

    #[test]
    fn without_rules_proportions_of_the_others_stay(row in row(), joint in slot(), weight in 0.0_f32..0.99) {
        let Ok(change) = row.with(joint, weight, &Rules::default()) else {
            return Ok(());
        };
        let others: Vec<JointSlot> = row.pairs().map(|(other, _)| other).filter(|&other| other != joint).collect();
        for pair in others.windows(2) {
            let ratio = |row: &Row| f64::from(row.weight(pair[0])) * f64::from(change.row.weight(pair[1])) - f64::from(row.weight(pair[1])) * f64::from(change.row.weight(pair[0]));
            prop_assert!(ratio(&row).abs() <= 1.1e-6);
        }
    }
}

proptest! {
    /// There is a short way for one joint without a partner. A partner that is locked leaves nothing to it, but for the way.
    #[test]
    fn the_short_way_makes_the_same_bits(
        row in row(),
        joint in slot(),
        weight in amount(),
        limit in prop::option::of(1_usize..6),
    ) {
        let short = Rules { limit, ..Rules::default() };
        let mut locks = vec![false; usize::from(JOINTS) + 1];
        locks[usize::from(JOINTS)] = true;
        let long = Rules { normalize: Normalize::ToJoint(JointSlot(JOINTS)), locks: &locks, ..short };
        let made = |rules| row.with(joint, weight, &rules).map(|change| (change.row, change.dropped));
        prop_assert_eq!(made(short), made(long));
    }
}
