//! Pins: set, taken away, and held while joints are posed by hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec3;
use rig::{ClipId, JointChannel, JointIndex, Limb, Pose, Target};
use scene::deform::deform_posed;
use scene::names::clip_name;
use scene::vertex_facts::VertexFacts;

use crate::document::Document;
use crate::document::channel::Channel;
use crate::document::pins::{JointFrames, JointPin, PinRange, with_pin};
use crate::document::props::carrier;
use crate::features::Context;
use crate::shown::visible_pose;
use crate::state::posing::pins::{PinSolver, PoseChange, REACHED, pins_at, size_of};
use crate::state::timeline::select::{present, span};

/// Frames in which the clip passes over to a pin, before and after its range.
const FADE: f64 = 4.0;

impl Context<'_> {
    /// The pose after an edit by hand in which the pins hold. `ends` are joints that the hand holds though they do not turn themselves.
    pub(in crate::features) fn with_pins_held(
        &self,
        before: &Pose,
        after: Pose,
        ends: &[JointIndex],
    ) -> Pose {
        let pins = self.pins_now();
        if pins.is_empty() {
            return after;
        }
        let moved = self.held_by_hand(before, &after, ends);
        let locked = self.locked_joints();
        let change = PoseChange {
            before,
            after: &after,
            moved: &moved,
        };
        let held = self.pin_solver(&locked).hold(change, &pins);
        held.unwrap_or(after)
    }

    /// The joints that an edit changes or holds, those of the other side with mirror posing too.
    fn held_by_hand(&self, before: &Pose, after: &Pose, ends: &[JointIndex]) -> Vec<JointIndex> {
        let mut moved = self.changed_joints(before, after);
        moved.extend_from_slice(ends);
        if self.session.mirror_posing {
            let pairs = self.pairs();
            moved.extend(ends.iter().filter_map(|&end| pairs.partner(end)));
        }
        moved
    }

    /// The pins that hold what is posed now.
    fn pins_now(&self) -> Vec<JointPin> {
        let moment = self.session.playback.moment;
        pins_at(self.document, moment).copied().collect()
    }

    fn pin_solver<'a>(&'a self, locked: &'a BTreeSet<JointIndex>) -> PinSolver<'a> {
        PinSolver {
            skeleton: &self.document.character.rig.skeleton,
            scale_inheritance: &self.document.scale_inheritance,
            limits: self.limits_obeyed(),
            locked,
            followers: self.document.followers(),
        }
    }

    /// Joints of which an angle is locked: a pin does not turn them.
    pub(in crate::features) fn locked_joints(&self) -> BTreeSet<JointIndex> {
        let joints = self.document.character.rig.skeleton.joints();
        let is_locked = |joint: &JointIndex| {
            let locks = self.locks(*joint);
            (0..3).any(|axis| locks.has(Channel::Rotation, Some(axis)))
        };
        joints.filter(is_locked).collect()
    }

    /// Those of some channels that pins change: the rotations of joints that carry a pinned one.
    pub(in crate::features) fn turned_by_pins(&self, targets: &BTreeSet<Target>) -> Vec<Target> {
        let pins = self.pins_now();
        let is_turned = |target: &&Target| match **target {
            Target::Joint(joint, JointChannel::Rotation) => {
                pins.iter().any(|pin| self.is_under(pin.joint, joint))
            }
            _ => false,
        };
        targets.iter().filter(is_turned).copied().collect()
    }

    /// The frames of a pose as it is seen.
    fn frames_of(&self, pose: &Pose) -> Option<JointFrames> {
        let skeleton = &self.document.character.rig.skeleton;
        let seen = self.document.followers().seen(pose).ok()?;
        JointFrames::of(skeleton, &seen, &self.document.scale_inheritance).ok()
    }

    /// After an edit by hand of these joints: their own pins go with them, in the step that the edit was, and what other pins do not reach is
    /// told.
    pub(in crate::features) fn settle_pins(&mut self, joints: &[JointIndex], start: &Pose) {
        if self.pins_now().is_empty() {
            return;
        }
        let pose = visible_pose(self.document, self.session);
        let (Some(before), Some(now)) = (self.frames_of(start), self.frames_of(&pose)) else {
            return;
        };
        let held = self.held_by_hand(start, start, joints);
        let moment = self.session.playback.moment;
        let followed = self.document.pins.iter().map(|pin| {
            let is_held = pin.holds_at(moment) && held.contains(&pin.joint);
            let followed = is_held.then(|| follow(pin, &before, &now)).flatten();
            followed.unwrap_or(*pin)
        });
        let followed: Arc<[JointPin]> = followed.collect();
        if followed != self.document.pins {
            self.document.pins = followed;
        }
        self.tell_unreached(&before, &now);
    }

    /// Tells of pins that an edit has left out of reach.
    fn tell_unreached(&mut self, before: &JointFrames, now: &JointFrames) {
        let least = REACHED * size_of(&self.document.character.rig.skeleton);
        let units = self.session.settings.units;
        let left = self.pins_now().into_iter().filter_map(|pin| {
            let [was, is] = [before, now].map(|frames| pin.residual(frames));
            let (was, is) = (was?, is?);
            let is_news = is > least && is > was + 0.1 * least;
            is_news.then(|| format!("{} by {}", self.joint_name(pin.joint), units.length(is)))
        });
        let left: Vec<String> = left.collect();
        if !left.is_empty() {
            self.say(&format!("Pins out of reach: {}.", left.join(", ")));
        }
    }

    /// Pins the selected joints where they are now.
    pub(in crate::features) fn pin_selected(&mut self) {
        let joints = self.session.character.selection.joints().to_vec();
        self.pin(&joints, None);
    }

    /// Pins the active joint to the one that was selected before it.
    pub(in crate::features) fn pin_to_joint(&mut self) {
        let joints = self.session.character.selection.joints();
        let [.., to, joint] = *joints else {
            return self.say("Select the joint that it goes with first, then the one to pin.");
        };
        if self.is_under(to, joint) {
            let (to, joint) = (self.joint_name(to), self.joint_name(joint));
            return self.say(&format!(
                "{to} hangs on {joint}, which cannot be pinned to it. Select them the other way round."
            ));
        }
        self.pin(&[joint], Some(to));
    }

    /// Pins the active joint to what carries the chosen prop now.
    pub(in crate::features) fn pin_to_prop(&mut self) {
        let Some(joint) = self.session.character.selection.active() else {
            return;
        };
        let (prop, moment) = (self.chosen_prop(), self.moment_of_props());
        let Some(carrier) = carrier(&self.document.props, prop, moment) else {
            return self.say(
                "The prop copies a joint or is aimed, so that no pin can go along with it. Have a joint hold it here.",
            );
        };
        let to = carrier.joint();
        if to == Some(joint) {
            let joint = self.joint_name(joint);
            return self.say(&format!(
                "{joint} itself carries the prop. Select the other hand."
            ));
        }
        if let Some(to) = to.filter(|to| self.is_under(*to, joint)) {
            let (to, joint) = (self.joint_name(to), self.joint_name(joint));
            return self.say(&format!(
                "{to} carries the prop and hangs on {joint}, which cannot be pinned to it. Select the other hand."
            ));
        }
        self.pin(&[joint], to);
    }

    /// Pins the vertex that is pinned in the inspector, as a point of the joint that moves it most, where the active pane shows it.
    pub(in crate::features) fn pin_skin_point(&mut self) {
        self.land();
        let Some(place) = self.session.character.pointing.pinned else {
            return;
        };
        let facts = VertexFacts::of(&self.document.character, place);
        let joint = facts.and_then(|facts| facts.dominant());
        let pose = visible_pose(self.document, self.session);
        let Some(joint) = joint else {
            return self.say("No joint moves this vertex, so that nothing can hold it.");
        };
        let Some((pane, frames)) = self.active_pane().zip(self.frames_of(&pose)) else {
            return self.say("No pane shows the character posed, so that the vertex has no place.");
        };
        let mut whole = Vec::new();
        let _fits = deform_posed(
            pane.character(&self.document.character),
            &pane.posed,
            &mut whole,
        );
        let skinned = whole.get(place.primitive);
        let point = skinned.and_then(|skinned| skinned.positions.get(place.vertex).copied());
        let offset = point.and_then(|point| frames.offset(joint, point));
        let pin = offset.and_then(|offset| JointPin::at(&frames, joint, offset, None));
        if let Some(pin) = pin {
            let what = format!("a point of the skin of {}", self.joint_name(joint));
            self.add_pins(&format!("Pin {what}"), &[pin]);
        }
    }

    fn pin(&mut self, joints: &[JointIndex], to: Option<JointIndex>) {
        self.land();
        let pose = visible_pose(self.document, self.session);
        let Some(frames) = self.frames_of(&pose) else {
            return;
        };
        let pins = joints.iter().filter_map(|&joint| {
            let pin = JointPin::at(&frames, joint, Vec3::ZERO, to)?;
            Some(JointPin {
                holds_orientation: self.is_foot(joint),
                ..pin
            })
        });
        let pins: Vec<JointPin> = pins.collect();
        if pins.is_empty() {
            return;
        }
        let pinned: Vec<JointIndex> = pins.iter().map(|pin| pin.joint).collect();
        let what = self.joints_in_words(&pinned);
        let name = match to {
            Some(to) => format!("Pin {what} to {}", self.joint_name(to)),
            None => format!("Pin {what}"),
        };
        self.add_pins(&name, &pins);
    }

    /// One step, for the range that new pins get.
    fn add_pins(&mut self, name: &str, pins: &[JointPin]) {
        // A pin would hold the clip where only the mix is.
        if self.is_kept_by_mix() {
            return;
        }
        let range = self.range_to_pin();
        let all = Arc::clone(&self.document.pins);
        let all = pins.iter().fold(all, |all, pin| {
            let pin = JointPin { range, ..*pin };
            with_pin(&all, pin)
        });
        self.commit_pins(name, all);
        self.say(&self.words_of_pin(name, range));
    }

    fn words_of_pin(&self, name: &str, range: Option<PinRange>) -> String {
        let clip = range.and_then(|range| self.document.character.clip(range.clip));
        let (Some(range), Some(clip)) = (range, clip) else {
            return format!("{name}: it stays there while other joints are posed.");
        };
        let unit = self.session.character.sheet.unit();
        let [from, to] = [range.from, range.to].map(|time| unit.text(time));
        format!(
            "{name} from {from} to {to} of {}: “Hold pins in clip” keys it there.",
            clip_name(clip)
        )
    }

    fn is_foot(&self, joint: JointIndex) -> bool {
        let skeleton = &self.document.character.rig.skeleton;
        let limb = Limb::find_for_pin(skeleton, joint);
        limb.is_some_and(|limb| limb.end == joint && limb.end_is_foot(skeleton))
    }

    /// Where a new pin holds: from the first to the last of the selected keys, else in the part that is played, else in the whole clip that is
    /// shown. None without a clip.
    fn range_to_pin(&self) -> Option<PinRange> {
        let moment = self.session.playback.moment?;
        let clip = self.document.character.clip(moment.clip)?;
        let there = present(clip, &self.session.character.keys.selected);
        let keys = span(&there).filter(|(first, last)| last > first);
        let region = self.session.playback.region;
        let region = region.filter(|region| region.clip == clip.id());
        let (from, to) = keys
            .or(region.map(|region| (region.start, region.end)))
            .unwrap_or((0.0, clip.duration()));
        Some(PinRange {
            clip: clip.id(),
            from: from.max(0.0),
            to: to.max(from.max(0.0)),
            fade: self.fade_of_pin(),
        })
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose"
    )]
    fn fade_of_pin(&self) -> f32 {
        (FADE / self.session.frames_per_second()) as f32
    }

    /// Takes the pins of the selected joints away: of the clip that is shown those that hold now, or all where none does. Nothing moves.
    pub(in crate::features) fn unpin_selected(&mut self) {
        let joints = self.session.character.selection.joints();
        let moment = self.session.playback.moment;
        let clip = self.shown_clip_id();
        let is_own = |pin: &&JointPin| joints.contains(&pin.joint) && pin.is_of(clip);
        let own = self.document.pins.iter().filter(is_own);
        let holds_now = own.clone().any(|pin| pin.holds_at(moment));
        let is_gone = |pin: &JointPin| is_own(&pin) && (!holds_now || pin.holds_at(moment));
        let gone: BTreeSet<JointIndex> = own
            .filter(|pin| is_gone(pin))
            .map(|pin| pin.joint)
            .collect();
        let left = self.document.pins.iter().filter(|pin| !is_gone(pin));
        let left = left.copied().collect();
        let gone: Vec<JointIndex> = gone.into_iter().collect();
        if gone.is_empty() {
            return self.say("No selected joint is pinned here.");
        }
        let name = format!("Unpin {}", self.joints_in_words(&gone));
        self.commit_pins(&name, left);
    }

    /// Takes all pins away, of all clips.
    pub(in crate::features) fn remove_all_pins(&mut self) {
        self.commit_pins("Remove all pins", Arc::default());
    }

    /// Has the pins of the selected joints hold orientations too, or no more where all do: as the joints are turned now.
    pub(in crate::features) fn toggle_pin_orientation(&mut self) {
        if self.is_kept_by_mix() {
            return;
        }
        let clip = self.shown_clip_id();
        let joints = self.session.character.selection.joints();
        let is_meant = |pin: &JointPin| joints.contains(&pin.joint) && pin.is_of(clip);
        let pose = visible_pose(self.document, self.session);
        let Some(frames) = self.frames_of(&pose) else {
            return;
        };
        let mut meant = self.document.pins.iter().filter(|pin| is_meant(pin));
        let holds = !meant.all(|pin| pin.holds_orientation);
        let pins = self.document.pins.iter().map(|pin| {
            if !is_meant(pin) {
                return *pin;
            }
            let turned = pin.moved_to(&frames).filter(|_| !pin.holds_orientation);
            JointPin {
                rotation: turned.map_or(pin.rotation, |turned| turned.rotation),
                holds_orientation: holds,
                ..*pin
            }
        });
        let pins = pins.collect();
        let name = if holds {
            "Pin orientation too"
        } else {
            "Pin without orientation"
        };
        self.commit_pins(name, pins);
    }

    /// Within the clip; a pin without a range keeps none.
    pub(in crate::features) fn set_pin_range(&mut self, place: usize, from: f32, to: f32) {
        let mut pins = self.document.pins.to_vec();
        let Some(pin) = pins.get_mut(place) else {
            return;
        };
        let joint = pin.joint;
        let clip = pin
            .range
            .and_then(|it| self.document.character.clip(it.clip));
        if let (Some(range), Some(clip), true) =
            (&mut pin.range, clip, from.is_finite() && to.is_finite())
        {
            let [from, to] = [from, to].map(|time| time.clamp(0.0, clip.duration()));
            (range.from, range.to) = (from.min(to), from.max(to));
            let name = format!("Change range of the pin of {}", self.joint_name(joint));
            self.commit_pins(&name, pins.into());
        }
    }

    fn shown_clip_id(&self) -> Option<ClipId> {
        self.session.playback.moment.map(|moment| moment.clip)
    }

    fn commit_pins(&mut self, name: &str, pins: Arc<[JointPin]>) {
        let after = Document {
            pins,
            ..self.document.clone()
        };
        self.commit(name, None, after);
        self.history.end_gesture();
    }
}

/// A pin whose joint the hand has moved is where the hand has left it.
fn follow(pin: &JointPin, before: &JointFrames, now: &JointFrames) -> Option<JointPin> {
    let (was, is) = (pin.moved_to(before)?, pin.moved_to(now)?);
    let mut after = *pin;
    if was.place != is.place {
        after.place = is.place;
    }
    if was.rotation != is.rotation {
        after.rotation = is.rotation;
    }
    Some(after)
}
