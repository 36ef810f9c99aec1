//! Chosen helpers on their way into a file.

use std::sync::Arc;

use rig::{JointIndex, NodeConstraints};
use scene::names::joint_name;

use super::chains::{ChainNodes, ChainPoses, KeyedTurns};
use super::chosen::Chosen;
use crate::BakeError;
use crate::context::BakeContext;
use crate::frames::FramedHelpers;
use crate::greedy::Fit;
use crate::nodes::HelperKind;
use crate::written::{AssembledCharacter, assemble_joints, names};

/// The nodes of helpers, with what is keyed of them.
pub(super) enum Built {
    /// Of rows.
    Frames(FramedHelpers),
    /// Of chains.
    Chains(ChainNodes, KeyedTurns),
}

impl Built {
    /// Nodes of helpers that have keys in these clips; of chains where the poses of chains are given. None if it is told to break.
    ///
    /// # Errors
    ///
    /// More keys than memory is allowed for.
    pub(super) fn new(
        bake: &BakeContext<'_>,
        chains: Option<&ChainPoses<'_>>,
        chosen: &Chosen,
        clips: &[usize],
    ) -> Result<Option<Self>, BakeError> {
        let Some(poses) = chains else {
            let mut on = |_: f32| bake.tell(f32::NAN);
            let framing = bake.framing(clips);
            let framed = framing.run(&chosen.helpers, &chosen.fits, &mut on)?;
            return Ok(framed.map(Self::Frames));
        };
        let nodes = ChainNodes::new(poses, &chosen.chains, &chosen.helpers);
        let keyed = nodes.keyed(bake, clips)?;
        Ok(keyed.map(|keyed| Self::Chains(nodes, keyed)))
    }

    /// The character with these nodes and these clips alone.
    ///
    /// # Errors
    ///
    /// As [`assemble`](crate::written::assemble).
    pub(super) fn assembled(
        &self,
        bake: &BakeContext<'_>,
        fits: &[Fit],
        clips: &[usize],
    ) -> Result<AssembledCharacter, BakeError> {
        let (nodes, keyed) = match self {
            Self::Frames(framed) => return bake.assembled(framed, fits, clips),
            Self::Chains(nodes, keyed) => (nodes, keyed),
        };
        let mut assembled = assemble_joints(bake.plain.character, bake.points, &nodes.added, fits)?;
        let added = assembled.added.clone();
        let character = &mut assembled.character;
        let mut constraints = character.constraints.constraints().to_vec();
        constraints.extend(nodes.constraints(&added, &assembled.moved));
        let skeleton = &character.rig.skeleton;
        let constraints = NodeConstraints::new(constraints, skeleton)
            .map_err(|error| BakeError::Written(error.to_string()))?;
        character.constraints = Arc::new(constraints);
        assembled.keep_clips(clips, |character, clip| {
            nodes.tracks(keyed, clip, &character.rig.skeleton, &added)
        })?;
        Ok(assembled)
    }

    /// The names of helpers, in their order.
    pub(super) fn names(
        &self,
        bake: &BakeContext<'_>,
        assembled: &AssembledCharacter,
    ) -> Vec<String> {
        match self {
            Self::Frames(framed) => names(bake.plain.character, framed),
            Self::Chains(..) => {
                let skeleton = &assembled.character.rig.skeleton;
                let listed = assembled.listed.iter();
                listed.map(|joint| joint_name(skeleton, *joint)).collect()
            }
        }
    }

    /// How many nodes the file has more.
    pub(super) fn nodes(&self, assembled: &AssembledCharacter) -> usize {
        match self {
            Self::Frames(_) => {
                let kinds = assembled.kinds.iter();
                let nodes = kinds.map(|kind| match kind {
                    HelperKind::Rigid | HelperKind::Scaled => 1,
                    HelperKind::Sheared => 2,
                });
                nodes.sum()
            }
            Self::Chains(nodes, _) => nodes.count(),
        }
    }

    /// Names of joints that keys carry along beside their turns, and constraints do not.
    pub(super) fn keyed_alone(&self, bake: &BakeContext<'_>) -> Vec<String> {
        self.followed_names(bake, |keyed| keyed.moved_joints(bake.size))
    }

    /// Names of joints that clips turn by more than constraints follow.
    pub(super) fn half_turned(&self, bake: &BakeContext<'_>) -> Vec<String> {
        self.followed_names(bake, KeyedTurns::half_turned_joints)
    }

    /// Names of joints that chains follow, by what they do in clips; none of rows.
    fn followed_names(
        &self,
        bake: &BakeContext<'_>,
        chosen: impl Fn(&KeyedTurns) -> Vec<JointIndex>,
    ) -> Vec<String> {
        let Self::Chains(_, keyed) = self else {
            return Vec::new();
        };
        let skeleton = &bake.plain.character.rig.skeleton;
        let joints = chosen(keyed).into_iter();
        joints.map(|joint| joint_name(skeleton, joint)).collect()
    }
}
