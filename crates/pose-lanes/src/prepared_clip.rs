//! A clip whose keys are in the axes of the model.

use glam::{DQuat, Quat, Vec3};
use lanes::{Row8, Row16};
use rig::{
    Channel, Clip, ForwardError, Interpolation, JointIndex, JointTrack, LocalKeys, Pose, Skeleton,
    Stretch, Track, UserTransform,
};

use crate::carried::{Carried, KeyCarrier, NO_STRETCH};
use crate::clip_draft::{ClipDraft, Straightness, quad_of};
use crate::key_times::KeyTimes;
use crate::lane_count::lane_count;
use crate::rotation_tracks::{RotationFrames, RotationTracks};
use crate::vector_tracks::VectorTracks;
use crate::{LaneError, PreparedRig};

/// A clip, prepared for a rig, over a pose for what it does not move. Never changed: an edit of clip or rig asks for another one.
///
/// Interpolations commute with what carries keys to the axes of the model, `r = b_p q b_i*`, `p = h_p + b_p t`, `S' = b_i S b_iᵀ`, so keys are
/// carried once, and not what comes between them.
///
/// Rotations that most joints key at the same times lie frame by frame; other tracks, held and cubic ones too, one after another. Tracks that go straight from
/// key to key are given keys at the times of all others, if that makes no more than three times as many: it changes nothing, and thinned-out keys are frames again. A joint whose rest
/// is scaled unevenly, with a track of which each key passes on in its own way, or with rotations that are not of unit length, is sampled as
/// [`Clip::sample`] does. Tracks over morph weights are passed over: palettes know none.
#[derive(Clone, Debug)]
pub struct PreparedClip {
    pub(crate) rig: PreparedRig,
    pub(crate) lists: Vec<KeyTimes>,
    /// Of joints and channels that do not move, in columns.
    pub(crate) base_rotations: Vec<[Row16; 4]>,
    /// In columns.
    pub(crate) base_places: Vec<[Row16; 3]>,
    /// Joint by joint, with nothing of what moves; none where no joint is ever stretched.
    pub(crate) base_stretches: Vec<Row8>,
    pub(crate) frames: Option<RotationFrames>,
    pub(crate) rotations: RotationTracks,
    pub(crate) places: VectorTracks<1>,
    pub(crate) stretches: VectorTracks<2>,
    pub(crate) slow: Vec<SlowJoint>,
}

/// A joint that is sampled track by track.
#[derive(Clone, Debug)]
pub(crate) struct SlowJoint {
    pub(crate) joint: JointIndex,
    pub(crate) channels: Vec<Channel>,
}

impl PreparedClip {
    /// Prepares a clip. Joints that it does not move are as in `base`, like those of [`Clip::sample`]; tracks over joints that the rig lacks are
    /// passed over.
    ///
    /// # Errors
    ///
    /// [`LaneError::Lengths`]: `base` has another number of joints than the rig.
    pub fn new(rig: &PreparedRig, clip: &Clip, base: &Pose) -> Result<Self, LaneError> {
        let constants = rig.constants();
        let (expected, found) = (constants.slots.len(), base.len());
        if expected != found {
            return Err(ForwardError::Pose { expected, found }.into());
        }
        let mut draft = ClipDraft::new(constants, lane_count(constants.path));
        for (joint, (rigid, stretch)) in base.rigid.iter().zip(&base.stretch).enumerate() {
            let user = UserTransform {
                rigid: *rigid,
                linear: stretch.to_mat3(),
            };
            draft.set_base(joint, &Carried::of_user(constants, joint, &user));
        }
        let tracks = clip.tracks();
        for tracks in tracks.chunk_by(|one, next| one.joint == next.joint) {
            if tracks[0].joint.index() < expected {
                prepare_joint(&mut draft, tracks);
            }
        }
        Ok(draft.finish(rig))
    }

    /// The rig that it was prepared for.
    #[must_use]
    pub const fn rig(&self) -> &PreparedRig {
        &self.rig
    }

    /// Bytes of keys and times, of which a sample reads two frames.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let frames = self.frames.as_ref();
        frames.map_or(0, |frames| frames.rotations.bytes())
            + size_of_val(&*self.rotations.keys)
            + size_of_val(&*self.places.keys)
            + size_of_val(&*self.stretches.keys)
            + 8 * self.lists.iter().map(KeyTimes::keys).sum::<usize>()
    }

    /// The same clip with rotations in frames of 16 bits a number in the place of 32: half the bytes, and an error of about 5e-5 of what hangs on a joint's turn. It
    /// pays where many clips do not fit the cache.
    #[must_use]
    pub fn with_short_keys(mut self) -> Self {
        if let Some(frames) = &mut self.frames {
            frames.rotations = frames.rotations.shortened();
        }
        self
    }

    /// How many joints are sampled track by track, as [`Clip::sample`] does.
    #[must_use]
    pub fn slow_joints(&self) -> usize {
        self.slow.len()
    }
}

/// All tracks of one joint.
fn prepare_joint(draft: &mut ClipDraft<'_>, tracks: &[JointTrack]) {
    let joint = tracks[0].joint;
    let rig = draft.rig;
    let are_plain = tracks.iter().all(|track| is_plain(&track.channel));
    let Some(carrier) = KeyCarrier::new(rig, joint).filter(|_| are_plain) else {
        let channels = tracks.iter().map(|track| track.channel.clone()).collect();
        draft.slow.push(SlowJoint { joint, channels });
        return;
    };
    let local = with_constants(rig.rig.skeleton.local_keys(joint), tracks);
    let user = rig.rig.skeleton.user_of_local_keys(joint, &local);
    let base = Carried::of_user(rig, joint.index(), &user);
    draft.set_base(joint.index(), &base);
    let moving = tracks.iter().filter(|track| !is_constant(&track.channel));
    let mut of_stretch = Vec::new();
    for track in moving {
        match &track.channel {
            Channel::Rotation(keys) => add_rotation(draft, joint.index(), keys, &carrier),
            Channel::Translation(keys) => add_place(draft, joint.index(), keys, &carrier),
            stretch @ (Channel::Scale(_) | Channel::Shear(_)) => of_stretch.push(stretch),
        }
    }
    if !of_stretch.is_empty() {
        add_stretch(draft, joint.index(), local.stretch, &of_stretch, &carrier);
    }
}

/// The local transform with the tracks that say one thing only.
fn with_constants(mut local: LocalKeys, tracks: &[JointTrack]) -> LocalKeys {
    let constant = tracks.iter().filter(|track| is_constant(&track.channel));
    for track in constant {
        let never = f32::NEG_INFINITY;
        match &track.channel {
            Channel::Translation(keys) => local.translation = keys.sample(never),
            Channel::Rotation(keys) => local.rotation = keys.sample(never),
            Channel::Scale(keys) => local.stretch.scale = keys.sample(never),
            Channel::Shear(keys) => local.stretch.shear = keys.sample(never),
        }
    }
    local
}

/// Whether lanes can sample it.
fn is_plain(channel: &Channel) -> bool {
    match channel {
        Channel::Translation(keys) | Channel::Scale(keys) | Channel::Shear(keys) => {
            keys.modes().is_none()
        }
        Channel::Rotation(keys) => {
            let is_unit = |key: &Quat| (key.length_squared() - 1.0).abs() < 1e-4;
            let is_cubic = keys.interpolation() == Interpolation::CubicSpline;
            // A sum of cubic weights is made unit anyway.
            keys.modes().is_none() && (is_cubic || keys.values().iter().all(is_unit))
        }
    }
}

/// Whether it says the same at all times: of scale and shear but for what is seen by nobody, as exporters write ones.
fn is_constant(channel: &Channel) -> bool {
    const UNSEEN: f32 = 1e-6;
    match channel {
        Channel::Translation(keys) => is_still(keys, |key, first| key == first),
        Channel::Rotation(keys) => is_still(keys, |key, first| key == first || -key == first),
        Channel::Scale(keys) | Channel::Shear(keys) => {
            is_still(keys, |key, first| key.abs_diff_eq(first, UNSEEN))
        }
    }
}

fn is_still<T: rig::Keyed>(keys: &Track<T>, is_same: impl Fn(T, T) -> bool) -> bool {
    let values = keys.values();
    let is_cubic = keys.interpolation() == Interpolation::CubicSpline;
    keys.key_count() == 1 || (!is_cubic && values.iter().all(|&key| is_same(key, values[0])))
}

fn add_rotation(draft: &mut ClipDraft<'_>, joint: usize, keys: &Track<Quat>, by: &KeyCarrier) {
    let straightness = Straightness::of(keys.interpolation());
    let mut values: Vec<DQuat> = keys
        .values()
        .iter()
        .map(|key| by.rotation(key.as_dquat()))
        .collect();
    if straightness != Straightness::Cubic {
        let mut before = values[0];
        for value in &mut values {
            let unit = value.normalize();
            // Each is the one of both signs that is nearer to the key before.
            *value = if unit.dot(before) < 0.0 { -unit } else { unit };
            before = *value;
        }
    }
    let quads = values
        .iter()
        .map(|value| value.as_quat().to_array())
        .collect();
    let instead = by.rotation(DQuat::IDENTITY).as_quat().to_array();
    let track = draft.track(joint, keys.times(), straightness);
    draft.add_rotation(track, straightness, quads, instead);
}

fn add_place(draft: &mut ClipDraft<'_>, joint: usize, keys: &Track<Vec3>, by: &KeyCarrier) {
    let straightness = Straightness::of(keys.interpolation());
    let carried = |(at, key): (usize, &Vec3)| {
        let key = key.as_dvec3();
        let is_tangent = straightness == Straightness::Cubic && at % 3 != 1;
        let carried = if is_tangent {
            by.change_of_place(key)
        } else {
            by.place(key)
        };
        [quad_of(carried)]
    };
    let values = keys.values().iter().enumerate().map(carried).collect();
    let track = draft.track(joint, keys.times(), straightness);
    draft.places.add(track, straightness, values);
}

/// Scale and shear that move: each is a share, and the base is the share of what does not.
fn add_stretch(
    draft: &mut ClipDraft<'_>,
    joint: usize,
    mut still: Stretch,
    channels: &[&Channel],
    by: &KeyCarrier,
) {
    for channel in channels {
        let is_scale = matches!(channel, Channel::Scale(_));
        let (Channel::Scale(keys) | Channel::Shear(keys)) = channel else {
            continue;
        };
        *(if is_scale {
            &mut still.scale
        } else {
            &mut still.shear
        }) = Vec3::ZERO;
        let straightness = Straightness::of(keys.interpolation());
        let share = |&key: &Vec3| {
            let stretch = if is_scale {
                Stretch {
                    scale: key,
                    shear: Vec3::ZERO,
                }
            } else {
                Stretch {
                    scale: Vec3::ZERO,
                    shear: key,
                }
            };
            let Row8([xx, yy, zz, xy, yz, zx, ..]) = by.stretch(stretch);
            [[xx, yy, zz, xy], [yz, zx, 0.0, 0.0]]
        };
        let values = keys.values().iter().map(share).collect();
        let track = draft.track(joint, keys.times(), straightness);
        draft.stretches.add(track, straightness, values);
    }
    draft.set_stretch(joint, by.stretch(still));
}

/// Whether any joint of these is stretched.
pub(crate) fn is_any_stretched(stretches: &[Row8]) -> bool {
    stretches.iter().any(|stretch| *stretch != NO_STRETCH)
}

impl SlowJoint {
    /// What the user does to the joint at a time.
    pub(crate) fn sample(
        &self,
        skeleton: &Skeleton,
        time: f32,
        hints: &mut [usize],
    ) -> UserTransform {
        let mut local = skeleton.local_keys(self.joint);
        for (channel, hint) in self.channels.iter().zip(hints) {
            match channel {
                Channel::Translation(keys) => local.translation = keys.sample_from(hint, time),
                Channel::Rotation(keys) => local.rotation = keys.sample_from(hint, time),
                Channel::Scale(keys) => local.stretch.scale = keys.sample_from(hint, time),
                Channel::Shear(keys) => local.stretch.shear = keys.sample_from(hint, time),
            }
        }
        skeleton.user_of_local_keys(self.joint, &local)
    }
}
