//! What crosses itself, and what only touches where it may.

use glam::{Quat, Vec3, vec3};
use mesh::self_crossings;
use proptest::prelude::*;

const FLOOR: [Vec3; 3] = [Vec3::ZERO, Vec3::X, Vec3::Y];

/// Two triangles of six vertices; those at one place are one.
fn cross(a: [Vec3; 3], b: [Vec3; 3]) -> bool {
    let found = self_crossings(&[a, b].concat(), &[[0, 1, 2], [3, 4, 5]]);
    let back = self_crossings(&[b, a].concat(), &[[0, 1, 2], [3, 4, 5]]);
    assert_eq!(found, back);
    !found.is_empty()
}

#[test]
fn separate_triangles() {
    let up = vec3(0.2, 0.2, -0.5);
    assert!(cross(FLOOR, [up, up + Vec3::Z, up + Vec3::X]));
    assert!(!cross(FLOOR, FLOOR.map(|p| p + 1e-6 * Vec3::Z)));
    assert!(!cross(FLOOR, FLOOR.map(|p| p + vec3(2.0, 0.0, 0.0))));
    // A corner that touches.
    let tip = vec3(0.25, 0.25, 0.0);
    assert!(cross(
        FLOOR,
        [tip, tip + Vec3::Z, tip + vec3(1.0, 0.0, 1.0)]
    ));
    // In one plane: overlapping, inside, beside.
    assert!(cross(FLOOR, FLOOR.map(|p| p + vec3(0.2, 0.2, 0.0))));
    assert!(cross(FLOOR, FLOOR.map(|p| 0.25 * p + vec3(0.1, 0.1, 0.0))));
    assert!(!cross(FLOOR, FLOOR.map(|p| p + vec3(0.6, 0.6, 0.0))));
    // A star of two: no corner of one is in the other.
    let star = |turn: f32| {
        let at = |k: f32| Quat::from_rotation_z(turn + k * std::f32::consts::TAU / 3.0) * Vec3::X;
        [at(0.0), at(1.0), at(2.0)]
    };
    assert!(cross(star(0.0), star(std::f32::consts::PI)));
}

#[test]
fn triangles_with_a_common_vertex() {
    let fan = [Vec3::ZERO, Vec3::X, Vec3::Z];
    assert!(!cross(FLOOR, [Vec3::ZERO, -Vec3::X, -Vec3::Y]));
    assert!(!cross(FLOOR, [Vec3::ZERO, vec3(1.0, 1.0, 1.0), Vec3::Z]));
    // The far side goes through the floor.
    let through = [Vec3::ZERO, vec3(0.3, 0.3, 0.2), vec3(0.3, 0.3, -0.2)];
    assert!(cross(FLOOR, through));
    // In one plane, overlapping.
    assert!(cross(
        FLOOR,
        [Vec3::ZERO, vec3(2.0, 1.0, 0.0), vec3(1.0, 2.0, 0.0)]
    ));
    assert!(!cross(FLOOR, [fan[0], -fan[1], fan[2]]));
}

#[test]
fn triangles_with_a_common_edge_or_all() {
    let on_edge = |tip: Vec3| [Vec3::X, Vec3::ZERO, tip];
    assert!(!cross(FLOOR, on_edge(-Vec3::Y)));
    assert!(!cross(FLOOR, on_edge(vec3(0.0, 1.0, 1e-3))));
    assert!(cross(FLOOR, on_edge(vec3(0.5, 0.7, 0.0))));
    assert!(cross(FLOOR, [Vec3::Y, Vec3::X, Vec3::ZERO]));
}

#[test]
fn what_has_no_area_crosses_nothing() {
    assert!(!cross(FLOOR, [Vec3::Z, -Vec3::Z, -Vec3::Z]));
    assert!(!cross(FLOOR, [Vec3::Z, -Vec3::Z, Vec3::NAN]));
    assert!(self_crossings(&FLOOR, &[[0, 1, 2], [0, 1, 9]]).is_empty());
    assert!(self_crossings(&[], &[]).is_empty());
}

/// A sphere of rings, its poles shut.
fn sphere(middle: Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    const N: u32 = 12;
    let mut positions = vec![middle + Vec3::Y, middle - Vec3::Y];
    let mut triangles = Vec::new();
    let part = |k: u32, whole: f32| f32::from(u16::try_from(k).unwrap_or(0)) * whole / 12.0;
    for ring in 1..N {
        for k in 0..N {
            let (down, around) = (
                part(ring, std::f32::consts::PI),
                part(k, std::f32::consts::TAU),
            );
            let flat = vec3(around.sin(), 0.0, around.cos());
            positions.push(middle + down.sin() * flat + down.cos() * Vec3::Y);
            let (here, next) = (2 + (ring - 1) * N + k, 2 + (ring - 1) * N + (k + 1) % N);
            if ring == 1 {
                triangles.push([0, here, next]);
            }
            if ring == N - 1 {
                triangles.push([1, next, here]);
            } else {
                triangles.extend([[here, here + N, next], [next, here + N, next + N]]);
            }
        }
    }
    (positions, triangles)
}

#[test]
fn a_sphere_does_not_cross_itself_but_two_do() {
    let (mut positions, mut triangles) = sphere(Vec3::ZERO);
    assert!(mesh::check_closed_manifold(&positions, &triangles).is_closed_manifold());
    assert!(self_crossings(&positions, &triangles).is_empty());
    let (more, of_more) = sphere(vec3(0.9, 0.3, 0.1));
    let (first, n) = (u32::try_from(positions.len()).unwrap_or(0), triangles.len());
    positions.extend(more);
    triangles.extend(of_more.into_iter().map(|t| t.map(|v| v + first)));
    let found = self_crossings(&positions, &triangles);
    assert!(20 < found.len(), "{}", found.len());
    assert!(found.iter().all(|&[a, b]| a < n && n <= b));
}

fn point() -> impl Strategy<Value = Vec3> {
    let number =
        || prop_oneof![3 => -1.0_f32..1.0, 1 => (-2_i8..3).prop_map(|k| f32::from(k) / 2.0)];
    [number(), number(), number()].prop_map(Vec3::from)
}

fn triangle() -> impl Strategy<Value = [Vec3; 3]> {
    [point(), point(), point()]
}

proptest! {
    #[test]
    fn the_order_of_corners_and_triangles_changes_nothing(a in triangle(), b in triangle()) {
        let plain = cross(a, b);
        prop_assert_eq!(plain, cross([a[1], a[2], a[0]], b));
        prop_assert_eq!(plain, cross(a, [b[2], b[1], b[0]]));
    }

    #[test]
    fn the_tree_finds_what_all_pairs_find(soup in prop::collection::vec(triangle(), 0..40)) {
        let positions = soup.concat();
        let number = |k: usize| u32::try_from(k).unwrap_or(0);
        let triangles: Vec<[u32; 3]> = (0..soup.len()).map(|k| [3 * k, 3 * k + 1, 3 * k + 2].map(number)).collect();
        let mut pairs = Vec::new();
        for a in 0..soup.len() {
            for b in a + 1..soup.len() {
                pairs.extend(cross(soup[a], soup[b]).then_some([a, b]));
            }
        }
        prop_assert_eq!(self_crossings(&positions, &triangles), pairs);
    }
}
