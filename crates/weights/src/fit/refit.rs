//! Fewer joints a point, with weights fitted to how the surface moves.

use glam::{Affine3A, DVec3, Vec3};
use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};

use crate::fit::{Aim, Guess, Problem, descend, limit_joints};
use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Edit, FitError, PointFit, PosedPoint, Row, Rows, Rules, SkinnedPoints};

/// Poses by linear blending.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoseSet<'a> {
    /// Where each point is at the bind, in the mesh's space.
    pub places: &'a [Vec3],
    /// For every pose the skinning matrices `C_j` of all joints, [`rig::PosedSkin::posed_from_bind`]. A joint beyond a
    /// list does not move, and a pose in which something is not finite says nothing.
    pub poses: &'a [&'a [Affine3A]],
}

/// The rows that [`refit`] found, and how far points are off with them and without the fit.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Refit {
    /// The new rows of the points that had more joints than the limit.
    pub edit: Edit,
    /// How far points over the limit would be from where they were, with their largest weights kept and divided by the sum.
    pub truncated: FitError,
    /// How far they are with the fitted weights: at every point, over all poses, never more.
    pub refitted: FitError,
    /// The same two of each of these points, in the order asked for; where its vertices differ, of each vertex.
    pub points: Vec<PointFit>,
}

/// Brings points over [`Rules::limit`] down to it, with weights that keep the skinned shape best in a set of poses, by any method.
///
/// For a point with weights w, over poses s, K of its joints and their weights x are chosen so that
///
/// ```text
/// Σ_s | f_s(x) − f_s(w) |²  →  least,   x_j = 0 outside K,  x_j ≥ 0,  Σ x_j = 1
/// ```
///
/// with `f_s` where the method takes the point. K by the slopes of the method at w: all sets are tried where they are few (600), else those
/// joints go first that are missed least. Then x by [`fit`](crate::fit())'s search, from what the slopes say and from the largest weights.
/// For linear blending ([`PoseSet`]) the slopes say all. Locked joints keep their weights and count; the others share what is left.
/// Where the fit is no better than the largest weights divided by their sum, which [`limit_influences`](crate::limit_influences) gives,
/// those are taken: so it is without poses, and for points of which the poses say nothing.
///
/// Points within the limit keep their bits; without a limit nothing changes. Work in pieces of `points` and add their errors,
/// to show progress. `pose_count` is the number of poses that `skinned` has.
#[must_use]
pub fn refit(
    rows: &dyn Rows,
    points: &[PointIndex],
    skinned: &dyn SkinnedPoints,
    pose_count: usize,
    rules: &Rules<'_>,
) -> Refit {
    let mut refit = Refit::default();
    let mut draft = Draft::new(rows);
    let limit = rules.limit.map_or(usize::MAX, |limit| limit.max(1));
    for &point in points {
        if draft
            .spot(point)
            .rows()
            .iter()
            .all(|row| row.len() <= limit)
        {
            continue;
        }
        draft.set_each(point, |row| {
            // Of vertices that differ only those over the limit change.
            if row.len() <= limit {
                return Ok(row.clone());
            }
            let truncated = settle_row(row, row, rules)?;
            let problem = keeping(skinned, point, row, pose_count);
            let fitted = refit_row(&problem, row, &truncated, limit, rules);
            Ok(refit.best(&problem, truncated, &fitted))
        });
    }
    refit.edit = draft.finish();
    refit
}

/// The task to keep a point where a row takes it.
fn keeping<'a>(
    skinned: &'a dyn SkinnedPoints,
    point: PointIndex,
    row: &Row,
    pose_count: usize,
) -> Problem<'a> {
    let (joints, weights): (Vec<JointSlot>, Vec<f32>) = row.pairs().unzip();
    let aim = |pose| {
        let place = skinned.place(
            PosedPoint { pose, point },
            InfluenceRow {
                joints: &joints,
                weights: &weights,
            },
        );
        place.is_finite().then_some(Aim {
            pose,
            place,
            share: 1.0,
        })
    };
    let aims = (0..pose_count).filter_map(aim).collect();
    let mut problem = Problem::new(skinned, point, aims);
    problem.anchor = row.clone();
    problem.ridge = RIDGE;
    problem
}

/// What decides between joints that move alike.
const RIDGE: f64 = 1e-13;

/// The best row of at most `limit` joints; unbound if there is none.
fn refit_row(
    problem: &Problem<'_>,
    row: &Row,
    truncated: &Row,
    limit: usize,
    rules: &Rules<'_>,
) -> Row {
    let full = Guess::new(row, &[], rules);
    let slots = limit.saturating_sub(full.joints.len() - full.free.len());
    if slots == 0 || full.free.is_empty() || full.budget() <= 0.0 || problem.aims.is_empty() {
        return Row::unbound();
    }
    // From the largest weights too, so that the outcome is no worse than these.
    let by_slopes = limit_joints(problem, &full, slots).map(|guess| guess.row());
    let from_largest = descend(problem, Guess::new(truncated, &[], rules)).row();
    let rows = by_slopes.into_iter().chain([from_largest]);
    let bound = rows.filter(|row| !row.is_unbound());
    let squares = |row: &Row| problem.squares(row);
    bound
        .min_by(|one, other| squares(one).total_cmp(&squares(other)))
        .unwrap_or_default()
}

impl Refit {
    /// The better of two rows; counts how far both are off.
    fn best(&mut self, problem: &Problem<'_>, truncated: Row, fitted: &Row) -> Row {
        let errors = |row: &Row| problem.distances_squared(row).collect::<Vec<f64>>();
        let (before, after) = (errors(&truncated), errors(fitted));
        let is_better =
            !fitted.is_unbound() && after.iter().sum::<f64>() < before.iter().sum::<f64>();
        let measured = |squares: &[f64]| FitError::of_squares(squares.iter().copied());
        let of_point = PointFit {
            point: problem.point,
            before: measured(&before),
            after: measured(if is_better { &after } else { &before }),
        };
        self.truncated.add(&of_point.before);
        self.refitted.add(&of_point.after);
        self.points.push(of_point);
        if is_better { fitted.clone() } else { truncated }
    }
}

/// In f64, with weights divided by their sum.
impl SkinnedPoints for PoseSet<'_> {
    fn place(&self, at: PosedPoint, row: InfluenceRow<'_>) -> DVec3 {
        let found = self
            .places
            .get(at.point.index())
            .zip(self.poses.get(at.pose));
        let Some((place, matrices)) = found else {
            return DVec3::NAN;
        };
        if row.joints.is_empty() {
            return place.as_dvec3();
        }
        let mut sum = (DVec3::ZERO, 0.0);
        for (&joint, &weight) in row.joints.iter().zip(row.weights) {
            let weight = f64::from(weight);
            sum.0 += transform_place(matrices, joint, *place) * weight;
            sum.1 += weight;
        }
        sum.0 / sum.1
    }

    fn slopes(
        &self,
        at: PosedPoint,
        row: InfluenceRow<'_>,
        joints: &[JointSlot],
        slopes: &mut [DVec3],
    ) -> DVec3 {
        let from = self.place(at, row);
        let found = self
            .places
            .get(at.point.index())
            .zip(self.poses.get(at.pose));
        // The derivative of the sum divided by the sum of weights, where that is one.
        for (slope, &joint) in slopes.iter_mut().zip(joints) {
            *slope = found.map_or(DVec3::NAN, |(place, matrices)| {
                transform_place(matrices, joint, *place) - from
            });
        }
        from
    }
}

/// `C_j v`; a joint beyond the list does not move.
fn transform_place(matrices: &[Affine3A], joint: JointSlot, place: Vec3) -> DVec3 {
    let place = place.as_dvec3();
    let Some(matrix) = matrices.get(usize::from(joint)) else {
        return place;
    };
    let [x, y, z] =
        [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| Vec3::from(axis).as_dvec3());
    x * place.x + y * place.y + z * place.z + Vec3::from(matrix.translation).as_dvec3()
}
