//! Clips made of two.

use std::collections::BTreeSet;

use rig::{AddressMatch, Addresses, Clip, JointIndex};
use scene::names::clip_name;
use scene::report::pluralize;
use session::state::clips::clip_tools::{JoinChoice, LayChoice};
use session::state::clips::merged::{joined_clip, laid_clip, merged_name, usual_fade};

use super::{ClipChange, ClipEditor};
use crate::Failure;
use crate::source::pose::find_clip;
use crate::terminal::clip_time::length_in;
use crate::terminal::printable::short;

/// Seconds of a fade where nobody says how many; half of the shorter clip at most.
const FADE: f32 = 0.3;

impl ClipEditor<'_> {
    /// Makes a clip more of two.
    pub(super) fn merge(&mut self, change: &ClipChange) -> Result<(), Failure> {
        match change {
            ClipChange::Join {
                clip,
                next,
                fade,
                goes_on,
                rate,
            } => {
                let clips = [self.one(clip)?, self.one(next)?];
                let usual = || usual_fade(FADE, clips.each_ref());
                let choice = JoinChoice {
                    next: clips[1].id(),
                    fade: fade.unwrap_or_else(usual),
                    goes_on: *goes_on,
                };
                self.join(clips.each_ref(), choice, *rate)
            }
            ClipChange::Lay {
                clip,
                over,
                layer,
                weight,
                joints,
                rate,
            } => {
                let clips = [self.one(clip)?, self.one(over)?];
                let choice = LayChoice {
                    clip: clips[1].id(),
                    layer: *layer,
                    weight: *weight,
                    only_selected: false,
                    apart: false,
                };
                self.lay(clips.each_ref(), choice, joints, *rate)
            }
            _ => Ok(()),
        }
    }

    fn join(&mut self, clips: [&Clip; 2], choice: JoinChoice, rate: f64) -> Result<(), Failure> {
        let [first, next] = clips;
        let character = &self.document.character;
        let inheritance = &self.document.scale_inheritance;
        let joined = joined_clip(character, inheritance, clips, choice, rate);
        let joined = joined.map_err(|why| self.failed(&format!("{}: {why}", clip_name(first))))?;
        let joined = self.with_clip_more(&joined, &merged_name(first, next));
        self.tell(&format!(
            "{}: {}, with a fade of {}.",
            clip_name(&joined),
            length_in(&joined, joined.duration()),
            length_in(&joined, choice.fade)
        ));
        self.tell_of_unmerged(clips);
        self.note("joined", &joined);
        Ok(())
    }

    fn lay(
        &mut self,
        clips: [&Clip; 2],
        choice: LayChoice,
        joints: &[String],
        rate: f64,
    ) -> Result<(), Failure> {
        let [below, above] = clips;
        let chosen: Result<BTreeSet<JointIndex>, Failure> =
            joints.iter().map(|name| self.joint(name)).collect();
        let chosen = chosen?;
        let joints = (!joints.is_empty()).then_some(&chosen);
        let merged = laid_clip(&self.document.character, clips, choice, joints, rate);
        let merged = merged.map_err(|why| self.failed(&format!("{}: {why}", clip_name(below))))?;
        let merged = self.with_clip_more(&merged, &merged_name(below, above));
        self.tell(&format!(
            "{}: {} over {}.",
            clip_name(&merged),
            clip_name(above),
            clip_name(below)
        ));
        self.tell_of_unmerged(clips);
        self.note("laid over", &merged);
        Ok(())
    }

    /// Poses over clips that are not keyed are in no merged clip.
    fn tell_of_unmerged(&mut self, [one, other]: [&Clip; 2]) {
        let pending = &self.document.pending;
        let mut poses = pending.of_clip(one.id()).count();
        if other.id() != one.id() {
            poses += pending.of_clip(other.id()).count();
        }
        if poses > 0 {
            let poses = pluralize(poses, "pose");
            self.tell(&format!(
                "{poses} without keys: not in it, since keys alone are merged."
            ));
        }
    }

    fn joint(&self, name: &str) -> Result<JointIndex, Failure> {
        let addresses = Addresses::new(&self.document.character.rig.skeleton);
        let why = match addresses.find(name) {
            AddressMatch::One(joint) => return Ok(joint),
            AddressMatch::Several => "several joints are called",
            AddressMatch::None => "no joint is called",
        };
        Err(self.failed(&format!(
            "{why} {}; give the names above it too, as hips/spine",
            short(name)
        )))
    }

    /// The clip of this index or name.
    fn one(&self, wanted: &str) -> Result<Clip, Failure> {
        let (_, clip) = find_clip(&self.document.character, wanted)?;
        Ok(clip.clone())
    }
}
