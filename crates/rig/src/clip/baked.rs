//! Keys made of poses, as clips that are mixed need them.

use super::{AnyTrack, Channel, JointChannel, JointTrack, MorphTrack, SAME_KEY};
use crate::{
    Clip, ForwardError, JointIndex, Key, KeyMode, Keyed, LocalKeys, Pose, Segment, Skeleton,
    Tangents, Track, TrackError, UserTransform,
};
use glam::Vec3;
use std::collections::BTreeMap;

/// What differs from the file by no more than this, relative to its size, is rounding of motions in f32, and needs no track.
const ROUNDING: f32 = 1e-6;

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

impl<'a> PosesInTime<'a> {
    /// Poses at both ends of a span of seconds, and on each frame between them.
    ///
    /// # Errors
    ///
    /// More frames than are kept for so many joints, or a rate that is none.
    pub(super) fn sampled(
        skeleton: &'a Skeleton,
        [from, to]: [f32; 2],
        rate: f64,
        pose: impl FnMut(f32) -> Pose,
    ) -> Result<Self, MergeError> {
        let times = frames_between(from, to, rate, skeleton.len())?;
        Ok(Self {
            skeleton,
            poses: times.iter().copied().map(pose).collect(),
            times,
        })
    }

    /// Tracks of a joint that clips move together by these channels, and of its other channels that are not as in the file.
    ///
    /// Without a track they would be: but under an uneven rest the mean of turns stretches too, and a joint that only some of the clips move
    /// stands in the others as in the base.
    pub(super) fn tracks_of_mean(
        &self,
        joint: JointIndex,
        mut kinds: Vec<JointChannel>,
    ) -> Result<Vec<JointTrack>, TrackError> {
        let locals = self.locals(joint);
        let file = self.skeleton.local_keys(joint);
        let all = [
            JointChannel::Translation,
            JointChannel::Rotation,
            JointChannel::Scale,
            JointChannel::Shear,
        ];
        for kind in all {
            let differs = || locals.iter().any(|local| differ(kind, local, &file));
            if !kinds.contains(&kind) && differs() {
                kinds.push(kind);
            }
        }
        self.tracks_of(joint, &kinds, &locals)
    }

    /// Tracks of these channels of a joint.
    pub(super) fn tracks(
        &self,
        joint: JointIndex,
        kinds: &[JointChannel],
    ) -> Result<Vec<JointTrack>, TrackError> {
        self.tracks_of(joint, kinds, &self.locals(joint))
    }

    fn locals(&self, joint: JointIndex) -> Vec<LocalKeys> {
        let poses = self.poses.iter();
        poses
            .map(|pose| local_of(self.skeleton, pose, joint))
            .collect()
    }

    fn tracks_of(
        &self,
        joint: JointIndex,
        kinds: &[JointChannel],
        locals: &[LocalKeys],
    ) -> Result<Vec<JointTrack>, TrackError> {
        let timed = |of: &dyn Fn(&LocalKeys) -> Vec3| {
            let values = self.times.iter().zip(locals);
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
                    let values = self.times.iter().zip(locals);
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

/// Whether a channel of a joint differs by more than rounding.
fn differ(kind: JointChannel, one: &LocalKeys, other: &LocalKeys) -> bool {
    let apart = |one: Vec3, other: Vec3, size: f32| one.distance(other) > ROUNDING * size;
    let scales = one.stretch.scale.length() + other.stretch.scale.length();
    match kind {
        JointChannel::Translation => {
            let (one, other) = (one.translation, other.translation);
            apart(one, other, one.length() + other.length())
        }
        JointChannel::Rotation | JointChannel::Angle(_) => {
            let (one, other) = (one.rotation, other.rotation);
            (one - other).length().min((one + other).length()) > ROUNDING
        }
        JointChannel::Scale => apart(one.stretch.scale, other.stretch.scale, scales),
        JointChannel::Shear => apart(one.stretch.shear, other.stretch.shear, scales),
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
