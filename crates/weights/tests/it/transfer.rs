//! Rows copied, pasted, and brought to other meshes.

use glam::{Vec3, vec3};
use mesh::{Adjacency, Bvh, PointIndex};
use proptest::prelude::*;
use rig::{JointSlot, JointWeight};
use weights::{
    CopiedRows, Row, Rows as _, Rules, Skip, Transfer, TransferOptions, TransferSource, mean_row,
};

use crate::support::raw::{Raw, strip};

const HALVES: [(u16, f32); 2] = [(0, 0.5), (1, 0.5)];

#[test]
fn rows_are_pasted_by_point_or_everywhere() {
    let rows = Raw::new(3, &[&[(0, 1.0)], &[(1, 1.0)], &HALVES, &[]]);
    let rules = Rules::default();
    let copied = CopiedRows::of(&rows, &[1, 0, 1].map(PointIndex));
    assert_eq!(copied.len(), 2);
    let other = Raw::same(3, 4, &[(2, 1.0)]);
    let edit = copied.paste(&other, &[0, 1, 2].map(PointIndex), &rules);
    assert_eq!(
        edit.rows,
        [
            (PointIndex(0), Row::rigid(JointSlot(0))),
            (PointIndex(1), Row::rigid(JointSlot(1)))
        ]
    );
    assert_eq!(edit.report.skipped().next(), Some((Skip::NothingToTake, 1)));
    let mean = mean_row(&rows, &[0, 2, 3].map(PointIndex));
    assert_eq!(
        mean.as_slice(),
        [(0, 0.75), (1, 0.25)].map(JointWeight::from)
    );
    let everywhere = CopiedRows::one(mean.clone()).paste(&other, &[3, 1].map(PointIndex), &rules);
    assert_eq!(
        everywhere.rows,
        [(PointIndex(1), mean.clone()), (PointIndex(3), mean.clone())]
    );
    let locks = [false, false, true];
    let locked = CopiedRows::one(mean).paste(
        &other,
        &[PointIndex(3)],
        &Rules {
            locks: &locks,
            ..rules
        },
    );
    assert!(locked.rows.is_empty());
    assert!(mean_row(&rows, &[PointIndex(3)]).is_unbound() && mean_row(&rows, &[]).is_unbound());
    let stranger =
        CopiedRows::one(Row::rigid(JointSlot(7))).paste(&other, &[PointIndex(0)], &rules);
    assert_eq!(
        stranger.report.skipped().next(),
        Some((Skip::NoSuchJoint, 1))
    );
    assert!(CopiedRows::default().is_empty());
}

/// Two sheets, one a hair above the other, turned away from each other: two lips.
fn lips(gap: f32) -> Adjacency {
    let mut positions: Vec<Vec3> = Vec::new();
    let mut triangles = Vec::new();
    for (sheet, height) in [0.0, gap].into_iter().enumerate() {
        let first = u32::try_from(4 * sheet).unwrap_or(0);
        positions.extend(
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| vec3(x, y, height)),
        );
        let [a, b, c, d] = [0, 1, 2, 3].map(|corner| first + corner);
        // The lower one looks down, the upper one up.
        triangles.extend(if sheet == 0 {
            [[a, c, b], [a, d, c]]
        } else {
            [[a, b, c], [a, c, d]]
        });
    }
    Adjacency::new(&positions, &triangles)
}

fn moved(surface: &Adjacency, by: Vec3) -> Adjacency {
    let positions: Vec<Vec3> = surface
        .positions()
        .iter()
        .map(|place| *place + by)
        .collect();
    Adjacency::new(&positions, surface.triangles())
}

#[test]
fn lips_are_distinguished_by_normals_or_by_parts() {
    let source = lips(0.01);
    let rows: Vec<&[(u16, f32)]> = vec![&[(0, 1.0)][..]; 4]
        .into_iter()
        .chain(vec![&[(1, 1.0)][..]; 4])
        .collect();
    let rows = Raw::new(2, &rows);
    let from = TransferSource {
        surface: &source,
        rows: &rows,
        joints: &["lower", "upper"],
    };
    // The target's lips stand closer to each other and higher: the lower one is nearer to the source's upper lip.
    let target = moved(&lips(0.004), vec3(0.1, 0.1, 0.0055));
    let empty = Raw::unbound(2, 8);
    let points: Vec<PointIndex> = PointIndex::all().take(8).collect();
    let uppers = |options| {
        let transfer = Transfer::new(from, &target, &["upper", "lower"], options);
        let edit = transfer.rows(&points, &empty, &Rules::default());
        edit.rows
            .iter()
            .filter(|(_, row)| *row == Row::rigid(JointSlot(0)))
            .count()
    };
    assert_eq!(uppers(TransferOptions::default()), 8);
    assert_eq!(
        uppers(TransferOptions {
            normals_within: Some(1.0),
            ..TransferOptions::default()
        }),
        4
    );
    // Parts that lie on both sheets: the right ones are found by normals first, and hold for all points then.
    let both = TransferOptions {
        normals_within: Some(1.0),
        separate_parts: true,
        reach: Some(0.5),
    };
    assert_eq!(uppers(both), 4);
}

/// A sheet of `columns` by `columns` squares that looks down, and far above it a triangle that looks up.
fn sheet_below(columns: u16) -> Adjacency {
    let side = u32::from(columns) + 1;
    let at = |place: u32| {
        let share =
            |number: u32| f32::from(u16::try_from(number).unwrap_or(0)) / f32::from(columns);
        vec3(share(place % side), share(place / side), 0.0)
    };
    let above = [
        vec3(0.0, 0.0, 5.0),
        vec3(1.0, 0.0, 5.0),
        vec3(0.0, 1.0, 5.0),
    ];
    let positions: Vec<Vec3> = (0..side * side).map(at).chain(above).collect();
    let squares =
        (0..side * side).filter(|place| place % side + 1 < side && place / side + 1 < side);
    let down = squares.flat_map(|a| [[a, a + side, a + 1], [a + 1, a + side, a + side + 1]]);
    let top = side * side;
    let triangles: Vec<[u32; 3]> = down.chain([[top, top + 1, top + 2]]).collect();
    Adjacency::new(&positions, &triangles)
}

#[test]
fn what_lies_behind_thousands_that_are_turned_away_is_not_looked_for() {
    let joint_of = |columns| {
        let source = sheet_below(columns);
        let below = source.point_count() - 3;
        let rows: Vec<&[(u16, f32)]> = vec![&[(0, 1.0)][..]; below]
            .into_iter()
            .chain(vec![&[(1, 1.0)][..]; 3])
            .collect();
        let rows = Raw::new(2, &rows);
        let joints = &["below", "above"];
        let from = TransferSource {
            surface: &source,
            rows: &rows,
            joints,
        };
        let target = Adjacency::new(
            &[
                vec3(0.4, 0.4, 0.1),
                vec3(0.5, 0.4, 0.1),
                vec3(0.4, 0.5, 0.1),
            ],
            &[[0, 1, 2]],
        );
        let options = TransferOptions {
            normals_within: Some(1.0),
            ..TransferOptions::default()
        };
        let transfer = Transfer::new(from, &target, joints, options);
        let empty = Raw::unbound(2, 3);
        let edit = transfer.rows(&[PointIndex(0)], &empty, &Rules::default());
        edit.rows[0].1.clone()
    };
    assert_eq!(joint_of(10), Row::rigid(JointSlot(1)));
    assert_eq!(joint_of(80), Row::rigid(JointSlot(0)));
}

#[test]
fn a_part_takes_from_its_own_part_where_another_is_nearer() {
    let source = lips(0.5);
    let rows: Vec<&[(u16, f32)]> = vec![&[(0, 1.0)][..]; 4]
        .into_iter()
        .chain(vec![&[(1, 1.0)][..]; 4])
        .collect();
    let rows = Raw::new(2, &rows);
    let from = TransferSource {
        surface: &source,
        rows: &rows,
        joints: &["lower", "upper"],
    };
    // A lower lip of five points, one of which is bent up to the upper lip.
    let positions = [
        Vec3::ZERO,
        Vec3::X,
        Vec3::Y,
        vec3(1.0, 1.0, 0.0),
        vec3(0.5, 0.5, 0.4),
    ];
    let target = Adjacency::new(&positions, &[[0, 1, 4], [1, 3, 4], [3, 2, 4], [2, 0, 4]]);
    let empty = Raw::unbound(2, 5);
    let lower = |separate_parts| {
        let options = TransferOptions {
            separate_parts,
            ..TransferOptions::default()
        };
        let transfer = Transfer::new(from, &target, &["lower", "upper"], options);
        transfer
            .rows(&[PointIndex(4)], &empty, &Rules::default())
            .rows[0]
            .1
            .weight(JointSlot(0))
    };
    assert_eq!((lower(false), lower(true)), (0.0, 1.0));
}

#[test]
fn joints_are_matched_by_name() {
    let surface = strip(3);
    let rows = Raw::same(4, 9, &[(0, 0.5), (1, 0.25), (3, 0.25)]);
    let from = TransferSource {
        surface: &surface,
        rows: &rows,
        joints: &["a", "b", "c", "d"],
    };
    let empty = Raw::unbound(2, 9);
    let transfer = Transfer::new(from, &surface, &["d", "a"], TransferOptions::default());
    assert_eq!(transfer.missing_joints(), [JointSlot(1)]);
    let edit = transfer.rows(&[PointIndex(4)], &empty, &Rules::default());
    assert!((edit.rows[0].1.weight(JointSlot(1)) - 2.0 / 3.0).abs() < 1e-6);
    let lifted = moved(&surface, Vec3::Z * 0.25);
    let above = Transfer::new(from, &lifted, &["d", "a"], TransferOptions::default());
    let taken = above.rows_with_report(&[4, 5].map(PointIndex), &empty, &Rules::default());
    assert_eq!((taken.edit.rows.len(), taken.farthest), (2, Some(0.25)));
    assert_eq!(
        taken.missing.into_iter().collect::<Vec<_>>(),
        [JointSlot(1)]
    );
    let strangers = Transfer::new(from, &surface, &["x", "y"], TransferOptions::default());
    let none = strangers.rows(&[PointIndex(4)], &empty, &Rules::default());
    assert_eq!(none.report.skipped().next(), Some((Skip::NoSuchJoint, 1)));
    let far = moved(&surface, Vec3::Z * 3.0);
    let options = TransferOptions {
        reach: Some(2.0),
        ..TransferOptions::default()
    };
    let none = Transfer::new(from, &far, &["a"], options).rows(
        &[PointIndex(4)],
        &empty,
        &Rules::default(),
    );
    assert_eq!(none.report.skipped().next(), Some((Skip::OutOfReach, 1)));
    let nothing = Adjacency::new(&[], &[]);
    let from = TransferSource {
        surface: &nothing,
        ..from
    };
    let none = Transfer::new(
        from,
        &surface,
        &["a"],
        TransferOptions {
            separate_parts: true,
            ..options
        },
    );
    assert_eq!(
        none.rows(&[4, 99].map(PointIndex), &empty, &Rules::default())
            .report
            .skipped()
            .next(),
        Some((Skip::NothingToTake, 2))
    );
}

#[test]
fn the_nearest_of_some_triangles() {
    let surface = strip(6);
    let tree = Bvh::new(surface.positions(), surface.triangles());
    let odd = tree
        .nearest_of(vec3(-2.0, 0.5, 1.0), |triangle| triangle % 2 == 1)
        .expect("there are some");
    assert_eq!(odd.triangle % 2, 1);
    assert_eq!(tree.nearest_of(Vec3::ZERO, |_| false), None);
}

fn any_row() -> impl Strategy<Value = Row> {
    let weight = prop_oneof![Just(1e-7_f32), Just(1.0), Just(0.5), 0.0_f32..1.0];
    prop::collection::vec((0_u16..4, weight), 0..5).prop_map(|pairs| {
        Row::from_weights(
            pairs
                .into_iter()
                .map(|(joint, weight)| (joint, f64::from(weight))),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// A mesh takes from itself what it has, and from a finer one of the same shape what is between.
    #[test]
    fn what_lies_in_the_same_place_is_the_same(rows in prop::collection::vec(any_row(), 15), column in 0_u16..4, share in 0.0_f32..1.0) {
        let surface = strip(5);
        let slices: Vec<&[JointWeight]> = rows.iter().map(Row::as_slice).collect();
        let raw = Raw::new(4, &slices);
        let names = ["a", "b", "c", "d"];
        let from = TransferSource { surface: &surface, rows: &raw, joints: &names };
        let points: Vec<PointIndex> = PointIndex::all().take(15).collect();
        let options = TransferOptions { normals_within: Some(0.5), separate_parts: true, reach: Some(1e-3) };
        let itself = Transfer::new(from, &surface, &names, options);
        let empty = Raw::unbound(4, 15);
        let written = empty.with(&itself.rows(&points, &empty, &Rules::default()));
        for point in 0..15 {
            for joint in 0..4 {
                prop_assert!((written.weight(PointIndex(point), JointSlot(joint)) - raw.row(PointIndex(point)).weight(JointSlot(joint))).abs() < 1e-5);
            }
        }
        let place = vec3(f32::from(column) + share - 2.0, 1.0, 0.0);
        let between = Adjacency::new(&[place, place + Vec3::Y * 0.5, place + vec3(0.1, 0.5, 0.0)], &[[0, 2, 1]]);
        let empty = Raw::unbound(4, 3);
        let edit = Transfer::new(from, &between, &names, TransferOptions::default()).rows(&[PointIndex(0)], &empty, &Rules::default());
        let left = 3 * u32::from(column) + 1;
        let ends = [raw.row(PointIndex(left)), raw.row(PointIndex(left + 3))];
        if ends.iter().all(|row| !row.is_unbound()) {
            for joint in 0..4 {
                let wanted = ends[0].weight(JointSlot(joint)) * (1.0 - share) + ends[1].weight(JointSlot(joint)) * share;
                prop_assert!((edit.rows[0].1.weight(JointSlot(joint)) - wanted).abs() < 1e-5);
            }
        }
    }
}
