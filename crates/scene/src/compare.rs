//! Differences between two deformed results, per vertex and as statistics.

mod bands;
mod comparison;
mod hull;
mod spots;

use crate::pose::deform::DeformedPrimitive;

pub use bands::{BANDS, Bands};
pub use comparison::{Comparison, PaneComparison};
pub use hull::Hull;
pub use spots::{Hotspot, worst_spots, worst_values};

/// The difference of two results, vertex by vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// Per primitive and vertex of `other`: `(other − reference) · n`, with n the unit normal of `other`, in scene
    /// units. Positive where `other` lies outside of `reference`. Zero for vertices without a normal.
    ///
    /// The normal is that of the surface on which the colors are shown; the reference may have collapsed and have
    /// none.
    pub along_normal: Vec<Vec<f32>>,
    /// The largest distance that is finite, for the range of a color scale: with finite numbers the maximum of the
    /// statistics, which no `|along_normal|` exceeds.
    pub range: f32,
    /// Statistics of the distances `|other − reference|`, in scene units.
    pub distance: Statistics,
}

/// Statistics of a set of distances. All zero for an empty set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The number of distances.
    pub count: usize,
    /// The largest distance, in their units.
    pub max: f32,
    /// The arithmetic mean of the distances, summed in f64.
    pub mean: f32,
    /// The root of the mean of squares.
    pub rms: f32,
    /// The 95th percentile: the smallest distance that at least 95 % of all do not exceed.
    pub p95: f32,
}

/// Compares two results of the same character, primitive by primitive and vertex by vertex.
///
/// Extra primitives or vertices of one result are ignored. Distances that are not finite count as infinite in the
/// statistics and as zero in `along_normal`.
#[must_use]
pub fn difference(reference: &[DeformedPrimitive], other: &[DeformedPrimitive]) -> Difference {
    let pairs = || reference.iter().zip(other);
    let along_normal: Vec<Vec<f32>> = pairs()
        .map(|(reference, other)| along_normal(reference, other))
        .collect();
    let distances: Vec<f32> = pairs()
        .flat_map(|(reference, other)| distances(reference, other))
        .collect();
    let finite = distances.iter().copied().filter(|it| it.is_finite());
    let range = finite.fold(0.0, f32::max);
    Difference {
        along_normal,
        range,
        distance: Statistics::of(distances),
    }
}

impl Statistics {
    /// The statistics of distances in any order.
    #[must_use]
    pub fn of(mut distances: Vec<f32>) -> Self {
        distances.sort_unstable_by(f32::total_cmp);
        let (Some(&max), count) = (distances.last(), distances.len()) else {
            return Self::default();
        };
        let sum: f64 = distances.iter().copied().map(f64::from).sum();
        let sum_of_squares: f64 = distances
            .iter()
            .map(|&distance| f64::from(distance).powi(2))
            .sum();
        // Nearest rank: ceil(0.95 n) values do not exceed it.
        let rank = (count * 95).div_ceil(100);
        #[expect(
            clippy::cast_precision_loss,
            reason = "counts of vertices are far below 2⁵³"
        )]
        let n = count as f64;
        Self {
            count,
            max,
            mean: narrow(sum / n),
            rms: narrow((sum_of_squares / n).sqrt()),
            p95: distances.get(rank - 1).copied().unwrap_or(max),
        }
    }
}

fn along_normal(reference: &DeformedPrimitive, other: &DeformedPrimitive) -> Vec<f32> {
    let positions = reference.positions.iter().zip(&other.positions);
    let mut along: Vec<f32> = positions
        .zip(&other.normals)
        .map(|((&from, &to), normal)| (to - from).dot(normal.normalize_or_zero()))
        .map(|distance| if distance.is_finite() { distance } else { 0.0 })
        .collect();
    // A vertex without a normal, or that the reference lacks, counts as no difference.
    along.resize(other.positions.len(), 0.0);
    along
}

fn distances<'a>(
    reference: &'a DeformedPrimitive,
    other: &'a DeformedPrimitive,
) -> impl Iterator<Item = f32> + 'a {
    let positions = reference.positions.iter().zip(&other.positions);
    positions
        .map(|(from, to)| from.distance(*to))
        .map(|distance| {
            if distance.is_nan() {
                f32::INFINITY
            } else {
                distance
            }
        })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
fn narrow(value: f64) -> f32 {
    value as f32
}
