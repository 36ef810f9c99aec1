//! The skins of the built-in characters, triangle by triangle: shape, size, and that nothing crosses anything at rest.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::sync::OnceLock;

use glam::DVec3;
use xtask::assets::{self, Shape};

/// The characters whose skins are meshed from implicit surfaces.
const FIGURES: [&str; 3] = ["biped", "hand", "creature"];

fn figures() -> impl Iterator<Item = &'static Shape> {
    static SHAPES: OnceLock<Vec<Shape>> = OnceLock::new();
    let shapes = SHAPES.get_or_init(assets::shapes);
    FIGURES
        .iter()
        .map(|name| shapes.iter().find(|s| s.name == *name).unwrap())
}

fn corners(shape: &Shape) -> Vec<[DVec3; 3]> {
    let points = &shape.surface.points;
    let triangles = shape.surface.triangles.iter();
    triangles
        .map(|t| t.map(|vertex| points[vertex].position))
        .collect()
}

/// Degrees; the smallest angle of a triangle.
fn smallest_angle([a, b, c]: [DVec3; 3]) -> f64 {
    let angle = |p: DVec3, q: DVec3, r: DVec3| (q - p).angle_between(r - p).to_degrees();
    angle(a, b, c).min(angle(b, c, a)).min(angle(c, a, b))
}

#[test]
fn triangles_are_well_shaped() {
    for shape in figures() {
        let mut triangles = corners(shape);
        triangles.sort_by(|a, b| smallest_angle(*a).total_cmp(&smallest_angle(*b)));
        let angles: Vec<f64> = triangles.iter().map(|t| smallest_angle(*t)).collect();
        let sharp = angles.iter().filter(|angle| **angle < 25.0).count();
        let (least, middle) = (angles[0], angles[angles.len() / 2]);
        writeln!(
            std::io::stdout(),
            "{}: {least:.1}° least, {middle:.1}° median, {sharp} of {} below 25°",
            shape.name,
            angles.len()
        )
        .unwrap();
        assert!(
            8.0 < least,
            "{}: {least} at {}",
            shape.name,
            triangles[0][0]
        );
        assert!(44.0 < middle, "{}: {middle}", shape.name);
        assert!(sharp * 50 < angles.len(), "{}: {sharp}", shape.name);
    }
}

#[test]
fn every_edge_has_two_triangles() {
    for shape in figures() {
        let mut edges: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for &[a, b, c] in &shape.surface.triangles {
            for edge in [(a, b), (b, c), (c, a)] {
                *edges.entry(edge).or_default() += 1;
            }
        }
        for (&(a, b), &count) in &edges {
            let at = shape.surface.points[a].position;
            assert!(
                count == 1 && edges.get(&(b, a)) == Some(&1),
                "{} {at}",
                shape.name
            );
        }
        let euler = shape.surface.points.len() + shape.surface.triangles.len() - edges.len() / 2;
        assert_eq!(euler, 2, "{}: one piece without handles", shape.name);
    }
}

#[test]
fn no_two_triangles_cross_at_rest() {
    for shape in figures() {
        let found = crossings(shape);
        let places: Vec<DVec3> = found.iter().map(|&(t, _)| corners(shape)[t][0]).collect();
        assert!(
            found.is_empty(),
            "{}: {} near {places:.3?}",
            shape.name,
            found.len()
        );
    }
}

/// Pairs of triangles without a common vertex of which one is pierced by an edge of the other.
fn crossings(shape: &Shape) -> Vec<(usize, usize)> {
    let corners = corners(shape);
    let mut found = BTreeSet::new();
    for members in cells(&corners).values() {
        for (k, &a) in members.iter().enumerate() {
            for &b in &members[k + 1..] {
                let apart = !shape.surface.triangles[a]
                    .iter()
                    .any(|v| shape.surface.triangles[b].contains(v));
                found.extend((apart && crosses(corners[a], corners[b])).then_some((a, b)));
            }
        }
    }
    found.into_iter().collect()
}

/// Triangles by the boxes of a grid that their own boxes touch.
fn cells(corners: &[[DVec3; 3]]) -> BTreeMap<[i32; 3], Vec<usize>> {
    let mut cells: BTreeMap<[i32; 3], Vec<usize>> = BTreeMap::new();
    for (triangle, [a, b, c]) in corners.iter().enumerate() {
        let cell = |p: DVec3| (p / 0.02).floor().as_ivec3();
        let (lower, upper) = (cell(a.min(*b).min(*c)), cell(a.max(*b).max(*c)));
        let rows = (lower.z..=upper.z).flat_map(|z| (lower.y..=upper.y).map(move |y| (y, z)));
        for (y, z) in rows {
            for x in lower.x..=upper.x {
                cells.entry([x, y, z]).or_default().push(triangle);
            }
        }
    }
    cells
}

/// Two triangles that cross without a common vertex have an edge of one that goes through the inside of the other.
fn crosses(a: [DVec3; 3], b: [DVec3; 3]) -> bool {
    (0..3).any(|k| pierces(a[k], a[(k + 1) % 3], b) || pierces(b[k], b[(k + 1) % 3], a))
}

/// Möller and Trumbore 1997, on the segment from `p` to `q`.
fn pierces(p: DVec3, q: DVec3, [a, b, c]: [DVec3; 3]) -> bool {
    let along = q - p;
    let (e1, e2) = (b - a, c - a);
    let h = along.cross(e2);
    let det = e1.dot(h);
    // Parallel: triangles in one plane, as in a flat part of the surface, do not cross.
    if det.abs() < 1e-9 * along.length() * e1.length() * e2.length() {
        return false;
    }
    let s = p - a;
    let k = s.cross(e1);
    let (u, v, t) = (s.dot(h) / det, along.dot(k) / det, e2.dot(k) / det);
    0.0 <= u && 0.0 <= v && u + v <= 1.0 && (0.0..=1.0).contains(&t)
}

#[test]
fn the_test_for_crossings_sees_one() {
    let flat = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let up = DVec3::new(0.2, 0.2, -0.5);
    assert!(crosses(flat, [up, up + DVec3::Z, up + DVec3::X]));
    assert!(!crosses(flat, flat.map(|p| p + 0.1 * DVec3::Z)));
}
