//! Sampling of a clip.

use lanes::{Lanes, OnLanes};

use crate::PreparedClip;
use crate::key_times::Found;
use crate::lane_pose::Posed;

/// Everything of a clip but joints that are sampled track by track.
pub(crate) struct SampleWork<'a> {
    pub(crate) clip: &'a PreparedClip,
    pub(crate) found: &'a [Found],
    /// Its stretches are those of the clip's base.
    pub(crate) posed: &'a mut Posed,
}

impl OnLanes for SampleWork<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Self { clip, found, posed } = self;
        match &clip.frames {
            Some(frames) => frames.sample(simd, found, &mut posed.rotations),
            None => posed.rotations.copy_from_slice(&clip.base_rotations),
        }
        clip.rotations.sample(simd, found, &mut posed.rotations);
        posed.places.copy_from_slice(&clip.base_places);
        clip.places.set_places(simd, found, &mut posed.places);
        clip.stretches
            .add_stretches(simd, found, &mut posed.stretches);
    }
}
