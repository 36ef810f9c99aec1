//! Strokes: sampling, mirroring, taking back, averages.

use mesh::PointIndex;
use proptest::prelude::*;
use rig::{JointSlot, JointWeight};
use weights::{
    Effect, JointAmount, NeighborWeights, Normalize, Operation, PointValue, Row, Rows as _, Rules,
    Skip, Smoothing, Stroke, Touched,
};

use crate::support::paint::{
    JOINTS, OwnRules, Plain, amount, is_row, locks_hold, operation, row, rules, sheet, slot,
};
use crate::support::values;

const SIDE: u32 = 4;
const POINTS: usize = 16;

fn once() -> Operation {
    Operation::Smooth(Smoothing { passes: 1 })
}

fn building_up(operation: Operation, strength: f32) -> Effect {
    Effect {
        builds_up: true,
        ..Effect::new(operation, strength)
    }
}

fn moved(joint: u16, amount: f64) -> JointAmount {
    JointAmount {
        joint: JointSlot(joint),
        amount,
    }
}

#[test]
fn what_builds_up_builds_up() {
    let surface = sheet(2);
    let mut rows = Plain::new(vec![Row::rigid(JointSlot(0)); 4]);
    let rules = Rules::default();
    let mut stroke = Stroke::new(
        building_up(Operation::Replace(1.0), 0.5),
        JointSlot(1),
        &rules,
        &rows,
    );
    for _ in 0..3 {
        let edit = stroke.step(
            &rows,
            &NeighborWeights::uniform(&surface),
            &[PointValue::new(PointIndex(2), 1.0)],
            &[],
        );
        rows.write(&edit);
    }
    assert_eq!(rows.weight(PointIndex(2), JointSlot(1)), 0.875);
    assert_eq!(stroke.balance().receivers(), [moved(1, 0.875)]);
    assert_eq!(stroke.report().to_string(), "1 vertex changed");
}

#[test]
fn each_operation_does_what_it_says() {
    let surface = sheet(2);
    let rows = Plain::new(vec![Row::new([(0, 0.5), (1, 0.5)]).unwrap(); 4]);
    let after = |operation| {
        let mut stroke = Stroke::new(
            Effect::new(operation, 0.5),
            JointSlot(1),
            &Rules::default(),
            &rows,
        );
        stroke.step(
            &rows,
            &NeighborWeights::uniform(&surface),
            &[PointValue::new(PointIndex(0), 0.5)],
            &[],
        );
        stroke.at(PointIndex(0)).unwrap().now.weight(JointSlot(1))
    };
    assert_eq!(after(Operation::Add), 0.75);
    assert_eq!(after(Operation::Subtract), 0.25);
    assert_eq!(after(Operation::Replace(0.75)), 0.5625);
    assert_eq!(after(Operation::Scale(0.0)), 0.375);
    assert_eq!(after(Operation::Scale(2.0)), 0.625);
    assert_eq!(after(once()), 0.5);
}

#[test]
fn one_pass_is_the_mean_with_the_mean_of_the_neighbors() {
    // Of the corner 0 of two triangles, all others are neighbors.
    let surface = sheet(2);
    let mut rows = vec![Row::rigid(JointSlot(0)); 4];
    rows[3] = Row::rigid(JointSlot(1));
    let rows = Plain::new(rows);
    let step = |operation| {
        let mut stroke = Stroke::new(
            Effect::new(operation, 1.0),
            JointSlot(6),
            &Rules::default(),
            &rows,
        );
        let neighbor_weights = NeighborWeights::uniform(&surface);
        stroke.step(&rows, &neighbor_weights, &values([(0, 1.0), (3, 1.0)]), &[]);
        [0, 3].map(|point| {
            stroke
                .at(PointIndex(point))
                .unwrap()
                .now
                .weight(JointSlot(1))
        })
    };
    let third = 1.0 / 3.0_f32;
    assert_eq!(step(once()), [0.5 * third, 0.5]);
    // Away from it there is nothing beyond one.
    assert_eq!(
        step(Operation::Sharpen(Smoothing { passes: 1 })),
        [0.0, 1.0]
    );
}

#[test]
fn neighbors_count_as_they_are_said_to() {
    let surface = sheet(3);
    let mut rows = vec![Row::rigid(JointSlot(0)); 9];
    rows[8] = Row::rigid(JointSlot(1));
    let rows = Plain::new(rows);
    // Steps along a diagonal count nothing, as with cotangents.
    let is_diagonal = |a: u32, b: u32| a % 3 != b % 3 && a / 3 != b / 3;
    let of_point = |a: u32| {
        surface
            .neighbors(PointIndex(a))
            .iter()
            .map(move |&b| if is_diagonal(a, b.0) { 0.0 } else { 1.0 })
    };
    let strengths: Vec<f32> = (0..9).flat_map(of_point).collect();
    let neighbor_weights = NeighborWeights::with_strengths(&surface, &strengths).unwrap();
    let mut stroke = Stroke::new(
        Effect::new(once(), 1.0),
        JointSlot(0),
        &Rules::default(),
        &rows,
    );
    let edit = stroke.step(
        &rows,
        &neighbor_weights,
        &[PointValue::new(PointIndex(4), 1.0)],
        &[],
    );
    assert!(
        edit.rows.is_empty() || edit.rows[0].1.weight(JointSlot(1)) < 1e-3,
        "{edit:?}"
    );
    let wrong = NeighborWeights::with_strengths(&surface, &strengths[1..]).unwrap_err();
    assert_eq!(wrong.found + 1, wrong.expected);
}

#[test]
fn points_under_both_brushes_are_treated_alike() {
    let surface = sheet(2);
    let rows = Plain::new(vec![Row::rigid(JointSlot(0)); 4]);
    let add = Effect::new(Operation::Add, 1.0);
    let mut stroke =
        Stroke::new(add, JointSlot(1), &Rules::default(), &rows).with_mirror(JointSlot(2));
    let (here, there) = (
        values([(0, 0.25), (1, 0.75)]),
        values([(0, 0.25), (2, 0.75)]),
    );
    stroke.step(&rows, &NeighborWeights::uniform(&surface), &here, &there);
    let now = |point| stroke.at(point).unwrap().now.as_slice().to_vec();
    assert_eq!(
        now(PointIndex(0)),
        [(0, 0.5), (1, 0.25), (2, 0.25)].map(JointWeight::from)
    );
    assert_eq!(
        now(PointIndex(1)),
        [(0, 0.25), (1, 0.75)].map(JointWeight::from)
    );
    assert_eq!(
        now(PointIndex(2)),
        [(0, 0.25), (2, 0.75)].map(JointWeight::from)
    );
    // A joint that is its own partner is not applied twice.
    let mut stroke =
        Stroke::new(add, JointSlot(1), &Rules::default(), &rows).with_mirror(JointSlot(1));
    stroke.step(&rows, &NeighborWeights::uniform(&surface), &here, &there);
    assert_eq!(
        stroke.at(PointIndex(0)).unwrap().now.weight(JointSlot(1)),
        0.25
    );
}

#[test]
fn what_no_joint_here_has_goes_to_joints_of_the_neighbors() {
    let surface = sheet(2);
    let mut rows = vec![Row::rigid(JointSlot(1)); 4];
    rows[3] = Row::rigid(JointSlot(4));
    let rows = Plain::new(rows);
    let subtract = Effect::new(Operation::Subtract, 1.0);
    let mut stroke = Stroke::new(subtract, JointSlot(1), &Rules::default(), &rows);
    let edit = stroke.step(
        &rows,
        &NeighborWeights::uniform(&surface),
        &values([(0, 1.0), (3, 1.0)]),
        &[],
    );
    assert_eq!(edit.rows, [(PointIndex(0), Row::rigid(JointSlot(4)))]);
    // Where neighbors have nobody else either, it is said.
    let rows = Plain::new(vec![Row::rigid(JointSlot(1)); 4]);
    let mut stroke = Stroke::new(subtract, JointSlot(1), &Rules::default(), &rows);
    let edit = stroke.step(
        &rows,
        &NeighborWeights::uniform(&surface),
        &[PointValue::new(PointIndex(0), 1.0)],
        &[],
    );
    let text = "0 vertices changed; 1 vertex skipped: no joint would be left";
    assert_eq!(edit.report.to_string(), text);
}

#[test]
fn bad_input_is_answered_in_words() {
    let surface = sheet(2);
    let bound = Row::rigid(JointSlot(0));
    let rows = Plain::new([bound.clone(), Row::unbound(), bound.clone(), bound]);
    let all = values([(0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)]);
    let said = |effect: Effect, joint: u16, locks: &[bool], falloffs: &[PointValue]| {
        let rules = Rules {
            locks,
            ..Rules::default()
        };
        let mut stroke = Stroke::new(effect, JointSlot(joint), &rules, &rows);
        let edit = stroke.step(&rows, &NeighborWeights::uniform(&surface), falloffs, &[]);
        assert_eq!(edit.report, stroke.report());
        edit.report.to_string()
    };
    let add = Effect::new(Operation::Add, 1.0);
    let check = |text: String, expected: &str| assert_eq!(text, expected);
    check(
        said(add, 99, &[], &all),
        "0 vertices changed; 4 vertices skipped: the skin has no such joint",
    );
    check(
        said(add, 1, &[true; 7], &all),
        "0 vertices changed; 4 vertices skipped: the joint is locked",
    );
    check(
        said(add, 1, &[true], &all),
        "1 vertex changed, 1 of them unbound before; 3 vertices skipped: all other joints locked",
    );
    check(
        said(
            add,
            1,
            &[],
            &values([(0, f32::NAN), (1, f32::INFINITY), (77, 1.0), (2, -1.0)]),
        ),
        "0 vertices changed; 1 vertex skipped: the mesh has no such vertex; 2 vertices skipped: the amount is not a finite number",
    );
    for operation in [Operation::Add, Operation::Scale(f32::INFINITY)] {
        let strength = if operation == Operation::Add {
            f32::NAN
        } else {
            1.0
        };
        let text = "0 vertices changed; 4 vertices skipped: the amount is not a finite number";
        check(said(Effect::new(operation, strength), 1, &[], &all), text);
    }
    check(
        said(Effect::new(Operation::Subtract, 1.0), 1, &[], &all),
        "0 vertices changed; 1 vertex skipped: unbound",
    );
    check(
        said(Effect::new(once(), 1.0), 1, &[true], &all),
        "0 vertices changed; 3 vertices skipped: all other joints locked; 1 vertex skipped: nothing to take weights from",
    );
    check(
        said(Effect::new(Operation::Add, 0.0), 1, &[], &all),
        "0 vertices changed",
    );
}

/// Smoothing tells vertices that locked joints keep from their mean from those that have it.
#[test]
fn locks_that_keep_a_vertex_from_its_mean_are_told() {
    let surface = sheet(2);
    let all = values([(0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)]);
    let row = |weight: f32| Row::new([(0, weight), (1, 1.0 - weight)]).unwrap();
    let uneven = [row(0.25), row(0.625), row(0.375), row(0.75)];
    let even = [(); 4].map(|()| row(0.5));
    let locked = "0 vertices changed; 4 vertices skipped: all other joints locked";
    for (rows, locks, expected) in [
        (&uneven, [true, false], locked),
        (&uneven, [false, true], locked),
        (&even, [true, false], "0 vertices changed"),
        (&even, [false, false], "0 vertices changed"),
    ] {
        let rows = Plain::new(rows.clone());
        let rules = Rules {
            locks: &locks,
            ..Rules::default()
        };
        let mut stroke = Stroke::new(Effect::new(once(), 1.0), JointSlot(1), &rules, &rows);
        let edit = stroke.step(&rows, &NeighborWeights::uniform(&surface), &all, &[]);
        assert_eq!(edit.report.to_string(), expected, "{locks:?}");
    }
}

#[test]
fn meshes_of_nothing_and_of_one_vertex() {
    let empty = Plain::new([]);
    let nowhere = mesh::Adjacency::new(&[], &[]);
    for operation in [Operation::Add, once()] {
        let mut stroke = Stroke::new(
            Effect::new(operation, 1.0),
            JointSlot(0),
            &Rules::default(),
            &empty,
        );
        let edit = stroke.step(
            &empty,
            &NeighborWeights::uniform(&nowhere),
            &[PointValue::new(PointIndex(0), 1.0)],
            &[],
        );
        assert_eq!(
            edit.report.skipped().collect::<Vec<_>>(),
            [(Skip::NoSuchPoint, 1)]
        );
    }
    let one = Plain::new([Row::rigid(JointSlot(0))]);
    let alone = mesh::Adjacency::new(&[glam::Vec3::ZERO], &[]);
    let mut stroke = Stroke::new(
        Effect::new(once(), 1.0),
        JointSlot(0),
        &Rules::default(),
        &one,
    );
    let edit = stroke.step(
        &one,
        &NeighborWeights::uniform(&alone),
        &[PointValue::new(PointIndex(0), 1.0)],
        &[],
    );
    assert_eq!(
        edit.report.skipped().collect::<Vec<_>>(),
        [(Skip::NothingToTake, 1)]
    );
    // A surface that is not the rows': nothing to take from beyond their end.
    let other = sheet(3);
    let mut stroke = Stroke::new(
        Effect::new(once(), 1.0),
        JointSlot(0),
        &Rules::default(),
        &one,
    );
    let edit = stroke.step(
        &one,
        &NeighborWeights::uniform(&other),
        &values([(0, 1.0), (8, 1.0)]),
        &[],
    );
    assert_eq!(edit.report.changed, 0);
}

#[test]
fn a_stroke_names_its_donors() {
    let surface = sheet(2);
    let rows = Plain::new(vec![Row::new([(0, 0.25), (1, 0.75)]).unwrap(); 4]);
    let parents = [None, Some(JointSlot(0)), Some(JointSlot(0))];
    let rules = Rules {
        normalize: Normalize::ToParent,
        parents: &parents,
        ..Rules::default()
    };
    let mut stroke = Stroke::new(
        Effect::new(Operation::Add, 1.0),
        JointSlot(2),
        &rules,
        &rows,
    );
    stroke.step(
        &rows,
        &NeighborWeights::uniform(&surface),
        &values([(0, 0.125), (1, 0.25)]),
        &[],
    );
    stroke.step(
        &rows,
        &NeighborWeights::uniform(&surface),
        &[PointValue::new(PointIndex(0), 0.5)],
        &[],
    );
    assert_eq!(stroke.balance().donors(), [moved(0, 0.5), moved(1, 0.25)]);
    assert_eq!(stroke.balance().receivers(), [moved(2, 0.75)]);
    assert_eq!(stroke.balance().gain(JointSlot(6)), 0.0);
}

/// One stroke, of whatever kind.
#[derive(Clone, Debug)]
struct Case {
    rows: Plain,
    effect: Effect,
    joints: [JointSlot; 2],
    rules: OwnRules,
    dabs: Vec<[Vec<PointValue>; 2]>,
}

impl Case {
    fn begin(&self) -> Stroke {
        let stroke = Stroke::new(self.effect, self.joints[0], &self.rules.rules(), &self.rows);
        stroke.with_mirror(self.joints[1])
    }

    /// The rows afterwards, with every step written at once or not before the end.
    fn painted(&self, dabs: &[[Vec<PointValue>; 2]], at_once: bool) -> Plain {
        let surface = sheet(SIDE);
        let neighbor_weights = NeighborWeights::uniform(&surface);
        let (mut stroke, mut rows) = (self.begin(), self.rows.clone());
        for [here, there] in dabs {
            let read = if at_once { &rows } else { &self.rows };
            let edit = stroke.step(read, &neighbor_weights, here, there);
            rows.write(&edit);
        }
        rows
    }
}

fn dab() -> impl Strategy<Value = Vec<PointValue>> {
    let of_point = ((0..SIDE * SIDE).prop_map(PointIndex), amount())
        .prop_map(|(point, falloff)| PointValue::new(point, falloff));
    prop::collection::vec(of_point, 0..8)
}

fn case() -> impl Strategy<Value = Case> {
    let effect = (operation(), amount(), any::<bool>());
    let effect = effect.prop_map(|(operation, strength, builds_up)| Effect {
        operation,
        strength,
        builds_up,
    });
    let rows = prop::collection::vec(row(), POINTS).prop_map(Plain::new);
    let dabs = prop::collection::vec([dab(), dab()], 0..6);
    let joints = [slot(), slot()];
    (rows, effect, joints, rules(), dabs).prop_map(|(rows, effect, joints, rules, dabs)| Case {
        rows,
        effect,
        joints,
        rules,
        dabs,
    })
}

/// How unlike neighbors are: the sum over all pairs of neighbors and all joints of squared differences.
fn energy(rows: &Plain) -> f64 {
    let surface = sheet(SIDE);
    let pairs = (0..SIDE * SIDE).flat_map(|point| {
        surface
            .neighbors(PointIndex(point))
            .iter()
            .map(move |&other| (point, other))
    });
    let squares = pairs.flat_map(|(a, b)| {
        (0..JOINTS).map(move |joint| {
            f64::from(
                rows.weight(PointIndex(a), JointSlot(joint)) - rows.weight(b, JointSlot(joint)),
            )
            .powi(2)
        })
    });
    squares.sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_painted_rows_stay_rows(case in case()) {
        let painted = case.painted(&case.dabs, true);
        for (before, after) in case.rows.all().zip(painted.all()) {
            prop_assert!(is_row(&after), "{:?}", after);
            prop_assert!(after.is_unbound() <= before.is_unbound());
            prop_assert!(locks_hold(&before, &after, &case.rules));
            let limit = case.rules.limit.map_or(usize::MAX, |limit| limit.max(1));
            prop_assert!(after == before || after.len() <= limit);
        }
    }

    #[test]
    fn a_stroke_does_not_care_how_it_was_sampled(mut case in case(), turn in 0_usize..6) {
        case.effect.builds_up = false;
        let painted = case.painted(&case.dabs, true);
        prop_assert_eq!(&painted, &case.painted(&case.dabs, false));
        // Twice as often, and in another order.
        let mut other: Vec<_> = case.dabs.iter().chain(&case.dabs).cloned().collect();
        other.rotate_left(turn.min(case.dabs.len()));
        prop_assert_eq!(&painted, &case.painted(&other, true));
        other.reverse();
        prop_assert_eq!(&painted, &case.painted(&other, false));
        // All at once.
        let [mut here, mut there] = [0, 1].map(|side| case.dabs.iter().flat_map(|dab| dab[side].clone()).collect::<Vec<_>>());
        here.reverse();
        there.reverse();
        prop_assert_eq!(&painted, &case.painted(&[[here, there]], true));
    }

    #[test]
    fn nothing_changes_but_what_is_said(case in case()) {
        let surface = sheet(SIDE);
        let (mut stroke, mut rows) = (case.begin(), case.rows.clone());
        for [here, there] in &case.dabs {
            let edit = stroke.step(&rows, &NeighborWeights::uniform(&surface), here, there);
            prop_assert!(edit.rows.windows(2).all(|pair| pair[0].0 < pair[1].0));
            prop_assert_eq!(edit.report.changed, edit.rows.len());
            for (point, row) in &edit.rows {
                prop_assert!(&rows.row(*point) != row);
                prop_assert!(here.iter().chain(there).any(|of| of.point == *point && of.value > 0.0));
            }
            rows.write(&edit);
        }
        for Touched { point, before, now } in stroke.touched_points() {
            prop_assert_eq!(before, &case.rows.row(point));
            prop_assert_eq!(now, &rows.row(point));
        }
        let changed = case.rows.all().zip(rows.all()).filter(|(before, after)| before != after).count();
        prop_assert_eq!(stroke.report().changed, changed);
        // What is given is what is taken.
        let balance: f64 = (0..JOINTS).map(|joint| stroke.balance().gain(JointSlot(joint))).sum();
        let bound = case.rows.all().filter(Row::is_unbound).count() - rows.all().filter(Row::is_unbound).count();
        prop_assert!((balance - f64::from(u32::try_from(bound).unwrap())).abs() < 1e-4);
        rows.write(&stroke.undo_edit());
        prop_assert_eq!(rows, case.rows);
    }

    #[test]
    fn both_sides_can_be_exchanged(mut case in case()) {
        let one = case.painted(&case.dabs, true);
        case.joints.reverse();
        case.dabs.iter_mut().for_each(|dab| dab.reverse());
        let other = case.painted(&case.dabs, true);
        for (one, other) in one.all().zip(other.all()) {
            for joint in 0..JOINTS {
                prop_assert!((one.weight(JointSlot(joint)) - other.weight(JointSlot(joint))).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn smoothing_never_makes_the_whole_rougher(rows in prop::collection::vec(row(), POINTS), strength in amount(), passes in 1_u8..4) {
        let bound = rows.into_iter().map(|row| if row.is_unbound() { Row::rigid(JointSlot(0)) } else { row });
        let rows = Plain::new(bound);
        let smooth = Effect::new(Operation::Smooth(Smoothing { passes }), strength);
        let mut stroke = Stroke::new(smooth, JointSlot(0), &Rules::default(), &rows);
        let surface = sheet(SIDE);
        let all: Vec<PointValue> = (0..SIDE * SIDE).map(|point| PointValue::new(PointIndex(point), 1.0)).collect();
        let mut after = rows.clone();
        after.write(&stroke.step(&rows, &NeighborWeights::uniform(&surface), &all, &[]));
        prop_assert!(energy(&after) <= energy(&rows) + 1e-3);
    }
}

/// A brush over both sides of an unbound point asks for next to nothing of one joint, whose parent then is not owed anything either.
#[test]
fn a_joint_that_gets_nothing_brings_no_parent() {
    let parents: Vec<_> = (0..JOINTS)
        .map(|joint| joint.checked_sub(1).map(JointSlot))
        .collect();
    let rules = Rules {
        normalize: Normalize::ToParent,
        limit: Some(2),
        parents: &parents,
        ..Rules::default()
    };
    let mut wanted = [(1, 1e-7), (5, 0.5)].map(|(joint, weight)| JointWeight {
        joint: JointSlot(joint),
        weight,
    });
    let one = Row::default().with_all(&wanted, &rules).unwrap().row;
    assert_eq!(one, Row::new([(5, 0.5), (4, 0.5)]).unwrap());
    wanted.reverse();
    assert_eq!(Row::default().with_all(&wanted, &rules).unwrap().row, one);
}
