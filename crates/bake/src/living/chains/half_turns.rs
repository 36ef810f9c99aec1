//! Moments at which a joint turns by more than constraints follow.

use std::collections::BTreeSet;

use rig::JointIndex;

use super::chain::Chain;
use crate::moments::Moment;
use crate::motions::MethodCharacter;
use crate::points::Points;

/// The cosine of half of 174°: from there on rounding may choose the way round, and beyond half a turn the short way is the other one.
const HALF_TURN: f32 = 0.05;

/// What chains can be fitted to.
#[derive(Clone, Debug, Default)]
pub(in crate::living) struct FollowedMoments {
    pub(in crate::living) moments: Vec<Moment>,
    /// Joints that turn by half a turn or more at the others.
    pub(in crate::living) half_turned: BTreeSet<JointIndex>,
}

impl FollowedMoments {
    /// Those of `moments` at which no joint that chains may follow turns by half a turn or more: there a constraint goes the other way, and
    /// nothing can be fitted.
    pub(in crate::living) fn of(
        plain: &MethodCharacter<'_>,
        points: &Points,
        moments: &[Moment],
    ) -> Self {
        let links = links(plain, points);
        let mut found = Self::default();
        for moment in moments {
            let pose = plain.pose(*moment);
            let is_beyond = |joint: &&JointIndex| {
                let own = pose.rigid.get(joint.index());
                own.is_some_and(|own| own.rotation.w < HALF_TURN)
            };
            let beyond: Vec<JointIndex> = links.iter().filter(is_beyond).copied().collect();
            match beyond.is_empty() {
                true => found.moments.push(*moment),
                false => found.half_turned.extend(beyond),
            }
        }
        found
    }
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
