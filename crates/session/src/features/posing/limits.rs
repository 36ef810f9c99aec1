//! Limits of joints: set, found in clips, copied to the other side, removed, and obeyed by what is posed by hand.

use glam::Quat;
use rig::{JointIndex, JointLimits, Pose, Rigid, Stretch};
use scene::report::pluralize;

use crate::document::Document;
use crate::document::axis_locks::AxisLocks;
use crate::document::channel::Channel;
use crate::document::gesture::Gesture;
use crate::document::joint_limits::clamp_joint;
use crate::features::Context;
use crate::state::motion_in::kept_maps::FoundBones;
use crate::state::posing::found_limits::{limits_from_clips, limits_from_names};
use crate::state::posing::joint_limits::{
    LimitField, limit_axes, limit_reached, mirrored_limits, wide_limits,
};

impl Context<'_> {
    /// How far a joint may turn; none where it may turn as it likes.
    pub(in crate::features) fn limits_of(&self, joint: JointIndex) -> Option<JointLimits> {
        let limits = self.document.joint_limits.get(joint.index());
        limits.copied().flatten()
    }

    /// The limits that hold now, by joint; empty while limits are not obeyed.
    pub(in crate::features) fn limits_obeyed(&self) -> &[Option<JointLimits>] {
        if self.session.switches.obey_limits {
            &self.document.joint_limits
        } else {
            &[]
        }
    }

    /// Keeps joints within their limits, if these are obeyed, and says which were beyond. What is locked stays locked.
    pub(in crate::features) fn limit(
        &self,
        before: &Pose,
        after: &mut Pose,
        joints: &[JointIndex],
    ) -> Vec<JointIndex> {
        let mut beyond = Vec::new();
        if !self.session.switches.obey_limits {
            return beyond;
        }
        for &joint in joints {
            let Some(limits) = self.limits_of(joint) else {
                continue;
            };
            let place = joint.index();
            let wanted = after.rigid.get(place).map(|rigid| rigid.rotation);
            if !clamp_joint(&limits, before, after, joint) {
                continue;
            }
            beyond.push(joint);
            let locks = self.locks(joint);
            let is_locked = |axis| locks.has(Channel::Rotation, Some(axis));
            let from = before.rigid.get(place).map(|rigid| rigid.rotation);
            if let (Some(rigid), Some((from, wanted))) =
                (after.rigid.get_mut(place), from.zip(wanted))
                && [0, 1, 2].into_iter().any(is_locked)
            {
                rigid.rotation = within_both(locks, &limits, from, wanted);
            }
        }
        beyond
    }

    /// Sets a number of a joint's limits.
    pub(in crate::features) fn set_limit(
        &mut self,
        joint: JointIndex,
        field: LimitField,
        degrees: f32,
        dragging: bool,
    ) {
        let Some(before) = self.limits_of(joint) else {
            return;
        };
        let gesture = Gesture::Limit(joint, field.place());
        let lasts = dragging || self.history.in_gesture(gesture);
        let name = format!("Limit {}", self.joint_name(joint));
        let set = [(joint, Some(field.set(&before, degrees)))];
        self.commit_limits(&name, lasts.then_some(gesture), &set);
        if !dragging {
            self.history.end_gesture();
            self.tell_rests_beyond(&[joint]);
        }
    }

    /// Gives the selected joints limits where they have none; where all have some, removes them.
    pub(in crate::features) fn toggle_limits(&mut self) {
        let joints = self.session.character.selection.joints().to_vec();
        let bare = joints.iter().copied();
        let bare: Vec<JointIndex> = bare
            .filter(|&joint| self.limits_of(joint).is_none())
            .collect();
        if bare.is_empty() {
            return self.remove_limits();
        }
        let pairs = self.pairs();
        let skeleton = &self.document.character.rig.skeleton;
        let wide = |joint: JointIndex| wide_limits(limit_axes(skeleton, &pairs, joint));
        let set = bare.iter().map(|&joint| (joint, Some(wide(joint))));
        let set: Vec<_> = set.collect();
        let name = format!("Limit {}", self.joints_in_words(&bare));
        self.commit_limits(&name, None, &set);
    }

    /// Gives the selected joints, or all where none is selected, the range that the clips use.
    pub(in crate::features) fn limits_from_clips(&mut self) {
        let joints = self.meant_joints();
        let pairs = self.pairs();
        let found = limits_from_clips(
            &self.document.character,
            &self.document.joint_limits,
            &pairs,
            &joints,
        );
        let set: Vec<_> = found
            .into_iter()
            .map(|(joint, limits)| (joint, Some(limits)))
            .collect();
        let left = joints.len() - set.len();
        self.set_found("Limits from clips", &set, left, "that no clip turns");
    }

    /// Gives the selected joints, or all where none is selected, the range that people have, where they are known to be bones of one.
    pub(in crate::features) fn limits_from_names(&mut self) {
        let joints = self.meant_joints();
        let character = &self.document.character;
        let bones = FoundBones::of(
            character,
            self.session.settings_folder.as_deref(),
            &self.session.files,
        );
        let found = limits_from_names(character, &bones, &self.pairs(), &joints);
        let set: Vec<_> = found
            .into_iter()
            .map(|(joint, limits)| (joint, Some(limits)))
            .collect();
        let left = joints.len() - set.len();
        let why = "of which it is not known how far a person turns them";
        self.set_found("Limits from names", &set, left, why);
    }

    /// Gives the partners of the selected joints, or of all that have limits where none is selected, the same in the mirror.
    pub(in crate::features) fn copy_limits(&mut self) {
        let joints = self.meant_joints();
        let joints = joints.into_iter();
        let limited = joints.filter_map(|joint| Some((joint, self.limits_of(joint)?)));
        let limited: Vec<_> = limited.collect();
        let pairs = self.pairs();
        let skeleton = &self.document.character.rig.skeleton;
        // Of both sides of a pair only one can be copied: that of the active joint, or the one that comes first.
        let mut set: Vec<(JointIndex, Option<JointLimits>)> = Vec::new();
        let active = self.session.character.selection.active();
        let mut sources = limited.clone();
        sources.sort_by_key(|(joint, _)| Some(*joint) != active);
        let mut alone = 0;
        for (joint, limits) in sources {
            if set.iter().any(|(other, _)| *other == joint) {
                continue;
            }
            match mirrored_limits(skeleton, &pairs, joint, &limits) {
                Some((partner, own)) => set.push((partner, Some(own))),
                None => alone += 1,
            }
        }
        if limited.is_empty() {
            return self.say("None of these joints has limits. Give one limits, and try again.");
        }
        let why = "without a partner on the other side";
        self.set_found("Copy limits", &set, alone, why);
    }

    /// Takes the limits off the selected joints, or off all where none is selected.
    pub(in crate::features) fn remove_limits(&mut self) {
        let joints = self.meant_joints().into_iter();
        let limited = joints.filter(|&joint| self.limits_of(joint).is_some());
        let limited: Vec<JointIndex> = limited.collect();
        if limited.is_empty() {
            return self.say("None of these joints has limits.");
        }
        let set: Vec<_> = limited.iter().map(|&joint| (joint, None)).collect();
        let name = format!("Remove limits of {}", self.joints_in_words(&limited));
        self.commit_limits(&name, None, &set);
    }

    /// Sets what was found for some joints, and says how many got limits and how many did not.
    pub(in crate::features) fn set_found(
        &mut self,
        what: &str,
        set: &[(JointIndex, Option<JointLimits>)],
        left: usize,
        why: &str,
    ) {
        let joints: Vec<JointIndex> = set.iter().map(|(joint, _)| *joint).collect();
        let rest = match left {
            0 => String::new(),
            _ => format!(" Left out: {} {why}.", pluralize(left, "joint")),
        };
        if set.is_empty() {
            return self.say(format!("{what}: nothing was set.{rest}").trim());
        }
        let name = format!("{what} of {}", self.joints_in_words(&joints));
        self.commit_limits(&name, None, set);
        let counted = pluralize(set.len(), "joint");
        self.say(&format!("{what}: {counted} limited.{rest}"));
        self.tell_rests_beyond(&joints);
    }

    /// The selected joints, or all where none is selected.
    pub(in crate::features) fn meant_joints(&self) -> Vec<JointIndex> {
        let selected = self.session.character.selection.joints();
        match selected {
            [] => self.document.character.rig.skeleton.joints().collect(),
            selected => selected.to_vec(),
        }
    }

    /// The name of one joint, or how many they are.
    pub(in crate::features) fn joints_in_words(&self, joints: &[JointIndex]) -> String {
        match joints {
            [joint] => self.joint_name(*joint),
            joints => pluralize(joints.len(), "joint"),
        }
    }

    fn commit_limits(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        set: &[(JointIndex, Option<JointLimits>)],
    ) {
        let mut all = self.document.joint_limits.to_vec();
        for (joint, limits) in set {
            if let Some(slot) = all.get_mut(joint.index()) {
                *slot = *limits;
            }
        }
        let after = Document {
            joint_limits: all.into(),
            ..self.document.clone()
        };
        self.commit(name, gesture, after);
    }

    /// Limits may leave the rest pose out: nothing moves by that, but people should know.
    fn tell_rests_beyond(&mut self, joints: &[JointIndex]) {
        let is_beyond = |joint: &JointIndex| {
            let limits = self.limits_of(*joint);
            limits.is_some_and(|limits| !limits.allows(Quat::IDENTITY, 0.0))
        };
        let beyond: Vec<JointIndex> = joints.iter().copied().filter(is_beyond).collect();
        if !beyond.is_empty() {
            let who = self.joints_in_words(&beyond);
            self.say(&format!(
                "The rest pose is beyond the limits of {who}. It stays as it is, and posing goes no further out."
            ));
        }
    }

    /// Says which limit a typed number has met.
    pub(in crate::features) fn tell_limit(
        &mut self,
        joint: JointIndex,
        wanted: &Pose,
        within: &Pose,
    ) {
        let limits = self.limits_of(joint);
        let rotation = |pose: &Pose| Some(pose.rigid.get(joint.index())?.rotation);
        let both = rotation(wanted).zip(rotation(within));
        let reached = limits
            .zip(both)
            .and_then(|(limits, (wanted, within))| limit_reached(&limits, wanted, within));
        if let Some(reached) = reached {
            let name = self.joint_name(joint);
            self.say(&format!("{reached} is the limit of {name}."));
        }
    }
}

/// The farthest on the way to a rotation, with what is locked held, that limits let through: where angles are locked, the nearest rotation
/// within the limits may have other ones.
fn within_both(locks: AxisLocks, limits: &JointLimits, from: Quat, wanted: Quat) -> Quat {
    const STEPS: u8 = 24;
    // Of radians: more than what rounding changes of a rotation that is within.
    const SAME: f32 = 1e-4;
    let way = (from.conjugate() * wanted).to_scaled_axis();
    let at = |share: f32| {
        let there = from * Quat::from_scaled_axis(way * share);
        let [was, is] = [from, there]
            .map(|rotation| (Rigid::new(rotation, glam::Vec3::ZERO), Stretch::IDENTITY));
        locks.hold(was, is).0.rotation
    };
    let is_within = |rotation: Quat| {
        let last = limits.axes.part(from, 0.0).twist;
        let clamped = limits.clamp_from(rotation, from, last);
        clamped.abs_diff_eq(rotation, SAME)
    };
    let mut ends = [0.0, 1.0];
    for _ in 0..STEPS {
        let middle = 0.5 * (ends[0] + ends[1]);
        ends[usize::from(!is_within(at(middle)))] = middle;
    }
    at(ends[0])
}
