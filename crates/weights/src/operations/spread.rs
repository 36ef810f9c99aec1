//! Weights of joints that stand along one bone, spread anew by where points are along it.

use glam::Vec3;
use mesh::PointIndex;
use rig::{BoneSegment, InfluenceRow, JointSlot};

use crate::rows::draft::Draft;
use crate::rows::row::narrow;
use crate::rows::shares::settle_row;
use crate::{Edit, Row, Rows, Rules, Skip};

/// A joint that stands along a bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpreadNode {
    /// The joint.
    pub joint: JointSlot,
    /// Where along the bone: 0 where that begins, 1 where it ends.
    pub place: f32,
}

/// A bone with the joints along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpreadBone<'a> {
    /// The bone, in the space of the places of points.
    pub segment: BoneSegment,
    /// The joints, in any order: that of the limb, and its twist joints.
    pub nodes: &'a [SpreadNode],
}

/// Divides what joints along a bone have of each point among them, by the point's place along the bone. `places` says where points rest.
///
/// With W the sum of their weights at a point, u its [share](BoneSegment::share) of the bone, and hat functions over the places `u_i` of the
/// joints
///
/// ```text
/// w_i = W h_i(u)        h_i(u) = (u − u_i−1)/(u_i − u_i−1)   u_i−1 ≤ u ≤ u_i
///                                (u_i+1 − u)/(u_i+1 − u_i)   u_i ≤ u ≤ u_i+1
/// ```
///
/// before the first joint all is the first's, after the last the last's. All other weights keep their bits, and so does the sum. Done
/// again it changes nothing but rounding. At most two of the joints move a point afterwards; beyond the limit of the rules the least weights go.
///
/// Left as they are, and counted: points without a finite place; every such point if any of the joints is locked or has no place in
/// the skin's list, if a place along the bone is no number, or if the bone has no length. Where vertices of a point differ, each is
/// changed by itself.
///
/// # Examples
///
/// ```
/// use rig::{BoneSegment, JointSlot};
/// use weights::glam::Vec3;
/// use weights::{Rules, SpreadBone, SpreadNode, spread_along_bone};
///
/// let mut builder = rig::InfluencesBuilder::new(2);
/// builder.vertex([(0, 1.0)])?;
/// let rows = builder.build();
/// let nodes = [(0, 0.0), (1, 0.5)].map(|(joint, place)| SpreadNode { joint: JointSlot(joint), place });
/// let segment = BoneSegment { head: Vec3::ZERO, tail: Vec3::X };
/// let bone = SpreadBone { segment, nodes: &nodes };
/// let places = [Vec3::new(0.125, 3.0, 0.0)];
/// let edit = spread_along_bone(&rows, &[mesh::PointIndex(0)], &places, &bone, &Rules::default());
/// assert_eq!(edit.rows[0].1.weight(JointSlot(0)), 0.75);
/// # Ok::<(), rig::InfluenceError>(())
/// ```
#[must_use]
pub fn spread_along_bone(
    rows: &dyn Rows,
    points: &[PointIndex],
    places: &[Vec3],
    bone: &SpreadBone<'_>,
    rules: &Rules<'_>,
) -> Edit {
    let mut nodes = bone.nodes.to_vec();
    nodes.sort_by(|one, other| one.place.total_cmp(&other.place));
    let refusal = refusal(rows, bone, rules);
    let is_node = |joint: JointSlot| nodes.iter().any(|node| node.joint == joint);
    let has_any = |row: &Row| row.pairs().any(|(joint, _)| is_node(joint));
    let mut draft = Draft::new(rows);
    for &point in points {
        if !draft.spot(point).rows().iter().any(has_any) {
            continue;
        }
        let place = places.get(point.index()).copied().unwrap_or(Vec3::NAN);
        let along = match (refusal, bone.segment.share(place)) {
            (Some(reason), _) => Err(reason),
            (None, along) if along.is_finite() => Ok(along),
            (None, _) => Err(Skip::NotFinite),
        };
        draft.set_each(point, |row| {
            if !has_any(row) {
                return Ok(row.clone());
            }
            settle_row(row, &spread_row(row, &nodes, along?), rules)
        });
    }
    draft.finish()
}

/// Why no point can be changed.
fn refusal(rows: &dyn Rows, bone: &SpreadBone<'_>, rules: &Rules<'_>) -> Option<Skip> {
    let nodes = bone.nodes;
    let any = |says: &dyn Fn(JointSlot) -> bool| nodes.iter().any(|node| says(node.joint));
    let BoneSegment { head, tail } = bone.segment;
    let length = (tail - head).length_squared();
    if any(&|joint| usize::from(joint) >= rows.joint_count()) {
        Some(Skip::NoSuchJoint)
    } else if any(&|joint| rules.is_locked(joint)) {
        Some(Skip::JointLocked)
    } else if !length.is_finite() || nodes.iter().any(|node| !node.place.is_finite()) {
        Some(Skip::NotFinite)
    } else {
        // Along no way nothing has a place.
        (length == 0.0).then_some(Skip::NoBones)
    }
}

/// The row with the weights of the nodes, which are in order, divided anew. The others keep their places and bits.
fn spread_row(row: &Row, nodes: &[SpreadNode], along: f32) -> Row {
    let is_node = |joint: JointSlot| nodes.iter().any(|node| node.joint == joint);
    let theirs = row.pairs().filter(|&(joint, _)| is_node(joint));
    let sum: f64 = theirs.map(|(_, weight)| f64::from(weight)).sum();
    let spread = hats(nodes, along).map(|(joint, share)| (joint, narrow(sum * share)));
    let others = |(joint, _): &(JointSlot, f32)| !is_node(*joint);
    // Where the first of them stood.
    let first = row.pairs().position(|(joint, _)| is_node(joint));
    let first = first.unwrap_or(row.len());
    let before = row.pairs().take(first);
    let after = row.pairs().skip(first).filter(others);
    let pairs = before.chain(spread.filter(|&(_, weight)| weight > 0.0));
    let (joints, weights): (Vec<JointSlot>, Vec<f32>) = pairs.chain(after).unzip();
    Row::of(InfluenceRow {
        joints: &joints,
        weights: &weights,
    })
}

/// The joints beside a place along the bone, and what each has of it; their sum is one.
fn hats(nodes: &[SpreadNode], along: f32) -> impl Iterator<Item = (JointSlot, f64)> {
    let after = nodes.iter().find(|node| node.place > along);
    let before = nodes.iter().rev().find(|node| node.place <= along);
    let share = match (before, after) {
        (Some(before), Some(after)) => {
            let [start, end, at] = [before.place, after.place, along].map(f64::from);
            (at - start) / (end - start)
        }
        (None, Some(_)) => 1.0,
        (_, None) => 0.0,
    };
    let before = before.map(|node| (node.joint, 1.0 - share));
    let after = after.map(|node| (node.joint, share));
    before.into_iter().chain(after)
}
