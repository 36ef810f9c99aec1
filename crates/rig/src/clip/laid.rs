//! A clip laid over another, and both merged into one.

use super::baked::MergeError;
use super::{AnimationLayer, Clip, ClipLayer, LayeredClip};
use crate::{JointIndex, Pose, Skeleton};
use std::collections::BTreeSet;

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
    /// The clip with another one over it, merged ([`LayeredClip::merged`]).
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
        let layer = AnimationLayer {
            joints: laid.joints.cloned(),
            ..AnimationLayer::new(self.id(), laid.layer, laid.weight)
        };
        LayeredClip::with_one(self, laid.clip, &layer).merged(skeleton, base, laid.rate)
    }
}
