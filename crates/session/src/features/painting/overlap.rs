//! Where the ring of a brush overlaps the surface while its middle is beside it.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};
use weights::{Dab, Measure};

use super::posed::place_on;
use crate::features::painting::posed::PosedMeshes;
use crate::state::painting::PaintMesh;
use crate::state::painting::brush_work::Sample;

/// Shares of the radius at which the ring is searched, from within.
/// Just within the rim, since most falloffs are zero there. With the bisection a dab casts 1 + 5 · 24 + 6 = 127 rays at most.
const SHARES: [f32; 5] = [0.2, 0.4, 0.6, 0.8, 0.97];
/// Directions in which it is searched at each.
const DIRECTIONS: u8 = 24;
/// Halvings of the way from the middle to the surface that was met.
/// Six find the border of the surface to 1/64 of the radius.
const HALVINGS: u8 = 6;

/// The dab of a brush whose middle is at a sample; `pixels` is its radius in the picture.
///
/// Beside the surface the brush stands at the depth of the place that is next to its middle in the picture, if its ring reaches as
/// far. One that measures in the picture needs no place.
pub(crate) fn dab_at(
    posed: &PosedMeshes,
    mesh: &PaintMesh,
    sample: &Sample,
    (measure, pixels): (Measure, f32),
) -> Dab {
    let dab = Dab {
        pixel: sample.pixel,
        place: None,
        offset: Vec3::ZERO,
    };
    if let Some(hit) = posed.ray(sample.camera.ray(sample.pixel, sample.viewport)) {
        let place = place_on(&hit, mesh);
        return Dab { place, ..dab };
    }
    let is_searched = measure != Measure::Screen && pixels.is_finite() && pixels > 0.0;
    let met = |pixel: Vec2| {
        let hit = posed.ray(sample.camera.ray(pixel, sample.viewport))?;
        Some((place_on(&hit, mesh)?, hit.position))
    };
    let on_ring = |share: f32| {
        let turns = (0..DIRECTIONS).map(|step| f32::from(step) / f32::from(DIRECTIONS));
        let mut pixels =
            turns.map(|turn| sample.pixel + share * pixels * Vec2::from_angle(turn * TAU));
        pixels.find_map(|pixel| Some((pixel, met(pixel)?)))
    };
    let mut shares = SHARES.into_iter().filter(|_| is_searched);
    let Some((mut inside, mut found)) = shares.find_map(on_ring) else {
        return dab;
    };
    let mut outside = sample.pixel;
    for _ in 0..HALVINGS {
        let between = 0.5 * (inside + outside);
        match met(between) {
            Some(nearer) => (inside, found) = (between, nearer),
            None => outside = between,
        }
    }
    let (place, position) = found;
    Dab {
        place: Some(place),
        offset: at_depth_of(position, sample) - position,
        ..dab
    }
}

/// The place of the scene at a sample that is as deep in the picture as another place.
pub(super) fn at_depth_of(place: Vec3, sample: &Sample) -> Vec3 {
    let ray = sample.camera.ray(sample.pixel, sample.viewport);
    let middle = sample.camera.ray(0.5 * sample.viewport, sample.viewport);
    let depth = (place - ray.origin).dot(middle.direction);
    let along = ray.direction.dot(middle.direction).max(1e-3);
    ray.origin + ray.direction * (depth / along)
}
