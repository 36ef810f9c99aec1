//! Brushes that give a common mean, and that drag weights along.

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;
use weights::{
    Effect, Flood, NeighborWeights, NumberStroke, Operation, PointValue, Region, Row, Rows as _,
    Rules, Skip, Smear, Sources, Stroke, Touched, came_from, flood,
};

use crate::support::paint::{Plain, sheet};
use crate::support::raw::strip;
use crate::support::values;

fn half(weight: f32) -> Row {
    Row::new([(0, 1.0 - weight), (1, weight)]).unwrap()
}

fn smear<'a>(falloffs: &'a [PointValue], sources: &'a Sources<'a>) -> Smear<'a> {
    Smear {
        falloffs,
        mirrored: &[],
        sources,
    }
}

#[test]
fn an_average_is_the_same_for_all_and_counts_by_falloff() {
    let surface = sheet(2);
    let rows = Plain::new([0.0, 1.0, 0.5, 0.25].map(half).to_vec());
    let around = NeighborWeights::uniform(&surface);
    let mut stroke = Stroke::new(
        Effect::new(Operation::Average, 1.0),
        JointSlot(1),
        &Rules::default(),
        &rows,
    );
    stroke.step(&rows, &around, &values([(0, 1.0), (1, 1.0), (2, 0.5)]), &[]);
    // (0 + 1 + ½ · ½) / 2½ = ½.
    for point in 0..3 {
        let Touched { now, .. } = stroke.at(PointIndex(point)).unwrap();
        assert!((now.weight(JointSlot(1)) - 0.5).abs() < 1e-6, "{now:?}");
    }
    assert!(stroke.at(PointIndex(3)).is_none());
}

#[test]
fn each_side_has_a_mean_of_its_own() {
    let surface = sheet(2);
    let rows = Plain::new([0.0, 0.5, 0.5, 1.0].map(half).to_vec());
    let around = NeighborWeights::uniform(&surface);
    let effect = Effect::new(Operation::Average, 1.0);
    let mut stroke =
        Stroke::new(effect, JointSlot(1), &Rules::default(), &rows).with_mirror(JointSlot(0));
    stroke.step(
        &rows,
        &around,
        &values([(0, 1.0), (1, 1.0)]),
        &values([(2, 1.0), (3, 1.0)]),
    );
    let now = |point: PointIndex| stroke.at(point).unwrap().now.weight(JointSlot(1));
    assert_eq!([now(PointIndex(0)), now(PointIndex(1))], [0.25; 2]);
    assert_eq!([now(PointIndex(2)), now(PointIndex(3))], [0.75; 2]);
}

#[test]
fn locked_joints_take_no_part_in_an_average() {
    let surface = sheet(2);
    let before: Vec<Row> = [0.2, 0.6]
        .iter()
        .flat_map(|&weight| {
            let row = Row::new([(0, 0.5 - weight / 2.0), (1, weight / 2.0), (2, 0.5)]).unwrap();
            [row.clone(), row]
        })
        .collect();
    let rows = Plain::new(before);
    let rules = Rules {
        locks: &[false, false, true],
        ..Rules::default()
    };
    let flood_of_all = Flood {
        operation: Operation::Average,
        strength: 1.0,
        joint: JointSlot(0),
        region: Region::All,
    };
    let edit = flood(
        &rows,
        &NeighborWeights::uniform(&surface),
        &rules,
        &flood_of_all,
    );
    assert_eq!(edit.rows.len(), 4);
    for (_, row) in &edit.rows {
        assert_eq!(row.weight(JointSlot(2)), 0.5);
        assert!((row.weight(JointSlot(1)) - 0.2).abs() < 1e-6, "{row:?}");
    }
}

/// A strip along x whose left half is joint 1's; the brush goes to the right.
#[test]
fn smearing_drags_weights_along_and_only_so_far() {
    let surface = strip(9);
    let places = surface.positions().to_vec();
    let before: Vec<Row> = places
        .iter()
        .map(|place| half(if place.x < 0.0 { 1.0 } else { 0.0 }))
        .collect();
    let mut rows = Plain::new(before);
    let around = NeighborWeights::uniform(&surface);
    let mut stroke = Stroke::new(
        Effect::new(Operation::Smear, 1.0),
        JointSlot(1),
        &Rules::default(),
        &rows,
    );
    let all: Vec<PointValue> = PointIndex::all()
        .take(27)
        .map(|point| PointValue::new(point, 1.0))
        .collect();
    let along = Vec3::X;
    let sources = |point: PointIndex| came_from(&surface, &places, along, point);
    let edit = stroke.drag(&rows, &around, &smear(&all, &sources));
    rows.write(&edit);
    let of = |rows: &Plain, x: f32| {
        let point = places
            .iter()
            .position(|place| *place == vec3(x, 1.0, 0.0))
            .unwrap();
        rows.weight(PointIndex(u32::try_from(point).unwrap()), JointSlot(1))
    };
    assert!(of(&rows, 0.0) > 0.99, "by one column");
    assert!(of(&rows, 1.0) < 0.01);
    // Again, and it goes on, without asking for it to build up.
    let edit = stroke.drag(&rows, &around, &smear(&all, &sources));
    rows.write(&edit);
    assert!(of(&rows, 1.0) > 0.98 && of(&rows, 2.0) < 0.02);
}

#[test]
fn without_a_drag_there_is_nothing_to_smear() {
    let surface = sheet(2);
    let rows = Plain::new(vec![half(0.5); 4]);
    let around = NeighborWeights::uniform(&surface);
    let effect = Effect::new(Operation::Smear, 1.0);
    let mut stroke = Stroke::new(effect, JointSlot(1), &Rules::default(), &rows);
    let edit = stroke.step(&rows, &around, &[PointValue::new(PointIndex(0), 1.0)], &[]);
    assert!(edit.rows.is_empty());
    assert_eq!(
        edit.report.skipped().collect::<Vec<_>>(),
        [(Skip::NothingToTake, 1)]
    );
    let places = surface.positions();
    assert!(came_from(&surface, places, Vec3::ZERO, PointIndex(0)).is_empty());
    assert!(came_from(&surface, places, Vec3::NAN, PointIndex(0)).is_empty());
    assert!(came_from(&surface, &[], Vec3::X, PointIndex(0)).is_empty());
}

/// Two sheets whose rims lie nearly at one place: what is dragged does not jump from one to the other.
#[test]
fn what_is_dragged_stays_on_its_part() {
    let positions = [
        vec3(0.0, 0.0, 0.0),
        vec3(1.0, 0.0, 0.0),
        vec3(0.0, 1.0, 0.0),
        vec3(-0.1, 0.0, 0.0),
        vec3(-1.0, 0.0, 0.0),
        vec3(-0.1, 1.0, 0.0),
    ];
    let surface = Adjacency::new(&positions, &[[0, 1, 2], [3, 4, 5]]);
    for PointValue {
        point,
        value: share,
    } in came_from(&surface, &positions, Vec3::X * 0.5, PointIndex(0))
    {
        assert!(point < PointIndex(3) && share >= 0.0);
    }
    let sum: f32 = came_from(&surface, &positions, Vec3::X * 0.3, PointIndex(1))
        .iter()
        .map(|of| of.value)
        .sum();
    assert!((sum - 1.0).abs() < 1e-5);
}

#[test]
fn numbers_are_averaged_and_smeared_too() {
    let surface = sheet(2);
    let around = NeighborWeights::uniform(&surface);
    let numbers = |point: PointIndex| if point < PointIndex(2) { 0.0 } else { 1.0 };
    let all: Vec<PointValue> = PointIndex::all()
        .take(4)
        .map(|point| PointValue::new(point, 1.0))
        .collect();
    let mut stroke = NumberStroke::new(Effect::new(Operation::Average, 1.0), 4);
    let edit = stroke.step(&numbers, &around, &all, &[]);
    assert!(edit.numbers.iter().all(|of| of.value == 0.5));
    let mut stroke = NumberStroke::new(Effect::new(Operation::Smear, 1.0), 4);
    let edit = stroke.drag(
        &numbers,
        &around,
        &smear(&all, &|_| values([(3, 1.0)]).to_vec()),
    );
    assert_eq!(edit.numbers, values([(0, 1.0), (1, 1.0)]));
}
