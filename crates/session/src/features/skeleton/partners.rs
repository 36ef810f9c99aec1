//! Mirror partners of joints, chosen by hand.

use std::sync::Arc;

use character::{Partner, SkeletonEdit};
use rig::{JointIndex, JointPairs, Skeleton};
use scene::names::JointLabels;

use crate::features::Context;

impl Context<'_> {
    /// Makes the two selected joints each other's mirror images.
    pub(in crate::features) fn pair_selected(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        if let &[one, other] = self.session.character.selection.joints() {
            let [one, other] = [one, other].map(|joint| skeleton.key(joint));
            self.choose_partners(vec![(one, Partner::Joint(other))]);
        }
    }

    /// Says the same of each selected joint; `partner` gets its key.
    pub(in crate::features) fn choose_for_selected(&mut self, partner: impl Fn(u32) -> Partner) {
        let skeleton = &self.document.character.rig.skeleton;
        let joints = self.session.character.selection.joints().iter();
        let keys = joints.map(|&joint| skeleton.key(joint));
        let joints = keys.map(|key| (key, partner(key))).collect();
        self.choose_partners(joints);
    }

    /// Chooses the partners of joints by their keys, as one step, and tells what came of it.
    pub(in crate::features) fn choose_partners(&mut self, mut joints: Vec<(u32, Partner)>) {
        let character = Arc::clone(&self.document.character);
        joints.retain(|&(joint, partner)| character.pairs_by_hand.partner(joint) != partner);
        if joints.is_empty() {
            return self.say("Mirror partners: the joints are paired so already.");
        }
        let name = step_name(&joints, &character.rig.skeleton);
        let one = match joints.as_slice() {
            &[(joint, _)] => character.rig.skeleton.joint_of_key(joint),
            _ => None,
        };
        let before = self.pairs();
        self.edit_named(&name, &SkeletonEdit::SetPartners { joints });
        if Arc::ptr_eq(&character, &self.document.character) {
            return;
        }
        let now = self.pairs();
        let skeleton = &self.document.character.rig.skeleton;
        let found = one.map(|joint| format!(": {}", partner_clause(&now, joint, skeleton)));
        let lost = lost_partners([&before, &now], one, skeleton);
        let text = format!("{name}{}.{lost}", found.unwrap_or_default());
        self.session.notices.push_done(&name, text, None);
    }
}

/// What a joint's partner is now, as a clause.
fn partner_clause(pairs: &JointPairs, joint: JointIndex, skeleton: &Skeleton) -> String {
    match pairs.find_pairing(joint) {
        None => "it has no partner, and what is mirrored leaves it as it is".to_owned(),
        Some(paired) if paired.partner == joint => {
            format!("it is its own mirror image, {}", paired.by.words())
        }
        Some(paired) => {
            let partner = JointLabels::new(skeleton).of(paired.partner);
            format!("its partner is {partner}, {}", paired.by.words())
        }
    }
}

/// Which joints have no partner any more beside `told`, of which that is said already, as a sentence with a blank before; nothing if there
/// are none.
fn lost_partners(
    [before, now]: [&JointPairs; 2],
    told: Option<JointIndex>,
    skeleton: &Skeleton,
) -> String {
    let is_lost = |joint: &JointIndex| {
        let had = before.partner(*joint).is_some();
        let has_none = now.partner(*joint).is_none() && !now.is_alone_by_hand(*joint);
        had && has_none && Some(*joint) != told
    };
    let lost: Vec<JointIndex> = skeleton.joints().filter(is_lost).collect();
    match lost.as_slice() {
        [] => String::new(),
        &[joint] => {
            let joint = JointLabels::new(skeleton).of(joint);
            format!(" {joint} has no partner now.")
        }
        joints => format!(" {} other joints have no partner now.", joints.len()),
    }
}

/// Name of the step in the history.
fn step_name(joints: &[(u32, Partner)], skeleton: &Skeleton) -> String {
    let labels = JointLabels::new(skeleton);
    let named = |key: u32| {
        let joint = skeleton.joint_of_key(key);
        joint.map_or_else(|| format!("node {key}"), |joint| labels.of(joint))
    };
    match *joints {
        [(joint, Partner::Joint(other))] if joint == other => {
            format!("Pair {} with itself", named(joint))
        }
        [(joint, Partner::Joint(other))] => {
            format!("Pair {} with {}", named(joint), named(other))
        }
        [(joint, Partner::Nobody)] => format!("Leave {} unpaired", named(joint)),
        [(joint, Partner::Automatic)] => format!("Pair {} automatically", named(joint)),
        _ => format!("Mirror partners of {} joints", joints.len()),
    }
}
