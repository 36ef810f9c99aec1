//! Weights moved from joint to joint: on hand-made rows, and on any.

use mesh::PointIndex;
use proptest::prelude::*;
use rig::{JointSlot, JointWeight};
use weights::{Row, Rows as _, Rules, Skip, move_weights, swap_weights};

use crate::support::raw::Raw;

const JOINTS: u16 = 6;
const QUARTERS: [(u16, f32); 3] = [(0, 0.25), (1, 0.5), (2, 0.25)];

#[test]
fn all_weight_of_others_goes_to_one() {
    let rows = Raw::new(4, &[&QUARTERS, &[(3, 1.0)], &[], &[(0, 1.0)]]);
    let points = [0, 1, 2, 3].map(PointIndex);
    let edit = move_weights(
        &rows,
        &points,
        &[JointSlot(0)],
        JointSlot(3),
        &Rules::default(),
    );
    assert_eq!(
        edit.rows[0].1.as_slice(),
        [(3, 0.25), (1, 0.5), (2, 0.25)].map(JointWeight::from)
    );
    assert_eq!(edit.rows[1], (PointIndex(3), Row::rigid(JointSlot(3))));
    assert_eq!(edit.report.to_string(), "2 vertices changed");
    let merged = move_weights(
        &rows,
        &points,
        &[0, 1, 2].map(JointSlot),
        JointSlot(3),
        &Rules::default(),
    );
    assert_eq!(merged.rows[0], (PointIndex(0), Row::rigid(JointSlot(3))));
    // To a joint that is among those that give.
    let kept = move_weights(
        &rows,
        &points,
        &[0, 2].map(JointSlot),
        JointSlot(2),
        &Rules::default(),
    );
    assert_eq!(
        kept.rows[0].1.as_slice(),
        [(2, 0.5), (1, 0.5)].map(JointWeight::from)
    );
}

#[test]
fn locked_joints_neither_give_nor_get() {
    let rows = Raw::new(4, &[&QUARTERS, &[(2, 1.0)]]);
    let rules = |locks| Rules {
        locks,
        ..Rules::default()
    };
    let edit = move_weights(
        &rows,
        &[0, 1].map(PointIndex),
        &[0, 2].map(JointSlot),
        JointSlot(3),
        &rules(&[true]),
    );
    let row = &edit.rows[0].1;
    assert_eq!(
        (row.weight(JointSlot(0)), row.weight(JointSlot(2))),
        (0.25, 0.0)
    );
    assert!((row.weight(JointSlot(3)) - 0.25).abs() < 1e-6);
    let locks = [false, false, false, true];
    let none = move_weights(
        &rows,
        &[0, 1].map(PointIndex),
        &[JointSlot(2)],
        JointSlot(3),
        &rules(&locks),
    );
    assert!(none.rows.is_empty());
    assert_eq!(none.report.skipped().next(), Some((Skip::JointLocked, 2)));
    let none = swap_weights(
        &rows,
        &[0, 1].map(PointIndex),
        [2, 3].map(JointSlot),
        &rules(&locks),
    );
    assert_eq!(none.report.skipped().next(), Some((Skip::JointLocked, 2)));
    let nobody = move_weights(
        &rows,
        &[PointIndex(0)],
        &[JointSlot(0)],
        JointSlot(9),
        &Rules::default(),
    );
    assert_eq!(nobody.report.skipped().next(), Some((Skip::NoSuchJoint, 1)));
}

#[test]
fn two_joints_change_places() {
    let rows = Raw::new(4, &[&QUARTERS, &[(2, 1.0)], &[(3, 1.0)]]);
    let edit = swap_weights(
        &rows,
        &[0, 1, 2].map(PointIndex),
        [1, 2].map(JointSlot),
        &Rules::default(),
    );
    assert_eq!(
        edit.rows[0].1.as_slice(),
        [(0, 0.25), (2, 0.5), (1, 0.25)].map(JointWeight::from)
    );
    assert_eq!(edit.rows[1], (PointIndex(1), Row::rigid(JointSlot(1))));
    assert_eq!(edit.rows.len(), 2, "the third has neither");
    let same = swap_weights(
        &rows,
        &[0, 1, 2].map(PointIndex),
        [1, 1].map(JointSlot),
        &Rules::default(),
    );
    assert!(same.rows.is_empty());
}

fn row() -> impl Strategy<Value = Vec<(JointSlot, f32)>> {
    let weights = prop::collection::btree_map(0..JOINTS, 1e-3_f32..1.0, 0..5);
    weights.prop_map(|weights| {
        Row::new(weights).map_or_else(|_none| Vec::new(), |row| row.pairs().collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Rows sum to one, locked weights keep their bits, and nobody but those that are meant loses or gains.
    #[test]
    fn rows_sum_to_one_and_locks_hold(
        rows in prop::collection::vec(row(), 1..6),
        from in prop::collection::vec((0..JOINTS).prop_map(JointSlot), 1..4),
        to in (0..JOINTS).prop_map(JointSlot),
        locks in prop::collection::vec(any::<bool>(), 6),
    ) {
        let slices: Vec<&[(JointSlot, f32)]> = rows.iter().map(Vec::as_slice).collect();
        let before = Raw::new(usize::from(JOINTS), &slices);
        let points: Vec<PointIndex> = PointIndex::all().take(rows.len()).collect();
        let rules = Rules { locks: &locks, ..Rules::default() };
        for edit in [
            move_weights(&before, &points, &from, to, &rules),
            swap_weights(&before, &points, [from[0], to], &rules),
        ] {
            let after = before.with(&edit);
            for &point in &points {
                let (was, now) = (before.row(point), after.row(point));
                let sum: f32 = now.pairs().map(|(_, weight)| weight).sum();
                prop_assert!(now.is_unbound() || (sum - 1.0).abs() < 1e-5);
                prop_assert_eq!(was.is_unbound(), now.is_unbound());
                prop_assert!(now.len() <= was.len());
                for joint in (0..JOINTS).map(JointSlot) {
                    let (was, now) = (was.weight(joint), now.weight(joint));
                    if locks[usize::from(joint)] {
                        prop_assert_eq!(was.to_bits(), now.to_bits());
                    } else if joint != to && !from.contains(&joint) {
                        prop_assert!((was - now).abs() < 1e-5);
                    }
                }
            }
        }
    }

    #[test]
    fn swapped_twice_is_as_before(rows in prop::collection::vec(row(), 1..6), one in 0..JOINTS, other in 0..JOINTS) {
        let slices: Vec<&[(JointSlot, f32)]> = rows.iter().map(Vec::as_slice).collect();
        let before = Raw::new(usize::from(JOINTS), &slices);
        let points: Vec<PointIndex> = PointIndex::all().take(rows.len()).collect();
        let once = before.with(&swap_weights(&before, &points, [JointSlot(one), JointSlot(other)], &Rules::default()));
        let twice = once.with(&swap_weights(&once, &points, [JointSlot(one), JointSlot(other)], &Rules::default()));
        for &point in &points {
            prop_assert_eq!(before.row(point), twice.row(point));
        }
    }
}
