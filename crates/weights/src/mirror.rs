//! Weights of one side, brought to the other.

use std::collections::HashMap;

use crate::draft::Draft;
use crate::shares::settled;
use crate::{Direction, Edit, Row, Rows, Rules, Side, Skip, Symmetry};

/// A row as the mirror shows it: every joint replaced by its partner, weights and order kept.
///
/// `partners[joint]` is the joint's mirror image, see [`partners`](crate::partners). A joint without one keeps its weight itself.
#[must_use]
pub fn mirrored_row(row: &Row, partners: &[Option<u16>]) -> Row {
    let (joints, weights): (Vec<u16>, Vec<f32>) = row
        .pairs()
        .map(|(joint, weight)| (mirror_joint(joint, partners), weight))
        .unzip();
    Row::of(&joints, &weights)
}

/// A row as symmetric as can be: `w'_j = ½ (w_j + w_{m(j)})`, with m the mirror image of a joint.
#[must_use]
pub fn symmetric_row(row: &Row, partners: &[Option<u16>]) -> Row {
    let mirrored = mirrored_row(row, partners);
    let is_symmetric = row
        .pairs()
        .all(|(joint, weight)| mirrored.weight(joint) == weight);
    if is_symmetric {
        return row.clone();
    }
    let both = row.pairs().chain(mirrored.pairs());
    Row::from_weights(both.map(|(joint, weight)| (joint, f64::from(weight))))
}

/// Writes the mirror image of one side's weights to the other. Points of the middle become symmetric.
///
/// `points` names those to be written; those of them on the side that is read are left out without a word, so that a selection,
/// or all points, will do. Locked joints keep their weights, and the limit holds. Points without a partner are skipped and
/// counted; which they are says [`Symmetry::alone`], and which joints have none, [`lonely_joints`].
#[must_use]
pub fn mirrored(rows: &dyn Rows, points: &[u32], across: &Across<'_>, rules: &Rules<'_>) -> Edit {
    let mut draft = Draft::new(rows);
    for &point in points {
        mirror_into(&mut draft, point, across, rules);
    }
    draft.finish()
}

/// Brings a point what its image has, unless it is on the side that is read.
pub(crate) fn mirror_into(
    draft: &mut Draft<'_>,
    point: u32,
    across: &Across<'_>,
    rules: &Rules<'_>,
) {
    let side = across.symmetry.side(point);
    if side == across.direction.from() {
        return;
    }
    let Some(partner) = across.symmetry.partner(point) else {
        draft.skip(Skip::NoPartner);
        return;
    };
    let current = draft.row(point);
    let wanted = if side == Side::Middle {
        symmetric_row(&current, across.partners)
    } else {
        mirrored_row(&draft.row(partner), across.partners)
    };
    draft.set(point, settled(&current, &wanted, rules));
}

/// An edit with its mirror image: what live mirror makes of a stroke.
///
/// Every point's partner gets the mirrored row, whichever side the point is on; points of the middle become symmetric. Of two
/// partners that are both in the edit the one with the larger change `Σ_j |w'_j − w_j|` leads, of equals the one on the left.
/// Points without a partner stay in the edit as they are, and are counted. `rows` are those before the edit.
/// The direction of `across` does not matter.
#[must_use]
pub fn with_mirror(edit: &Edit, rows: &dyn Rows, across: &Across<'_>, rules: &Rules<'_>) -> Edit {
    let mut draft = Draft::new(rows);
    let new: HashMap<u32, &Row> = edit.rows.iter().map(|(point, row)| (*point, row)).collect();
    let change = |point: u32| new.get(&point).map(|row| change(&rows.row(point), row));
    for (point, row) in &edit.rows {
        let side = across.symmetry.side(*point);
        let partner = across.symmetry.partner(*point);
        let mine = (change(*point), side == Side::Left);
        match partner {
            None => draft.skip(Skip::NoPartner),
            Some(_) if side == Side::Middle => {
                let wanted = symmetric_row(row, across.partners);
                draft.set(*point, settled(&rows.row(*point), &wanted, rules));
                continue;
            }
            Some(partner) if (change(partner), side == Side::Right) > mine => continue,
            Some(partner) => {
                let wanted = mirrored_row(row, across.partners);
                draft.set(partner, settled(&rows.row(partner), &wanted, rules));
            }
        }
        draft.set(*point, Ok(row.clone()));
    }
    let mut both = draft.finish();
    for (reason, points) in edit.report.skipped() {
        both.report.skip(reason, points);
    }
    both
}

/// `Σ_j |w'_j − w_j|`
fn change(before: &Row, after: &Row) -> f32 {
    let gone = before
        .pairs()
        .filter(|&(joint, _)| after.weight(joint) == 0.0)
        .map(|(_, weight)| weight);
    let moved = after
        .pairs()
        .map(|(joint, weight)| (weight - before.weight(joint)).abs());
    gone.chain(moved).sum()
}

/// What a mirror is: which points, which joints, and which way.
#[derive(Clone, Copy, Debug)]
pub struct Across<'a> {
    /// Which point is whose image.
    pub symmetry: &'a Symmetry,
    /// Which joint is whose image, see [`partners`](crate::partners).
    pub partners: &'a [Option<u16>],
    /// Which side is read.
    pub direction: Direction,
}

/// The joints that move any of these points and have no mirror image, in order: their weights stay with themselves.
#[must_use]
pub fn lonely_joints(rows: &dyn Rows, points: &[u32], partners: &[Option<u16>]) -> Vec<u16> {
    let mut is_lonely = vec![false; rows.joint_count()];
    for &point in points {
        for &joint in rows.slices(point).0 {
            let place = usize::from(joint);
            if let Some(slot) = is_lonely.get_mut(place) {
                *slot = partners.get(place).copied().flatten().is_none();
            }
        }
    }
    let joints = (0..=u16::MAX).zip(is_lonely);
    joints
        .filter(|&(_, is)| is)
        .map(|(joint, _)| joint)
        .collect()
}

fn mirror_joint(joint: u16, partners: &[Option<u16>]) -> u16 {
    let partner = partners.get(usize::from(joint)).copied().flatten();
    partner.unwrap_or(joint)
}
