//! Commands of the animation menu and the timeline: the clip shown, its time and its speed.

use rig::{Clip, ClipEdit, ClipId, Repeat};
use scene::names::clip_name;

use crate::document::moment::Moment;
use crate::features::Context;
use crate::notices::Severity;
use crate::state::clips::command::ClipIntent;
use crate::state::clips::keys::{next_key, previous_key};

/// Limits of the playback speed, 1 being the clip's own. The lower one is above zero: zero would be a pause.
const SPEEDS: std::ops::RangeInclusive<f32> = 0.05..=8.0;

impl Context<'_> {
    pub(in crate::features) fn show_clip(&mut self, clip: Option<ClipId>) {
        match clip.and_then(|clip| self.moment_of(clip)) {
            Some(moment) => self.show_moment(moment),
            None => self.session.playback.leave_clip(),
        }
    }

    pub(in crate::features) fn seek(&mut self, time: f32) {
        let Some(moment) = self.session.playback.moment.or_else(|| self.way_in()) else {
            return;
        };
        let duration = self.duration(moment.clip);
        let time = if time.is_nan() {
            0.0
        } else {
            time.clamp(0.0, duration)
        };
        // The window asks for frames, unless Ctrl is held.
        self.session.character.sheet.named_time = Some(time);
        self.show_moment(Moment { time, ..moment });
    }

    /// The end of the clip, which may lie between frames.
    pub(in crate::features) fn seek_end(&mut self) {
        self.seek(f32::MAX);
        self.session.character.sheet.named_time = None;
    }

    pub(in crate::features) fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.session.playback.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        }
    }

    /// What happens at the end of the clip that is shown, or was shown last: this, or nothing if it does already. A step of its own, for
    /// automatic tangents go through the ends of a loop.
    pub(in crate::features) fn toggle_repeat(&mut self, repeat: Repeat) {
        let playback = &self.session.playback;
        let Some(moment) = playback.moment.or(playback.left) else {
            return;
        };
        let mut clips = self.document.character.clips.to_vec();
        let Some(clip) = clips.iter_mut().find(|clip| clip.id() == moment.clip) else {
            return;
        };
        let repeat = if clip.repeat() == repeat {
            Repeat::Once
        } else {
            repeat
        };
        let name = clip_name(clip);
        let name = match repeat {
            Repeat::Once => format!("Play {name} once"),
            Repeat::Loop => format!("Loop {name}"),
            Repeat::PingPong => format!("Play {name} there and back"),
        };
        match clip.with_edit(&ClipEdit::SetRepeat(repeat)) {
            Ok((after, _)) => {
                *clip = after;
                self.commit_clips(&name, clips);
            }
            Err(error) => {
                let text = format!("{name}: {error}.");
                self.session.notices.push(Severity::Warning, text);
            }
        }
    }

    pub(in crate::features) fn play_or_pause(&mut self) {
        let Some(moment) = self.session.playback.moment.or_else(|| self.way_in()) else {
            return;
        };
        let was_playing = self.session.playback.moves();
        let playback = &self.session.playback;
        let (start, end) = playback.played_range(self.duration(moment.clip));
        let ended = playback.repeat == Repeat::Once && moment.time >= end;
        let time = if ended && !was_playing {
            // Play at the end of a clip that does not loop starts over.
            start
        } else {
            moment.time
        };
        self.show_moment(Moment { time, ..moment });
        if was_playing {
            self.stop_playing();
        } else {
            self.session.playback.playing = true;
        }
    }

    pub(in crate::features) fn step(&mut self, forward: bool) {
        let Some(moment) = self.session.playback.moment.or_else(|| self.way_in()) else {
            return;
        };
        self.session.playback.playing = false;
        let Some(clip) = self.document.character.clip(moment.clip) else {
            return;
        };
        let key = if forward {
            // Keys after the end are not played, and not shown.
            next_key(clip, moment.time).filter(|&time| time <= clip.duration())
        } else {
            previous_key(clip, moment.time)
        };
        self.show_moment(Moment {
            time: key.unwrap_or(moment.time),
            ..moment
        });
    }

    pub(in crate::features) fn step_frame(&mut self, is_later: bool) {
        let Some(moment) = self.session.playback.moment.or_else(|| self.way_in()) else {
            return;
        };
        self.session.playback.playing = false;
        let unit = self.session.character.sheet.unit();
        self.seek(unit.beside(moment.time, is_later));
    }

    /// Shifts the time in sight of the dope sheet just so far that the current time is in it.
    pub(in crate::features) fn bring_time_into_sight(&mut self) {
        let sheet = &mut self.session.character.sheet;
        if let (Some(range), Some(moment)) = (sheet.range, self.session.playback.moment) {
            sheet.range = Some(range.showing(f64::from(moment.time)));
        }
    }

    pub(in crate::features) fn other_clip(&mut self, forward: bool) {
        let clips = &self.document.character.clips;
        let shown = self.session.playback.moment;
        let now = shown.and_then(|now| clips.iter().position(|clip| clip.id() == now.clip));
        let place = match (now, forward) {
            (None, _) => 0,
            (Some(now), true) => now + 1,
            (Some(now), false) => now + clips.len().max(1) - 1,
        };
        let place = place.checked_rem(clips.len());
        if let Some(clip) = place.and_then(|place| clips.get(place)) {
            self.show_moment(Moment {
                clip: clip.id(),
                time: 0.0,
            });
        }
    }

    pub(in crate::features) fn back_to_clip(&mut self) {
        if let Some(moment) = self.session.playback.left {
            self.show_moment(moment);
        }
    }

    /// The clip to show when none is shown: the one left last, else the first.
    pub(in crate::features) fn way_in(&self) -> Option<Moment> {
        let first = || self.moment_of(self.document.character.clips.first()?.id());
        self.session.playback.left.or_else(first)
    }

    fn moment_of(&self, clip: ClipId) -> Option<Moment> {
        let clip = self.document.character.clip(clip)?.id();
        Some(Moment { clip, time: 0.0 })
    }

    pub(in crate::features) fn show_moment(&mut self, moment: Moment) {
        self.session.switches.rest = false;
        self.session.playback.show(moment);
    }

    fn duration(&self, clip: ClipId) -> f32 {
        let clip = self.document.character.clip(clip);
        clip.map_or(0.0, Clip::duration)
    }

    /// Sends what is meant with the clip that is shown and its place in the list.
    pub(in crate::features) fn on_shown_clip(
        &mut self,
        intent: impl FnOnce(&Clip, usize) -> ClipIntent,
    ) {
        let Some(shown) = self.session.playback.moment else {
            return;
        };
        let mut clips = self.document.character.clips.iter().enumerate();
        if let Some((place, clip)) = clips.find(|(_, clip)| clip.id() == shown.clip) {
            let intent = intent(clip, place);
            self.on_clip_intent(intent);
        }
    }

    /// Keeps the trails of the selected joints, and shows them; lets go of them if all are kept already.
    pub(in crate::features) fn keep_trails(&mut self) {
        let session = &mut *self.session;
        let keeps = session.keeps_trails_of_selected();
        let joints = session.character.selection.joints();
        let kept = &mut session.character.trails_kept;
        if keeps {
            kept.retain(|joint| !joints.contains(joint));
        } else {
            kept.extend(joints);
            session.motion.trails = true;
        }
    }
}
