//! Moments at which a joint turns by more than constraints follow.

use std::collections::BTreeSet;

use glam::Quat;
use rig::JointIndex;

use super::chain::Chain;
use crate::moments::Moment;
use crate::motions::MethodCharacter;
use crate::points::Points;

/// The cosine of half of 174°: from there on rounding may choose the way round, and beyond half a turn the short way is the other one.
const HALF_TURN: f32 = 0.05;

/// Whether a turn is one that constraints do not follow.
pub(super) fn is_half_turn(rotation: Quat) -> bool {
    rotation.w < HALF_TURN
}

/// Those of `moments` at which no joint that chains may follow turns by half a turn or more: there a constraint goes the other way, and
/// nothing can be fitted.
pub(in crate::living) fn followed_moments(
    plain: &MethodCharacter<'_>,
    points: &Points,
    moments: &[Moment],
) -> Vec<Moment> {
    let links = links(plain, points);
    let is_followed = |moment: &&Moment| {
        let pose = plain.pose(**moment);
        let mut turns = links.iter().filter_map(|it| pose.rigid.get(it.index()));
        !turns.any(|own| is_half_turn(own.rotation))
    };
    moments.iter().filter(is_followed).copied().collect()
}

/// Joints that may be links: those below what the joints of a row have in common.
fn links(plain: &MethodCharacter<'_>, points: &Points) -> BTreeSet<JointIndex> {
    let skeleton = &plain.character.rig.skeleton;
    let joint = |entry: u32| points.entries.get(entry as usize).map(|entry| entry.joint);
    let rows = points.list.iter().map(|point| {
        let joints = point.row.iter().filter_map(|(entry, _)| joint(*entry));
        joints.collect::<BTreeSet<JointIndex>>()
    });
    // Few rows are of joints of their own.
    let rows: BTreeSet<BTreeSet<JointIndex>> = rows.collect();
    let chains = rows.into_iter().map(|row| {
        let row: Vec<(JointIndex, f32)> = row.into_iter().map(|joint| (joint, 1.0)).collect();
        Chain::of_row(skeleton, &row)
    });
    let links = chains.flat_map(|chain| chain.links);
    links.map(|link| link.joint).collect()
}
