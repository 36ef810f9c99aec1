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
    /// The distance from the reference by the chosen measure, in scene units.
    pub distance: f32,
}

/// The measure of a distance between two results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DistanceKind {
    /// The distance between corresponding vertices.
    #[default]
    InSpace,
    /// Its part along the normal of the other result, as the colours show it: sliding along the surface does not count.
    AlongNormal,
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
    kind: DistanceKind,
) -> Vec<Spot> {
    let mut all: Vec<Spot> = spots_of(reference, other, kind).collect();
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
    kind: DistanceKind,
) -> impl Iterator<Item = Spot> + 'a {
    let pairs = reference.iter().zip(other).enumerate();
    pairs.flat_map(move |(primitive, (reference, other))| {
        let none = std::iter::repeat(&Vec3::ZERO);
        let normals = other.normals.iter().chain(none);
        let places = reference.positions.iter().zip(&other.positions);
        let places = places.zip(normals).enumerate();
        places.filter_map(move |(vertex, ((from, to), normal))| {
            let way = *to - *from;
            let distance = match kind {
                DistanceKind::InSpace => way.length(),
                DistanceKind::AlongNormal => way.dot(normal.normalize_or_zero()).abs(),
            };
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
