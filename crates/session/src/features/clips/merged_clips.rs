//! Clips made of two: one behind the other, or one over the other.

use std::collections::BTreeSet;

use rig::{Clip, ClipId, ClipLayer, JointIndex};
use scene::names::clip_name;

use crate::document::layered_clips::MERGE_RATE;
use crate::features::Context;
use crate::state::clips::clip_tools::{ClipDialog, JoinChoice, LayChoice};
use crate::state::clips::merged::{joined_clip, laid_clip, merged_name, usual_fade};
use crate::state::clips::names::{free_name, with_name};
use crate::state::problems::problem_list::pluralize;

/// The fade that is proposed first, seconds.
const FADE: f32 = 0.3;

impl Context<'_> {
    pub(in crate::features) fn ask_to_join_clips(&mut self) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let next = self.clip_beside(clip.id()).unwrap_or_else(|| clip.clone());
        let fade = self.session.clip_tools.fade.unwrap_or(FADE);
        let choice = JoinChoice {
            next: next.id(),
            fade: self.on_frame(usual_fade(fade, [&clip, &next])),
            goes_on: true,
        };
        self.session.clip_tools.dialog = Some(ClipDialog::Join(choice));
    }

    pub(in crate::features) fn ask_to_lay_clip(&mut self) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let Some(other) = self.clip_beside(clip.id()) else {
            return;
        };
        let usual = LayChoice {
            clip: other.id(),
            layer: ClipLayer::Over,
            weight: 1.0,
            only_selected: false,
            apart: false,
        };
        let choice = LayChoice {
            clip: other.id(),
            ..self.session.clip_tools.laid.unwrap_or(usual)
        };
        self.session.clip_tools.dialog = Some(ClipDialog::Lay(choice));
    }

    /// The clip behind one in the list, or the first.
    fn clip_beside(&self, of: ClipId) -> Option<Clip> {
        let clips = &self.document.character.clips;
        let place = clips.iter().position(|clip| clip.id() == of)?;
        let mut others = clips.iter().cycle().skip(place + 1).take(clips.len() - 1);
        others.next().cloned()
    }

    /// The time of the last frame until then.
    fn on_frame(&self, time: f32) -> f32 {
        let rate = self.merge_rate();
        #[expect(clippy::cast_possible_truncation, reason = "times of clips are f32")]
        let time = ((f64::from(time) * rate + 1e-3).floor() / rate) as f32;
        time
    }

    /// Frames a second of what is merged: those of the timeline, else the usual ones.
    pub(super) fn merge_rate(&self) -> f64 {
        let sheet = &self.session.character.sheet;
        sheet.frames_per_second().unwrap_or(MERGE_RATE)
    }

    pub(super) fn join_clips(&mut self, choice: JoinChoice) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let Some(next) = self.document.character.clip(choice.next).cloned() else {
            return;
        };
        let step = format!("Join {} and {}", clip_name(&clip), clip_name(&next));
        if let Some(why) = self.why_not_both_alone([&clip, &next]) {
            return self.refuse_clip(&step, why);
        }
        self.session.clip_tools.fade = Some(choice.fade);
        let character = &self.document.character;
        let inheritance = &self.document.scale_inheritance;
        let joined = joined_clip(
            character,
            inheritance,
            [&clip, &next],
            choice,
            self.merge_rate(),
        );
        match joined {
            Ok(joined) => self.take_merged(&step, &joined, [&clip, &next]),
            Err(why) => self.refuse_clip(&step, &why),
        }
    }

    pub(super) fn lay_clip(&mut self, choice: LayChoice) {
        if choice.apart {
            return self.lay_apart(choice);
        }
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let Some(above) = self.document.character.clip(choice.clip).cloned() else {
            return;
        };
        let step = format!("Lay {} over {}", clip_name(&above), clip_name(&clip));
        if let Some(why) = self.why_not_both_alone([&clip, &above]) {
            return self.refuse_clip(&step, why);
        }
        let selected = self.session.character.selection.joints();
        let selected: BTreeSet<JointIndex> = selected.iter().copied().collect();
        let joints = choice.only_selected.then_some(&selected);
        self.session.clip_tools.laid = Some(choice);
        let character = &self.document.character;
        match laid_clip(
            character,
            [&clip, &above],
            choice,
            joints,
            self.merge_rate(),
        ) {
            Ok(merged) => self.take_merged(&step, &merged, [&clip, &above]),
            Err(why) => self.refuse_clip(&step, &why),
        }
    }

    fn why_not_both_alone(&self, clips: [&Clip; 2]) -> Option<&'static str> {
        let mut why = clips.into_iter().map(|clip| self.why_not_alone(clip));
        why.find_map(|why| why)
    }

    /// The merged clip behind the one that it was made of, as a clip of its own, which is shown.
    fn take_merged(&mut self, step: &str, merged: &Clip, [of, other]: [&Clip; 2]) {
        let mut clips = self.document.character.clips.to_vec();
        let Some(place) = clips.iter().position(|clip| clip.id() == of.id()) else {
            return;
        };
        let id = self.free_clip_id();
        let name = free_name(&clips, &merged_name(of, other));
        let merged = merged
            .clone()
            .with_id(id)
            .with_source(None)
            .with_layer(None);
        clips.insert(place + 1, with_name(&merged, name));
        self.commit_clips(step, clips);
        self.show_clip(Some(id));
        let pending = &self.document.pending;
        let mut n_poses = pending.of_clip(of.id()).count();
        if other.id() != of.id() {
            n_poses += pending.of_clip(other.id()).count();
        }
        if n_poses > 0 {
            let poses = pluralize(n_poses, "unkeyed pose is", "unkeyed poses are");
            self.say(&format!("{poses} not in it: keys alone are merged."));
        }
    }
}
