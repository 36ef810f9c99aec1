//! Clothes over a body: sure matches, and what is led on between them.

use std::ops::ControlFlow;

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;
use weights::{Confidence, ConfidentEdit, Row, Rules, Transfer, TransferOptions, TransferSource};

use crate::support::raw::Raw;

/// A sheet of columns a tenth apart, three points deep, that looks up.
fn sheet(from: f32, columns: u16, height: f32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let place =
        |column: u16, row: u16| vec3(from + 0.1 * f32::from(column), 0.5 * f32::from(row), height);
    let points = (0..columns).flat_map(|column| (0..3).map(move |row| place(column, row)));
    let quads =
        (0..u32::from(columns) - 1).flat_map(|column| (0..2).map(move |row| 3 * column + row));
    let triangles = quads.flat_map(|a| {
        let [b, c, d] = [a + 1, a + 3, a + 4];
        [[a, c, d], [a, d, b]]
    });
    (points.collect(), triangles.collect())
}

fn joined(sheets: &[(Vec<Vec3>, Vec<[u32; 3]>)]) -> Adjacency {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (places, corners) in sheets {
        let first = u32::try_from(positions.len()).unwrap();
        positions.extend(places);
        triangles.extend(corners.iter().map(|of| of.map(|corner| first + corner)));
    }
    Adjacency::new(&positions, &triangles)
}

/// Two limbs, one unit long and two apart, of one joint each.
fn take(cloth: &Adjacency, confidence: &Confidence) -> ConfidentEdit {
    let body = joined(&[sheet(0.0, 11, 0.0), sheet(3.0, 11, 0.0)]);
    let rows: Vec<&[(u16, f32)]> = [&[(0, 1.0)][..], &[(1, 1.0)][..]]
        .into_iter()
        .flat_map(|row| [row; 33])
        .collect();
    let rows = Raw::new(2, &rows);
    let from = TransferSource {
        surface: &body,
        rows: &rows,
        joints: &["left", "right"],
    };
    let names = ["left", "right"];
    let transfer = Transfer::new(from, cloth, &names, TransferOptions::default());
    let points: Vec<PointIndex> = cloth.all_points().collect();
    let empty = Raw::unbound(2, cloth.point_count());
    let go_on = |_| ControlFlow::Continue(());
    let rules = Rules::default();
    let taken = transfer.confident_rows(&points, &empty, &rules, confidence, &go_on);
    taken.unwrap()
}

/// How much of a point follows the left limb.
fn left(taken: &ConfidentEdit, point: PointIndex) -> f32 {
    let rows = &taken.edit.rows;
    let place = rows.binary_search_by_key(&point, |&(point, _)| point);
    let (_, row) = &rows[place.unwrap()];
    let pairs = row.pairs();
    let own = pairs.filter(|&(joint, _)| joint == JointSlot(0));
    own.map(|(_, weight)| weight).sum()
}

#[test]
fn between_two_limbs_weights_go_over_evenly() {
    let cloth = joined(&[sheet(0.0, 41, 0.05)]);
    // The box of the body is 4.1 wide: what is within 0.165 is sure, that is up to x = 1.1 and from x = 2.9 on.
    let taken = take(&cloth, &Confidence::default());
    assert_eq!((taken.sure, taken.filled), (72, 51));
    for point in cloth.all_points() {
        let x = cloth.positions()[point.index()].x;
        let wanted = 1.0 - ((x - 1.1) / 1.8).clamp(0.0, 1.0);
        let found = left(&taken, point);
        assert!((found - wanted).abs() < 0.02, "{found} at {x}");
    }
}

#[test]
fn cloth_that_faces_the_body_is_sure_only_right_over_it() {
    let turned = |height: f32| {
        let (places, corners) = sheet(0.0, 41, height);
        joined(&[(
            places,
            corners.into_iter().map(|[a, b, c]| [a, c, b]).collect(),
        )])
    };
    // Over the limbs there are eleven columns each; the limit is a quarter of 0.165.
    let near = take(&turned(0.04), &Confidence::default());
    assert_eq!((near.sure, near.filled), (66, 57));
    // As far as sure cloth may be that faces outwards: no match is sure, and each point takes the nearest.
    let far = take(&turned(0.1), &Confidence::default());
    assert_eq!((far.sure, far.filled), (123, 0));
}

#[test]
fn a_part_without_a_sure_match_takes_the_nearest() {
    let cloth = joined(&[sheet(0.0, 41, 0.05), sheet(2.9, 5, 0.5)]);
    let taken = take(&cloth, &Confidence::default());
    let lone = (123..cloth.point_count()).map(|point| PointIndex(u32::try_from(point).unwrap()));
    for point in lone {
        let (_, row) = &taken.edit.rows[point.index()];
        assert_eq!(*row, Row::rigid(JointSlot(1)));
    }
    assert_eq!(taken.filled, 51);
}
