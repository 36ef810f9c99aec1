//! What holds for poses made by hand, with gizmo, operators, limbs, sliders and fields: locked axes stay as they are, joints stay within
//! their limits, with mirror posing the other side follows, and pins hold.
//!
//! Resets and what is copied from keys hold what is locked, but go where they say, whatever the limits are.
//! Poses that are applied as a whole, as presets, pasted poses and test poses, are no work by hand: they say what they mean.

use rig::{JointIndex, Pose, mirror_pose};

use crate::document::Document;
use crate::document::axis_locks::AxisLocks;
use crate::document::channel::Channel;
use crate::document::gesture::Gesture;
use crate::features::Context;
use crate::features::pending::carried::CarriedTargets;
use crate::shown::visible_pose;
use crate::state::gizmo::tool::Tool;

/// What holds a joint that follows its partner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::features) enum Within {
    /// Its limits, if they are obeyed.
    Limits,
    Anything,
}

impl Context<'_> {
    /// The pose after an edit by hand, with what is locked as it was before, within the limits, the other side in the mirror, and what is
    /// pinned at its place.
    pub(in crate::features) fn by_hand(&self, before: &Pose, after: Pose) -> Pose {
        self.by_hand_holding(before, after, &[])
    }

    /// The same where the hand holds these joints too, though they may not turn themselves: their pins go with them.
    pub(in crate::features) fn by_hand_holding(
        &self,
        before: &Pose,
        after: Pose,
        ends: &[JointIndex],
    ) -> Pose {
        let after = self.by_hand_unpinned(before, after);
        self.with_pins_held(before, after, ends)
    }

    /// The same without pins, as for a pose at another time than the one shown.
    pub(in crate::features) fn by_hand_unpinned(&self, before: &Pose, mut after: Pose) -> Pose {
        let changed: Vec<JointIndex> = self.changed_joints(before, &after);
        self.hold(before, &mut after, &changed);
        self.limit(before, &mut after, &changed);
        self.in_mirror(before, after, Within::Limits)
    }

    /// The pose after an edit of one side, with the partners of all joints that have changed in the mirror, if mirror posing is
    /// on and a joint is selected. Where both partners have changed, the active joint's side counts.
    pub(in crate::features) fn in_mirror(
        &self,
        before: &Pose,
        mut after: Pose,
        within: Within,
    ) -> Pose {
        let active = self.session.character.selection.active();
        let Some(active) = active.filter(|_| self.session.mirror_posing) else {
            return after;
        };
        let (pairs, skeleton) = (self.pairs(), &self.document.character.rig.skeleton);
        let side = |joint: JointIndex| {
            let place = skeleton.rest_model_from_joint(joint).translation;
            pairs.plane_of(joint).height(place) < 0.0
        };
        let mut sources = self.changed_joints(before, &after);
        // A stable sort by `false` before `true`: the side of the active joint comes first, and what it moves is no source any
        // more.
        sources.sort_by_key(|&joint| side(joint) != side(active));
        let mut followers: Vec<JointIndex> = Vec::new();
        for source in sources {
            let partner = pairs.partner(source).filter(|&partner| partner != source);
            if let Some(partner) = partner.filter(|_| !followers.contains(&source)) {
                followers.push(partner);
            }
        }
        let seen = mirror_pose(skeleton, &after, &pairs);
        for &joint in &followers {
            set_joint(&mut after, joint, of(&seen, joint));
        }
        self.hold(before, &mut after, &followers);
        if within == Within::Limits {
            self.limit(before, &mut after, &followers);
        }
        after
    }

    /// Changes the visible pose by hand to what the edit says: [`edit_pose`](Self::edit_pose) with what is locked, whatever the limits are.
    pub(in crate::features) fn edit_by_hand(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        edit: impl FnOnce(&mut Pose),
    ) {
        self.edit_by_hand_carrying(name, gesture, &CarriedTargets::new(), edit);
    }

    /// The same, with channels that count as changed whatever the clip shows.
    pub(in crate::features) fn edit_by_hand_carrying(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        carried: &CarriedTargets,
        edit: impl FnOnce(&mut Pose),
    ) {
        if self.is_kept_by_mix() {
            return;
        }
        let shown = visible_pose(self.document, self.session);
        let mut pose = (*shown).clone();
        edit(&mut pose);
        let changed = self.changed_joints(&shown, &pose);
        self.hold(&shown, &mut pose, &changed);
        let pose = self.in_mirror(&shown, pose, Within::Anything);
        let pose = self.with_pins_held(&shown, pose, &[]);
        self.edit_pose_carrying(name, gesture, carried, |shown| *shown = pose);
        self.settle_pins(&changed, &shown);
        self.tell_driven(&changed, &shown);
    }

    pub(in crate::features) fn changed_joints(
        &self,
        before: &Pose,
        after: &Pose,
    ) -> Vec<JointIndex> {
        let joints = self.document.character.rig.skeleton.joints();
        joints
            .filter(|&joint| of(before, joint) != of(after, joint))
            .collect()
    }

    fn hold(&self, before: &Pose, after: &mut Pose, joints: &[JointIndex]) {
        for &joint in joints {
            let locks = self.locks(joint);
            if let (Some(was), Some(is)) = (of(before, joint), of(after, joint))
                && !locks.is_empty()
            {
                set_joint(after, joint, Some(locks.hold(was, is)));
            }
        }
    }

    /// What is locked of a joint; all of a helper that follows every pose, which no pose would move.
    pub(in crate::features) fn locks(&self, joint: JointIndex) -> AxisLocks {
        if self.follows_poses(joint) {
            return Channel::ALL
                .into_iter()
                .fold(AxisLocks::NONE, |locks, channel| {
                    locks.with(channel, None, true)
                });
        }
        let locks = self.document.axis_locks.get(joint.index());
        locks.copied().unwrap_or_default()
    }

    /// Whether a joint is a helper that follows every pose.
    pub(in crate::features) fn follows_poses(&self, joint: JointIndex) -> bool {
        let character = &self.document.character;
        character.helper_row_of(joint).is_some()
    }

    /// Whether all that a tool changes is locked, in all selected joints.
    pub(in crate::features) fn is_locked(&self, tool: Tool) -> bool {
        let channel = match tool {
            Tool::Move => Channel::Translation,
            Tool::Rotate => Channel::Rotation,
            Tool::Scale => Channel::Scale,
            Tool::Shear => Channel::Shear,
            Tool::Select | Tool::Limb => return false,
        };
        let mut joints = self.session.character.selection.joints().iter();
        joints.all(|&joint| self.locks(joint).has(channel, None))
    }

    /// Locks or unlocks a channel of the selected joints, or one axis of it; all channels for none.
    pub(in crate::features) fn set_locks(
        &mut self,
        channel: Option<Channel>,
        axis: Option<usize>,
        locked: bool,
    ) {
        let joints = self.session.character.selection.joints().to_vec();
        if joints.is_empty() {
            return;
        }
        let with = |locks: AxisLocks| {
            let channels = Channel::ALL.into_iter();
            let meant = channels.filter(|&other| channel.is_none_or(|channel| channel == other));
            meant.fold(locks, |locks, channel| locks.with(channel, axis, locked))
        };
        let mut all = self.document.axis_locks.to_vec();
        for joint in &joints {
            if let Some(locks) = all.get_mut(joint.index()) {
                *locks = with(*locks);
            }
        }
        let what = match (channel, axis) {
            (None, _) => "all channels".to_owned(),
            (Some(channel), None) => channel.name().to_lowercase(),
            (Some(channel), Some(axis)) => {
                let axis = channel.axes().get(axis).copied().unwrap_or_default();
                format!("{} {axis}", channel.name().to_lowercase())
            }
        };
        let verb = if locked { "Lock" } else { "Unlock" };
        let name = format!("{verb} {what} {}", self.of_joints(Some(&joints)));
        let after = Document {
            axis_locks: all.into(),
            ..self.document.clone()
        };
        self.commit(&name, None, after);
    }

    /// Locks a channel of the selected joints, or all channels, unless it is locked in all of them: then it is unlocked.
    pub(in crate::features) fn toggle_axis_locks(&mut self, channel: Option<Channel>) {
        let channels = Channel::ALL.into_iter();
        let channels = channels.filter(|&other| channel.is_none_or(|channel| channel == other));
        let joints = self.session.character.selection.joints().iter();
        let is_locked = |channel| {
            let mut joints = joints.clone();
            joints.all(|&joint| self.locks(joint).has(channel, None))
        };
        let mut channels = channels;
        let all_locked = channels.all(is_locked);
        self.set_locks(channel, None, !all_locked);
    }
}

/// What a pose has of a joint.
type JointPose = (rig::Rigid, rig::Stretch);

fn of(pose: &Pose, joint: JointIndex) -> Option<JointPose> {
    let joint = joint.index();
    Some((*pose.rigid.get(joint)?, *pose.stretch.get(joint)?))
}

fn set_joint(pose: &mut Pose, joint: JointIndex, to: Option<JointPose>) {
    let joint = joint.index();
    let slots = (pose.rigid.get_mut(joint), pose.stretch.get_mut(joint));
    if let ((Some(rigid), Some(stretch)), Some(to)) = (slots, to) {
        (*rigid, *stretch) = to;
    }
}
