//! Hands that go where those of the source are.

use super::pins::{SAMPLES_AT_ONCE, Sampler, Shift, sample_times};
use super::stands::{Limb, arms, legs};
use crate::transfer::clip::RetargetError;
use crate::transfer::retargeter::Retargeter;
use crate::transfer::source_tracks::SourceTracks;
use glam::DVec3;
use rig::{Clip, GoOn};

/// An arm of the target with the hand of the source that it follows.
struct Arm {
    source_hand: usize,
    limb: Limb,
}

impl Retargeter<'_> {
    /// The clip of the target in which its hands are where those of the source are, seen from the hips and as large as the target: the place
    /// of the target's hips + [`ratio`](Self::ratio) · (hand − hips of the source).
    ///
    /// `moved` is what [`clip`](Self::clip) or [`pin_feet`](Self::pin_feet) made of `source`. Upper arm and forearm reach by
    /// [`TwoBones`](rig::TwoBones), so that the elbow keeps to its side; the hand keeps its orientation. Where an arm is too short it is
    /// stretched out towards the place. Rotations of upper arms, forearms and hands get keys at the times of all keys of both clips, and 30 a
    /// second at least. All else stays as it is, as do arms that either map lacks a part of, and front legs that end in paws. Scale is not looked at.
    ///
    /// # Errors
    ///
    /// Keys that would not be finite, and `go_on` that said no.
    pub fn place_hands(
        &self,
        source: &Clip,
        moved: &Clip,
        go_on: &GoOn<'_>,
    ) -> Result<Clip, RetargetError> {
        let arms = self.placed_arms();
        let (Some(hips), false) = (self.hips, arms.is_empty()) else {
            return Ok(moved.clone());
        };
        let times = sample_times(source, Some(moved));
        let tracks = SourceTracks::new(self.source.skeleton, &self.source.frames, source);
        let mut sampler = Sampler::new(self, moved);
        let mut ways: Vec<Vec<DVec3>> = vec![Vec::with_capacity(times.len()); arms.len()];
        for (sample, &time) in times.iter().enumerate() {
            if sample % SAMPLES_AT_ONCE == 0 && go_on(f32::NAN).is_break() {
                return Err(RetargetError::Stopped);
            }
            let from = self.source.frames.posed(&tracks.pose(time));
            let posed = sampler.posed(time);
            for (ways, arm) in ways.iter_mut().zip(&arms) {
                let way = from.place(arm.source_hand) - from.place(hips.source);
                let goal = posed.place(hips.target) + self.ratio * way;
                ways.push(goal - posed.place(arm.limb.end));
            }
        }
        let shifts = arms.iter().zip(ways);
        let shifts: Vec<Shift> = shifts
            .map(|(arm, ways)| Shift::throughout(arm.limb, ways))
            .collect();
        let pinned = self.pin(&times, moved, &shifts, &[], go_on)?;
        self.with_pinned(moved, &times, pinned)
    }

    /// The arms that both maps have whole, left and right.
    fn placed_arms(&self) -> Vec<Arm> {
        let [source, target] = self.maps.map(arms);
        // Front paws stand: they are held as feet are.
        let [.., left, right] = legs(self.maps[1]);
        let stands = [left, right].into_iter().map(|paw| paw.is_some());
        let target = target.into_iter().zip(stands);
        let target = target.map(|(arm, stands)| arm.filter(|_| !stands));
        let both = source.into_iter().zip(target);
        let arm = |(source, target): (Option<Limb>, Option<Limb>)| {
            Some(Arm {
                source_hand: source?.end,
                limb: target?,
            })
        };
        both.filter_map(arm).collect()
    }
}
