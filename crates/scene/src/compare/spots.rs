//! The places where two results differ most, or another value of vertices is largest, worst first.

use glam::Vec3;

use crate::pose::deform::DeformedPrimitive;

/// A place where two results differ much, or a value is large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hotspot {
    /// Index of the primitive, in the order of [`deform`](crate::pose::deform::deform).
    pub primitive: usize,
    /// Index of the vertex in it.
    pub vertex: usize,
    /// The position of the vertex in the scene.
    pub position: Vec3,
    /// How much: the distance from where the reference has it, in scene units, or the value.
    pub amount: f32,
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
) -> Vec<Hotspot> {
    pick_distant_spots(spots_of(reference, other).collect(), |one, other| {
        one.position.distance(other.position) > spacing
    })
}

/// The vertices with the largest values of `least` or more, worst first, no two within `spacing` of each other or of the mirror image
/// x ↦ −x of the other, both at rest: greedy as [`worst_spots`].
///
/// `values` has a list a primitive and a number a vertex. Positions are those of `posed`; vertices that `at_rest` or `posed` lack, and
/// those that are not finite, are skipped.
#[must_use]
pub fn worst_values(
    values: &[Vec<f32>],
    (at_rest, posed): (&[DeformedPrimitive], &[DeformedPrimitive]),
    (least, spacing): (f32, f32),
) -> Vec<Hotspot> {
    let lists = values.iter().zip(posed).enumerate();
    let spots = lists.flat_map(|(primitive, (values, posed))| {
        let places = values.iter().zip(&posed.positions).enumerate();
        places.filter_map(move |(vertex, (&amount, &position))| {
            let is_large = amount >= least && position.is_finite();
            is_large.then_some(Hotspot {
                primitive,
                vertex,
                position,
                amount,
            })
        })
    });
    let rest = |spot: &Hotspot| {
        let place = at_rest.get(spot.primitive)?.positions.get(spot.vertex)?;
        Some(Vec3::new(place.x.abs(), place.y, place.z))
    };
    pick_distant_spots(spots.collect(), |one, other| {
        match rest(one).zip(rest(other)) {
            Some((one, other)) => one.distance(other) > spacing,
            // Nothing tells how near a place without rest is, so it is left out.
            None => false,
        }
    })
}

/// The worst of these, each distant from all that were taken before.
fn pick_distant_spots(
    mut all: Vec<Hotspot>,
    is_distant: impl Fn(&Hotspot, &Hotspot) -> bool,
) -> Vec<Hotspot> {
    // A stable sort: of equals the first comes first.
    all.sort_by(|a, b| b.amount.total_cmp(&a.amount));
    let Some(worst) = all.first().map(|spot| spot.amount) else {
        return Vec::new();
    };
    let mut taken: Vec<Hotspot> = Vec::new();
    for spot in all {
        if taken.len() == MOST || spot.amount < LEAST_SHARE * worst {
            break;
        }
        if taken.iter().all(|other| is_distant(&spot, other)) {
            taken.push(spot);
        }
    }
    taken
}

fn spots_of<'a>(
    reference: &'a [DeformedPrimitive],
    other: &'a [DeformedPrimitive],
) -> impl Iterator<Item = Hotspot> + 'a {
    let pairs = reference.iter().zip(other).enumerate();
    pairs.flat_map(|(primitive, (reference, other))| {
        let places = reference.positions.iter().zip(&other.positions);
        places.enumerate().filter_map(move |(vertex, (from, to))| {
            let distance = from.distance(*to);
            let is_distant = distance.is_finite() && distance > 0.0;
            is_distant.then_some(Hotspot {
                primitive,
                vertex,
                position: *to,
                amount: distance,
            })
        })
    })
}
