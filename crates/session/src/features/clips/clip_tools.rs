//! Operations on the whole clip that is shown: its mirror image, a closed loop, another course of time, root motion.

use std::sync::Arc;
use std::time::Duration;

use rig::{Clip, ClipEdit, ClipId, JointIndex, KeyAt, RootMotion, RootMotionError, Skeleton};
use scene::names::clip_name;

use crate::features::Context;
use crate::notices::Severity;
use crate::state::clips::clip_tools::{
    ClipDialog, ClipToolIntent, LoopChoice, LoopWay, RootChoice, WarpChoice,
};
use crate::state::clips::planted::{NotPlanted, planted_edit};
use crate::state::clips::whole_clip::{loop_edit, mirrored_pending, usual_loop, with_warped};
use crate::state::motion_in::kept_maps::FoundBones;
use crate::state::problems::problem_list::pluralize;
use crate::state::timeline::select::{present, span};

/// The longest that the window stands still for a clip.
const PATIENCE: Duration = Duration::from_secs(4);

impl Context<'_> {
    pub(in crate::features) fn on_clip_tool(&mut self, intent: ClipToolIntent) {
        match intent {
            ClipToolIntent::Ask(dialog) => self.session.clip_tools.dialog = dialog,
            ClipToolIntent::Go => {
                let Some(dialog) = self.session.clip_tools.dialog.take() else {
                    return;
                };
                match dialog {
                    ClipDialog::CloseLoop(choice) => self.close_loop(choice),
                    ClipDialog::Warp(choice) => self.warp_time(choice),
                    ClipDialog::Root(choice) => self.move_root(choice),
                    ClipDialog::Join(choice) => self.join_clips(choice),
                    ClipDialog::Lay(choice) => self.lay_clip(choice),
                    ClipDialog::Repeat(choice) => self.repeat_keys(choice),
                }
            }
        }
    }

    /// A copy of the clip that is shown; none if none is.
    pub(super) fn clip_at_work(&self) -> Option<Clip> {
        let moment = self.session.playback.moment?;
        self.document.character.clip(moment.clip).cloned()
    }

    pub(in crate::features) fn ask_to_close_loop(&mut self) {
        if let Some(clip) = self.clip_at_work() {
            let rate = self.session.character.sheet.frames_per_second();
            let usual = usual_loop(&clip, rate);
            let seconds = match self.session.clip_tools.closing {
                // Zero until a loop was baked.
                kept if kept > 0.0 => kept.min(clip.duration()),
                _ => usual.seconds,
            };
            let choice = LoopChoice { seconds, ..usual };
            self.session.clip_tools.dialog = Some(ClipDialog::CloseLoop(choice));
        }
    }

    /// For the range between the first and the last of the selected keys, if they are some; else for the whole clip.
    pub(in crate::features) fn ask_to_warp_time(&mut self) {
        if let Some(clip) = self.clip_at_work() {
            let there = present(&clip, &self.session.character.keys.selected);
            let range = match span(&there) {
                // Keys at one time span no range: the whole clip is meant.
                Some((first, last)) if last > first + 1e-3 => [first, last],
                _ => [0.0, clip.duration()],
            };
            let warp = self.session.clip_tools.warp;
            let choice = WarpChoice { range, ..warp };
            self.session.clip_tools.dialog = Some(ClipDialog::Warp(choice));
        }
    }

    /// Proposes the joint that moves most likely, and the root above it: the selected joint, else the first with tracks, else the
    /// first.
    pub(in crate::features) fn ask_for_root_motion(&mut self) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let skeleton = &self.document.character.rig.skeleton;
        let active = self.session.character.selection.active();
        let moves = |joint: JointIndex| clip.tracks().iter().any(|track| track.joint == joint);
        let mover = active.or_else(|| skeleton.joints().find(|&joint| moves(joint)));
        let Some(mover) = mover.or_else(|| skeleton.joints().next()) else {
            return;
        };
        let choice = RootChoice {
            root: uppermost(skeleton, mover),
            mover,
            motion: RootMotion::Out,
        };
        self.session.clip_tools.dialog = Some(ClipDialog::Root(choice));
    }

    pub(in crate::features) fn mirror_clip(&mut self) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let pairs = self.pairs();
        let name = format!("Mirror {}", clip_name(&clip));
        if let Some(why) = self.why_not_alone(&clip) {
            return self.refuse_clip(&name, why);
        }
        let tracks = match clip.mirror_tracks(&self.document.character.rig.skeleton, &pairs) {
            Ok(tracks) => tracks,
            Err(error) => return self.refuse_clip(&name, &error.to_string()),
        };
        let (set, remove) = (tracks.set, tracks.remove);
        let pending = mirrored_pending(self.document, clip.id(), &pairs);
        let n_poses = self.document.pending.of_clip(clip.id()).count();
        let edit = ClipEdit::SetTracks { set, remove };
        self.edit_clip_and_pending(&name, &edit, Arc::new(pending));
        if n_poses > 0 {
            let poses = pluralize(n_poses, "unkeyed pose was", "unkeyed poses were");
            self.say(&format!("{poses} mirrored with the clip."));
        }
        if !tracks.alone.is_empty() {
            let text = format!(
                "No joint of the other side was found for {}: their tracks stay as they are.",
                self.list_names(&tracks.alone)
            );
            self.session.notices.push(Severity::Warning, text);
        }
        if !tracks.resampled.is_empty() {
            let text = format!(
                "{} rest with an uneven scale: their keys are mirrored exactly, the curves between them nearly.",
                self.list_names(&tracks.resampled)
            );
            self.say(&text);
        }
    }

    fn close_loop(&mut self, choice: LoopChoice) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let name = format!("Close loop of {}", clip_name(&clip));
        if let Some(why) = choice.why_not(clip.duration()) {
            return self.refuse_clip(&name, why);
        }
        let rate = self.session.character.sheet.unit().rate();
        let rate = rate.map(|rate| rate.per_second());
        if choice.way == LoopWay::Bake {
            self.session.clip_tools.closing = choice.seconds;
        }
        match loop_edit(&clip, choice, rate) {
            Ok(None) => {
                self.say("The clip ends where it begins: nothing was changed.");
            }
            Ok(Some(edit)) => {
                self.edit_clip(&name, &edit);
                self.tell_of_unkeyed(clip.id());
            }
            Err(error) => self.refuse_clip(&name, &error.to_string()),
        }
    }

    /// After a change of keys alone.
    pub(in crate::features) fn tell_of_unkeyed(&mut self, clip: ClipId) {
        let n_poses = self.document.pending.of_clip(clip).count();
        if n_poses > 0 {
            let poses = pluralize(n_poses, "unkeyed pose stays", "unkeyed poses stay");
            self.say(&format!("{poses} as posed: only keys were changed."));
        }
    }

    pub(in crate::features) fn plant_feet(&mut self) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let name = format!("Plant feet of {}", clip_name(&clip));
        if let Some(why) = self.why_not_alone(&clip) {
            return self.refuse_clip(&name, why);
        }
        let character = &self.document.character;
        let found = FoundBones::of(
            character,
            self.session.settings_folder.as_deref(),
            &self.session.files,
        );
        let units = self.session.settings.units;
        match planted_edit(character, found.map(), &clip, units, Some(PATIENCE)) {
            Ok(planted) => {
                let told = planted.told.join("; ");
                let Some(edit) = planted.edit else {
                    return self.say(
                        "No foot of the clip stands anywhere and slides: nothing was changed.",
                    );
                };
                if self.edit_clip(&name, &edit).is_some() {
                    self.say(&format!("{}: {told}.", clip_name(&clip)));
                    self.tell_of_unkeyed(clip.id());
                }
            }
            Err(why) => self.refuse_clip(&name, &words_of(why)),
        }
    }

    fn warp_time(&mut self, choice: WarpChoice) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        self.session.clip_tools.warp = choice;
        let name = format!("Warp time of {}", clip_name(&clip));
        let why = choice.why_not(clip.duration());
        if let Some(why) = why.or_else(|| self.why_not_alone(&clip)) {
            return self.refuse_clip(&name, why);
        }
        let range = [choice.range[0], choice.range[1].min(clip.duration())];
        let warp = choice.warp();
        match clip.with_time_warp(range, warp) {
            Ok(after) => self.take_warped(&name, &after, |time| warp.time_after(range, time)),
            Err(error) => self.refuse_clip(&name, &error.to_string()),
        }
    }

    /// The clip in place of the one of its identity; what was posed over it, the time that is shown, the part that is played and the selected keys go along.
    fn take_warped(&mut self, name: &str, clip: &Clip, moved: impl Fn(f32) -> f32) {
        let after = with_warped(self.document, clip, &moved);
        self.commit(name, None, after);
        self.history.end_gesture();
        let playback = &mut self.session.playback;
        if let Some(moment) = &mut playback.moment {
            moment.time = moved(moment.time).min(clip.duration());
        }
        if let Some(region) = playback.region.as_mut().filter(|it| it.clip == clip.id()) {
            (region.start, region.end) = (moved(region.start), moved(region.end));
        }
        // Keys are where the warp has put their times, to the bit.
        let selected = &mut self.session.character.keys.selected;
        let followed = selected.iter().map(|key| KeyAt {
            time: moved(key.time),
            ..*key
        });
        *selected = Arc::new(present(clip, &followed.collect()));
    }

    fn move_root(&mut self, choice: RootChoice) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let RootChoice {
            root,
            mover,
            motion,
        } = choice;
        let (to, from) = (self.joint_name(root), self.joint_name(mover));
        let why = self.why_not_alone(&clip);
        let name = match motion {
            RootMotion::Out => format!("Root motion of {from} to {to}"),
            RootMotion::In => format!("Root motion of {to} into the clip"),
            RootMotion::Dropped => format!("{} in place", clip_name(&clip)),
        };
        if let Some(why) = why {
            return self.refuse_clip(&name, why);
        }
        let skeleton = &self.document.character.rig.skeleton;
        match clip.root_motion(skeleton, root, mover, motion) {
            Ok(set) => {
                let remove = Vec::new();
                self.edit_clip(&name, &ClipEdit::SetTracks { set, remove });
                self.tell_of_unkeyed(clip.id());
            }
            Err(error @ RootMotionError::NotBelow) => {
                let text = format!("{error}: {from} is not below {to}");
                self.refuse_clip(&name, &text);
            }
            Err(error) => self.refuse_clip(&name, &error.to_string()),
        }
    }

    pub(in crate::features) fn refuse_clip(&mut self, name: &str, why: &str) {
        let why = why.trim_end_matches('.');
        let text = format!("{name}: {why}. Nothing was changed.");
        self.session.notices.push(Severity::Warning, text);
    }
}

/// Why feet were not held, with what helps in the window.
fn words_of(why: NotPlanted) -> String {
    match why {
        NotPlanted::NoLegs => "nothing tells which joints are thigh, shin and foot of a leg; say so under Bring in motion…, whose choices are kept".to_owned(),
        NotPlanted::TooLong => {
            "the clip is too long to wait for; dualskin clips plant does it without the window".to_owned()
        }
        NotPlanted::Other(why) => why,
    }
}

/// The root of the joint's tree.
fn uppermost(skeleton: &Skeleton, joint: JointIndex) -> JointIndex {
    let parent = |joint: &JointIndex| skeleton.parent(*joint);
    std::iter::successors(Some(joint), parent)
        .last()
        .unwrap_or(joint)
}
