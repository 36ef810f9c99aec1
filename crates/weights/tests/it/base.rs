//! Rows, reports and edits: what every operation is made of.

use mesh::PointIndex;
use proptest::prelude::*;
use rig::{InfluenceRow, JointSlot, JointWeight};
use weights::{Edit, Report, Row, RowError, Rows, Skip};

#[test]
fn rows_that_cannot_be() {
    let nan = Row::new([(0, f32::NAN)]);
    assert!(matches!(
        nan,
        Err(RowError::NotFinite {
            joint: JointSlot(0),
            ..
        })
    ));
    assert_eq!(
        Row::new([(1, 0.5), (2, -0.1)]),
        Err(RowError::Negative {
            joint: JointSlot(2),
            weight: -0.1
        })
    );
    assert_eq!(Row::new([(0, 0.0); 0]), Err(RowError::ZeroSum));
    assert_eq!(Row::new([(3, 0.0)]), Err(RowError::ZeroSum));
}

#[test]
fn reports_speak() {
    let mut report = Report::of_changed(1);
    report.skip(Skip::OthersLocked, 8);
    report.skip(Skip::Unbound, 0);
    let text = "1 vertex changed; 8 vertices skipped: all other joints locked";
    assert_eq!(report.to_string(), text);
}

#[test]
fn of_a_point_named_twice_the_last_counts() {
    let edit = Edit::new(vec![
        (PointIndex(5), Row::rigid(JointSlot(0))),
        (PointIndex(1), Row::rigid(JointSlot(1))),
        (PointIndex(5), Row::rigid(JointSlot(2))),
    ]);
    assert_eq!(
        edit.rows,
        [
            (PointIndex(1), Row::rigid(JointSlot(1))),
            (PointIndex(5), Row::rigid(JointSlot(2)))
        ]
    );
    assert_eq!(edit.report.changed, 2);
}

#[test]
fn rows_are_read_from_influences() {
    let mut builder = rig::InfluencesBuilder::new(3);
    builder.vertex([(2, 1.0), (0, 3.0)]).unwrap();
    builder.unbound();
    let influences = builder.build();
    assert_eq!(
        Rows::row(&influences, PointIndex(0)).as_slice(),
        [(2, 0.25), (0, 0.75)].map(JointWeight::from)
    );
    assert_eq!(influences.weight(PointIndex(0), JointSlot(0)), 0.75);
    assert!(Rows::row(&influences, PointIndex(1)).is_unbound());
    assert!(Rows::row(&influences, PointIndex(9)).is_unbound());
}

fn weight() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        Just(1.0),
        Just(f32::MIN_POSITIVE),
        Just(1e30),
        Just(-0.5),
        Just(f32::NAN),
        Just(f32::INFINITY),
        0.0_f32..1.0
    ]
}

proptest! {
    #[test]
    fn whatever_comes_a_row_keeps_the_rules(pairs in prop::collection::vec((0_u16..6, weight()), 0..12)) {
        let (joints, weights): (Vec<JointSlot>, Vec<f32>) = pairs.iter().map(|&(joint, weight)| (JointSlot(joint), weight)).unzip();
        let row = Row::of(InfluenceRow { joints: &joints, weights: &weights });
        let sum: f64 = row.pairs().map(|(_, weight)| f64::from(weight)).sum();
        prop_assert!(row.is_unbound() || (sum - 1.0).abs() <= 1e-6);
        prop_assert!(row.pairs().all(|(_, weight)| weight > 0.0));
        for (joint, weight) in row.pairs() {
            prop_assert_eq!(row.weight(joint), weight);
        }
        let again: (Vec<JointSlot>, Vec<f32>) = row.pairs().unzip();
        prop_assert_eq!(Row::of(InfluenceRow { joints: &again.0, weights: &again.1 }), row);
    }
}
