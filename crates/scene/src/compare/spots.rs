//! The places where two results differ most, worst first.

use glam::Vec3;

use crate::deform::DeformedPrimitive;

/// A place where two results differ much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Index of the primitive, in the order of [`deform`](crate::deform::deform).
    pub primitive: usize,
    /// Index of the vertex in it.
    pub vertex: usize,
    /// The position of the vertex in the scene.
    pub position: Vec3,
    /// The distance from where the reference has it, in scene units.
    pub distance: f32,
}

/// The largest number of spots.
const MOST: usize = 12;
/// Spots with a smaller share of the worst distance are left out.
const LEAST_SHARE: f32 = 0.1;

/// The vertices with the largest distances, worst first, no two within `spacing` of each other.
///
/// Greedy: the worst vertex, then the worst of those that are not near a spot already taken, until the rest is small
/// compared with the worst. `spacing` and positions are in scene units. Of equal distances the first vertex counts.
/// Vertices that are not finite are skipped. Results that do not differ give no spots.
#[must_use]
pub fn worst_spots(
    reference: &[DeformedPrimitive],
    other: &[DeformedPrimitive],
    spacing: f32,
) -> Vec<Spot> {
    let mut all: Vec<Spot> = spots_of(reference, other).collect();
    // A stable sort: of equals the first comes first.
    all.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    let Some(worst) = all.first().map(|spot| spot.distance) else {
        return Vec::new();
    };
    let mut taken: Vec<Spot> = Vec::new();
    for spot in all {
        if taken.len() == MOST || spot.distance < LEAST_SHARE * worst {
            break;
        }
        let is_distant = |other: &Spot| other.position.distance(spot.position) > spacing;
        if taken.iter().all(is_distant) {
            taken.push(spot);
        }
    }
    taken
}

fn spots_of<'a>(
    reference: &'a [DeformedPrimitive],
    other: &'a [DeformedPrimitive],
) -> impl Iterator<Item = Spot> + 'a {
    let pairs = reference.iter().zip(other).enumerate();
    pairs.flat_map(|(primitive, (reference, other))| {
        let places = reference.positions.iter().zip(&other.positions);
        places.enumerate().filter_map(move |(vertex, (from, to))| {
            let distance = from.distance(*to);
            let is_distant = distance.is_finite() && distance > 0.0;
            is_distant.then_some(Spot {
                primitive,
                vertex,
                position: *to,
                distance,
            })
        })
    })
}
