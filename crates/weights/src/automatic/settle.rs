//! What has to stay as it is when automatic weights take the place of others.

use mesh::PointIndex;

use crate::draft::Draft;
use crate::shares::settled;
use crate::{Automatic, Rows, Rules};

impl Automatic {
    /// What is to be written over the weights that are there: only at unbound points, if that is asked, and under the rules.
    ///
    /// With L the sum of a point's locked weights, which stay bit for bit, a joint that is not locked gets `w_j (1 − L)`, divided so that all
    /// sum to one; see [`Rules`]. Make the weights from bones of joints that are not locked, or much of them will go to nobody.
    /// Where vertices of a point differ in locked weights, they go on doing so.
    /// Points whose weights are all locked keep them, and count as unchanged; those that are left for another reason are counted with it.
    /// A point some of whose vertices are bound counts as bound: [`repair`](crate::repair) sews it. `rows` are of the same points. Without parts, as where there was no bone, nothing changes.
    #[must_use]
    pub fn over(self, rows: &dyn Rows, only_unbound: bool, rules: &Rules<'_>) -> Self {
        if self.parts.is_empty() {
            return self;
        }
        let mut draft = Draft::new(rows);
        for (point, row) in &self.edit.rows {
            if !only_unbound || is_unbound(rows, *point) {
                draft.set_each(*point, |own| settled(own, row, rules));
            }
        }
        let mut edit = draft.finish();
        let bound = edit.points().filter(|&point| is_unbound(rows, point));
        edit.report.bound = bound.count();
        for (reason, points) in self.edit.report.skipped() {
            edit.report.skip(reason, points);
        }
        Self { edit, ..self }
    }
}

/// Whether no joint moves any vertex of the point.
fn is_unbound(rows: &dyn Rows, point: PointIndex) -> bool {
    let mut copies = 0..rows.copies(point);
    copies.all(|copy| rows.copy(point, copy).joints.is_empty())
}
