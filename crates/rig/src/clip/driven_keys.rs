//! Keys of what a clip drives, for programs that know no driven channels.

use super::baked::{MergeError, PosesInTime, local_of};
use crate::{
    Clip, DrivenCombine, DrivenMemory, DrivenSet, DrivenTarget, JointChannel, JointIndex,
    MorphTrack, NodeConstraints, Pose, PoseInterpolator, ScaleInheritance, Skeleton,
};
use glam::Quat;
use std::collections::BTreeSet;

/// Shear below this is rounding, and needs no track.
const NO_SHEAR: f32 = 1e-6;
/// Rotations that differ by less, as quaternions, keep their keys.
const ROUNDING: f32 = 1e-5;

impl Clip {
    /// The clip with keys for all that it drives: driven joints and morph targets have a key on every frame,
    /// straight between them. All other tracks, the name, the length, markers and repeat stay.
    ///
    /// What muted channels drive gets none. On frames it shows what [`DrivenSet::apply`] makes of the clip's own poses, from the first frame
    /// to the last with one memory. Once
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
        let poses = driven.interpolators().iter();
        let poses = poses.flat_map(PoseInterpolator::poses);
        let by_pose: Vec<DrivenTarget> = poses.map(|own| DrivenTarget::Morph(own.morph)).collect();
        let channels = driven.channels().iter().filter(|channel| !channel.muted);
        let by_angle = channels.map(|channel| &channel.target);
        let targets = KeyedTargets::of(by_angle.chain(&by_pose));
        self.keyed_again(skeleton, base, rate, &targets, |pose| {
            driven.apply(pose, &mut [], &mut memory);
        })
    }

    /// The clip with keys for all joints that follow others by constraints and that it turns otherwise.
    ///
    /// They are as [`with_driven`](Self::with_driven) gives them. Evaluated again, the constraints show the same.
    ///
    /// # Errors
    ///
    /// As [`with_driven`](Self::with_driven); scale inheritances of another skeleton.
    pub fn with_constraints(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        constraints: &ConstrainedPoses<'_>,
        rate: f64,
    ) -> Result<Self, MergeError> {
        let ConstrainedPoses {
            constraints,
            scale_inheritance,
        } = *constraints;
        if constraints.is_empty() {
            return Ok(self.clone());
        }
        let all: Vec<JointIndex> = (constraints.constraints().iter())
            .map(|own| own.destination)
            .filter(|joint| joint.index() < base.len().min(skeleton.len()))
            .collect();
        let rotation = |pose: &Pose, joint: JointIndex| pose.rigid[joint.index()].rotation;
        let is_turned = |now: Quat, before: Quat| {
            !(now.abs_diff_eq(before, ROUNDING) || now.abs_diff_eq(-before, ROUNDING))
        };
        let mut joints = BTreeSet::new();
        let poses = PosesInTime::sampled(skeleton, [0.0, self.duration()], rate, |time| {
            let mut pose = self.sample(skeleton, base, time);
            let before: Vec<Quat> = all.iter().map(|&joint| rotation(&pose, joint)).collect();
            // Lengths alone can fail, and those of a clip's pose are the skeleton's.
            let applied = constraints.apply(skeleton, &mut pose, scale_inheritance);
            let both = all.iter().zip(before).filter(|_| applied.is_ok());
            let turned =
                both.filter(|(joint, before)| is_turned(rotation(&pose, **joint), *before));
            joints.extend(turned.map(|(joint, _)| *joint));
            pose
        })?;
        let targets = KeyedTargets {
            joints,
            weights: BTreeSet::new(),
        };
        self.keyed_by(&poses, &targets, base)
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
        let unmuted = adding.filter(|channel| !channel.muted);
        let targets = KeyedTargets::of(unmuted.map(|channel| &channel.target));
        self.keyed_again(skeleton, base, rate, &targets, |pose| {
            driven.take_back(pose, &mut memory);
        })
    }

    /// The clip with a key on every frame for these targets, of its poses as `change` makes them.
    fn keyed_again(
        &self,
        skeleton: &Skeleton,
        base: &Pose,
        rate: f64,
        targets: &KeyedTargets,
        mut change: impl FnMut(&mut Pose),
    ) -> Result<Self, MergeError> {
        let poses = PosesInTime::sampled(skeleton, [0.0, self.duration()], rate, |time| {
            let mut pose = self.sample(skeleton, base, time);
            change(&mut pose);
            pose
        })?;
        self.keyed_by(&poses, targets, base)
    }

    /// The clip with the keys of poses for these targets, in place of its own.
    fn keyed_by(
        &self,
        poses: &PosesInTime<'_>,
        targets: &KeyedTargets,
        base: &Pose,
    ) -> Result<Self, MergeError> {
        let most = base.len().min(poses.skeleton.len());
        let mut tracks = self.tracks().to_vec();
        for &joint in targets.joints.iter().filter(|own| own.index() < most) {
            tracks.extend(poses.tracks(joint, &kinds(poses, joint))?);
        }
        let is_there = |weight: &usize| *weight < base.morph_weights.len();
        let keyed = targets.weights.iter().copied().filter(is_there);
        let keyed: Result<Vec<MorphTrack>, _> = keyed.map(|weight| poses.morph(weight)).collect();
        let morphs = self.morphs().iter().cloned().chain(keyed?).collect();
        let keyed = self.clone().with_tracks(tracks, morphs);
        Ok(keyed.with_duration(self.duration()))
    }
}

/// Constraints of a clip's poses.
#[derive(Clone, Copy, Debug)]
pub struct ConstrainedPoses<'a> {
    /// What joints follow.
    pub constraints: &'a NodeConstraints,
    /// How far the scale of each joint reaches, by which places are found that are aimed at.
    pub scale_inheritance: &'a [ScaleInheritance],
}

/// What gets keys.
struct KeyedTargets {
    joints: BTreeSet<JointIndex>,
    /// Weights of morph targets, by their places in poses.
    weights: BTreeSet<usize>,
}

impl KeyedTargets {
    fn of<'a>(targets: impl IntoIterator<Item = &'a DrivenTarget>) -> Self {
        let (mut joints, mut weights) = (BTreeSet::new(), BTreeSet::new());
        for target in targets {
            joints.extend(target.joint());
            weights.extend(target.morph());
        }
        Self { joints, weights }
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
