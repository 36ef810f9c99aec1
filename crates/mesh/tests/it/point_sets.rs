//! Sets of points: rings more and less, parts, and edge loops on grids of quads that are cut in any way.

use std::collections::BTreeSet;

use glam::{Vec3, vec3};
use mesh::{Adjacency, PointIndex, connected_points, edge_loops, grow_points, shrink_points};
use proptest::prelude::{ProptestConfig, prop, proptest};
use proptest::{prop_assert, prop_assert_eq};

const SIDE: u32 = 6;

fn number(place: u32) -> f32 {
    f32::from(u16::try_from(place).unwrap())
}

/// A square grid of points in rows of `SIDE`; each quad is cut along one diagonal or the other.
fn grid(is_turned: impl Fn(u32) -> bool) -> Adjacency {
    let places =
        (0..SIDE * SIDE).map(|point| vec3(number(point % SIDE), 2.0 * number(point / SIDE), 0.0));
    let places: Vec<Vec3> = places.collect();
    let mut triangles = Vec::new();
    for point in 0..SIDE * (SIDE - 1) {
        if point % SIDE + 1 < SIDE {
            triangles.extend(quad(
                [point, point + 1, point + SIDE + 1, point + SIDE],
                is_turned(point),
            ));
        }
    }
    Adjacency::new(&places, &triangles)
}

fn quad([a, b, c, d]: [u32; 4], is_turned: bool) -> [[u32; 3]; 2] {
    if is_turned {
        [[a, b, d], [b, c, d]]
    } else {
        [[a, b, c], [a, c, d]]
    }
}

/// A tube of five sides, open at both ends; point `5 * ring + side`.
fn tube(rings: u32) -> Adjacency {
    let place = |point: u32| {
        let angle = std::f32::consts::TAU * number(point % 5) / 5.0;
        vec3(angle.cos(), number(point / 5), angle.sin())
    };
    let places: Vec<Vec3> = (0..5 * rings).map(place).collect();
    let mut triangles = Vec::new();
    for point in 0..5 * (rings - 1) {
        let next = point / 5 * 5 + (point + 1) % 5;
        triangles.extend(quad([point, next, next + 5, point + 5], point % 2 == 0));
    }
    Adjacency::new(&places, &triangles)
}

fn set(points: impl IntoIterator<Item = u32>) -> BTreeSet<PointIndex> {
    points.into_iter().map(PointIndex).collect()
}

#[test]
fn a_ring_more_and_a_ring_less() {
    let surface = grid(|_| false);
    let middle = 2 * SIDE + 2;
    let larger = grow_points(&surface, &set([middle]));
    assert_eq!(larger.len(), 7, "{larger:?}");
    assert_eq!(shrink_points(&surface, &larger), set([middle]));
    assert_eq!(shrink_points(&surface, &set([middle])), set([]));
    let all = set(0..SIDE * SIDE);
    assert_eq!(
        shrink_points(&surface, &all),
        all,
        "a border has nothing beyond it"
    );
    assert_eq!(connected_points(&surface, &set([0])), all);
    assert_eq!(connected_points(&surface, &set([])), set([]));
}

#[test]
fn parts_are_taken_whole_and_apart() {
    let places = [0.0, 1.0, 2.0, 10.0, 11.0, 12.0].map(|x| vec3(x, x * x, 0.0));
    let surface = Adjacency::new(&places, &[[0, 1, 2], [3, 4, 5]]);
    assert_eq!(connected_points(&surface, &set([4])), set([3, 4, 5]));
    assert_eq!(connected_points(&surface, &set([1, 5])), set(0..6));
}

#[test]
fn a_loop_runs_along_a_border_and_ends_there_from_within() {
    let surface = grid(|_| false);
    let row = |row: u32| set(row * SIDE..(row + 1) * SIDE);
    assert_eq!(
        edge_loops(&surface, &set([2 * SIDE + 1, 2 * SIDE + 2])),
        row(2)
    );
    let border = edge_loops(&surface, &set([1, 2]));
    assert!(row(0).is_subset(&border), "{border:?}");
    assert!(!border.contains(&PointIndex(SIDE + 1)), "{border:?}");
    // Points without an edge between them have no loop.
    let apart = set([0, 3 * SIDE + 3]);
    assert_eq!(edge_loops(&surface, &apart), apart);
}

#[test]
fn a_loop_around_a_limb_closes() {
    let surface = tube(7);
    for (first, next) in [(15, 16), (16, 17), (19, 15)] {
        assert_eq!(edge_loops(&surface, &set([first, next])), set(15..20));
    }
    let along = edge_loops(&surface, &set([12, 17]));
    assert_eq!(along, set((0..7).map(|ring| 5 * ring + 2)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whichever way each quad is cut, the loops are those of the quads.
    #[test]
    fn loops_do_not_depend_on_how_quads_are_cut(cuts in prop::collection::vec(prop::bool::ANY, 36), row in 1..SIDE - 1) {
        let surface = grid(|point| cuts[point as usize]);
        let first = row * SIDE + 2;
        let found = edge_loops(&surface, &set([first, first + 1]));
        prop_assert_eq!(found, set(row * SIDE..(row + 1) * SIDE));
        let column = edge_loops(&surface, &set([first, first + SIDE]));
        prop_assert_eq!(column, set((0..SIDE).map(|row| row * SIDE + 2)));
    }

    /// Growing and shrinking never lose their order, and shrinking undoes no less than growing did.
    #[test]
    fn shrinking_what_has_grown_keeps_all(points in prop::collection::btree_set(0_u32..40, 0..20)) {
        let points = set(points);
        let surface = grid(|point| point % 3 == 0);
        let larger = grow_points(&surface, &points);
        prop_assert!(points.is_subset(&larger));
        prop_assert!(points.is_subset(&shrink_points(&surface, &larger)));
        prop_assert!(shrink_points(&surface, &points).is_subset(&points));
        prop_assert!(edge_loops(&surface, &points).is_superset(&points));
    }
}
