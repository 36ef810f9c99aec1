//! Single points that follow another joint than everything around them.

use mesh::{Adjacency, PointIndex};

use crate::problems::difference;
use crate::{Row, Rows};

/// A point is lone if its weights differ by more than this from those of each of its neighbors, and from their mean: half the sum of
/// the differences.
const UNLIKE: f32 = 0.4;
/// And if they differ from the mean by more than so many times what is usual on the mesh: on coarse meshes every point differs.
const TIMES_USUAL: f32 = 6.0;
/// Points of which the usual difference is the median.
const MOST_SAMPLES: usize = 2000;
/// Neighbors of a neighbor that count, where thousands of triangles meet at one point.
const MOST_BESIDE: usize = 64;

/// Points whose weights are unlike those of everything around them, in rising order: what a nearest sample of another limb leaves, or a
/// slip of the brush.
///
/// With `d(p, q) = ½ Σ_j |w_j(p) − w_j(q)|`, `w̄` the mean of the rows of the bound points at most two edges away, and m the median of
/// `d(p, w̄)` over the mesh, a bound point p is lone if `d(p, q) > 0.4` for each bound neighbor q, `d(p, w̄) > 0.4`, and
/// `d(p, w̄) > 6 m`. A point without bound neighbors is none, nor is any where a joint ends: there one neighbor is like it.
///
/// Of more than 64 neighbors of a neighbor only 64 count, so that it is linear in the number of edges.
#[must_use]
pub fn lone_points(rows: &dyn Rows, surface: &Adjacency) -> Vec<PointIndex> {
    let row_of = |point: PointIndex| Some(rows.row(point)).filter(|row| !row.is_unbound());
    let is_unlike = |point: &PointIndex| {
        let Some(row) = row_of(*point) else {
            return false;
        };
        let mut around = surface
            .neighbors(*point)
            .iter()
            .filter_map(|&beside| row_of(beside))
            .peekable();
        around.peek().is_some() && around.all(|other| difference(&row, &other).1 > UNLIKE)
    };
    // Neighbors alone first, so that the costlier mean is only for the few that they leave.
    let mut found: Vec<PointIndex> = surface.all_points().filter(is_unlike).collect();
    if found.is_empty() {
        return found;
    }
    let from_mean = |point: PointIndex| from_mean(point, surface, &row_of);
    let step = surface.point_count().div_ceil(MOST_SAMPLES).max(1);
    let samples = surface.all_points().step_by(step);
    let usual = median(samples.filter_map(from_mean).collect());
    found.retain(|&point| {
        from_mean(point).is_some_and(|far| far > UNLIKE && far > TIMES_USUAL * usual)
    });
    found
}

/// The difference of a point from the mean of what is bound at most two edges away; none where there is nothing.
fn from_mean(
    point: PointIndex,
    surface: &Adjacency,
    row_of: &dyn Fn(PointIndex) -> Option<Row>,
) -> Option<f32> {
    let row = row_of(point)?;
    let beside = surface.neighbors(point);
    let mut around: Vec<PointIndex> = beside
        .iter()
        .flat_map(|&other| surface.neighbors(other).iter().take(MOST_BESIDE))
        .chain(beside)
        .copied()
        .filter(|&other| other != point)
        .collect();
    around.sort_unstable();
    around.dedup();
    let around: Vec<Row> = around.into_iter().filter_map(row_of).collect();
    let count = u32::try_from(around.len())
        .ok()
        .filter(|count| *count > 0)?;
    let share = f64::from(count).recip();
    let all = around.iter().flat_map(Row::pairs);
    let mean = Row::from_weights(all.map(|(joint, weight)| (joint, share * f64::from(weight))));
    Some(difference(&row, &mean).1)
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_unstable_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
