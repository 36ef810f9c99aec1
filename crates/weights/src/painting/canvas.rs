//! Weights as something to paint on.

use mesh::PointIndex;
use rig::JointSlot;
use smallvec::SmallVec;

use crate::painting::blur::{Mean as _, Mixture};
use crate::painting::mixing::mix_row;
use crate::painting::touches::{Dab, DabResult, Medium};
use crate::problems::seams::sewn_rows;
use crate::rows::change::change_row;
use crate::rows::report::SideEffects;
use crate::rows::set_alone::{SetAlone, set_alone};
use crate::rows::spot::PointRows;
use crate::{Effect, NeighborWeights, Normalize, Operation, Row, RowChange, Rows, Rules, Skip};

/// What is painted, and under which rules.
pub(crate) struct Paint {
    pub(crate) effect: Effect,
    /// On the side of the brush and on the other.
    pub(crate) joints: [JointSlot; 2],
    /// Joints that are painted as one with these, on either side; none where only one is painted.
    groups: [Vec<JointSlot>; 2],
    joint_count: usize,
    rules: KeptRules,
}

impl Paint {
    pub(crate) fn new(
        effect: Effect,
        joint: JointSlot,
        rules: &Rules<'_>,
        joint_count: usize,
    ) -> Self {
        Self {
            effect,
            joints: [joint; 2],
            groups: [Vec::new(), Vec::new()],
            joint_count,
            rules: KeptRules::new(rules, joint_count),
        }
    }

    /// Paints these joints of a side as one, the joint of that side among them.
    pub(crate) fn group(&mut self, side: usize, joints: &[JointSlot]) {
        let is_there = |joint: &JointSlot| usize::from(*joint) < self.joint_count;
        let mut group: Vec<JointSlot> = joints.iter().copied().filter(is_there).collect();
        group.sort_unstable();
        group.dedup();
        if let Some(own) = self.groups.get_mut(side) {
            *own = group;
        }
    }

    /// The weights that joints of a side are to get, if all together are to have what the operation makes of their sum.
    ///
    /// In their proportions, of what the locked ones leave; where they have no weight yet, all of it for the side's own joint, or if that
    /// is locked, in even shares.
    fn group_weights(
        &self,
        side: usize,
        row: &Row,
        f: f64,
    ) -> Result<SmallVec<[(JointSlot, f64); 2]>, Skip> {
        let rules = self.rules.rules();
        let (locked, free): (Vec<JointSlot>, Vec<JointSlot>) = self.groups[side]
            .iter()
            .partition(|&&joint| rules.is_locked(joint));
        let sum = |joints: &[JointSlot]| -> f64 {
            joints
                .iter()
                .map(|&joint| f64::from(row.weight(joint)))
                .sum()
        };
        let (kept, now) = (sum(&locked), sum(&free));
        if free.is_empty() {
            return Err(Skip::JointLocked);
        }
        let target = self.effect.operation.target(kept + now, f);
        let target = target.ok_or(Skip::NotFinite)?;
        // Locked joints of the group keep theirs of the sum, even where that is more than is asked for.
        let target = (target - kept).max(0.0);
        let own = self.joints[side];
        let share = |joint: JointSlot| {
            if now > 0.0 {
                f64::from(row.weight(joint)) / now
            } else if free.contains(&own) {
                f64::from(u8::from(joint == own))
            } else {
                1.0 / crate::rows::change::float(free.len().max(1))
            }
        };
        let wanted = free.iter().map(|&joint| (joint, target * share(joint)));
        // Those that have nothing and get nothing are not asked.
        let is_asked =
            |&(joint, weight): &(JointSlot, f64)| weight > 0.0 || row.weight(joint) > 0.0;
        Ok(wanted.filter(is_asked).collect())
    }

    /// A row with another weight of a joint, where nothing stands in the way; none where something may.
    pub(crate) fn set_alone(&self, row: &Row, wanted: (JointSlot, f64)) -> Option<SetAlone> {
        let is_there = usize::from(wanted.0) < self.joint_count;
        is_there.then(|| set_alone(row, wanted, &self.rules.rules()))?
    }

    /// Whether both sides are one, so that the larger falloff counts.
    pub(crate) fn is_one_sided(&self) -> bool {
        let [own, other] = &self.groups;
        let is_same = self.joints[0] == self.joints[1] || own.len() > 1;
        (is_same && own == other) || self.effect.operation.mixing().is_some()
    }
}

/// [`Rules`] of one's own, with no joint in them that the skin lacks.
struct KeptRules {
    normalize: Normalize,
    locks: Vec<bool>,
    limit: Option<usize>,
    parents: Vec<Option<JointSlot>>,
}

impl KeptRules {
    fn new(rules: &Rules<'_>, joint_count: usize) -> Self {
        let is_there = |joint: JointSlot| usize::from(joint) < joint_count;
        let parents = rules.parents.iter();
        Self {
            normalize: match rules.normalize {
                // A joint that the skin lacks has nothing to give.
                Normalize::ToJoint(joint) if !is_there(joint) => Normalize::Proportional,
                other => other,
            },
            locks: rules.locks.to_vec(),
            limit: rules.limit,
            parents: parents
                .map(|parent| parent.filter(|&parent| is_there(parent)))
                .collect(),
        }
    }

    fn rules(&self) -> Rules<'_> {
        Rules {
            normalize: self.normalize,
            locks: &self.locks,
            limit: self.limit,
            parents: &self.parents,
        }
    }
}

/// Weights under a brush.
#[derive(Clone, Copy)]
pub(crate) struct Canvas<'a> {
    pub(crate) rows: &'a dyn Rows,
    pub(crate) neighbor_weights: &'a NeighborWeights<'a>,
    pub(crate) paint: &'a Paint,
}

impl Medium for Canvas<'_> {
    type Value = PointRows;
    type Mean = Mixture;

    fn read(&self, point: PointIndex) -> PointRows {
        PointRows::of(self.rows, point)
    }

    fn mean_of(&self, spot: &PointRows) -> Mixture {
        Mixture::of(&spot.mean(), &self.paint.rules.rules())
    }

    fn paint(&self, dab: &Dab<'_, Self>) -> Result<DabResult<PointRows>, Skip> {
        let sewn = self.sewn(dab);
        let mut side_effects = SideEffects {
            averaged: sewn.is_some(),
            ..SideEffects::default()
        };
        let base = sewn.as_ref().unwrap_or(dab.base);
        let value = base.each(|row| {
            let change = match self.paint.effect.operation.mixing() {
                Some(sign) => self.mix(dab, row, sign),
                None => self.set(dab, row),
            };
            let change = change?;
            side_effects = change.side_effects().with(side_effects, true);
            Ok(change.row)
        })?;
        Ok(DabResult {
            value,
            side_effects,
        })
    }

    fn is_unbound(&self, spot: &PointRows) -> bool {
        spot.is_unbound()
    }
}

impl Canvas<'_> {
    /// What smoothing begins with where the vertices of a point differ: one row, their mean, so that an open seam closes. At the limit of
    /// influences each side would else keep its own joints for ever. Not where a locked joint has other weights on the two sides.
    fn sewn(&self, dab: &Dab<'_, Self>) -> Option<PointRows> {
        let smooths = matches!(self.paint.effect.operation, Operation::Smooth(_));
        let is_asked = smooths && dab.base.is_seam_split() && dab.amounts[0] > 0.0;
        let rules = self.paint.rules.rules();
        let sewn = is_asked.then(|| sewn_rows(dab.base.rows(), &rules));
        sewn?.ok().map(PointRows::whole)
    }

    fn mix(&self, dab: &Dab<'_, Self>, row: &Row, sign: f64) -> Result<RowChange, Skip> {
        let is_alone = self.paint.effect.operation.smoothing().is_some()
            && self
                .neighbor_weights
                .surface()
                .neighbors(dab.point)
                .is_empty();
        if dab.amounts[0] <= 0.0 {
            return Ok(RowChange::unchanged(row));
        }
        // A point without neighbors would be its own average.
        let mean = dab.mean.filter(|_| !is_alone).ok_or(Skip::NothingToTake)?;
        let rules = self.paint.rules.rules();
        mix_row(row, mean, sign * dab.amounts[0], &rules)
    }

    fn set(&self, dab: &Dab<'_, Self>, row: &Row) -> Result<RowChange, Skip> {
        let Paint { effect, joints, .. } = self.paint;
        let asked = joints.iter().zip(dab.amounts).enumerate();
        let mut wanted: SmallVec<[(JointSlot, f64); 2]> = SmallVec::new();
        for (side, (&joint, f)) in asked.filter(|&(_, (_, f))| f > 0.0) {
            if self.paint.groups[side].len() > 1 {
                wanted.extend(self.paint.group_weights(side, row, f)?);
                continue;
            }
            let weight = f64::from(row.weight(joint));
            let target = effect.operation.target(weight, f);
            wanted.push((joint, target.ok_or(Skip::NotFinite)?));
        }
        if row.is_unbound() && effect.operation.needs_weights() {
            return Err(Skip::Unbound);
        }
        self.set_to(dab.point, row, &wanted, dab.look)
    }

    /// A row with other weights of some joints; `look` reads the rows around.
    pub(crate) fn set_to(
        &self,
        point: PointIndex,
        row: &Row,
        wanted: &[(JointSlot, f64)],
        look: &dyn Fn(PointIndex) -> PointRows,
    ) -> Result<RowChange, Skip> {
        let mut joints = wanted.iter().map(|&(joint, _)| usize::from(joint));
        if joints.any(|joint| joint >= self.paint.joint_count) {
            return Err(Skip::NoSuchJoint);
        }
        let heir = |taken: &[JointSlot]| self.heir(point, taken, look);
        change_row(row, wanted, &self.paint.rules.rules(), &heir)
    }

    /// The joint that has most around a point, of those neither taken nor locked.
    fn heir(
        &self,
        point: PointIndex,
        taken: &[JointSlot],
        look: &dyn Fn(PointIndex) -> PointRows,
    ) -> Option<JointSlot> {
        let mut around = Mixture::default();
        let rules = self.paint.rules.rules();
        for (neighbor, share) in self.neighbor_weights.shares(point) {
            around.add(share, &Mixture::of(&look(neighbor).mean(), &rules));
        }
        let mut best: Option<(JointSlot, f64)> = None;
        for &(joint, weight) in around.0.iter().filter(|(joint, _)| !taken.contains(joint)) {
            if weight > best.map_or(0.0, |(_, most)| most) {
                best = Some((joint, weight));
            }
        }
        best.map(|(joint, _)| joint)
    }
}
