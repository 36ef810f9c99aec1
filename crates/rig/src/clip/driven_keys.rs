//! Keys of what a clip drives, for programs that know no driven channels.

use super::baked::{MergeError, PosesInTime, local_of};
use crate::{
    Clip, DrivenChannel, DrivenCombine, DrivenMemory, DrivenSet, DrivenTarget, JointChannel,
    JointIndex, MorphTrack, Pose, Skeleton,
};
use std::collections::BTreeSet;

/// Shear below this is rounding, and needs no track.
const NO_SHEAR: f32 = 1e-6;

impl Clip {
    /// The clip with keys for all that it drives: driven joints and morph targets have a key on every frame,
    /// straight between them. All other tracks, the name, the length, markers and repeat stay.
    ///
    /// On frames it shows what [`DrivenSet::apply`] makes of the clip's own poses, from the first frame to the last with one memory. Once
    /// keyed, the channels must not be applied to it again. Strengths are no part of a clip.
    ///
    /// # Errors
    ///
    /// Keys that are not finite, a rate that is none, and more frames than are kept at once.
    pub fn with_driven(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        driven: &DrivenSet,
        rate: f64,
    ) -> Result<Self, MergeError> {
        if driven.is_empty() {
            return Ok(self.clone());
        }
        let mut memory = DrivenMemory::default();
        self.keyed_again(skeleton, base, rate, driven.channels(), |pose| {
            driven.apply(pose, &mut [], &mut memory);
        })
    }

    /// The clip that [`with_driven`](Self::with_driven) made keys of, but for rounding and for keys between frames: on frames it shows
    /// what has to be added to for the same to be seen. Without channels that add, it is this one.
    ///
    /// # Errors
    ///
    /// As [`with_driven`](Self::with_driven).
    pub fn without_driven(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        driven: &DrivenSet,
        rate: f64,
    ) -> Result<Self, MergeError> {
        if !driven.adds() {
            return Ok(self.clone());
        }
        let mut memory = DrivenMemory::default();
        let channels = driven.channels().iter();
        let adding = channels.filter(|channel| channel.combine == DrivenCombine::Adds);
        self.keyed_again(skeleton, base, rate, adding, |pose| {
            driven.take_back(pose, &mut memory);
        })
    }

    /// The clip with a key on every frame for what channels drive, of its poses as `change` makes them.
    fn keyed_again<'a>(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        rate: f64,
        channels: impl IntoIterator<Item = &'a DrivenChannel>,
        mut change: impl FnMut(&mut Pose),
    ) -> Result<Self, MergeError> {
        let poses = PosesInTime::sampled(skeleton, [0.0, self.duration()], rate, |time| {
            let mut pose = self.sample(skeleton, base, time);
            change(&mut pose);
            pose
        })?;
        let targets: Vec<&DrivenTarget> = (channels.into_iter())
            .map(|channel| &channel.target)
            .collect();
        let is_there = |joint: &JointIndex| joint.index() < base.len().min(skeleton.len());
        let joints = targets.iter().filter_map(|target| target.joint());
        let joints: BTreeSet<JointIndex> = joints.filter(is_there).collect();
        let mut tracks = self.tracks().to_vec();
        for joint in joints {
            tracks.extend(poses.tracks(joint, &kinds(&poses, joint))?);
        }
        let weights = targets.iter().filter_map(|target| target.morph());
        let weights: BTreeSet<usize> = weights.collect();
        let is_there = |weight: &usize| *weight < base.morph_weights.len();
        let keyed = weights.into_iter().filter(is_there);
        let keyed: Result<Vec<MorphTrack>, _> = keyed.map(|weight| poses.morph(weight)).collect();
        let morphs = self.morphs().iter().cloned().chain(keyed?).collect();
        let keyed = self.clone().with_tracks(tracks, morphs);
        Ok(keyed.with_duration(self.duration()))
    }
}

/// All channels of a joint, since what has no track goes back to the file once another channel has one; shear only where there is any.
fn kinds(poses: &PosesInTime<'_>, joint: JointIndex) -> Vec<JointChannel> {
    let shears = poses.poses.iter().any(|pose| {
        let shear = local_of(poses.skeleton, pose, joint).stretch.shear;
        shear.abs().max_element() > NO_SHEAR
    });
    let mut kinds = vec![
        JointChannel::Translation,
        JointChannel::Rotation,
        JointChannel::Scale,
    ];
    kinds.extend(shears.then_some(JointChannel::Shear));
    kinds
}
