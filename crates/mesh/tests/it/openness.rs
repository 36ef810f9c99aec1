//! How open surfaces lie, against closed forms.

use glam::{Vec3, vec3};
use mesh::{Bvh, Openness, Stand};

/// A square with the middle at the height y, wound so that its normals point up or down.
fn square(y: f32, half: f32, up: bool) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let corners = vec![
        vec3(-half, y, -half),
        vec3(half, y, -half),
        vec3(half, y, half),
        vec3(-half, y, half),
    ];
    let triangles = if up {
        vec![[0, 2, 1], [0, 3, 2]]
    } else {
        vec![[0, 1, 2], [0, 2, 3]]
    };
    (corners, triangles)
}

fn joined(parts: &[(Vec<Vec3>, Vec<[u32; 3]>)]) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (corners, sides) in parts {
        let first = u32::try_from(positions.len()).unwrap_or(u32::MAX);
        triangles.extend(sides.iter().map(|side| side.map(|vertex| vertex + first)));
        positions.extend(corners.iter().copied());
    }
    (positions, triangles)
}

#[test]
fn a_plane_is_open_and_a_cube_too() {
    let (positions, triangles) = square(0.0, 1.0, true);
    let plane = Openness::new(&positions, &triangles, 5.0);
    for point in 0..plane.point_count() {
        assert_eq!(plane.of_point(point), 1.0);
    }
    let ball: Vec<Vec3> = [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z].to_vec();
    let faces = [
        [0, 1, 2],
        [1, 3, 2],
        [3, 4, 2],
        [4, 0, 2],
        [1, 0, 5],
        [3, 1, 5],
        [4, 3, 5],
        [0, 4, 5],
    ];
    let ball = Openness::new(&ball, &faces, 5.0);
    for point in 0..ball.point_count() {
        assert_eq!(ball.of_point(point), 1.0, "convex: {point}");
    }
}

/// Under a wide roof at the height h the ray at the angle θ goes h / cos θ: with a reach r the mean of 1 − h / (r cos θ)
/// over cos θ ≥ h / r, cosine-weighted, is (1 − h/r)², as 2 ∫ (c − h/r) dc from h/r to 1 says.
#[test]
fn under_a_roof_it_is_as_dark_as_the_integral_says() {
    for (height, reach) in [(0.5_f32, 1.0_f32), (0.2, 1.0), (0.9, 1.0), (1.0, 4.0)] {
        let (positions, triangles) =
            joined(&[square(0.0, 100.0, true), square(height, 100.0, false)]);
        let boxes = Openness::new(&positions, &triangles, reach);
        let stand = Stand {
            at: Vec3::ZERO,
            normal: Vec3::Y,
        };
        let expected = 1.0 - (1.0 - height / reach).powi(2);
        for turn in [0, 1, 7, 1_000_000] {
            let found = boxes.at(stand, turn);
            assert!(
                (found - expected).abs() < 0.02,
                "{height} {reach} {turn}: {found}, expected {expected}"
            );
        }
    }
}

#[test]
fn the_same_mesh_gives_the_same_bits_and_seams_do_not_show() {
    let (positions, triangles) = joined(&[square(0.0, 1.0, true), square(0.3, 1.0, false)]);
    let split: Vec<Vec3> = triangles
        .iter()
        .flatten()
        .map(|&vertex| positions[vertex as usize])
        .collect();
    let separate: Vec<[u32; 3]> = (0..4).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let all = |openness: &Openness| {
        let points: Vec<f32> = (0..openness.point_count())
            .map(|point| openness.of_point(point))
            .collect();
        openness.of_vertices(&openness.smooth_values(&points))
    };
    let whole = all(&Openness::new(&positions, &triangles, 1.0));
    assert_eq!(whole, all(&Openness::new(&positions, &triangles, 1.0)));
    let seamed = all(&Openness::new(&split, &separate, 1.0));
    for (place, value) in split.iter().zip(&seamed) {
        let vertex = positions.iter().position(|other| other == place).unwrap();
        assert!((value - whole[vertex]).abs() < 0.1, "{place}");
        assert!((0.0..1.0).contains(value), "{value}");
    }
}

#[test]
fn hostile_meshes_are_open_or_covered_and_never_nan() {
    let places = [
        Vec3::ZERO,
        Vec3::NAN,
        Vec3::splat(f32::INFINITY),
        Vec3::splat(1e30),
        Vec3::X,
        Vec3::Y,
    ];
    let triangles = [[0, 4, 5], [0, 1, 2], [3, 4, 9], [0, 0, 4], [5, 4, 3]];
    for reach in [1.0, 0.0, -1.0, f32::NAN, f32::INFINITY, 1e-30, 1e30] {
        let openness = Openness::new(&places, &triangles, reach);
        let points: Vec<f32> = (0..openness.point_count() + 3)
            .map(|point| openness.of_point(point))
            .collect();
        let all = openness.of_vertices(&openness.smooth_values(&points));
        assert_eq!(all.len(), places.len());
        for value in points.iter().chain(&all) {
            assert!((0.0..=1.0).contains(value), "{reach}: {value}");
        }
    }
    let empty = Openness::new(&[], &[], 1.0);
    assert_eq!((empty.point_count(), empty.of_point(0)), (0, 1.0));
    assert!(empty.of_vertices(&[]).is_empty());
}

#[test]
fn a_ray_finds_nothing_beyond_its_reach() {
    let (positions, triangles) = square(0.0, 1.0, true);
    let tree = Bvh::new(&positions, &triangles);
    let from = vec3(0.1, 2.0, 0.2);
    for (most, found) in [
        (1.9, false),
        (2.0, true),
        (f32::INFINITY, true),
        (0.0, false),
        (-1.0, false),
        (f32::NAN, false),
    ] {
        let hit = tree.ray_within(from, -Vec3::Y, most);
        assert_eq!(hit.is_some(), found, "{most}");
    }
    assert_eq!(
        tree.ray(from, -Vec3::Y),
        tree.ray_within(from, -Vec3::Y, 2.5)
    );
}
