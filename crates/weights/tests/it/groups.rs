//! Several joints painted as one.

use mesh::PointIndex;
use proptest::prelude::*;
use rig::JointSlot;
use weights::{Effect, NeighborWeights, Operation, PointValue, Row, Rules, Skip, Stroke};

use crate::support::paint::{Plain, amount, is_row, locks_hold, row, rules, sheet, slot};

/// One point of each row, painted with full falloff.
fn painted(rows: &Plain, effect: Effect, group: &[JointSlot], rules: &Rules<'_>) -> Row {
    let surface = sheet(2);
    let mut stroke = Stroke::new(effect, group[0], rules, rows).group(group, &[]);
    stroke.step(
        rows,
        &NeighborWeights::uniform(&surface),
        &[PointValue::new(PointIndex(0), 1.0)],
        &[],
    );
    stroke.at(PointIndex(0)).unwrap().now.clone()
}

fn four(row: &Row) -> Plain {
    Plain::new(vec![row.clone(); 4])
}

#[test]
fn a_group_keeps_its_proportions() {
    let row = Row::new([(0, 0.5), (1, 0.3), (2, 0.2)]).unwrap();
    let rules = Rules::default();
    let after = |operation, strength| {
        painted(
            &four(&row),
            Effect::new(operation, strength),
            &[1, 2].map(JointSlot),
            &rules,
        )
    };
    let near = |row: &Row, wanted: [f32; 3]| {
        let found = [0, 1, 2].map(|joint| row.weight(JointSlot(joint)));
        let is_near = found
            .iter()
            .zip(wanted)
            .all(|(found, wanted)| (found - wanted).abs() < 1e-6);
        assert!(is_near, "{found:?}, not {wanted:?}");
    };
    near(&after(Operation::Add, 0.25), [0.25, 0.45, 0.3]);
    near(&after(Operation::Subtract, 0.25), [0.75, 0.15, 0.1]);
    near(&after(Operation::Replace(1.0), 1.0), [0.0, 0.6, 0.4]);
    near(&after(Operation::Scale(0.5), 1.0), [0.75, 0.15, 0.1]);
}

#[test]
fn where_a_group_has_no_weight_its_first_joint_gets_it() {
    let rows = four(&Row::rigid(JointSlot(0)));
    let add = Effect::new(Operation::Add, 0.5);
    let after = painted(&rows, add, &[2, 1].map(JointSlot), &Rules::default());
    assert_eq!(
        [1, 2].map(|joint| after.weight(JointSlot(joint))),
        [0.0, 0.5]
    );
    let rules = Rules {
        locks: &[false, false, true, false],
        ..Rules::default()
    };
    let after = painted(&rows, add, &[2, 1, 3].map(JointSlot), &rules);
    assert_eq!(
        [1, 2, 3].map(|joint| after.weight(JointSlot(joint))),
        [0.25, 0.0, 0.25]
    );
}

#[test]
fn a_group_of_locked_joints_says_so() {
    let rows = four(&Row::new([(0, 0.5), (1, 0.5)]).unwrap());
    let rules = Rules {
        locks: &[false, true, true],
        ..Rules::default()
    };
    let surface = sheet(2);
    let add = Effect::new(Operation::Add, 0.5);
    let mut stroke =
        Stroke::new(add, JointSlot(1), &rules, &rows).group(&[1, 2].map(JointSlot), &[]);
    let edit = stroke.step(
        &rows,
        &NeighborWeights::uniform(&surface),
        &[PointValue::new(PointIndex(0), 1.0)],
        &[],
    );
    assert_eq!(
        edit.report.skipped().collect::<Vec<_>>(),
        [(Skip::JointLocked, 1)]
    );
}

#[test]
fn the_other_side_has_a_group_of_its_own() {
    let rows = four(&Row::new([(0, 0.4), (1, 0.2), (2, 0.1), (3, 0.3)]).unwrap());
    let surface = sheet(2);
    let add = Effect::new(Operation::Add, 0.1);
    let stroke = Stroke::new(add, JointSlot(0), &Rules::default(), &rows).with_mirror(JointSlot(2));
    let mut stroke = stroke.group(&[0, 1].map(JointSlot), &[2, 3].map(JointSlot));
    let around = NeighborWeights::uniform(&surface);
    stroke.step(
        &rows,
        &around,
        &[PointValue::new(PointIndex(0), 1.0)],
        &[PointValue::new(PointIndex(3), 1.0)],
    );
    let sum = |point: PointIndex, joints: [JointSlot; 2]| -> f32 {
        let row = stroke.at(point).unwrap().now;
        joints.iter().map(|&joint| row.weight(joint)).sum()
    };
    assert!((sum(PointIndex(0), [0, 1].map(JointSlot)) - 0.7).abs() < 1e-6);
    assert!((sum(PointIndex(3), [2, 3].map(JointSlot)) - 0.5).abs() < 1e-6);
}

proptest! {
    #[test]
    fn a_group_makes_sound_rows_and_respects_locks(
        before in row(),
        rules in rules(),
        amount in amount(),
        group in prop::collection::vec(slot(), 1..5),
    ) {
        let rows = four(&before);
        let after = painted(&rows, Effect::new(Operation::Add, amount), &group, &rules.rules());
        prop_assert!(after == before || is_row(&after));
        prop_assert!(locks_hold(&before, &after, &rules));
    }
}
