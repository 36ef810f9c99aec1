//! The skins of the built-in characters, triangle by triangle: shape, size and edges.
use std::collections::BTreeMap;
use std::io::Write as _;

use generator::Shape;
use glam::DVec3;

use crate::support::shape;

/// The characters whose skins are meshed from implicit surfaces.
const FIGURES: [&str; 4] = ["biped", "hand", "creature", "woman"];

fn figures() -> impl Iterator<Item = &'static Shape> {
    FIGURES.iter().map(|name| shape(name))
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
