//! One number a point.

use mesh::PointIndex;
use proptest::prelude::*;
use rig::JointSlot;
use weights::{
    Effect, Flood, NeighborWeights, NumberStroke, Numbers, Operation, PointValue, Region, Skip,
    Smoothing, flood_numbers,
};

use crate::support::paint::{amount, operation, sheet};
use crate::support::values;

#[test]
fn numbers_are_painted_like_weights() {
    let surface = sheet(2);
    let neighbor_weights = NeighborWeights::uniform(&surface);
    let after = |operation| {
        let mut stroke = NumberStroke::new(Effect::new(operation, 0.5), 4);
        let numbers = |point: PointIndex| if point == PointIndex(3) { 0.0 } else { 0.75 };
        let step = values([(0, 0.25), (0, 0.5)])
            .map(|dab| stroke.step(&numbers, &neighbor_weights, &[dab], &[dab]));
        assert_eq!(
            step[1].numbers,
            values([(0, stroke.at(PointIndex(0)).unwrap().now)])
        );
        stroke.at(PointIndex(0)).unwrap().now
    };
    assert_eq!(after(Operation::Add), 1.0);
    assert_eq!(after(Operation::Subtract), 0.5);
    assert_eq!(after(Operation::Replace(0.25)), 0.625);
    assert_eq!(after(Operation::Scale(0.0)), 0.5625);
    // The mean of 0.75 with that of 0.75, 0.75 and 0 is 0.625.
    assert_eq!(after(Operation::Smooth(Smoothing { passes: 1 })), 0.71875);
    assert_eq!(after(Operation::Sharpen(Smoothing { passes: 1 })), 0.78125);
}

#[test]
fn numbers_that_are_none() {
    let surface = sheet(2);
    let neighbor_weights = NeighborWeights::uniform(&surface);
    let mut stroke = NumberStroke::new(Effect::new(Operation::Subtract, 0.25), 4);
    let numbers = |point: PointIndex| [f32::NAN, 7.0, -7.0, 1.0][point.index()];
    let edit = stroke.step(
        &numbers,
        &neighbor_weights,
        &[
            PointValue {
                point: PointIndex(0),
                value: 1.0,
            },
            PointValue {
                point: PointIndex(1),
                value: 1.0,
            },
            PointValue {
                point: PointIndex(2),
                value: 1.0,
            },
            PointValue {
                point: PointIndex(3),
                value: f32::NAN,
            },
            PointValue {
                point: PointIndex(4),
                value: 1.0,
            },
        ],
        &[],
    );
    assert_eq!(edit.numbers, values([(0, 0.75), (1, 0.75)]));
    let skipped: Vec<_> = edit.report.skipped().collect();
    assert_eq!(skipped, [(Skip::NoSuchPoint, 1), (Skip::NotFinite, 1)]);
    let all = Flood {
        operation: Operation::Replace(0.0),
        strength: 1.0,
        joint: JointSlot(0),
        region: Region::All,
    };
    assert_eq!(
        flood_numbers(&|_: PointIndex| 1.0_f32, &neighbor_weights, &all).numbers,
        values([(0, 0.0), (1, 0.0), (2, 0.0), (3, 0.0)])
    );
}

/// Two points with the same number, of which one is the mean of vertices that differ.
struct Split(f32);

impl Numbers for Split {
    fn number(&self, _: PointIndex) -> f32 {
        self.0
    }

    fn is_seam_split(&self, point: PointIndex) -> bool {
        point == PointIndex(2)
    }
}

#[test]
fn a_split_number_is_written_even_where_it_stays() {
    let surface = sheet(2);
    let neighbor_weights = NeighborWeights::uniform(&surface);
    let flooded = |operation, strength, number| {
        let all = Flood {
            operation,
            strength,
            joint: JointSlot(0),
            region: Region::All,
        };
        flood_numbers(&Split(number), &neighbor_weights, &all)
    };
    let edit = flooded(Operation::Replace(0.5), 1.0, 0.5);
    assert_eq!(
        (edit.numbers, edit.report.changed),
        (values([(2, 0.5)]).to_vec(), 1)
    );
    let smooth = Operation::Smooth(Smoothing { passes: 1 });
    assert_eq!(flooded(smooth, 1.0, 0.5).numbers, values([(2, 0.5)]));
    assert!(
        flooded(Operation::Replace(0.0), 0.0, 0.5)
            .numbers
            .is_empty()
    );
    assert_eq!(flooded(Operation::Replace(1.0), 1.0, 0.5).numbers.len(), 4);
    let mut stroke = NumberStroke::new(Effect::new(Operation::Replace(0.5), 1.0), 4);
    let numbers = Split(0.5);
    let steps = [0.5, 1.0]
        .map(|falloff| stroke.step(&numbers, &neighbor_weights, &values([(2, falloff)]), &[]));
    // Once is enough.
    assert_eq!(steps[0].numbers, values([(2, 0.5)]));
    assert!(steps[1].numbers.is_empty());
    assert_eq!(stroke.report().changed, 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_stay_numbers_however_they_are_sampled(
        numbers in prop::collection::vec(amount(), 16), operation in operation(), strength in amount(), dabs in prop::collection::vec((0_u32..16, amount()).prop_map(|dab| values([dab])[0]), 0..20)
    ) {
        let surface = sheet(4);
        let neighbor_weights = NeighborWeights::uniform(&surface);
        let read = |point: PointIndex| numbers[point.index()];
        let mut one = NumberStroke::new(Effect::new(operation, strength), 16);
        let mut now = numbers.clone();
        for dab in &dabs {
            for PointValue { point, value: number } in one.step(&read, &neighbor_weights, &[*dab], &[]).numbers {
                now[point.index()] = number;
            }
        }
        let mut other = NumberStroke::new(Effect::new(operation, strength), 16);
        let at_once: Vec<_> = dabs.iter().rev().copied().collect();
        let edit = other.step(&read, &neighbor_weights, &at_once, &[]);
        prop_assert!(now.iter().all(|number| (0.0..=1.0).contains(number)));
        for touched in other.touched_points() {
            prop_assert_eq!(numbers[touched.point.index()], touched.before);
            prop_assert_eq!(now[touched.point.index()], touched.now);
            prop_assert_eq!(one.at(touched.point), Some(touched));
        }
        prop_assert_eq!(edit.report.changed, one.report().changed);
    }
}
