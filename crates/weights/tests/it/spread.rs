//! Weights spread along a bone: on hand-made rows, and on any.

use glam::Vec3;
use mesh::PointIndex;
use proptest::prelude::*;
use rig::{BoneSegment, JointSlot, JointWeight};
use weights::{Edit, Row, Rows as _, Rules, Skip, SpreadBone, SpreadNode, spread_along_bone};

use crate::support::raw::Raw;

const JOINTS: u16 = 6;
const BONE: BoneSegment = BoneSegment {
    head: Vec3::new(0.0, 1.0, 0.0),
    tail: Vec3::new(4.0, 1.0, 0.0),
};

fn nodes<const N: usize>(nodes: [(u16, f32); N]) -> [SpreadNode; N] {
    nodes.map(|(joint, place)| SpreadNode {
        joint: JointSlot(joint),
        place,
    })
}

fn spread(rows: &Raw, places: &[Vec3], nodes: &[SpreadNode], rules: &Rules<'_>) -> Edit {
    let points: Vec<PointIndex> = PointIndex::all().take(rows.joints.len()).collect();
    let bone = SpreadBone {
        segment: BONE,
        nodes,
    };
    spread_along_bone(rows, &points, places, &bone, rules)
}

/// The limb's weight goes to the two joints beside a point; beyond the outer ones it is theirs, and what others have stays.
#[test]
fn weight_goes_to_the_joints_beside_a_point() {
    let row: [(u16, f32); 2] = [(5, 0.25), (0, 0.75)];
    let rows = Raw::new(6, &[&row[..], &row, &row, &row, &[(5, 1.0)]]);
    let places = [-3.0, 0.5, 2.5, 3.5, 2.0].map(|x| Vec3::new(x, 7.0, 0.0));
    // The limb at its beginning; joint 2 is given before joint 1.
    let along = nodes([(0, 0.0), (2, 0.75), (1, 0.25)]);
    let edit = spread(&rows, &places, &along, &Rules::default());
    let found: Vec<_> = edit
        .rows
        .iter()
        .map(|(point, row)| (point.index(), row.as_slice()))
        .collect();
    let expected = [
        // Before the bone nothing changes; u = 1/8, 5/8 and 7/8.
        (
            1,
            [(5, 0.25), (0, 0.375), (1, 0.375)]
                .map(JointWeight::from)
                .to_vec(),
        ),
        (
            2,
            [(5, 0.25), (1, 0.1875), (2, 0.5625)]
                .map(JointWeight::from)
                .to_vec(),
        ),
        (3, [(5, 0.25), (2, 0.75)].map(JointWeight::from).to_vec()),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(point, row)| (*point, row.as_slice()))
        .collect();
    assert_eq!(found, expected);
    let again = spread(&rows.with(&edit), &places, &along, &Rules::default());
    assert!(again.rows.is_empty());

    // At the limit the least goes.
    let rules = Rules {
        limit: Some(2),
        ..Rules::default()
    };
    let edit = spread(&rows, &places, &along, &rules);
    let of_second = &edit
        .rows
        .iter()
        .find(|(point, _)| point.index() == 2)
        .unwrap()
        .1;
    assert_eq!((of_second.len(), of_second.weight(JointSlot(1))), (2, 0.0));
}

#[test]
fn what_cannot_be_spread_is_left_and_counted() {
    let rows = Raw::new(6, &[&[(0, 1.0)], &[(0, 1.0)]]);
    let places = [Vec3::X, Vec3::NAN];
    let skipped = |segment: BoneSegment, nodes: &[SpreadNode], locks: &[bool]| {
        let bone = SpreadBone { segment, nodes };
        let rules = Rules {
            locks,
            ..Rules::default()
        };
        let edit = spread_along_bone(&rows, &[0, 1].map(PointIndex), &places, &bone, &rules);
        (edit.rows.len(), edit.report.skipped().next())
    };
    let along = nodes([(0, 0.0), (1, 0.5)]);
    assert_eq!(skipped(BONE, &along, &[]), (1, Some((Skip::NotFinite, 1))));
    let point = BoneSegment {
        tail: BONE.head,
        ..BONE
    };
    assert_eq!(skipped(point, &along, &[]), (0, Some((Skip::NoBones, 2))));
    assert_eq!(
        skipped(BONE, &along, &[false, true]),
        (0, Some((Skip::JointLocked, 2)))
    );
    let beyond = nodes([(0, 0.0), (6, 0.5)]);
    assert_eq!(
        skipped(BONE, &beyond, &[]),
        (0, Some((Skip::NoSuchJoint, 2)))
    );
    let nowhere = nodes([(0, 0.0), (1, f32::NAN)]);
    assert_eq!(
        skipped(BONE, &nowhere, &[]),
        (0, Some((Skip::NotFinite, 2)))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// What the joints of the bone have together stays, and so does each of the others; again is the same.
    #[test]
    fn sums_stay_and_again_is_the_same(
        rows in prop::collection::vec(prop::collection::btree_map(0..JOINTS, 1e-3_f32..1.0, 1..5), 1..6),
        along in prop::collection::vec((0.0_f32..1.0, -1.0_f32..5.0), 6),
    ) {
        let rows: Vec<Row> = rows.into_iter().map(|row| Row::new(row).unwrap()).collect();
        let pairs: Vec<Vec<(JointSlot, f32)>> = rows.iter().map(|row| row.pairs().collect()).collect();
        let slices: Vec<&[(JointSlot, f32)]> = pairs.iter().map(Vec::as_slice).collect();
        let before = Raw::new(usize::from(JOINTS), &slices);
        let places: Vec<Vec3> = along.iter().map(|(_, x)| Vec3::new(*x, 0.0, 0.0)).collect();
        // The first three are of the bone.
        let theirs = nodes([(0, along[0].0), (1, along[1].0), (2, along[2].0)]);
        let rules = Rules::default();
        let once = before.with(&spread(&before, &places, &theirs, &rules));
        let twice = once.with(&spread(&once, &places, &theirs, &rules));
        for point in PointIndex::all().take(rows.len()) {
            let [was, now, again] = [&before, &once, &twice].map(|rows| rows.row(point));
            let sum = |row: &Row| -> f32 { (0..3).map(|joint| row.weight(JointSlot(joint))).sum() };
            prop_assert!((sum(&was) - sum(&now)).abs() < 1e-5);
            for joint in (0..JOINTS).map(JointSlot) {
                prop_assert!((now.weight(joint) - again.weight(joint)).abs() < 1e-5);
                prop_assert!(joint.0 < 3 || (was.weight(joint) - now.weight(joint)).abs() < 1e-6);
            }
        }
    }
}
