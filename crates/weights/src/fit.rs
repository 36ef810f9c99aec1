//! Weights fitted to where points should be in poses, by any skinning method.

use glam::{DVec3, Vec3};
use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};

use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

mod choose;
mod descend;
mod problem;
mod quadratic;
pub(crate) mod refit;
pub(crate) mod shapes;
mod starts;

pub(crate) use descend::{descend, limit_joints};
pub(crate) use problem::{Aim, Guess, MOST_SIGNED, Problem};

/// A point in one of several poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PosedPoint {
    /// The index of the pose among those that the method knows.
    pub pose: usize,
    /// The point of the surface, as rows number it.
    pub point: PointIndex,
}

/// What a skinning method makes of weights in a set of poses, and how that changes with them: what the crate of the methods knows
/// and this one does not.
///
/// A row is joints and weights, two slices of one length, without zero weights; it may be of joints that a point does not have.
/// Signs of rotations may depend on the order.
pub trait SkinnedPoints: Sync {
    /// Where a row takes a point, in the space of the posed model. Not finite where pose or point say nothing: such are left out.
    fn place(&self, at: PosedPoint, row: InfluenceRow<'_>) -> DVec3;

    /// The same, and `∂v'/∂w_k` for each of `joints`, up to a vector that all share: writes the k-th of `slopes`.
    fn slopes(
        &self,
        at: PosedPoint,
        row: InfluenceRow<'_>,
        joints: &[JointSlot],
        slopes: &mut [DVec3],
    ) -> DVec3;
}

/// Where points should be in a pose.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The pose, as [`SkinnedPoints`] counts.
    pub pose: usize,
    /// By point, or as [`Fitting::listed`] says. Points beyond, and places that are not finite, have no target in this pose.
    pub places: &'a [Vec3],
    /// How much the pose counts beside others; nothing if not above zero.
    pub share: f64,
}

/// The joints that a point may come to.
#[derive(Clone, Copy, Default)]
pub enum FitJoints<'a> {
    /// Those that it has.
    Own,
    /// All of the skin.
    #[default]
    All,
    /// Those that it has, and these of each point.
    Listed(&'a (dyn Fn(PointIndex) -> Vec<JointSlot> + Sync)),
}

impl std::fmt::Debug for FitJoints<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Own => "Own",
            Self::All => "All",
            Self::Listed(_) => "Listed",
        })
    }
}

/// What weights are fitted to, and how.
#[derive(Clone, Copy)]
pub struct Fitting<'a> {
    /// The method, in poses.
    pub skinned: &'a dyn SkinnedPoints,
    /// Where points should be.
    pub targets: &'a [Target<'a>],
    /// By point: where its target stands in the lists of all poses, so that lists in another order need no copy. None where lists are by
    /// point.
    pub listed: Option<&'a [u32]>,
    /// The joints that a point may come to.
    pub joints: FitJoints<'a>,
    /// Whether weights may be below zero. Their sum is one all the same, and none is beyond ±8.
    pub is_signed: bool,
    /// How strongly weights are drawn to the present ones: what a change of weights by one costs, as a share of the squares of what a
    /// joint's weight moves. It decides where poses do not.
    pub ridge: f64,
}

/// The ridge that leaves numbers to the targets and what these do not say to the present weights.
pub const USUAL_RIDGE: f64 = 1e-9;

impl std::fmt::Debug for Fitting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fitting")
            .field("targets", &self.targets.len())
            .field("joints", &self.joints)
            .field("is_signed", &self.is_signed)
            .field("ridge", &self.ridge)
            .finish_non_exhaustive()
    }
}

/// How far points are from where they should be, over all points and poses.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct FitError {
    sum: f64,
    count: f64,
    maximum: f64,
}

impl FitError {
    /// The root of the mean square of the distances, in the units of the posed model; 0 if nothing was measured.
    #[must_use]
    pub fn rms(&self) -> f64 {
        (self.sum / self.count.max(1.0)).sqrt()
    }

    /// The largest distance, in the units of the posed model; 0 if nothing was measured.
    #[must_use]
    pub const fn maximum(&self) -> f64 {
        self.maximum
    }

    /// Of the squares of distances.
    #[must_use]
    pub fn of_squares(distances_squared: impl Iterator<Item = f64>) -> Self {
        let mut error = Self::default();
        error.measure(distances_squared);
        error
    }

    /// Counts what another part of the mesh has.
    pub fn add(&mut self, other: &Self) {
        self.sum += other.sum;
        self.count += other.count;
        self.maximum = self.maximum.max(other.maximum);
    }

    pub(crate) fn measure(&mut self, distances_squared: impl Iterator<Item = f64>) {
        for distance in distances_squared {
            self.sum += distance;
            self.count += 1.0;
            self.maximum = self.maximum.max(distance.sqrt());
        }
    }
}

/// A point's distances from where it should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointFit {
    /// The point of the surface that was fitted.
    pub point: PointIndex,
    /// With the weights it had.
    pub before: FitError,
    /// With the weights it has now.
    pub after: FitError,
}

/// The rows that [`fit`] found, and how far points are off with them and were before.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Fit {
    /// The new rows of the points whose weights changed.
    pub edit: Edit,
    /// Every point with a target, in the order asked for; where its vertices differ, all of them together.
    pub points: Vec<PointFit>,
}

impl Fit {
    /// The distances over all points, before and after.
    #[must_use]
    pub fn errors(&self) -> [FitError; 2] {
        let mut errors = [FitError::default(); 2];
        for point in &self.points {
            errors[0].add(&point.before);
            errors[1].add(&point.after);
        }
        errors
    }
}

/// Finds for each point the weights with which a method takes it nearest to its targets.
///
/// With `f_s(w)` the place of the point in pose s, `t_s` its target, `α_s` the pose's share and `w⁰` the present weights,
///
/// ```text
/// Σ_s α_s | f_s(w) − t_s |² + ρ |w − w⁰|²  →  least,   Σ w_j = 1,  w_j ≥ 0 unless signed,  at most Rules::limit of them
/// ```
///
/// by Levenberg–Marquardt with the slopes of the method, every step on the simplex by active sets, from the present weights and from
/// those that linear blending would take. Where more joints come out than the limit allows, those stay that the slopes say do best, and
/// are fitted again. Locked joints keep their weights, bit for bit, and count. A signed row stays as it is until another operation
/// makes the point's weights anew.
///
/// No point comes out farther from its targets than it was, in the sum of squares, unless it had more joints than the limit. Points that are
/// where they should be keep their bits; so do points without a finite target, which are counted as skipped. Vertices of one point
/// that have different weights are fitted each by itself. Work in pieces of `points`, to show progress.
#[must_use]
pub fn fit(rows: &dyn Rows, points: &[PointIndex], how: &Fitting<'_>, rules: &Rules<'_>) -> Fit {
    let mut fit = Fit::default();
    let mut draft = Draft::new(rows);
    for &point in points {
        let aims = aims(how, point);
        if aims.is_empty() {
            draft.skip(Skip::NoTarget);
            continue;
        }
        let mut problem = Problem::new(how.skinned, point, aims);
        problem.is_signed = how.is_signed;
        problem.ridge = if how.ridge.is_finite() {
            how.ridge.max(0.0)
        } else {
            0.0
        };
        let candidates = match how.joints {
            FitJoints::Own => Vec::new(),
            FitJoints::All => JointSlot::all().take(rows.joint_count()).collect(),
            FitJoints::Listed(of) => of(point),
        };
        let mut errors = PointFit {
            point,
            before: FitError::default(),
            after: FitError::default(),
        };
        draft.set_each(point, |row| {
            let fitted = fit_row(&mut problem, row, &candidates, rules);
            let after = fitted.as_ref().unwrap_or(row);
            errors.before.measure(problem.distances_squared(row));
            errors.after.measure(problem.distances_squared(after));
            fitted
        });
        fit.points.push(errors);
    }
    fit.edit = draft.finish();
    fit
}

fn aims(how: &Fitting<'_>, point: PointIndex) -> Vec<Aim> {
    let listed = match how.listed {
        Some(listed) => listed.get(point.index()).map(|&place| place as usize),
        None => Some(point.index()),
    };
    let aim = |target: &Target<'_>| {
        let place = target.places.get(listed?)?;
        let counts = place.is_finite() && target.share > 0.0 && target.share.is_finite();
        counts.then(|| Aim {
            pose: target.pose,
            place: place.as_dvec3(),
            share: target.share,
        })
    };
    how.targets.iter().filter_map(aim).collect()
}

/// The best row that the rules allow; the row itself where nothing is better.
fn fit_row(
    problem: &mut Problem<'_>,
    row: &Row,
    candidates: &[JointSlot],
    rules: &Rules<'_>,
) -> Result<Row, Skip> {
    let is_finite = |row: &Row| problem.squares(row).is_finite();
    let noise = problem.noise();
    // What the limit alone would leave: there is nothing to fit where it leaves nothing.
    let present = settle_row(row, row, rules)?;
    // Where it should be, as far as f32 can tell: the row keeps its bits.
    if present == *row && is_finite(row) && problem.squares(row) <= noise {
        return Ok(row.clone());
    }
    if row.is_unbound() && candidates.is_empty() {
        return Err(Skip::Unbound);
    }
    let n_locked = row
        .pairs()
        .filter(|&(joint, _)| rules.is_locked(joint))
        .count();
    let limit = rules.limit.map_or(usize::MAX, |limit| limit.max(1));
    let slots = limit.saturating_sub(n_locked);
    problem.anchor = present.clone();
    // Only what is better takes its place, so nothing comes out worse than the present weights under the rules.
    let mut best = (problem.squares(&present), present.clone());
    if slots == 0 {
        return Ok(present);
    }
    let mut search = |starts: Vec<Guess>| {
        for start in starts {
            let enough = problem.enough(&start);
            let found = search_from(problem, start, slots);
            let Some((squares, row)) = found.filter(|(squares, _)| *squares < best.0) else {
                continue;
            };
            best = (squares, row);
            if squares <= enough {
                return true;
            }
        }
        false
    };
    // Sets of few joints cost a search each, so they come only where the usual starts leave an error.
    if !search(starts::starts(problem, &present, candidates, rules)) {
        search(starts::of_sets(problem, &present, candidates, slots, rules));
    }
    // A present row that the rules leave as it is but for rounding is not given up for one that is worse by that.
    let may_stay = row.len() <= limit
        && !row.is_unbound()
        && (problem.is_signed || row.pairs().all(|(_, weight)| weight > 0.0));
    if may_stay && problem.squares(row) <= best.0 {
        return Ok(row.clone());
    }
    Ok(best.1)
}

/// The best row from a guess on, and its squares; none if there is nothing to search.
fn search_from(problem: &Problem<'_>, start: Guess, slots: usize) -> Option<(f64, Row)> {
    // Locked joints leave nothing to give.
    if start.free.is_empty() || start.budget() <= f64::EPSILON {
        return None;
    }
    let mut guess = descend(problem, start);
    if guess.support().len() > slots {
        guess = limit_joints(problem, &guess, slots)?;
    }
    let row = guess.row();
    let is_sound = row
        .pairs()
        .all(|(_, weight)| f64::from(weight.abs()) <= MOST_SIGNED);
    (is_sound && !row.is_unbound()).then(|| (problem.squares(&row), row))
}
