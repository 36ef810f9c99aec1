//! Several clips mixed by weights: seen at a time, and baked.

use super::baked::{MergeError, PosesInTime, channels_of, parted};
use super::{AnyTrack, Clip, ClipId, LayeredClip};
use crate::{Mixed, Pose, Skeleton};
use std::collections::BTreeSet;

/// How the times of clips that are mixed hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MixPace {
    /// Every clip is stretched to the length of the mix, so that a step of one meets the step of another.
    #[default]
    InStep,
    /// Every clip goes at its own pace, and on as it repeats.
    Apart,
}

/// A clip that is mixed, as it is seen, and its weight.
#[derive(Clone, Debug)]
pub struct MixedClip<'a> {
    /// The clip, with the layers over it.
    pub clip: LayeredClip<'a>,
    /// Its weight, 0 or more; a common factor says nothing. One that is not finite, or below 0, counts as 0.
    pub weight: f32,
}

/// Clips mixed by weights that do not change.
#[derive(Clone, Debug)]
pub struct ClipMix<'a> {
    clips: Vec<MixedClip<'a>>,
    pace: MixPace,
    duration: f32,
}

impl<'a> ClipMix<'a> {
    /// The mix of clips over a duration in seconds. The order of the clips says nothing; those without a weight take no part.
    #[must_use]
    pub fn new(
        clips: impl IntoIterator<Item = MixedClip<'a>>,
        pace: MixPace,
        duration: f32,
    ) -> Self {
        let counts = |of: &MixedClip<'_>| of.weight.is_finite() && of.weight > 0.0;
        let mut clips: Vec<MixedClip<'a>> = clips.into_iter().filter(counts).collect();
        // Sums round by their order.
        clips.sort_by_key(|of| of.clip.below().id());
        Self {
            clips,
            pace,
            duration: duration.max(0.0),
        }
    }

    /// Whether no clip has a weight.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }

    /// Seconds that the mix lasts.
    #[must_use]
    pub const fn duration(&self) -> f32 {
        self.duration
    }

    /// The time of a clip at a time of the mix: `t · d / D` in step, of a clip that lasts `d` and a mix that lasts `D`, else `t`. Beyond the end
    /// of the mix clips go on as they repeat.
    ///
    /// Degenerate: a mix that lasts no time is at the beginning of all clips.
    #[must_use]
    pub fn time_in(&self, clip: &Clip, time: f32) -> f32 {
        let own = clip.duration();
        match self.pace {
            MixPace::Apart => time,
            // To the bit, where the division might round.
            MixPace::InStep if own.to_bits() == self.duration.to_bits() => time,
            MixPace::InStep if self.duration > 0.0 => {
                let share = time / self.duration;
                let most = if share <= 1.0 { own } else { f32::MAX };
                (share * own).min(most)
            }
            MixPace::InStep => 0.0,
        }
    }

    /// The mean of the poses of all clips at a time ([`Pose::mean`]); of one clip its very pose. `base` is what no clip moves, as for
    /// [`Clip::sample`], and what is seen without any clip.
    #[must_use]
    pub fn sample(&self, skeleton: &Skeleton, base: &Pose, time: f32) -> Pose {
        let poses = self.clips.iter().map(|of| {
            let within = self.time_in(of.clip.below(), time);
            of.clip.sample(skeleton, base, within)
        });
        let poses: Vec<Pose> = poses.collect();
        let mixed = self.clips.iter().zip(&poses).map(|(of, what)| Mixed {
            what,
            weight: of.weight,
            id: of.clip.below().id().0,
        });
        let mixed: Vec<Mixed<&Pose>> = mixed.collect();
        if mixed.is_empty() {
            return base.clone();
        }
        Pose::mean(&mixed)
    }

    /// The mix as a clip of its own, with a key on each frame for all that one of the clips moves, straight between them.
    ///
    /// # Errors
    ///
    /// Keys that are not finite, a rate that is none, and more frames than are kept at once.
    pub fn baked(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        id: ClipId,
        rate: f64,
    ) -> Result<Clip, MergeError> {
        let pose = |time: f32| self.sample(skeleton, base, time);
        let poses = PosesInTime::sampled(skeleton, [0.0, self.duration], rate, pose)?;
        let all = self.clips.iter();
        let all = all.flat_map(|of| std::iter::once(of.clip.below()).chain(of.clip.layers()));
        let all: Vec<&Clip> = all.collect();
        let mut tracks: Vec<AnyTrack> = Vec::new();
        for (joint, kinds) in channels_of(&all) {
            if joint.index() < skeleton.len() {
                let of_joint = poses.tracks_of_mean(joint, kinds)?;
                tracks.extend(of_joint.into_iter().map(AnyTrack::Joint));
            }
        }
        let morphs = all.iter().flat_map(|clip| clip.morphs());
        let morphs: BTreeSet<usize> = morphs.map(|morph| morph.weight).collect();
        for weight in morphs.range(..base.morph_weights.len()) {
            tracks.push(AnyTrack::Morph(poses.morph(*weight)?));
        }
        let (joints, morphs) = parted(tracks);
        let clip = Clip::new(id, None, self.duration).with_tracks(joints, morphs);
        Ok(clip.with_duration(self.duration))
    }
}
