//! Fewer joints a point, with weights fitted to how the surface moves.

use glam::{Affine3A, DVec3, Vec3};

use crate::draft::Draft;
use crate::shares::settled;
use crate::{Edit, Row, Rows, Rules};

mod choose;
mod simplex;

use simplex::Gram;

/// Poses that weights are to be right in.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoseSet<'a> {
    /// Where each point is at the bind, in the mesh's space.
    pub places: &'a [Vec3],
    /// For every pose the skinning matrices `C_j` of all joints, [`rig::PosedSkin::posed_from_bind`]. A joint beyond a
    /// list does not move, and a pose in which something is not finite says nothing.
    pub poses: &'a [&'a [Affine3A]],
}

/// How far points are from where they were, over all points and poses.
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

    /// The largest distance.
    #[must_use]
    pub const fn maximum(&self) -> f64 {
        self.maximum
    }

    /// Counts what another part of the mesh has.
    pub fn add(&mut self, other: &Self) {
        self.sum += other.sum;
        self.count += other.count;
        self.maximum = self.maximum.max(other.maximum);
    }

    fn measure(&mut self, distances_squared: impl Iterator<Item = f64>) {
        for distance in distances_squared {
            self.sum += distance;
            self.count += 1.0;
            self.maximum = self.maximum.max(distance.sqrt());
        }
    }
}

/// What [`refit`] gives.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Refit {
    /// The new rows.
    pub edit: Edit,
    /// How far points over the limit would be from where they were, with their largest weights kept and divided by the sum.
    pub truncated: FitError,
    /// How far they are with the fitted weights: at every point, over all poses, never more.
    pub refitted: FitError,
}

/// Brings points over [`Rules::limit`] down to it, with weights that keep the skinned shape best in a set of poses.
///
/// For a point at v with weights w, over poses s, K of its joints and their weights x are chosen so that
///
/// ```text
/// Σ_s | Σ_{j ∈ K} x_j C_sj v − Σ_j w_j C_sj v |²  →  least,   x_j ≥ 0,  Σ x_j = 1
/// ```
///
/// by linear blending, whose error bounds what is seen in other methods too. All sets K are tried where they are few (600), else those joints go first
/// that are missed least. Locked joints keep their weights and count; the others share what is left.
/// Where the fit is no better than the largest weights divided by their sum, which [`limit_influences`](crate::limit_influences) gives, those are taken:
/// so it is without poses, and for points beyond the list of places.
///
/// Points within the limit keep their bits; without a limit nothing changes. Work in pieces of `points` and add their errors,
/// to show progress.
#[must_use]
pub fn refit(rows: &dyn Rows, points: &[u32], set: &PoseSet<'_>, rules: &Rules<'_>) -> Refit {
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
            if row.len() <= limit {
                return Ok(row.clone());
            }
            let truncated = settled(row, row, rules)?;
            let moved = Moved::new(row, point, set);
            Ok(refit.best(&moved, truncated, &moved.fitted(row, limit, rules)))
        });
    }
    refit.edit = draft.finish();
    refit
}

impl Refit {
    /// The better of two rows; counts how far both are off.
    fn best(&mut self, moved: &Moved, truncated: Row, fitted: &Row) -> Row {
        let (before, after) = (moved.errors(&truncated), moved.errors(fitted));
        let is_better =
            !fitted.is_unbound() && after.iter().sum::<f64>() < before.iter().sum::<f64>();
        self.truncated.measure(before.iter().copied());
        let errors = if is_better { after } else { before };
        self.refitted.measure(errors.into_iter());
        if is_better { fitted.clone() } else { truncated }
    }
}

/// Where the joints of a point take it, from where it is: `C_sj v − Σ_k w_k C_sk v` for every pose.
struct Moved {
    joints: Vec<u16>,
    offsets: Vec<Vec<DVec3>>,
}

impl Moved {
    fn new(row: &Row, point: u32, set: &PoseSet<'_>) -> Self {
        let joints: Vec<u16> = row.pairs().map(|(joint, _)| joint).collect();
        let mut offsets: Vec<Vec<DVec3>> = vec![Vec::new(); joints.len()];
        let place = set.places.get(point as usize);
        let poses = place.iter().flat_map(|place| {
            let place = place.as_dvec3();
            set.poses
                .iter()
                .map(move |pose| offsets_in(pose, row, place))
        });
        for pose in poses.filter(|pose| pose.iter().all(|offset| offset.is_finite())) {
            for (offsets, offset) in offsets.iter_mut().zip(pose) {
                offsets.push(offset);
            }
        }
        Self { joints, offsets }
    }

    /// The best row of at most `limit` joints; unbound if there is none.
    fn fitted(&self, row: &Row, limit: usize, rules: &Rules<'_>) -> Row {
        let locked: Vec<(u16, f64)> = row
            .pairs()
            .filter(|&(joint, _)| rules.is_locked(joint))
            .map(|(joint, weight)| (joint, f64::from(weight)))
            .collect();
        let budget = 1.0 - locked.iter().map(|&(_, weight)| weight).sum::<f64>();
        let slots = limit.saturating_sub(locked.len());
        let free: Vec<u16> = self
            .joints
            .iter()
            .copied()
            .filter(|&joint| !rules.is_locked(joint))
            .collect();
        if slots == 0 || free.is_empty() || budget <= 0.0 {
            return Row::unbound();
        }
        // With the shares u of the budget B, Σ u = 1: locked sum + Σ B u_j a_j = Σ u_j (B a_j + locked sum).
        let held = self.mixed(&locked);
        let vector = |joint: u16| -> Vec<f64> {
            let offsets = self.of(joint).iter().zip(&held);
            offsets
                .flat_map(|(offset, held)| (*offset * budget + *held).to_array())
                .collect()
        };
        let vectors: Vec<Vec<f64>> = free.iter().map(|&joint| vector(joint)).collect();
        let (set, shares) = choose::best(&Gram::new(&vectors), free.len(), slots);
        let chosen = set
            .iter()
            .zip(shares)
            .map(|(&place, share)| (free[place], share));
        let wanted = Row::from_weights(chosen);
        settled(row, &wanted, rules).unwrap_or_default()
    }

    /// The squares of the distances from where the point was, for every pose.
    fn errors(&self, row: &Row) -> Vec<f64> {
        let total: f64 = row.pairs().map(|(_, weight)| f64::from(weight)).sum();
        let weights: Vec<(u16, f64)> = row
            .pairs()
            .map(|(joint, weight)| (joint, f64::from(weight) / total))
            .collect();
        self.mixed(&weights)
            .iter()
            .map(|offset| offset.length_squared())
            .collect()
    }

    /// `Σ w_j a_sj` for every pose s.
    fn mixed(&self, weights: &[(u16, f64)]) -> Vec<DVec3> {
        let count = self.offsets.first().map_or(0, Vec::len);
        let mut sums = vec![DVec3::ZERO; count];
        for &(joint, weight) in weights {
            for (sum, offset) in sums.iter_mut().zip(self.of(joint)) {
                *sum += *offset * weight;
            }
        }
        sums
    }

    fn of(&self, joint: u16) -> &[DVec3] {
        let place = self.joints.iter().position(|&other| other == joint);
        place.map_or(&[], |place| &self.offsets[place])
    }
}

/// The same in one pose.
fn offsets_in(pose: &[Affine3A], row: &Row, place: DVec3) -> Vec<DVec3> {
    let takes = |joint: u16| match pose.get(usize::from(joint)) {
        Some(matrix) => moved(matrix, place),
        None => place,
    };
    let places: Vec<DVec3> = row.pairs().map(|(joint, _)| takes(joint)).collect();
    let weights = row.pairs().map(|(_, weight)| f64::from(weight));
    let total: f64 = weights.clone().sum();
    let shares = weights.zip(&places).map(|(weight, place)| *place * weight);
    let middle = shares.sum::<DVec3>() / total;
    places.into_iter().map(|place| place - middle).collect()
}

fn moved(matrix: &Affine3A, place: DVec3) -> DVec3 {
    let [x, y, z] =
        [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| Vec3::from(axis).as_dvec3());
    x * place.x + y * place.y + z * place.z + Vec3::from(matrix.translation).as_dvec3()
}
