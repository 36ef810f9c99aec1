//! In-betweens: breakdown, relax and push, blends to rest or to a preset by the pose slider, and the pose of a neighboring
//! key.
//!
//! A slider enters the history only when it is confirmed, like the other tools (`gizmo/apply.rs`).

use std::sync::Arc;

use rig::{Clip, JointIndex, Pose};
use scene::deform::base_pose;

use crate::document::layered_clips::seen_at;
use crate::document::moment::Moment;
use crate::features::Context;
use crate::features::timeline::neighbor_keys::neighbor_keys;
use crate::shown::visible_pose;
use crate::state::gizmo::operation::Event;
use crate::state::posing::pose_slider::{PoseSlider, SliderKind};

const OTHER_MODE: &str =
    "Joints are posed in Pose and Animate mode. Change the mode, and try again.";
const NO_CLIP: &str = "No clip is shown. Choose one in the timeline, and try again.";
const NO_PRESET: &str = "No pose of the library is chosen. Choose one in Poses, and try again.";

/// A pose at a slider's end, and what it is called there.
type SliderEnd = (Arc<Pose>, String);

impl Context<'_> {
    /// Makes the visible pose the user's pose, also over a clip, and moves it by the pointer until that is confirmed or
    /// canceled.
    pub(in crate::features) fn slide(&mut self, kind: SliderKind) {
        if self.is_kept_by_mix() {
            return;
        }
        self.land();
        let joints = self.selected_joints();
        let [(from, at_from), (to, at_to)] = match self.ends_of(kind, joints.as_deref()) {
            Ok(ends) => ends,
            Err(why) => return self.say(&why),
        };
        let pose = visible_pose(self.document, self.session);
        let before = self.now();
        self.history.end_gesture();
        let ends = ([from, to], [at_from, at_to]);
        let began = (Arc::clone(&pose), before);
        self.session.slider = Some(PoseSlider::new(kind, ends, joints, began));
        self.document.pose = pose;
        self.session.playback.playing = false;
        self.session.switches.rest = false;
        self.show_slider();
    }

    fn ends_of(
        &self,
        kind: SliderKind,
        joints: Option<&[JointIndex]>,
    ) -> Result<[SliderEnd; 2], String> {
        if !self.session.mode.poses() {
            return Err(OTHER_MODE.to_owned());
        }
        let now = || {
            let pose = visible_pose(self.document, self.session);
            (pose, "present pose".to_owned())
        };
        match kind {
            SliderKind::Breakdown => {
                let (clip, moment) = self.shown_clip()?;
                let [before, after] = self.both_keys(clip, joints, moment.time)?;
                Ok([self.end_at(clip, before), self.end_at(clip, after)])
            }
            SliderKind::Relax => {
                let (clip, moment) = self.shown_clip()?;
                let [before, after] = self.both_keys(clip, joints, moment.time)?;
                let share = (moment.time - before) / (after - before);
                let [from, to] = [before, after].map(|time| self.pose_at(clip, time));
                let between = from.interpolate_channels(&to, share, joints);
                Ok([now(), (Arc::new(between), "in between".to_owned())])
            }
            SliderKind::Rest => {
                let rest = Arc::new(self.document.character.file_pose());
                Ok([now(), (rest, "rest".to_owned())])
            }
            SliderKind::Preset => {
                let entry = self.session.library.chosen_entry();
                let chosen = entry.and_then(|entry| Some((entry, entry.preset.as_ref()?)));
                let (entry, preset) = chosen.ok_or(NO_PRESET)?;
                let skeleton = &self.document.character.rig.skeleton;
                let (pose, at) = now();
                let given = preset.preset.apply_to(skeleton, &pose, 1.0, joints);
                if given == *pose {
                    return Err(format!(
                        "{} changes none of these joints. Select others, or none, and try again.",
                        entry.name
                    ));
                }
                Ok([(pose, at), (Arc::new(given), entry.name.clone())])
            }
        }
    }

    fn end_at(&self, clip: &Clip, time: f32) -> SliderEnd {
        let at = self.session.character.sheet.unit().text(time);
        (Arc::new(self.pose_at(clip, time)), format!("key at {at}"))
    }

    fn both_keys(
        &self,
        clip: &Clip,
        joints: Option<&[JointIndex]>,
        time: f32,
    ) -> Result<[f32; 2], String> {
        let [Some(before), Some(after)] = neighbor_keys(clip, joints, time) else {
            return Err(format!(
                "There is no key on both sides of {}. Move to a time between two keys, and try again.",
                self.session.character.sheet.unit().text(time)
            ));
        };
        Ok([before, after])
    }

    fn pose_at(&self, clip: &Clip, time: f32) -> Pose {
        let character = &self.document.character;
        seen_at(character, clip, &base_pose(character), time)
    }

    fn shown_clip(&self) -> Result<(&Clip, Moment), String> {
        let moment = self.session.playback.moment;
        let character = &self.document.character;
        let shown = moment.and_then(|moment| Some((character.clip(moment.clip)?, moment)));
        shown.ok_or_else(|| NO_CLIP.to_owned())
    }

    pub(in crate::features) fn on_slider(&mut self, event: Event) {
        let Some(slider) = &mut self.session.slider else {
            return;
        };
        match event {
            Event::Follow(follow) => slider.follow(follow),
            Event::Sign(sign) => slider.typed.push(sign),
            Event::Backspace => slider.typed.pop(),
            Event::Confirm => return self.confirm_slider(),
            Event::Cancel => return self.cancel_slider(),
            Event::Take(..) | Event::Axis(_) | Event::Plane(_) | Event::NextNumber => return,
        }
        self.show_slider();
    }

    fn show_slider(&mut self) {
        let Some(slider) = &self.session.slider else {
            return;
        };
        let pose = self.by_hand(&slider.pose, slider.blended_pose());
        if pose != *self.document.pose {
            self.document.pose = Arc::new(pose);
        }
    }

    /// Records the slider's result as one step unless nothing changed.
    pub(in crate::features) fn confirm_slider(&mut self) {
        let Some(slider) = self.session.slider.take() else {
            return;
        };
        if *self.document.pose == *slider.pose {
            return self.put_back(slider.before);
        }
        let name = format!(
            "{} {}",
            slider.readout(),
            self.of_joints(slider.joints.as_deref())
        );
        let changed = self.changed_joints(&slider.pose, &slider.blended_pose());
        self.keep(&name, slider.before);
        self.settle_pins(&changed, &slider.pose);
    }

    pub(in crate::features) fn cancel_slider(&mut self) {
        if let Some(slider) = self.session.slider.take() {
            self.put_back(slider.before);
        }
    }

    /// Such as `of hand.L`, or `of 3 joints`; without a list, `of all joints`.
    pub(in crate::features) fn of_joints(&self, joints: Option<&[JointIndex]>) -> String {
        match joints {
            None => "of all joints".to_owned(),
            Some([joint]) => format!("of {}", self.joint_name(*joint)),
            Some(joints) => format!("of {} joints", joints.len()),
        }
    }

    /// The selected joints; none where none is selected, which means all.
    fn selected_joints(&self) -> Option<Vec<JointIndex>> {
        let joints = self.session.character.selection.joints();
        (!joints.is_empty()).then(|| joints.to_vec())
    }

    /// Gives the selected joints, or all, the pose that the clip has at the key before or after.
    pub(in crate::features) fn copy_from_key(&mut self, after: bool) {
        if !self.session.mode.poses() {
            return self.say(OTHER_MODE);
        }
        self.land();
        let joints = self.selected_joints();
        let there = self.shown_clip().and_then(|(clip, moment)| {
            let [before, next] = neighbor_keys(clip, joints.as_deref(), moment.time);
            let time = if after { next } else { before };
            let side = if after { "after" } else { "before" };
            let unit = self.session.character.sheet.unit();
            let time =
                time.ok_or_else(|| format!("There is no key {side} {}.", unit.text(moment.time)))?;
            Ok(self.pose_at(clip, time))
        });
        let there = match there {
            Ok(there) => there,
            Err(why) => return self.say(&why),
        };
        let side = if after { "next" } else { "previous" };
        let name = format!("Copy from {side} key {}", self.of_joints(joints.as_deref()));
        self.session.character.typed_angles = None;
        let carried = self.targets_of_clip(joints.as_deref());
        self.edit_by_hand_carrying(&name, None, &carried, |pose| {
            *pose = pose.interpolate_channels(&there, 1.0, joints.as_deref());
        });
    }
}
