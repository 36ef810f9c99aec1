//! Weights of one side, brought to the other.

use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};

use crate::rows::draft::Draft;
use crate::rows::shares::{locks_keep, settle_row};
use crate::rows::spot::PointRows;
use crate::{Direction, Edit, ImagePlace, PointValue, Row, Rows, Rules, Side, Skip, Symmetry};

/// How often points are mirrored again whose images lie between points that are written themselves.
const PASSES: usize = 8;
/// A row that a pass changes by less, in the sum of differences, stays.
const SETTLED: f32 = 1e-5;

/// A row as the mirror shows it: every joint replaced by its partner, weights and order kept.
///
/// None if a joint has no partner: nobody is the mirror image of a joint that stands alone, least of all itself.
///
/// `partners[joint]` is the joint's mirror image, see [`partners`](crate::partners).
#[must_use]
pub fn mirrored_row(row: &Row, partners: &[Option<JointSlot>]) -> Option<Row> {
    let mirrored = row.pairs().map(|(joint, weight)| {
        let partner = partners.get(usize::from(joint)).copied().flatten()?;
        Some((partner, weight))
    });
    let (joints, weights): (Vec<JointSlot>, Vec<f32>) =
        mirrored.collect::<Option<Vec<_>>>()?.into_iter().unzip();
    Some(Row::of(InfluenceRow {
        joints: &joints,
        weights: &weights,
    }))
}

/// A row as symmetric as can be: `w'_j = ½ (w_j + w_{m(j)})`, with m the mirror image of a joint. None if a joint has no partner.
#[must_use]
pub fn symmetric_row(row: &Row, partners: &[Option<JointSlot>]) -> Option<Row> {
    let mirrored = mirrored_row(row, partners)?;
    let is_symmetric = row
        .pairs()
        .all(|(joint, weight)| mirrored.weight(joint) == weight);
    if is_symmetric {
        return Some(row.clone());
    }
    let both = row.pairs().chain(mirrored.pairs());
    Some(Row::from_weights(
        both.map(|(joint, weight)| (joint, f64::from(weight))),
    ))
}

/// The row at a mirror image: `w_j = Σ_i b_i w_ij` over the points that it lies between, with their shares b. That of the point
/// itself, bit for bit, where it is one. Unbound if none of them is bound.
#[must_use]
pub fn image_row(place: &ImagePlace, row: impl Fn(PointIndex) -> Row) -> Row {
    if let [one] = place.as_slice() {
        return row(one.point);
    }
    let mut pairs: Vec<(JointSlot, f64)> = Vec::new();
    for of in place {
        let row = row(of.point);
        let shares = row.pairs();
        pairs
            .extend(shares.map(|(joint, weight)| (joint, f64::from(weight) * f64::from(of.value))));
    }
    Row::from_weights(pairs)
}

/// Writes the mirror image of one side's weights to the other. Points of the middle become symmetric.
///
/// `points` names those to be written; those of them on the side that is read are left out without a word, so that a selection,
/// or all points, will do. Locked joints keep their weights, and points where these were to change are counted. Skipped and counted are
/// points without an [image](Symmetry::image), on the side that is read too where they are bound and [nothing that they hang together
/// with](Symmetry::is_lone) has one, and points of which they or their images are moved by a joint that has no partner: which joints these
/// are says [`unpaired_joints`].
///
/// What is unbound has nothing to bring: a bound point whose image is unbound stays as it is, and is counted; where only some vertices of
/// the image are unbound, the others count alone. An unbound point gets what its image has.
///
/// A mirror image has as many joints as what it is the image of, even beyond the limit: else the two sides would differ, and the way
/// back would change the side that was read. In the middle both joints of a pair go, or none. To have fewer, limit both sides first.
///
/// Where the vertices of the point that is read differ, those of the point that is written take the rows that are nearest to their own;
/// where these do not differ, they take the mean, and the report says so. In the middle each becomes symmetric by itself.
///
/// An image between points near the plane may have corners that are written themselves. Such points are mirrored again, eight times at
/// most, until nothing changes: then what comes over does not depend on what was on the side that is written.
#[must_use]
pub fn mirror_weights(
    rows: &dyn Rows,
    points: &[PointIndex],
    across: &MirrorMap<'_>,
    rules: &Rules<'_>,
) -> Edit {
    let mut draft = Draft::new(rows);
    for &point in points {
        let is_read = across.symmetry.side(point) == across.direction.from();
        if is_read && across.symmetry.is_lone(point) && !draft.spot(point).is_unbound() {
            draft.skip(Skip::NoPartner);
        }
    }
    let written = points.iter().copied();
    let reads_written: Vec<PointIndex> = written
        .filter(|&point| mirror_into(&mut draft, point, across, rules))
        .collect();
    for _ in 0..PASSES {
        let mut is_settled = true;
        // Reads what those before it got in the same pass, which settles sooner than rows of the pass before.
        for &point in &reads_written {
            let Ok(MirroredPoint { spot, .. }) = mirror_point(&draft, point, across, rules) else {
                continue;
            };
            is_settled &= change(&draft.row(point), &spot.mean()) <= SETTLED;
            draft.put(point, Ok(spot));
        }
        if is_settled {
            break;
        }
    }
    draft.finish()
}

/// Brings a point what its image has, unless it is on the side that is read. Whether that may change with other points that are
/// written.
pub(crate) fn mirror_into(
    draft: &mut Draft<'_>,
    point: PointIndex,
    across: &MirrorMap<'_>,
    rules: &Rules<'_>,
) -> bool {
    if across.symmetry.side(point) == across.direction.from() {
        return false;
    }
    match mirror_point(draft, point, across, rules) {
        Ok(made) => {
            if made.is_averaged {
                draft.count_averaged();
            }
            if made.is_held {
                draft.skip(Skip::LocksKeep);
            }
            draft.put(point, Ok(made.spot));
            made.reads_written
        }
        Err(reason) => {
            draft.skip(reason);
            false
        }
    }
}

/// What a point gets.
struct MirroredPoint {
    spot: PointRows,
    /// Whether it is the mean of vertices that differ.
    is_averaged: bool,
    /// Whether locked joints keep what was to change.
    is_held: bool,
    /// Whether it comes of points that are written too.
    reads_written: bool,
}

fn mirror_point(
    draft: &Draft<'_>,
    point: PointIndex,
    across: &MirrorMap<'_>,
    rules: &Rules<'_>,
) -> Result<MirroredPoint, Skip> {
    let own = draft.spot(point);
    let image = across.symmetry.image(point).ok_or(Skip::NoPartner)?;
    if across.symmetry.side(point) == Side::Middle {
        let most = own.rows().iter().map(Row::len).max().unwrap_or(0);
        // The middle may keep as many joints as it has, even beyond the limit.
        let rules = room_for(most, rules);
        let mut is_held = false;
        let spot = own.each(|row| {
            let wanted = in_the_middle(row, across, &rules)?;
            is_held |= locks_keep(row, &wanted, &rules);
            settle_row(row, &wanted, &rules)
        })?;
        return Ok(MirroredPoint {
            spot,
            is_averaged: false,
            is_held,
            reads_written: false,
        });
    }
    let is_unpaired = |row: &Row| mirrored_row(row, across.partners).is_none();
    if own.rows().iter().any(is_unpaired) {
        return Err(Skip::UnpairedJoint);
    }
    let [one] = image.as_slice() else {
        return between(draft, point, &own, &image, across, rules);
    };
    let image = draft.spot(one.point);
    if image.is_unbound() && !own.is_unbound() {
        return Err(Skip::NothingToTake);
    }
    let rules = room_for(image.rows().iter().map(Row::len).max().unwrap_or(0), rules);
    let rows = image.rows().iter();
    let seen: Option<Vec<Row>> = rows.map(|row| mirrored_row(row, across.partners)).collect();
    let image = PointRows::of_rows(seen.ok_or(Skip::UnpairedJoint)?.into_iter());
    let is_averaged = image.is_seam_split() && !own.is_seam_split();
    let mean = image.mean();
    let wanted = own.rows().iter().zip(match_rows(own.rows(), image.rows()));
    let wanted = wanted.map(|(own, wanted)| {
        // Of vertices that differ the bound ones alone have something to give.
        let takes_mean = is_averaged || (wanted.is_unbound() && !own.is_unbound());
        (own, if takes_mean { &*mean } else { wanted })
    });
    let mut is_held = false;
    let new = wanted.map(|(own, wanted)| {
        is_held |= locks_keep(own, wanted, &rules);
        settle_row(own, wanted, &rules)
    });
    let spot = PointRows::from_results(own.rows().iter().cloned(), new)?;
    Ok(MirroredPoint {
        spot,
        is_averaged,
        is_held,
        reads_written: across.symmetry.side(one.point) == across.direction.to(),
    })
}

/// The image of a point that lies between others.
fn between(
    draft: &Draft<'_>,
    point: PointIndex,
    own: &PointRows,
    image: &ImagePlace,
    across: &MirrorMap<'_>,
    rules: &Rules<'_>,
) -> Result<MirroredPoint, Skip> {
    let most = image.iter().map(|of| draft.row(of.point).len()).max();
    let rules = room_for(most.unwrap_or(0), rules);
    let row = image_row(image, |corner| draft.row(corner));
    if row.is_unbound() && !draft.row(point).is_unbound() {
        return Err(Skip::NothingToTake);
    }
    let row = mirrored_row(&row, across.partners).ok_or(Skip::UnpairedJoint)?;
    let reads_written = |of: &PointValue| across.symmetry.side(of.point) != across.direction.from();
    Ok(MirroredPoint {
        spot: own.each(|own| settle_row(own, &row, &rules))?,
        is_averaged: false,
        is_held: own.rows().iter().any(|own| locks_keep(own, &row, &rules)),
        reads_written: image.iter().any(reads_written),
    })
}

/// The same rules with room for as many joints as what is read has.
fn room_for<'a>(joints: usize, rules: &Rules<'a>) -> Rules<'a> {
    Rules {
        limit: rules.limit.map(|limit| limit.max(joints)),
        ..*rules
    }
}

/// A row as symmetric as can be within the limit: of pairs of joints those with the least weights go, both at once.
fn in_the_middle(row: &Row, across: &MirrorMap<'_>, rules: &Rules<'_>) -> Result<Row, Skip> {
    let row = symmetric_row(row, across.partners).ok_or(Skip::UnpairedJoint)?;
    let limit = rules.limit.unwrap_or(usize::MAX).max(1);
    let mut left: Vec<(JointSlot, f32)> = row.pairs().collect();
    let partner = |joint: JointSlot| across.partners.get(usize::from(joint)).copied().flatten();
    while left.len() > limit {
        let Some(&(least, _)) = left
            .iter()
            .rev()
            .min_by(|one, other| one.1.total_cmp(&other.1))
        else {
            break;
        };
        let stays =
            |&&(joint, _): &&(JointSlot, f32)| joint != least && partner(joint) != Some(least);
        let fewer: Vec<(JointSlot, f32)> = left.iter().filter(stays).copied().collect();
        // One pair is left, which stays even beyond the limit.
        if fewer.is_empty() {
            break;
        }
        left = fewer;
    }
    if left.len() == row.len() {
        return Ok(row);
    }
    let left = left.into_iter();
    Ok(Row::from_weights(
        left.map(|(joint, weight)| (joint, f64::from(weight))),
    ))
}

/// For each row one of `images`, those that are nearest to each other first. None is taken twice before all are taken.
fn match_rows<'a>(rows: &[Row], images: &'a [Row]) -> Vec<&'a Row> {
    let mut kinds: Vec<&Row> = Vec::new();
    for image in images {
        if !kinds.contains(&image) {
            kinds.push(image);
        }
    }
    let mut taken: Vec<Option<&Row>> = vec![None; rows.len()];
    let mut left = kinds.clone();
    // A point has few vertices, so that all pairs are soon compared.
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
pub struct MirrorMap<'a> {
    /// Which point is whose image.
    pub symmetry: &'a Symmetry,
    /// Which joint is whose image, see [`partners`](crate::partners).
    pub partners: &'a [Option<JointSlot>],
    /// Which side is read.
    pub direction: Direction,
}

/// The joints that move any of these points and have no mirror image, in order: what they move is not mirrored.
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
