//! A clip laid over another, and both merged into one.

use super::baked::{MergeError, PosesInTime, channels_of, frames_between};
use super::{Clip, Repeat};
use crate::{JointIndex, LayerMode, Pose, PoseLayer, Skeleton};
use std::collections::BTreeSet;

/// How a clip changes the one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipLayer {
    /// It takes the place of what lies below, by its weight.
    Over,
    /// What it adds to the rest pose is added.
    AddedToRest,
    /// What it adds to its own beginning is added.
    AddedToBeginning,
}

/// A clip over another one.
#[derive(Clone, Copy, Debug)]
pub struct LaidClip<'a> {
    /// The clip above. Where it is shorter it begins again if it [repeats](Clip::repeat), and else holds its end.
    pub clip: &'a Clip,
    /// How it changes what lies below.
    pub layer: ClipLayer,
    /// Its weight: 0 to 1 for one that lies over, any number for one that adds.
    pub weight: f32,
    /// The joints that it moves; none for all that it has tracks for, and its morph weights.
    pub joints: Option<&'a BTreeSet<JointIndex>>,
    /// Frames a second at which both are merged.
    pub rate: f64,
}

impl Clip {
    /// The clip with another one over it ([`Pose::with_layers`]), merged: of the joints that the upper clip moves all channels of both have
    /// a key on every frame, straight between them. All other tracks, the name, the length, markers and repeat are those of this clip.
    ///
    /// `base` is what neither clip moves, as for [`sample`](Self::sample).
    ///
    /// # Errors
    ///
    /// Keys that are not finite, and more frames than are kept at once.
    pub fn with_clip_over(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        laid: &LaidClip<'_>,
    ) -> Result<Self, MergeError> {
        let is_moved = |joint: &JointIndex| {
            joint.index() < skeleton.len()
                && laid.joints.is_none_or(|joints| joints.contains(joint))
        };
        let moved: BTreeSet<JointIndex> = channels_of(&[laid.clip])
            .into_keys()
            .filter(is_moved)
            .collect();
        let mask: Vec<f32> = skeleton
            .joints()
            .map(|joint| f32::from(u8::from(moved.contains(&joint))))
            .collect();
        let beginning = laid.clip.sample(skeleton, base, 0.0);
        let mut rest = Pose::rest(skeleton);
        rest.morph_weights = vec![0.0; base.morph_weights.len()];
        let mode = match laid.layer {
            ClipLayer::Over => LayerMode::Override,
            ClipLayer::AddedToRest => LayerMode::Additive(&rest),
            ClipLayer::AddedToBeginning => LayerMode::Additive(&beginning),
        };
        let times = frames_between(0.0, self.duration(), laid.rate, skeleton.len())?;
        let at = |&time: &f32| {
            let above = laid
                .clip
                .sample(skeleton, base, laid.clip.time_within(time));
            let layer = PoseLayer {
                mode,
                pose: &above,
                weight: laid.weight,
                mask: &mask,
                morphs: laid.joints.is_none(),
            };
            self.sample(skeleton, base, time).with_layers(&[layer])
        };
        let poses = PosesInTime {
            skeleton,
            poses: times.iter().map(at).collect(),
            times,
        };
        let mut tracks = self.tracks().to_vec();
        for (joint, kinds) in channels_of(&[self, laid.clip]) {
            if moved.contains(&joint) {
                tracks.extend(poses.tracks(joint, &kinds)?);
            }
        }
        let mut morphs = self.morphs().to_vec();
        for morph in laid.clip.morphs().iter().filter(|_| laid.joints.is_none()) {
            morphs.push(poses.morph(morph.weight)?);
        }
        let duration = self.duration();
        Ok(self
            .clone()
            .with_tracks(tracks, morphs)
            .with_duration(duration))
    }

    /// A time of a clip that may go on for longer than it lasts: begun again, there and back, or held at its end.
    fn time_within(&self, time: f32) -> f32 {
        let length = self.duration();
        if length <= 0.0 {
            return 0.0;
        }
        match self.repeat() {
            Repeat::Once => time.min(length),
            Repeat::Loop if time <= length => time,
            Repeat::Loop => time.rem_euclid(length),
            Repeat::PingPong => {
                let place = time.rem_euclid(2.0 * length);
                place.min(2.0 * length - place)
            }
        }
    }
}
