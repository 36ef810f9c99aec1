//! What has to stay as it is when automatic weights take the place of others.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use rig::JointSlot;

use super::finish::row_between;
use crate::bones::movers::is_unbound;
use crate::fill::{Filling, fill};
use crate::rows::draft::Draft;
use crate::rows::shares::settle_row;
use crate::{Automatic, Bone, Edit, Rows, Rules};

/// A bone this many times as far from a point as one of a locked joint has nothing to do with it.
const FAR: f32 = 2.0;

impl Automatic {
    /// What is to be written over the weights that are there, under the rules.
    ///
    /// With L the sum of a point's locked weights, which stay bit for bit, a joint that is not locked gets `w_j (1 − L)`, divided so that all
    /// sum to one; see [`Rules`]. Make the weights from bones of joints that are not locked, or much of them will go to nobody.
    /// Where vertices of a point differ in locked weights, they go on doing so.
    /// Points whose weights are all locked keep them, and count as unchanged; those that are left for another reason are counted with it.
    /// `rows` are of the same points. Points that are taken out of `edit` before keep their weights, and garments that
    /// [follow](crate::Clothes::Body) have what these keep. Without parts, as where there was no bone, nothing changes.
    #[must_use]
    pub fn over(mut self, rows: &dyn Rows, rules: &Rules<'_>) -> Self {
        if self.parts.is_empty() {
            return self;
        }
        self.follow_kept(rows, &|_| false, rules.limit);
        let mut draft = Draft::new(rows);
        for (point, row) in &self.edit.rows {
            draft.set_each(*point, |own| settle_row(own, row, rules));
        }
        self.with(draft, rows)
    }

    /// The same weights, told of the bones they were made from and of those of locked joints: [`fill`](Self::fill) leaves points unbound that
    /// it would have filled anew, where the nearest of the first is more than twice as far as the nearest of the others.
    #[must_use]
    pub fn beside_locked(mut self, surface: &Adjacency, bones: &[Bone], locked: &[Bone]) -> Self {
        let nearest = |bones: &[Bone], place: Vec3| {
            let distances = bones.iter().map(|bone| bone.distance(place));
            distances.fold(f32::INFINITY, f32::min)
        };
        if !locked.is_empty() {
            let places = surface.positions().iter();
            let is_far = places.map(|&at| nearest(bones, at) > FAR * nearest(locked, at));
            self.is_far = is_far.collect();
        }
        self
    }

    /// What is to be written at unbound points alone, under the rules: all others keep their weights, bit for bit.
    ///
    /// A hole in what is bound gets `max(a + d, 0)`, divided by its sum: a are these automatic weights, and d is the harmonic extension of
    /// *bound weights − a* from the border of the hole into it. So the weights are continuous at the border, and automatic within. Parts where
    /// nothing is bound get a. A vertex that nothing binds, at a point where another vertex is bound, gets the mean of those that are.
    /// Only joints whose bones these weights were made from get any: at the border counts what others leave, divided by its sum, or nothing
    /// where that is less than a tenth; a vertex takes a where only other joints bind the point. Where joints that are locked are
    /// [much nearer](Self::beside_locked), nothing takes a.
    /// Garments that [follow](crate::Clothes::Body) have for a what is bound below them.
    ///
    /// `rows` and `surface` are those that the weights were made for, with a row for each point; of the points those are filled that
    /// `is_asked` says. Without parts, as where there was no bone, nothing changes.
    #[must_use]
    pub fn fill(
        mut self,
        rows: &dyn Rows,
        surface: &Adjacency,
        is_asked: &dyn Fn(PointIndex) -> bool,
        rules: &Rules<'_>,
    ) -> Self {
        if self.parts.is_empty() {
            return self;
        }
        self.follow_kept(rows, &|point| !is_unbound(rows, point), rules.limit);
        let asked = || surface.all_points().filter(|&point| is_asked(point));
        let open: Vec<PointIndex> = asked().filter(|&point| is_unbound(rows, point)).collect();
        let mut draft = Draft::new(rows);
        let filling = Filling {
            surface,
            automatic: Some(&self.edit),
            bones: &[],
            joints: Some(&self.joints),
            is_far: &self.is_far,
        };
        self.filled = Some(fill(&mut draft, &open, &filling, rules));
        for point in asked().filter(|&point| is_half_bound(rows, point)) {
            let mean = filling.free_part(rows.row(point), rules);
            let made = || place_of(&self.edit, point).map(|made| self.edit.rows[made].1.clone());
            let is_far = filling.is_far(point);
            let Some(mean) = mean.or_else(|| made().filter(|_| !is_far)) else {
                continue;
            };
            // Bound vertices of the point keep their bits.
            draft.set_each(point, |own| match own.is_unbound() {
                true => settle_row(own, &mean, rules),
                false => Ok(own.clone()),
            });
        }
        self.with(draft, rows)
    }

    /// Gives garments what the points below them keep: those that `is_kept` says, and those that `edit` leaves out.
    fn follow_kept(
        &mut self,
        rows: &dyn Rows,
        is_kept: &dyn Fn(PointIndex) -> bool,
        limit: Option<usize>,
    ) {
        let limit = limit.unwrap_or(usize::MAX).max(1);
        for taken in std::mem::take(&mut self.taken) {
            let Some(place) = place_of(&self.edit, taken.point) else {
                continue;
            };
            let pairs_of = |corner: PointIndex| {
                let row = match place_of(&self.edit, corner).filter(|_| !is_kept(corner)) {
                    Some(made) => self.edit.rows[made].1.clone(),
                    None => rows.row(corner),
                };
                let mut pairs: Vec<(JointSlot, f32)> = row.pairs().collect();
                // What is kept below may be of joints that were not asked for or are locked; a garment gets none of theirs.
                pairs.retain(|(joint, _)| self.joints.binary_search(joint).is_ok());
                pairs
            };
            let row = row_between(taken.corners, taken.shares, limit, pairs_of);
            // Where nothing below is of joints that were asked for, it keeps its own weights.
            if !row.is_unbound() {
                self.edit.rows[place].1 = row;
            }
        }
    }

    /// These with what was drafted in the place of the weights.
    fn with(self, draft: Draft<'_>, rows: &dyn Rows) -> Self {
        let mut edit = draft.finish();
        let bound = edit.points().filter(|&point| is_unbound(rows, point));
        edit.report.bound = bound.count();
        for (reason, points) in self.edit.report.skipped() {
            edit.report.skip(reason, points);
        }
        Self { edit, ..self }
    }
}

/// The place of a point among the rows that were made.
fn place_of(edit: &Edit, point: PointIndex) -> Option<usize> {
    let found = edit.rows.binary_search_by_key(&point, |&(own, _)| own);
    found.ok()
}

/// Whether some vertices of the point are bound and others not.
fn is_half_bound(rows: &dyn Rows, point: PointIndex) -> bool {
    let mut copies = 0..rows.copies(point);
    copies.any(|copy| rows.copy(point, copy).joints.is_empty()) && !is_unbound(rows, point)
}
