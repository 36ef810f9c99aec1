//! Smoothing, pruning, the limit.

use std::ops::Range;

use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use crate::Row;

use super::AutomaticInput;
use super::islands::give_islands_away;
use super::sparse::{NOTHING, Raw, SparseRows, narrow};
use super::threads::{LARGE, in_halves};
use super::watch::{Canceled, Phase, Watch};

/// Makes rows of what was found.
pub(super) fn finish(
    given: &AutomaticInput<'_>,
    mut rows: SparseRows,
    watch: &Watch<'_>,
) -> Result<Vec<(PointIndex, Row)>, Canceled> {
    let passes = given.options.smoothing as usize;
    for pass in 0..passes {
        watch.at(Phase::Finish, pass, passes + 1)?;
        rows = smooth_rows(given.surface, &rows)?;
    }
    watch.at(Phase::Finish, passes, passes + 1)?;
    let options = given.options;
    let limit = options.most_joints();
    let last = |raw: &Raw| last_row(raw, options.prune, limit);
    let mut finished: Vec<(PointIndex, Row)> = PointIndex::all()
        .zip(0..rows.len())
        .map(|(point, place)| (point, last(rows.row(place))))
        .collect();
    give_islands_away(given.surface, &mut finished, &last);
    watch.at(Phase::Finish, 1, 1)?;
    Ok(finished)
}

/// Every point half and half with the mean of its neighbors.
fn smooth_rows(surface: &Adjacency, rows: &SparseRows) -> Result<SparseRows, Canceled> {
    let of_range = |_lane: usize, range: Range<usize>| {
        let mixed = PointIndex::all()
            .zip(0..rows.len())
            .skip(range.start)
            .take(range.len());
        Ok(mixed
            .map(|(point, place)| mixed_row(surface, rows, point, place))
            .collect::<Vec<Raw>>())
    };
    let [mut all, rest] = in_halves(rows.len(), rows.len() >= LARGE, of_range)?;
    all.extend(rest);
    Ok(SparseRows::of(all))
}

fn mixed_row(surface: &Adjacency, rows: &SparseRows, point: PointIndex, place: usize) -> Raw {
    let neighbors = surface.neighbors(point);
    if neighbors.is_empty() {
        return rows.row(place).clone();
    }
    #[expect(clippy::cast_precision_loss, reason = "no point has 2⁵² neighbors")]
    let share = 0.5 / neighbors.len() as f64;
    let own = rows.row(place).iter().map(|&pair| (0.5, pair));
    let others = neighbors
        .iter()
        .flat_map(|&neighbor| rows.row(neighbor.index()).iter())
        .map(|&pair| (share, pair));
    let mut pairs: Vec<(JointSlot, f64)> = own
        .chain(others)
        .map(|(share, (joint, weight))| (joint, share * f64::from(weight)))
        .collect();
    // A stable sort and sums in f64: the same input gives the same bits, and rounding to f32 comes once.
    pairs.sort_by_key(|&(joint, _)| joint);
    pairs
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| {
            (
                same[0].0,
                same.iter().map(|&(_, weight)| weight).sum::<f64>(),
            )
        })
        .filter(|&(_, weight)| weight >= NOTHING)
        .map(|(joint, weight)| (joint, narrow(weight)))
        .collect()
}

/// The row of a place between three corners, `w_j = Σ_i b_i w_ij` with its barycentric coordinates b: at most `limit` joints. `pairs_of` says
/// which weights of a corner count.
pub(super) fn row_between<P>(
    corners: [PointIndex; 3],
    shares: Vec3,
    limit: usize,
    pairs_of: impl Fn(PointIndex) -> P,
) -> Row
where
    P: IntoIterator<Item = (JointSlot, f32)>,
{
    let mut pairs: Vec<(JointSlot, f64)> = Vec::new();
    for (corner, share) in corners.into_iter().zip(shares.to_array()) {
        let own = pairs_of(corner).into_iter();
        pairs.extend(own.map(|(joint, weight)| (joint, f64::from(share * weight))));
    }
    pairs.sort_by_key(|&(joint, _)| joint);
    let summed = pairs.chunk_by(|one, other| one.0 == other.0);
    let raw: Raw = summed
        .map(|same| (same[0].0, narrow(same.iter().map(|pair| pair.1).sum())))
        .collect();
    last_row(&raw, 0.0, limit)
}

/// Weights nearer than this share of them are equal.
/// Mirrored points differ by rounding, so by exact comparison the limit would cut on one side and not on the other.
const TIE: f32 = 1e-3;

/// Nothing below `prune`, and from there up to twice as much the rest, so that no weight ends in a step.
fn fade_weight(weight: f32, prune: f32) -> f32 {
    if weight >= 2.0 * prune {
        weight
    } else {
        2.0 * (weight - prune)
    }
}

/// The largest first; of equals the first joint. Where the limit falls between equals, all of them go, so that what is symmetric stays
/// so; one is always kept.
pub(super) fn last_row(raw: &Raw, prune: f32, limit: usize) -> Row {
    let mut pairs = raw.clone();
    pairs.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let first = pairs.first().copied();
    pairs.retain_mut(|(_, weight)| {
        *weight = fade_weight(*weight, prune);
        *weight > 0.0
    });
    // Pruning took all: the largest stays, so that no point comes out unbound.
    if pairs.is_empty() {
        pairs.extend(first);
    }
    let mut kept = pairs.len();
    if kept > limit {
        kept = limit;
        // What is no larger than the first one beyond the limit goes with it.
        let least = pairs[limit].1 * (1.0 + TIE);
        while kept > 1 && pairs[kept - 1].1 <= least {
            kept -= 1;
        }
    }
    pairs.truncate(kept);
    let pairs = pairs.into_iter();
    Row::from_weights(pairs.map(|(joint, weight)| (joint, f64::from(weight))))
}
