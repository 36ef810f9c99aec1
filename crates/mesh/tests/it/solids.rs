//! Properties of welding, normals, measures and the closed-manifold check on solids of known shape.

use glam::{Quat, Vec3, vec3};
use mesh::{
    ManifoldReport, UNDEFINED_NORMAL, bounds, check_closed_manifold, is_closed_across,
    vertex_normals, vertex_normals_across, volume, weld,
};
use proptest::prelude::{ProptestConfig, Strategy, prop, proptest};
use proptest::prop_assert;

type Solid = (Vec<Vec3>, Vec<[u32; 3]>);

/// The unit cube [0, 1]³, each side with its own four vertices, as files store it.
fn cube() -> Solid {
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for (first, axis) in (0..).step_by(8).zip([Vec3::X, Vec3::Y, Vec3::Z]) {
        let (u, v) = (axis.zxy(), axis.yzx());
        positions.extend([Vec3::ZERO, v, u + v, u]);
        positions.extend([axis, axis + v, axis + u + v, axis + u]);
        // u × v = axis, so the low side runs v before u and the high side the other way.
        triangles.extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|i| first + i)));
        triangles.extend([[4, 6, 5], [4, 7, 6]].map(|t| t.map(|i| first + i)));
    }
    (positions, triangles)
}

/// A sphere about the origin with collapsed triangles at the poles and a seam, as modeling programs export it.
fn sphere(n_rings: u16, n_sides: u16) -> Solid {
    let mut positions = Vec::new();
    for ring in 0..=n_rings {
        let polar = std::f32::consts::PI * f32::from(ring) / f32::from(n_rings);
        for side in 0..=n_sides {
            let azimuth = std::f32::consts::TAU * f32::from(side % n_sides) / f32::from(n_sides);
            let radius = if ring % n_rings == 0 {
                0.0
            } else {
                polar.sin()
            };
            positions.push(vec3(
                radius * azimuth.sin(),
                polar.cos(),
                radius * azimuth.cos(),
            ));
        }
    }
    let stride = u32::from(n_sides) + 1;
    let quads = (0..u32::from(n_rings))
        .flat_map(|ring| (0..u32::from(n_sides)).map(move |side| ring * stride + side));
    let triangles =
        quads.flat_map(|i| [[i, i + stride, i + stride + 1], [i, i + stride + 1, i + 1]]);
    (positions, triangles.collect())
}

trait Shuffle {
    fn zxy(self) -> Self;
    fn yzx(self) -> Self;
}

impl Shuffle for Vec3 {
    fn zxy(self) -> Self {
        vec3(self.z, self.x, self.y)
    }
    fn yzx(self) -> Self {
        vec3(self.y, self.z, self.x)
    }
}

fn motion() -> impl Strategy<Value = (Quat, Vec3)> {
    let quat = prop::array::uniform4(-1.0_f32..1.0);
    let offset = prop::array::uniform3(-100.0_f32..100.0);
    (quat, offset).prop_map(|(q, t)| {
        let rotation = Quat::from_array(q);
        let unit = 1e-3 < rotation.length();
        let rotation = if unit {
            rotation.normalize()
        } else {
            Quat::IDENTITY
        };
        (rotation, Vec3::from_array(t))
    })
}

#[test]
fn weld_names_the_first_vertex_of_each_place() {
    let welded = weld(&cube().0);
    for (vertex, &first) in (0..).zip(&welded) {
        assert!(first <= vertex);
        assert_eq!(welded[first as usize], first);
    }
    let mut places = welded;
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), 8, "a cube has eight corners");
}

#[test]
fn weld_takes_minus_zero_for_zero_and_survives_what_is_no_number() {
    let nan = Vec3::splat(f32::NAN);
    let positions = [vec3(0.0, -0.0, 1.0), vec3(-0.0, 0.0, 1.0), nan, nan];
    assert_eq!(weld(&positions), [0, 0, 2, 2]);
    assert!(weld(&[]).is_empty());
}

#[test]
fn normals_of_a_cube_are_its_diagonals_however_its_sides_are_cut() {
    let (positions, triangles) = cube();
    let normals = vertex_normals(&positions, &triangles);
    for (position, normal) in positions.iter().zip(normals) {
        let diagonal = (*position - Vec3::splat(0.5)).normalize();
        assert!(normal.abs_diff_eq(diagonal, 1e-6), "{position} {normal}");
    }
}

#[test]
fn normals_of_a_sphere_point_outwards_also_at_the_poles_and_the_seam() {
    let (positions, triangles) = sphere(24, 48);
    let normals = vertex_normals(&positions, &triangles);
    let worst = positions
        .iter()
        .zip(normals)
        .map(|(p, n)| p.distance(n))
        .fold(0.0, f32::max);
    assert!(worst < 3e-3, "{worst}");
}

#[test]
fn normals_without_a_direction_are_defined() {
    let line = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0, Vec3::splat(f32::NAN)];
    let triangles = [[0, 1, 2], [0, 1, 3], [0, 1, 99], [1, 1, 1]];
    assert_eq!(vertex_normals(&line, &triangles), [UNDEFINED_NORMAL; 4]);
    assert_eq!(vertex_normals(&[], &[[0, 1, 2]]), []);
}

#[test]
fn two_sheets_back_to_back_keep_their_own_normals() {
    let sheet = [Vec3::ZERO, Vec3::X, vec3(0.3, 0.9, 0.0)];
    let positions = [sheet, sheet].concat();
    let normals = vertex_normals(&positions, &[[0, 1, 2], [3, 5, 4]]);
    assert_eq!(normals[..3], [Vec3::Z; 3]);
    assert_eq!(normals[3..], [Vec3::NEG_Z; 3]);
}

#[test]
fn normals_of_tiny_and_huge_triangles_are_unit() {
    for size in [1e-30, 1e-10, 1e10, 1e30] {
        let positions = [Vec3::ZERO, Vec3::X * size, Vec3::Y * size];
        assert_eq!(vertex_normals(&positions, &[[0, 1, 2]]), [Vec3::Z; 3]);
    }
}

#[test]
fn volumes_of_known_solids() {
    let (positions, triangles) = cube();
    assert!((volume(&positions, &triangles) - 1.0).abs() < 1e-12);
    let inside_out: Vec<_> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    assert!((volume(&positions, &inside_out) + 1.0).abs() < 1e-12);
    let (positions, triangles) = sphere(64, 128);
    let ball = 4.0 / 3.0 * std::f64::consts::PI;
    assert!((volume(&positions, &triangles) / ball - 1.0).abs() < 2e-3);
    assert!(volume(&[], &[[0, 1, 2]]).abs() < f64::MIN_POSITIVE);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn volume_and_normals_go_with_a_rigid_motion((rotation, offset) in motion()) {
        let (positions, triangles) = sphere(8, 12);
        let moved: Vec<Vec3> = positions.iter().map(|&p| rotation * p + offset).collect();
        let change = volume(&moved, &triangles) - volume(&positions, &triangles);
        prop_assert!(change.abs() < 2e-4, "{change}");
        let at_rest = vertex_normals(&positions, &triangles);
        // Rounding parts the seam of a moved sphere, so the interior vertices are compared.
        let normals = vertex_normals(&moved, &triangles);
        for (i, (n, m)) in at_rest.iter().zip(&normals).enumerate() {
            let interior = 0 < i % 13 && i % 13 < 12 && (13..104).contains(&i);
            prop_assert!(!interior || m.abs_diff_eq(rotation * *n, 1e-3), "{i} {n} {m}");
        }
    }

    #[test]
    fn the_order_of_the_triangles_does_not_matter(turn in 0_usize..1000) {
        let (positions, mut triangles) = sphere(8, 12);
        let normals = vertex_normals(&positions, &triangles);
        let n_triangles = triangles.len();
        triangles.rotate_left(turn % n_triangles);
        for (n, m) in normals.iter().zip(vertex_normals(&positions, &triangles)) {
            prop_assert!(n.abs_diff_eq(m, 1e-6));
        }
    }
}

#[test]
fn bounds_of_points() {
    assert_eq!(bounds(&[]), None);
    assert_eq!(bounds(&[Vec3::splat(f32::NAN)]), None);
    let points = [Vec3::X, Vec3::INFINITY, vec3(-1.0, 2.0, 0.5)];
    let found = bounds(&points).unwrap();
    assert_eq!(found.min, vec3(-1.0, 0.0, 0.0));
    assert_eq!(found.max, vec3(1.0, 2.0, 0.5));
    assert_eq!(found.center(), vec3(0.0, 1.0, 0.25));
    assert_eq!(found.size(), vec3(2.0, 2.0, 0.5));
    assert!(found.contains(Vec3::X) && !found.contains(Vec3::Z));
    let other = bounds(&[Vec3::Z * 3.0]).unwrap();
    assert_eq!(found.union(other).max, vec3(1.0, 2.0, 3.0));
    assert!((found.diagonal() - 8.25_f32.sqrt()).abs() < 1e-6);
}

/// The report, with which the quick answer must agree.
fn reported(positions: &[Vec3], triangles: &[[u32; 3]]) -> ManifoldReport {
    let report = check_closed_manifold(positions, triangles);
    let is_closed = report.open_edges.is_empty()
        && report.crowded_edges.is_empty()
        && report.flipped_edges.is_empty();
    let welded = weld(positions);
    assert_eq!(is_closed_across(positions, triangles, &welded), is_closed);
    report
}

proptest! {
    #[test]
    fn closed_is_what_has_no_faulty_edge(
        places in prop::collection::vec(0..6_u8, 1..9),
        triangles in prop::collection::vec(prop::array::uniform3(0..10_u32), 0..12),
        twice in prop::bool::ANY,
    ) {
        let place = |at: &u8| match at {
            5 => Vec3::NAN,
            at => Vec3::X * f32::from(*at),
        };
        let positions: Vec<Vec3> = places.iter().map(place).collect();
        let turned = triangles.iter().map(|&[a, b, c]| [a, c, b]);
        // With each triangle turned over beside itself it is closed, but for edges of more than two.
        let all: Vec<[u32; 3]> = triangles.iter().copied().chain(turned.filter(|_| twice)).collect();
        reported(&positions, &all);
    }
}

/// Checks a solid after `change`, and that the report says so in words too.
fn check(change: fn(&mut Solid), expected: &ManifoldReport, words: &str) {
    let mut solid = cube();
    change(&mut solid);
    let report = reported(&solid.0, &solid.1);
    assert_eq!(&report, expected);
    assert_eq!(report.to_string(), words);
    assert_eq!(report.is_closed_manifold(), words == "closed manifold");
}

#[test]
fn every_way_not_to_be_a_closed_manifold() {
    let fine = ManifoldReport::default;
    check(|_| {}, &fine(), "closed manifold");
    check(|solid| solid.1.clear(), &fine(), "closed manifold");
    check(
        |solid| solid.1.truncate(11),
        &ManifoldReport {
            open_edges: vec![[1, 5], [1, 6], [5, 6]],
            ..fine()
        },
        "3 open edges (first: [1, 5])",
    );
    check(
        |solid| solid.1[0].swap(0, 1),
        &ManifoldReport {
            flipped_edges: vec![[0, 1], [0, 2], [1, 2]],
            ..fine()
        },
        "3 edges between flipped triangles (first: [0, 1])",
    );
    check(
        |solid| solid.1.push([0, 1, 999]),
        &ManifoldReport {
            degenerate_triangles: vec![12],
            ..fine()
        },
        "1 degenerate triangles (first: 12)",
    );
    check(
        |solid| solid.1.push([0, 8, 1]),
        &ManifoldReport {
            degenerate_triangles: vec![12],
            ..fine()
        },
        "1 degenerate triangles (first: 12)",
    );
}

#[test]
fn a_third_triangle_at_an_edge_and_two_solids_that_touch() {
    let (mut positions, mut triangles) = cube();
    positions.push(Vec3::splat(-3.0));
    let fin = [0, 3, 24];
    triangles.push(fin);
    let report = reported(&positions, &triangles);
    assert_eq!(report.crowded_edges, [[0, 3]]);
    assert_eq!(report.open_edges, [[0, 24], [3, 24]]);

    // A second cube that shares one corner, (1, 1, 1), with the first.
    let (mut positions, mut triangles) = cube();
    positions.extend(cube().0.iter().map(|&p| p + Vec3::ONE));
    triangles.extend(cube().1.iter().map(|t| t.map(|i| i + 24)));
    let report = reported(&positions, &triangles);
    let shared = (0..).zip(&positions).find(|(_, p)| **p == Vec3::ONE);
    assert_eq!(report.pinched_vertices, [shared.unwrap().0]);
    assert!(report.open_edges.is_empty() && report.crowded_edges.is_empty());
}

#[test]
fn collapsed_triangles_do_not_open_a_sphere() {
    let (positions, triangles) = sphere(6, 8);
    let report = reported(&positions, &triangles);
    assert_eq!(report.degenerate_triangles.len(), 16);
    assert!(report.open_edges.is_empty());
    assert!(report.pinched_vertices.is_empty());
    let kept: Vec<_> = (0..)
        .zip(&triangles)
        .filter(|(i, _)| !report.degenerate_triangles.contains(i))
        .map(|(_, t)| *t)
        .collect();
    assert!(check_closed_manifold(&positions, &kept).is_closed_manifold());
}

#[test]
fn seams_that_are_named_are_smooth_and_others_stay() {
    // Two triangles that meet at a right angle along x; each has its own two vertices there.
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X, Vec3::ZERO, Vec3::Z];
    let triangles = [[0, 1, 2], [3, 4, 5]];
    let smooth = vertex_normals(&positions, &triangles);
    assert_eq!(
        vertex_normals_across(&positions, &triangles, &weld(&positions)),
        smooth
    );
    let split = vertex_normals_across(&positions, &triangles, &[0, 1, 2, 3, 4, 5]);
    assert_eq!(split[..3], [Vec3::Z; 3]);
    assert_eq!(split[3..], [Vec3::Y; 3]);
    // Named together at one end only; too short a list, and one that leads nowhere, mean alone.
    for welded in [&[0, 1, 2, 3, 0, 5][..], &[0, 1, 2, 3, 0], &[0, 9, 2, 3, 0]] {
        let half = vertex_normals_across(&positions, &triangles, welded);
        assert_eq!((half[0], half[4]), (smooth[0], smooth[4]));
        assert_eq!((half[1], half[3]), (Vec3::Z, Vec3::Y));
    }
}

#[test]
fn what_collapses_is_not_welded() {
    // Two sheets, one over the other, that meet when the upper one is pressed down.
    let sheet = |height: f32| [Vec3::ZERO, Vec3::X, Vec3::Y].map(|at| at + Vec3::Z * height);
    let at_rest = [sheet(0.0), sheet(1.0)].concat();
    let pressed = [sheet(0.0), sheet(0.0)].concat();
    let triangles = [[0, 2, 1], [3, 4, 5]];
    let normals = vertex_normals_across(&pressed, &triangles, &weld(&at_rest));
    assert_eq!(normals[..3], [Vec3::NEG_Z; 3]);
    assert_eq!(normals[3..], [Vec3::Z; 3]);
}
