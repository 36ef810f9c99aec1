//! What a pose that is taken over as a whole carries: channels that get keys also where the clip shows the same already.
//!
//! A hand that moves a joint means what it changed. Who pastes a pose, copies one from a key or applies a preset means all that it
//! says: pasted a second time it is a hold.

use std::collections::BTreeSet;

use rig::{
    Clip, JointChannel, JointIndex, JointPreset, KeyValue, MatchedJoint, Pose, PosePreset, Target,
};

use crate::document::pending::{Changes, changes, value_of};
use crate::features::Context;
use crate::state::pose_library::ApplyOptions;

/// Channels of joints, and morph weights.
pub(in crate::features) type CarriedTargets = BTreeSet<Target>;

impl Context<'_> {
    /// What a whole pose carries for these joints: the channels away from rest, and those that the clip shown has keys for. Nothing
    /// without a clip.
    pub(in crate::features) fn targets_of_pose(
        &self,
        pose: &Pose,
        joints: &[JointIndex],
    ) -> CarriedTargets {
        let Some(clip) = self.clip_shown() else {
            return CarriedTargets::new();
        };
        let skeleton = &self.document.character.rig.skeleton;
        let moved = changes(skeleton, &Pose::rest(skeleton), pose).into_keys();
        let is_meant = |target: &Target| match target {
            Target::Joint(joint, _) => joints.contains(joint),
            Target::Morph(_) => false,
        };
        moved.chain(clip.targets()).filter(is_meant).collect()
    }

    /// What the pose of another moment of the clip shown carries for these joints: all that the clip has keys for; for all joints,
    /// morph weights too.
    pub(in crate::features) fn targets_of_clip(
        &self,
        joints: Option<&[JointIndex]>,
    ) -> CarriedTargets {
        let is_meant = |target: &Target| match (target, joints) {
            (Target::Joint(joint, _), Some(joints)) => joints.contains(joint),
            (Target::Morph(_), Some(_)) => false,
            (_, None) => true,
        };
        let targets = self.clip_shown().into_iter().flat_map(Clip::targets);
        targets.filter(is_meant).collect()
    }

    /// The channels that a preset gives, of the joints that it reaches this way. Nothing without a clip, or with an amount of 0.
    pub(in crate::features) fn targets_of_preset(
        &self,
        preset: &PosePreset,
        way: &ApplyOptions,
    ) -> CarriedTargets {
        if self.clip_shown().is_none() || way.amount == 0.0 {
            return CarriedTargets::new();
        }
        let (skeleton, pairs) = (&self.document.character.rig.skeleton, self.pairs());
        let mut carried = CarriedTargets::new();
        for MatchedJoint { joint, place } in preset.match_joints(skeleton).joints {
            let partner = pairs.partner(joint).filter(|_| way.mirrored);
            let joint = partner.unwrap_or(joint);
            let is_reached = way.only.as_ref().is_none_or(|only| only.contains(&joint));
            if let Some(given) = preset.joints.get(place).filter(|_| is_reached) {
                let channels = channels_of(given).into_iter();
                carried.extend(channels.map(|channel| Target::Joint(joint, channel)));
            }
        }
        carried
    }

    fn clip_shown(&self) -> Option<&Clip> {
        let moment = self.session.playback.moment?;
        self.document.character.clip(moment.clip)
    }
}

fn channels_of(preset: &JointPreset) -> Vec<JointChannel> {
    let given = [
        (JointChannel::Translation, preset.translation.is_some()),
        (JointChannel::Rotation, preset.rotation.is_some()),
        (JointChannel::Scale, preset.scale.is_some()),
        (JointChannel::Shear, preset.shear.is_some()),
    ];
    let given = given.into_iter().filter(|(_, is_given)| *is_given);
    given.map(|(channel, _)| channel).collect()
}

/// The changes, with the values that a pose has for what it carries.
pub(in crate::features) fn with_carried(
    mut changed: Changes,
    pose: &Pose,
    carried: &CarriedTargets,
) -> Changes {
    for &target in carried {
        let value = match target {
            Target::Joint(joint, channel) => value_of(pose, joint, channel),
            Target::Morph(weight) => pose
                .morph_weights
                .get(weight)
                .copied()
                .map(KeyValue::Number),
        };
        changed.extend(value.map(|value| (target, value)));
    }
    changed
}
