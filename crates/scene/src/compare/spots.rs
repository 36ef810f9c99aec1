//! Where two results differ most: the places to look at, one after another.

use glam::Vec3;

use crate::deform::DeformedPrimitive;

/// A place where two results are far apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Index of the primitive, in the order of [`deform`](crate::deform::deform).
    pub primitive: usize,
    /// Index of the vertex in it.
    pub vertex: usize,
    /// Where the vertex is, in the scene.
    pub position: Vec3,
    /// How far it is from where the reference has it, by the measure that was asked for, in scene units.
    pub distance: f32,
}

/// What makes a spot bad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DistanceKind {
    /// The distance of a vertex from its twin.
    #[default]
    InSpace,
    /// Its part along the normal of the other result, as the colours show it: sliding along the surface counts for nothing.
    AlongNormal,
}

/// Spots that are offered at most.
const MOST: usize = 12;
/// A spot that is less of the worst than this is not worth a visit.
const LEAST_SHARE: f32 = 0.1;

/// The vertices farthest apart, worst first, no two within `spacing` of each other.
///
/// Greedy: the farthest of all vertices, then the farthest of those that are not near a spot already taken, until what is
/// left is small beside the worst. `spacing` and positions in scene units. Equal distances: the first vertex. Vertices that
/// are not finite are passed over. Results that do not differ give no spots.
#[must_use]
pub fn worst_spots(
    reference: &[DeformedPrimitive],
    other: &[DeformedPrimitive],
    spacing: f32,
    kind: DistanceKind,
) -> Vec<Spot> {
    let mut all: Vec<Spot> = spots_of(reference, other, kind).collect();
    // Stable: of equals the first comes first.
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
