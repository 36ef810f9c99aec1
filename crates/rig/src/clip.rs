//! Clips: tracks over joints and morph targets, sampled to poses.

use crate::{JointIndex, LocalTransform, Pose, Skeleton, Track, Trs};
use glam::{Quat, Vec3};

/// A named animation.
///
/// Tracks keep the file's channels, a node's translation, rotation and scale in its parent. A sampled pose is relative to
/// rest all the same: see [`Skeleton::user_transform`].
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use rig::{Channel, Clip, Interpolation, JointIndex, JointTrack, LocalTransform, Pose, SkeletonBuilder, Track};
///
/// let skeleton = SkeletonBuilder::new().joint(0, None, "hips", LocalTransform::default()).build()?;
/// let keys = Track::new([0.0, 1.0], vec![Vec3::ZERO, Vec3::Y], Interpolation::Linear)?;
/// let jump = Clip {
///     name: Some("jump".to_owned()),
///     duration: 1.0,
///     tracks: vec![JointTrack { joint: JointIndex(0), channel: Channel::Translation(keys) }],
///     morphs: Vec::new(),
/// };
/// let pose = jump.sample(&skeleton, &Pose::rest(&skeleton), 0.5);
/// assert_eq!(pose.rigid[0].translation, Vec3::Y * 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Clip {
    /// The file's name for it; names may repeat.
    pub name: Option<String>,
    /// Time of the last key of any track, in seconds.
    pub duration: f32,
    /// Tracks over joints; where two move one channel, the later one counts.
    pub tracks: Vec<JointTrack>,
    /// Tracks over morph weights.
    pub morphs: Vec<MorphTrack>,
}

/// Keys of one channel of one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointTrack {
    /// The joint moved.
    pub joint: JointIndex,
    /// The channel and its keys.
    pub channel: Channel,
}

/// One of the three channels of a file's node, with its keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Channel {
    /// In the parent's units.
    Translation(Track<Vec3>),
    /// Unit quaternions.
    Rotation(Track<Quat>),
    /// Zero and negative values are allowed.
    Scale(Track<Vec3>),
}

/// Keys of one morph weight.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphTrack {
    /// Place in [`Pose::morph_weights`].
    pub weight: usize,
    /// The keys.
    pub track: Track<f32>,
}

impl Clip {
    /// The pose at a time in seconds, over `base`: joints, and channels of a joint, that no track moves stay as in the file
    /// for a joint the clip touches, and as in `base` for all others. Times outside the clip hold its ends; nothing loops.
    ///
    /// `base` has the length of the skeleton; tracks over joints or weights beyond it are passed over.
    #[must_use]
    pub fn sample(&self, skeleton: &Skeleton, base: &Pose, time: f32) -> Pose {
        let mut pose = base.clone();
        for (joint, local) in self.sampled_locals(skeleton, time) {
            if joint.index() < pose.len() {
                pose.set_user_transform(
                    joint.index(),
                    &skeleton.user_transform(joint, &LocalTransform::Trs(local)),
                );
            }
        }
        for morph in &self.morphs {
            if let Some(weight) = pose.morph_weights.get_mut(morph.weight) {
                *weight = morph.track.sample(time);
            }
        }
        pose
    }

    /// The file's channels of every joint that the clip touches, in the order of the skeleton.
    fn sampled_locals(&self, skeleton: &Skeleton, time: f32) -> Vec<(JointIndex, Trs)> {
        let mut locals: Vec<Option<Trs>> = vec![None; skeleton.len()];
        for track in self
            .tracks
            .iter()
            .filter(|track| track.joint.index() < skeleton.len())
        {
            let local = locals[track.joint.index()]
                .get_or_insert_with(|| skeleton.local(track.joint).to_trs());
            track.channel.sample_into(local, time);
        }
        skeleton
            .joints()
            .zip(locals)
            .filter_map(|(joint, local)| local.map(|local| (joint, local)))
            .collect()
    }
}

impl Channel {
    /// Key times in seconds, rising.
    #[must_use]
    pub fn times(&self) -> &[f32] {
        match self {
            Self::Translation(keys) | Self::Scale(keys) => keys.times(),
            Self::Rotation(keys) => keys.times(),
        }
    }

    /// Sets the channel to what the keys say at a time.
    pub(crate) fn sample_into(&self, local: &mut Trs, time: f32) {
        match self {
            Self::Translation(keys) => local.translation = keys.sample(time),
            Self::Rotation(keys) => local.rotation = keys.sample(time),
            Self::Scale(keys) => local.scale = keys.sample(time),
        }
    }
}
