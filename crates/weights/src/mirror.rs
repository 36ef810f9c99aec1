//! Weights of one side, brought to the other.

use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};

use crate::draft::Draft;
use crate::shares::settled;
use crate::spot::Spot;
use crate::{Direction, Edit, Row, Rows, Rules, Side, Skip, Symmetry};

/// A row as the mirror shows it: every joint replaced by its partner, weights and order kept.
///
/// `partners[joint]` is the joint's mirror image, see [`partners`](crate::partners). A joint without one keeps its weight itself.
#[must_use]
pub fn mirrored_row(row: &Row, partners: &[Option<JointSlot>]) -> Row {
    let (joints, weights): (Vec<JointSlot>, Vec<f32>) = row
        .pairs()
        .map(|(joint, weight)| (mirror_joint(joint, partners), weight))
        .unzip();
    Row::of(InfluenceRow {
        joints: &joints,
        weights: &weights,
    })
}

/// A row as symmetric as can be: `w'_j = ½ (w_j + w_{m(j)})`, with m the mirror image of a joint.
#[must_use]
pub fn symmetric_row(row: &Row, partners: &[Option<JointSlot>]) -> Row {
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
/// counted; which they are says [`Symmetry::alone`], and which joints have none, [`unpaired_joints`].
///
/// Where the vertices of the point that is read differ, those of the point that is written take the rows that are nearest to their own;
/// where these do not differ, they take the mean, and the report says so. In the middle each becomes symmetric by itself.
#[must_use]
pub fn mirrored(
    rows: &dyn Rows,
    points: &[PointIndex],
    across: &Across<'_>,
    rules: &Rules<'_>,
) -> Edit {
    let mut draft = Draft::new(rows);
    for &point in points {
        mirror_into(&mut draft, point, across, rules);
    }
    draft.finish()
}

/// Brings a point what its image has, unless it is on the side that is read.
pub(crate) fn mirror_into(
    draft: &mut Draft<'_>,
    point: PointIndex,
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
    if side == Side::Middle {
        draft.set_each(point, |row| {
            settled(row, &symmetric_row(row, across.partners), rules)
        });
        return;
    }
    let image = draft.spot(partner);
    let image = image.each(|row| Ok(mirrored_row(row, across.partners)));
    let Ok(image) = image else { return };
    let own = draft.spot(point);
    if image.is_seam_split() && !own.is_seam_split() {
        draft.count_averaged();
        draft.set_each(point, |row| settled(row, &image.mean(), rules));
    } else {
        let wanted = own.rows().iter().zip(matched(own.rows(), image.rows()));
        let new = wanted.map(|(own, wanted)| settled(own, wanted, rules));
        draft.put(point, Spot::made(own.rows().iter().cloned(), new));
    }
}

/// For each row one of `images`, those that are nearest to each other first. None is taken twice before all are taken.
fn matched<'a>(rows: &[Row], images: &'a [Row]) -> Vec<&'a Row> {
    let mut kinds: Vec<&Row> = Vec::new();
    for image in images {
        if !kinds.contains(&image) {
            kinds.push(image);
        }
    }
    let mut taken: Vec<Option<&Row>> = vec![None; rows.len()];
    let mut left = kinds.clone();
    loop {
        let open = (0..rows.len()).filter(|&place| taken[place].is_none());
        let pairs = open.flat_map(|place| (0..left.len()).map(move |image| (place, image)));
        let far = |&(place, image): &(usize, usize)| change(&rows[place], left[image]);
        let next = pairs.min_by(|one, other| far(one).total_cmp(&far(other)));
        let Some((place, image)) = next else { break };
        taken[place] = Some(left.remove(image));
        if left.is_empty() {
            left.clone_from(&kinds);
        }
    }
    taken.into_iter().flatten().collect()
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
    pub partners: &'a [Option<JointSlot>],
    /// Which side is read.
    pub direction: Direction,
}

/// The joints that move any of these points and have no mirror image, in order: their weights stay with themselves.
#[must_use]
pub fn unpaired_joints(
    rows: &dyn Rows,
    points: &[PointIndex],
    partners: &[Option<JointSlot>],
) -> Vec<JointSlot> {
    let mut is_unpaired = vec![false; rows.joint_count()];
    for &point in points {
        let copies = 0..rows.copies(point);
        for &joint in copies.flat_map(|copy| rows.copy(point, copy).joints) {
            let place = usize::from(joint);
            if let Some(slot) = is_unpaired.get_mut(place) {
                *slot = partners.get(place).copied().flatten().is_none();
            }
        }
    }
    let joints = JointSlot::all().zip(is_unpaired);
    joints
        .filter(|&(_, is)| is)
        .map(|(joint, _)| joint)
        .collect()
}

fn mirror_joint(joint: JointSlot, partners: &[Option<JointSlot>]) -> JointSlot {
    let partner = partners.get(usize::from(joint)).copied().flatten();
    partner.unwrap_or(joint)
}
