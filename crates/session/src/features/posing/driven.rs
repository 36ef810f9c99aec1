//! Driven channels: added, changed and removed by hand, and told of where they take the place of what is posed.

use std::sync::Arc;

use character::SkeletonEdit;
use rig::{DrivenChannel, JointIndex, Pose};
use scene::report::pluralize;

use crate::document::Document;
use crate::document::driven::{drivers_in_place, followed_pose};
use crate::document::gesture::Gesture;
use crate::features::Context;
use crate::shown::visible_pose;
use crate::state::posing::driven::{DrivenIntent, usual_channel};

/// Rotations that differ by less, as quaternions, are seen as the same.
const SAME: f32 = 1e-5;

/// The document with these channels, and without the constraints of joints by their keys.
fn without_followed(
    document: &Document,
    channels: Vec<DrivenChannel>,
    constrained: Vec<u32>,
) -> Result<Document, String> {
    let after = document.with_driven(channels)?;
    if constrained.is_empty() {
        return Ok(after);
    }
    let joints = constrained.into_iter().map(|key| (key, None)).collect();
    let edit = SkeletonEdit::SetConstraints { joints };
    let edited = after.with_skeleton_edit(&edit);
    let (after, _) = edited.map_err(|error| format!("{error}."))?;
    Ok(after)
}

impl Context<'_> {
    pub(in crate::features) fn on_driven_intent(&mut self, intent: DrivenIntent) {
        let mut channels = self.document.driven.channels().to_vec();
        match intent {
            DrivenIntent::Add(channel) => {
                let name = self.name_of_driven("Drive", &channel);
                channels.push(channel);
                self.commit_driven(&name, None, channels);
            }
            DrivenIntent::Set {
                place,
                channel,
                dragging,
            } => {
                let Some(slot) = channels.get_mut(place) else {
                    return;
                };
                let name = self.name_of_driven("Change driver of", &channel);
                *slot = *channel;
                let gesture = Gesture::Driven(place);
                let lasts = dragging || self.history.in_gesture(gesture);
                self.commit_driven(&name, lasts.then_some(gesture), channels);
                if !dragging {
                    self.history.end_gesture();
                }
            }
            DrivenIntent::Remove(place) => {
                if place < channels.len() {
                    let gone = channels.remove(place);
                    let name = self.name_of_driven("Remove driver of", &gone);
                    self.commit_driven(&name, None, channels);
                }
            }
        }
    }

    /// Has the joint selected last follow the one selected before it.
    pub(in crate::features) fn drive_by_selected(&mut self) {
        let selection = &self.session.character.selection;
        let Some(joint) = selection.active() else {
            return;
        };
        let mut others = selection.joints().iter().copied();
        let Some(driver) = others.find(|other| *other != joint) else {
            return self
                .say("Select two joints: the one that drives, and last the one that follows.");
        };
        let pairs = self.pairs();
        let skeleton = &self.document.character.rig.skeleton;
        if let Some(channel) = usual_channel(skeleton, &pairs, driver, joint) {
            self.on_driven_intent(DrivenIntent::Add(channel));
        }
    }

    /// Switches what drives the selected joints off; where all of it is off, on again.
    pub(in crate::features) fn toggle_drivers(&mut self) {
        let joints = self.session.character.selection.joints().to_vec();
        let mut channels = self.document.driven.channels().to_vec();
        let is_meant = |channel: &DrivenChannel| {
            let joint = channel.target.joint();
            joint.is_some_and(|joint| joints.contains(&joint))
        };
        let mut meant = channels.iter().filter(|channel| is_meant(channel));
        let muted = !meant.all(|channel| channel.muted);
        for channel in channels.iter_mut().filter(|channel| is_meant(channel)) {
            channel.muted = muted;
        }
        let what = match muted {
            true => "Switch off drivers of",
            false => "Switch on drivers of",
        };
        let who = self.joints_in_words(&joints);
        self.commit_driven(&format!("{what} {who}"), None, channels);
    }

    /// Nothing drives the selected joints any more.
    pub(in crate::features) fn remove_drivers(&mut self) {
        let joints = self.session.character.selection.joints().to_vec();
        let channels = self.document.driven.channels();
        let is_meant = |channel: &DrivenChannel| {
            let joint = channel.target.joint();
            joint.is_some_and(|joint| joints.contains(&joint))
        };
        let left = channels.iter().filter(|channel| !is_meant(channel));
        let left: Vec<DrivenChannel> = left.cloned().collect();
        let count = channels.len() - left.len();
        let constrained = self.constrained_keys(&joints);
        if count == 0 && constrained.is_empty() {
            return self.say("Nothing drives these joints.");
        }
        let name = format!("Remove drivers of {}", self.joints_in_words(&joints));
        let mut gone = Vec::new();
        if count > 0 {
            gone.push(pluralize(count, "driven channel"));
        }
        if !constrained.is_empty() {
            gone.push(pluralize(constrained.len(), "constraint"));
        }
        match without_followed(self.document, left, constrained) {
            Ok(after) => {
                let before = self.document.clone();
                self.commit(&name, None, after);
                self.follow_character(&before);
                self.say(&format!("Removed: {}.", gone.join(", ")));
            }
            Err(why) => self.say(&format!("{name}: {why}")),
        }
    }

    /// The keys of those of the joints that follow others by constraints.
    fn constrained_keys(&self, joints: &[JointIndex]) -> Vec<u32> {
        let character = &self.document.character;
        let joints = joints.iter().copied();
        let constrained = joints.filter(|joint| character.constraints.of(*joint).is_some());
        constrained
            .map(|joint| character.rig.skeleton.key(joint))
            .collect()
    }

    fn name_of_driven(&self, what: &str, channel: &DrivenChannel) -> String {
        let joint = channel.target.joint();
        let name = joint.map_or_else(|| "a morph target".to_owned(), |it| self.joint_name(it));
        format!("{what} {name}")
    }

    fn commit_driven(
        &mut self,
        name: &str,
        gesture: Option<Gesture>,
        channels: Vec<DrivenChannel>,
    ) {
        match self.document.with_driven(channels) {
            Ok(after) => self.commit(name, gesture, after),
            Err(why) => self.say(&format!("{name}: {why}")),
        }
    }

    /// After an edit by hand: says which joints were turned and stand as before, since other joints drive them. Once for a drag.
    pub(in crate::features) fn tell_driven(&mut self, joints: &[JointIndex], start: &Pose) {
        let follows_none =
            self.document.driven.is_empty() && self.document.character.constraints.is_empty();
        if follows_none || self.history.is_in_gesture() {
            return;
        }
        let now = visible_pose(self.document, self.session);
        let before = followed_pose(self.document, Arc::new(start.clone()));
        let seen = followed_pose(self.document, now.clone());
        let is_kept = |joint: &&JointIndex| {
            let rotation = |pose: &Pose| pose.rigid.get(joint.index()).map(|own| own.rotation);
            let is_posed = rotation(start) != rotation(&now);
            let same = rotation(&before)
                .zip(rotation(&seen))
                .is_some_and(|(was, is)| was.abs_diff_eq(is, SAME) || was.abs_diff_eq(-is, SAME));
            is_posed && same
        };
        let kept = joints.iter().find(is_kept);
        if let Some((joint, by)) =
            kept.and_then(|&joint| Some((joint, drivers_in_place(self.document, joint)?)))
        {
            let name = self.joint_name(joint);
            self.say(&format!(
                "{by} drives {name}: what is posed of it does not count there. Change that in the inspector, under Driven."
            ));
        }
    }
}
