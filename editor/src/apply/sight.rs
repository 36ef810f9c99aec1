//! From where vertices are seen.

use character::Character;
use glam::Vec3;
use mesh::Bvh;

use crate::deform::DeformedPrimitive;
use crate::placed::placed_primitives;

/// Vertices that are asked for; as many directions are tried.
const ASKED: usize = 12;
/// Surfaces with more triangles would take too long to ask: there nothing is known to stand in the way.
const MOST_TRIANGLES: usize = 200_000;
/// Of the size of the surface: rays begin so far above it.
const ABOVE: f32 = 1e-4;
/// The direction that there is stays if it shows at least this share of what the best one shows.
const GOOD_ENOUGH: f32 = 0.7;

/// A direction, towards the eye, from which most of some places of a surface are seen, each with its normal: nothing where
/// the one there is, `to_eye`, does well enough. Of length one.
pub(super) fn better_direction(
    to_eye: Vec3,
    (places, size): (&[(Vec3, Vec3)], f32),
    (character, posed): (&Character, &[DeformedPrimitive]),
) -> Option<Vec3> {
    let surface = surface(character, posed);
    let step = places.len().div_ceil(ASKED).max(1);
    let asked: Vec<(Vec3, Vec3)> = places.iter().step_by(step).copied().collect();
    let is_seen = |&(place, normal): &(Vec3, Vec3), direction: Vec3| {
        let above = place + normal * (ABOVE * size);
        let is_free = |surface: &Bvh| surface.ray(above, direction).is_none();
        normal.dot(direction) > 0.0 && surface.as_ref().is_none_or(is_free)
    };
    let shown = |direction: Vec3| {
        let seen = asked.iter().filter(|place| is_seen(place, direction));
        f32::from(u8::try_from(seen.count()).unwrap_or(u8::MAX))
    };
    let mean: Vec3 = asked.iter().map(|&(_, normal)| normal).sum();
    let normals = asked.iter().map(|&(_, normal)| normal);
    let around = [
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::NEG_X,
        Vec3::NEG_Y,
        Vec3::NEG_Z,
    ];
    let slanted = around.map(|axis| mean.normalize_or_zero() + axis);
    let tried = std::iter::once(mean)
        .chain(normals)
        .chain(slanted)
        .chain(around);
    let mut best = (shown(to_eye) / GOOD_ENOUGH, None);
    for direction in tried.filter_map(Vec3::try_normalize) {
        let seen = shown(direction);
        if seen > best.0 {
            best = (seen, Some(direction));
        }
    }
    best.1
}

/// All that is shown as one surface, unless it is too large.
fn surface(character: &Character, posed: &[DeformedPrimitive]) -> Option<Bvh> {
    let placed = || placed_primitives(character).zip(posed);
    let count: usize = placed()
        .map(|(placed, _)| placed.primitive.triangles.len())
        .sum();
    if count > MOST_TRIANGLES {
        return None;
    }
    let (mut positions, mut triangles) = (Vec::new(), Vec::with_capacity(count));
    for (placed, deformed) in placed() {
        let first = u32::try_from(positions.len()).ok()?;
        positions.extend_from_slice(&deformed.positions);
        let own = placed.primitive.triangles.iter();
        triangles.extend(own.map(|own| own.map(|vertex| vertex.saturating_add(first))));
    }
    Some(Bvh::new(&positions, &triangles))
}
