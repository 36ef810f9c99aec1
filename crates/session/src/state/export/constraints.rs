//! Driven channels as node constraints, which other programs read: beside the keys that an export gives them.

use character::{Character, KeyedConstraint};
use glam::Quat;
use rig::{
    Channel, DrivenChannel, DrivenCombine, DrivenTarget, JointTrack, NodeConstraint,
    NodeConstraints,
};

use crate::document::Document;

/// Rotations and directions nearer than this are the same: keys are rounded.
const SAME: f32 = 1e-4;

/// What of the driven channels of a document a file says by constraints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DrivenConstraints {
    /// The constraints, one for each channel that fits.
    pub constraints: Vec<KeyedConstraint>,
    /// How many channels have keys alone.
    pub others: usize,
}

impl DrivenConstraints {
    /// Finds the channels that [are](DrivenChannel::as_node_constraint) roll constraints.
    ///
    /// They are of joints that nothing else turns, no other channel, no clip and no constraint that there is already, and that make no ring
    /// with those. Their drivers follow no constraint either: channels see what is posed, and constraints what others have made of it.
    ///
    /// The document is to be one whose clips are as they are keyed, not as they are seen.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let character = &*document.character;
        let channels = document.driven.channels();
        let is_constrained = |joint| character.constraints.of(joint).is_some();
        let rolls = channels.iter().filter_map(|channel| {
            let roll = channel.as_node_constraint(&character.rig.skeleton)?;
            let of_joint = channels
                .iter()
                .filter(|other| other.target.turned_joint() == Some(roll.destination));
            let is_alone = of_joint.count() == 1
                && !is_constrained(roll.destination)
                && !is_constrained(roll.source)
                && !is_turned(character, channel);
            is_alone.then_some(roll)
        });
        let own = character.constraints.constraints();
        let all: Vec<NodeConstraint> = own.iter().copied().chain(rolls).collect();
        let (set, _) = NodeConstraints::of_those_that_can(&all, &character.rig.skeleton);
        let new = set.constraints().iter().filter(|roll| !own.contains(roll));
        let constraints: Vec<KeyedConstraint> = new
            .filter_map(|roll| KeyedConstraint::of(&character.rig.skeleton, roll))
            .collect();
        Self {
            others: channels.len() - constraints.len(),
            constraints,
        }
    }

    /// How many fit, as a sentence; empty where nothing is driven.
    #[must_use]
    pub fn words(&self) -> String {
        let fit = self.constraints.len();
        match (fit, fit + self.others) {
            (_, 0) => String::new(),
            (0, _) => "No driven channel fits a node constraint (VRMC_node_constraint): clips have keys of them.".to_owned(),
            (fit, all) if fit == all => format!(
                "Driven channels written as node constraints (VRMC_node_constraint) too: all {all}."
            ),
            (fit, all) => format!(
                "Driven channels written as node constraints (VRMC_node_constraint) too: {fit} of {all}; clips have keys of the others."
            ),
        }
    }
}

/// Whether a clip turns the driven joint so that it counts: a constraint takes the place of that.
fn is_turned(character: &Character, channel: &DrivenChannel) -> bool {
    let DrivenTarget::Rotation { joint, axis } = channel.target else {
        return false;
    };
    let rest = character.rig.skeleton.local_keys(joint).rotation;
    let counts = |now: &Quat| {
        let own = rest.conjugate() * *now;
        match channel.combine {
            DrivenCombine::Adds => !is_same(own, Quat::IDENTITY),
            // The twist is replaced by the channel too.
            DrivenCombine::Replaces => !(own * axis).abs_diff_eq(axis, SAME),
        }
    };
    let tracks = character.clips.iter().flat_map(|clip| clip.tracks());
    let mut own = tracks.filter(|track| track.joint == joint);
    own.any(|JointTrack { channel, .. }| match channel {
        Channel::Rotation(track) => track.values().iter().any(counts),
        Channel::Translation(_) | Channel::Scale(_) | Channel::Shear(_) => false,
    })
}

fn is_same(one: Quat, other: Quat) -> bool {
    one.abs_diff_eq(other, SAME) || one.abs_diff_eq(-other, SAME)
}
