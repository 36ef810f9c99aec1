//! Whole meshes at once: floods, fills, gradients, given weights.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::JointSlot;
use weights::{
    Effect, Flood, Gradient, GradientPath, NeighborWeights, Operation, PointValue, Region, Row,
    Rows as _, Rules, Shape, Skip, Smoothing, Stroke, apply_gradient, flood, set_weights,
};

use crate::support::paint::{
    JOINTS, Plain, amount, is_row, locks_hold, operation, row, rules, sheet,
};
use crate::support::values;

/// Two triangles that touch nowhere, and a vertex alone.
fn islands() -> Adjacency {
    let positions: Vec<Vec3> = (0..7_u8)
        .map(|x| Vec3::new(f32::from(x), f32::from(x % 2), 0.0))
        .collect();
    Adjacency::new(&positions, &[[0, 2, 4], [1, 3, 5]])
}

fn fill(joint: JointSlot, region: Region<'_>) -> Flood<'_> {
    Flood {
        operation: Operation::Replace(1.0),
        strength: 1.0,
        joint,
        region,
    }
}

#[test]
fn a_part_is_filled_and_no_other() {
    let (surface, rows) = (islands(), Plain::new(vec![Row::rigid(JointSlot(0)); 7]));
    let neighbor_weights = NeighborWeights::uniform(&surface);
    let points = |region| {
        let edit = flood(
            &rows,
            &neighbor_weights,
            &Rules::default(),
            &fill(JointSlot(1), region),
        );
        assert!(
            edit.rows
                .iter()
                .all(|(_, row)| *row == Row::rigid(JointSlot(1)))
        );
        edit.rows
            .iter()
            .map(|&(point, _)| point)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        points(Region::PartOf(PointIndex(3))),
        [1, 3, 5].map(PointIndex)
    );
    assert_eq!(points(Region::PartOf(PointIndex(6))), [PointIndex(6)]);
    let named = [4, 2, 4].map(PointIndex);
    assert_eq!(points(Region::Points(&named)), [2, 4].map(PointIndex));
    assert_eq!(points(Region::All).len(), 7);
    let nowhere = flood(
        &rows,
        &neighbor_weights,
        &Rules::default(),
        &fill(JointSlot(1), Region::PartOf(PointIndex(7))),
    );
    let text = "0 vertices changed; 1 vertex skipped: the mesh has no such vertex";
    assert_eq!(nowhere.report.to_string(), text);
    let alone = Flood {
        operation: Operation::Smooth(Smoothing::default()),
        ..fill(JointSlot(1), Region::PartOf(PointIndex(6)))
    };
    let alone = flood(&rows, &neighbor_weights, &Rules::default(), &alone);
    let text = "0 vertices changed; 1 vertex skipped: nothing to take weights from";
    assert_eq!(alone.report.to_string(), text);
}

#[test]
fn gradients_run_from_value_to_value() {
    let surface = sheet(5);
    let rows = Plain::new(vec![Row::rigid(JointSlot(0)); 25]);
    let after = |gradient: &Gradient<'_>| {
        let mut rows = rows.clone();
        let neighbor_weights = NeighborWeights::uniform(&surface);
        rows.write(&apply_gradient(
            &rows,
            &neighbor_weights,
            &Rules::default(),
            surface.positions(),
            gradient,
        ));
        (0..5)
            .map(|point| rows.weight(PointIndex(point), JointSlot(1)))
            .collect::<Vec<_>>()
    };
    let line = Gradient {
        run: GradientPath::Line {
            from: Vec3::ZERO,
            to: 4.0 * Vec3::X,
        },
        values: [0.0, 1.0],
        shape: Shape::Linear,
        strength: 1.0,
        shares: &[],
        joint: JointSlot(1),
        region: Region::All,
    };
    assert_eq!(after(&line), [0.0, 0.25, 0.5, 0.75, 1.0]);
    let half = Gradient {
        strength: 0.5,
        values: [1.0, 0.5],
        ..line.clone()
    };
    assert_eq!(after(&half), [0.5, 0.4375, 0.375, 0.3125, 0.25]);
    let shared = Gradient {
        shares: &[1.0, 1.0, 0.5, 0.0],
        ..line.clone()
    };
    assert_eq!(after(&shared), [0.0, 0.25, 0.25, 0.0, 1.0]);
    let smooth = Gradient {
        shape: Shape::Smooth,
        ..line.clone()
    };
    assert_eq!(after(&smooth), [0.0, 0.15625, 0.5, 0.84375, 1.0]);
    let radial = Gradient {
        run: GradientPath::Radial {
            middle: Vec3::ZERO,
            radius: 2.0,
        },
        values: [1.0, 0.0],
        ..line.clone()
    };
    assert_eq!(after(&radial), [1.0, 0.5, 0.0, 0.0, 0.0]);
}

/// Large enough for several threads, and each point as by itself.
#[test]
fn weights_of_many_points_are_set_as_those_of_one() {
    let surface = sheet(110);
    let many = surface.all_points();
    let row = |point: PointIndex| {
        let first = f64::from(point.0 % 5) / 4.0;
        Row::from_weights([
            (u16::from(point.0.is_multiple_of(3)), first),
            (3, 1.0 - first),
            (4, 0.5),
        ])
    };
    let rows = Plain::new(many.clone().map(row));
    let rules = Rules {
        limit: Some(3),
        ..Rules::default()
    };
    let weight = |point: PointIndex| f32::from(u8::try_from(point.0 % 9).unwrap()) / 8.0;
    // Backwards, and one point twice, of which the last counts.
    let mut wanted: Vec<PointValue> = many
        .clone()
        .rev()
        .map(|point| PointValue::new(point, weight(point)))
        .collect();
    wanted.insert(0, PointValue::new(PointIndex(7), 0.5));
    let around = NeighborWeights::uniform(&surface);
    let edit = set_weights(&rows, &around, &rules, JointSlot(5), &wanted);
    let mut after = rows.clone();
    after.write(&edit);
    for point in many {
        let alone = row(point)
            .with(JointSlot(5), weight(point), &rules)
            .unwrap();
        assert_eq!(after.row(point), alone.row, "{point:?}");
    }
    assert!(edit.rows.is_sorted_by(|one, next| one.0 < next.0));
    assert_eq!(edit.report.changed, edit.rows.len());
}

#[test]
fn gradients_of_nothing() {
    let (surface, rows) = (sheet(2), Plain::new(vec![Row::rigid(JointSlot(0)); 4]));
    let said = |run, places: &[Vec3]| {
        let gradient = Gradient {
            run,
            values: [0.25, 0.75],
            shape: Shape::Smooth,
            strength: 1.0,
            shares: &[],
            joint: JointSlot(1),
            region: Region::Points(&[0, 9].map(PointIndex)),
        };
        let edit = apply_gradient(
            &rows,
            &NeighborWeights::uniform(&surface),
            &Rules::default(),
            places,
            &gradient,
        );
        let reasons = edit
            .report
            .skipped()
            .map(|(reason, _)| reason)
            .collect::<Vec<_>>();
        (
            edit.rows.first().map(|(_, row)| row.weight(JointSlot(1))),
            reasons,
        )
    };
    let (from, to, middle) = (Vec3::ONE, Vec3::ONE, Vec3::ONE);
    let line = GradientPath::Line { from, to };
    assert_eq!(
        said(line, surface.positions()),
        (Some(0.25), vec![Skip::NoSuchPoint])
    );
    let radius = 0.0;
    let radial = GradientPath::Radial { middle, radius };
    assert_eq!(
        said(radial, surface.positions()),
        (Some(0.75), vec![Skip::NoSuchPoint])
    );
    let nowhere = (None, vec![Skip::NoSuchPoint, Skip::NotFinite]);
    assert_eq!(said(radial, &[]), nowhere);
    assert_eq!(said(line, &[Vec3::NAN]), nowhere);
    let radius = f32::NAN;
    assert_eq!(
        said(GradientPath::Radial { middle, radius }, surface.positions()),
        nowhere
    );
}

#[test]
fn weights_are_given_point_by_point() {
    let (surface, rows) = (sheet(2), Plain::new(vec![Row::rigid(JointSlot(0)); 4]));
    let neighbor_weights = NeighborWeights::uniform(&surface);
    let set = |joint, wanted: &[PointValue]| {
        set_weights(&rows, &neighbor_weights, &Rules::default(), joint, wanted)
    };
    let edit = set(
        JointSlot(1),
        &[
            PointValue::new(PointIndex(3), 0.5),
            PointValue::new(PointIndex(1), 0.25),
            PointValue::new(PointIndex(3), 0.75),
            PointValue::new(PointIndex(2), 0.0),
            PointValue::new(PointIndex(8), 1.0),
            PointValue::new(PointIndex(0), f32::NAN),
        ],
    );
    let weights: Vec<_> = edit
        .rows
        .iter()
        .map(|(point, row)| PointValue::new(*point, row.weight(JointSlot(1))))
        .collect();
    assert_eq!(weights, values([(1, 0.25), (3, 0.75)]));
    assert_eq!(
        edit.report
            .skipped()
            .map(|(_, points)| points)
            .collect::<Vec<_>>(),
        [1, 1]
    );
    assert_eq!(
        set(JointSlot(99), &[PointValue::new(PointIndex(1), 0.25)])
            .report
            .skipped()
            .collect::<Vec<_>>(),
        [(Skip::NoSuchJoint, 1)]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_flood_is_one_dab_everywhere(rows in prop::collection::vec(row(), 16), own in rules(), operation in operation(), strength in amount(), joint in 0..JOINTS) {
        let (surface, rows) = (sheet(4), Plain::new(rows));
        let neighbor_weights = NeighborWeights::uniform(&surface);
        let edit = flood(&rows, &neighbor_weights, &own.rules(), &Flood { operation, strength, joint: JointSlot(joint), region: Region::All });
        let all: Vec<PointValue> = PointIndex::all().take(16).map(|point| PointValue::new(point, 1.0)).collect();
        let mut stroke = Stroke::new(Effect::new(operation, strength), JointSlot(joint), &own.rules(), &rows);
        prop_assert_eq!(&stroke.step(&rows, &neighbor_weights, &all, &[]), &edit);
        for (point, row) in &edit.rows {
            prop_assert!(is_row(row) && locks_hold(&rows.row(*point), row, &own));
        }
    }

    #[test]
    fn given_weights_are_given(rows in prop::collection::vec(row(), 16), own in rules(), joint in 0..JOINTS, weight in amount()) {
        let (surface, rows) = (sheet(4), Plain::new(rows));
        let wanted: Vec<PointValue> = PointIndex::all().take(16).map(|point| PointValue::new(point, weight)).collect();
        let edit = set_weights(&rows, &NeighborWeights::uniform(&surface), &own.rules(), JointSlot(joint), &wanted);
        for (point, row) in &edit.rows {
            prop_assert!(is_row(row) && locks_hold(&rows.row(*point), row, &own));
        }
        prop_assert_eq!(edit.report.changed, edit.rows.len());
    }
}
