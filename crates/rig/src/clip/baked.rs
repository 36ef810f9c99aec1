//! Keys made of poses, as clips that are mixed need them.

use super::{AnyTrack, Channel, JointChannel, JointTrack, MorphTrack, SAME_KEY};
use crate::{
    Clip, ForwardError, JointIndex, Key, KeyMode, Keyed, LocalKeys, Pose, Segment, Skeleton,
    Tangents, Track, TrackError, UserTransform,
};
use std::collections::BTreeMap;

/// Poses at rising times.
pub(super) struct PosesInTime<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) times: Vec<f32>,
    pub(super) poses: Vec<Pose>,
}

/// Which channels the tracks of some clips move, by joint.
pub(super) fn channels_of(clips: &[&Clip]) -> BTreeMap<JointIndex, Vec<JointChannel>> {
    let mut found: BTreeMap<JointIndex, Vec<JointChannel>> = BTreeMap::new();
    for track in clips.iter().flat_map(|clip| clip.tracks()) {
        let kinds = found.entry(track.joint).or_default();
        if !kinds.contains(&track.channel.kind()) {
            kinds.push(track.channel.kind());
        }
    }
    found
}

/// The most poses of joints that are kept at once, of 56 bytes each.
const MOST: f64 = 1e7;

/// Why two clips cannot be made one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// Keys that are no track.
    #[error(transparent)]
    Track(#[from] TrackError),
    /// Lengths that do not fit the skeleton.
    #[error(transparent)]
    Pose(#[from] ForwardError),
    /// A number that is no rate.
    #[error("{rate} is no number of frames a second; give one above 0")]
    NoRate {
        /// The number.
        rate: f64,
    },
    /// More frames than are kept at once.
    #[error(
        "{seconds} s are too long for keys on each of {rate} frames a second; take fewer frames a second, or shorter clips"
    )]
    TooLong {
        /// Seconds with a key on each frame.
        seconds: f32,
        /// Frames a second.
        rate: f64,
    },
}

/// Times from one to another, a frame apart from frame to frame; both ends are among them.
///
/// # Errors
///
/// More frames than are kept for so many joints, or a rate that is none.
pub(super) fn frames_between(
    from: f32,
    to: f32,
    rate: f64,
    joints: usize,
) -> Result<Vec<f32>, MergeError> {
    let frames = f64::from(to - from) * rate;
    let joints = f64::from(u32::try_from(joints).unwrap_or(u32::MAX)).max(1.0);
    let is_rate = rate.is_finite() && rate > 0.0;
    if !is_rate {
        return Err(MergeError::NoRate { rate });
    }
    if !frames.is_finite() || frames * joints > MOST {
        return Err(MergeError::TooLong {
            seconds: to - from,
            rate,
        });
    }
    let mut times = vec![from];
    #[expect(clippy::cast_possible_truncation, reason = "times of clips are f32")]
    let time = |frame: f64| (frame / rate) as f32;
    let mut frame = (f64::from(from) * rate).floor() + 1.0;
    while time(frame) < to - SAME_KEY {
        if time(frame) > from + SAME_KEY {
            times.push(time(frame));
        }
        frame += 1.0;
    }
    if to > from + SAME_KEY {
        times.push(to);
    }
    Ok(times)
}

/// A joint of a pose as its channels are keyed.
pub(super) fn local_of(skeleton: &Skeleton, pose: &Pose, joint: JointIndex) -> LocalKeys {
    let user = UserTransform {
        rigid: pose.rigid[joint.index()],
        linear: pose.stretch[joint.index()].to_mat3(),
    };
    skeleton.local_keys_of_user(joint, &user)
}

/// A key that goes straight to the next.
pub(super) fn straight_key<T: Keyed>(time: f32, value: T) -> Key<T> {
    Key {
        time,
        value,
        tangents: [T::STILL; 2],
        mode: KeyMode {
            out: Segment::Linear,
            tangents: Tangents::Free,
            ..KeyMode::default()
        },
    }
}

/// A track of straight keys; one key where all are one.
pub(super) fn straight_track<T: Keyed>(keys: Vec<(f32, T)>) -> Result<Track<T>, TrackError> {
    let first = keys.first().map(|(_, value)| *value);
    let is_still = keys.iter().all(|(_, value)| Some(*value) == first);
    let mut before = first;
    let keys = keys.into_iter().map(|(time, value)| {
        // Signs run on from key to key.
        let near = before.filter(|before| value.is_opposite(*before));
        let value = near.map_or(value, |_| value.times(-1.0));
        before = Some(value);
        straight_key(time, value)
    });
    let mut keys: Vec<Key<T>> = keys.collect();
    if is_still {
        keys.truncate(1);
    }
    Track::from_keys(keys, None)
}

impl PosesInTime<'_> {
    /// Tracks of these channels of a joint.
    pub(super) fn tracks(
        &self,
        joint: JointIndex,
        kinds: &[JointChannel],
    ) -> Result<Vec<JointTrack>, TrackError> {
        let locals = self
            .poses
            .iter()
            .map(|pose| local_of(self.skeleton, pose, joint));
        let locals: Vec<LocalKeys> = locals.collect();
        let timed = |of: &dyn Fn(&LocalKeys) -> glam::Vec3| {
            let values = self.times.iter().zip(&locals);
            straight_track(values.map(|(&time, local)| (time, of(local))).collect())
        };
        let channel = |kind: &JointChannel| {
            Ok(match kind {
                JointChannel::Translation => {
                    Channel::Translation(timed(&|local| local.translation)?)
                }
                JointChannel::Scale => Channel::Scale(timed(&|local| local.stretch.scale)?),
                JointChannel::Shear => Channel::Shear(timed(&|local| local.stretch.shear)?),
                JointChannel::Rotation | JointChannel::Angle(_) => {
                    let values = self.times.iter().zip(&locals);
                    let values = values.map(|(&time, local)| (time, local.rotation));
                    Channel::Rotation(straight_track(values.collect())?)
                }
            })
        };
        let tracks = kinds.iter().map(|kind| {
            Ok(JointTrack {
                joint,
                channel: channel(kind)?,
            })
        });
        tracks.collect()
    }

    /// The track of a morph weight.
    pub(super) fn morph(&self, weight: usize) -> Result<MorphTrack, TrackError> {
        let values = self.times.iter().zip(&self.poses);
        let values = values
            .map(|(&time, pose)| (time, pose.morph_weights.get(weight).copied().unwrap_or(0.0)));
        Ok(MorphTrack {
            weight,
            track: straight_track(values.collect())?,
        })
    }
}

/// Tracks of joints and of morph weights, apart.
pub(super) fn parted(tracks: Vec<AnyTrack>) -> (Vec<JointTrack>, Vec<MorphTrack>) {
    let (mut joints, mut morphs) = (Vec::new(), Vec::new());
    for track in tracks {
        match track {
            AnyTrack::Joint(track) => joints.push(track),
            AnyTrack::Morph(track) => morphs.push(track),
        }
    }
    (joints, morphs)
}
