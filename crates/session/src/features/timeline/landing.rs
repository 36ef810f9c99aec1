//! Where in time keys and poses land: on frames, unless somebody asked for a time between two.
//!
//! Playback shows times between frames, and stops wherever it is; so does what goes by seconds. What is posed or keyed then belongs
//! to the nearest frame: a key half a frame beside another would be seen by nobody. [`Context::land`] goes there before anything is
//! made of the pose that is shown.

use rig::{Clip, Pose, Target};

use crate::document::moment::Moment;
use crate::document::pending::{SAME_TIME, apply_changes, changes};
use crate::features::Context;
use crate::shown::clip_pose_shown;

impl Context<'_> {
    /// Stops playback, on a frame.
    pub(in crate::features) fn stop_playing(&mut self) {
        self.session.playback.playing = false;
        self.land();
    }

    /// Goes to the moment where what is set now belongs.
    pub(in crate::features) fn land(&mut self) {
        let Some(moment) = self.session.playback.moment else {
            return;
        };
        self.session.playback.moment = Some(self.landing(moment));
    }

    /// The moment where what is set at this one belongs: the nearest frame of the clip. The moment itself where time is counted in
    /// seconds, where the time was asked for, and where a key or an unkeyed pose stands.
    pub(in crate::features) fn landing(&self, moment: Moment) -> Moment {
        let sheet = &self.session.character.sheet;
        let unit = sheet.unit();
        let is_on_frame = unit.rate().is_none_or(|rate| rate.is_on_frame(moment.time));
        if is_on_frame || sheet.named_time == Some(moment.time) {
            return moment;
        }
        let Some(clip) = self.document.character.clip(moment.clip) else {
            return moment;
        };
        if self.document.pending.at(moment).is_some() || has_key_at(clip, moment.time) {
            return moment;
        }
        let time = unit.snap_until(f64::from(moment.time), clip.duration());
        Moment { time, ..moment }
    }

    /// A pose that was made over a moment, over the one where it belongs, which is shown: what was changed goes along, all else is
    /// as the clip has it there.
    pub(in crate::features) fn land_pose(&mut self, moment: Moment, pose: &Pose) -> (Moment, Pose) {
        let there = self.landing(moment);
        let pose_at = |moment| clip_pose_shown(self.document, self.session, moment, true);
        let poses = [moment, there].map(pose_at);
        let [Some(before), Some(mut landed)] = poses else {
            return (moment, pose.clone());
        };
        if there == moment {
            return (moment, pose.clone());
        }
        let changed = changes(&self.document.character.rig.skeleton, &before, pose);
        apply_changes(&changed, &mut landed);
        self.session.playback.moment = Some(there);
        (there, landed)
    }
}

/// Whether any track of the clip has a key at a time.
fn has_key_at(clip: &Clip, time: f32) -> bool {
    let mut targets = clip.keyed_targets();
    targets.any(|target: Target| {
        let times = clip.keys(target).map_or(&[][..], |keys| keys.times());
        // Times of keys rise, so that the first that is not before this time decides.
        let first = times.partition_point(|&key| key < time - SAME_TIME);
        times.get(first).is_some_and(|&key| key <= time + SAME_TIME)
    })
}
