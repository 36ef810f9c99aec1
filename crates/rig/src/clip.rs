//! Clips: tracks over joints and morph targets, sampled to poses.

use crate::{JointIndex, LocalKeys, Pose, Skeleton, Track};
use glam::{Quat, Vec3};
use std::collections::BTreeMap;
use std::sync::Arc;

mod adjusted;
mod baked;
mod cut;
mod driven_keys;
mod edit;
mod euler;
mod ground_motion;
mod inserted;
mod joined;
mod key_at;
mod keys_edit;
mod laid;
mod layer;
mod layered;
mod loop_closed;
mod loop_keyed;
mod mirrored;
mod mixed;
mod posed;
mod reduce;
mod repeated;
mod repeated_time;
mod root_motion;
mod split;
pub(crate) mod track;
mod warped;

pub use adjusted::KeyAdjustment;
pub use baked::MergeError;
pub use driven_keys::ConstrainedPoses;
pub use edit::{AnyTrack, ClipEdit, ClipError, KeyChanges, MovedKey, NewKey};
pub use euler::{ConvertedRotation, EulerCurves, EulerError, EulerOrder, MOST_EULER_KEYS};
pub use ground_motion::{GroundMotion, ground_motion};
pub use joined::JoinedClip;
pub use key_at::{JointChannel, KeyAt, KeyValue, Keys, Target};
pub use laid::LaidClip;
pub use layer::{AnimationLayer, ClipLayer, WeightCurve, WeightKey};
pub use layered::{LayeredClip, OwnPose};
pub use mirrored::MirroredTracks;
pub use mixed::{ClipMix, MixPace, MixedClip};
pub use posed::TrackHints;
pub use reduce::{
    JointBox, KeptKeys, ReducedKeys, Reduction, SearchLimits, distinct_keys, least_frames,
    reduced_track, times_to_measure,
};
pub use repeated::{RepeatError, RepeatOffset};
pub use root_motion::{RootMotion, RootMotionError};
pub use warped::TimeWarp;

/// Keys nearer than this, in seconds, are one: what is set there takes the place of what is there.
pub const SAME_KEY: f32 = 1e-4;

/// Which of a character's clips: stays the same when clips are renamed, put in another order or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipId(pub u32);

/// What happens at the end of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Repeat {
    /// Playback stops at the end.
    Once,
    /// Playback begins again at 0.
    #[default]
    Loop,
    /// It runs back to its beginning, and on.
    PingPong,
}

/// A moment of a clip that has a name.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipMarker {
    /// Seconds from the clip's beginning, not negative.
    pub time: f32,
    /// Any text; several markers may have the same.
    pub name: String,
}

/// A named animation.
///
/// Tracks keep a node's channels in its parent, as files do: translation, rotation, and a symmetric stretch whose diagonal is the
/// node's scale and whose rest is shear (see [`LocalKeys`]). A sampled pose is relative to rest all the same.
///
/// Valid however it came to be: at most one track per [`Target`], sorted. The clip ends at its [duration](Self::duration): keys
/// may stand after that, where they shape the curve up to the end and nothing plays them.
/// What a clip says of joints or weights that a character lacks is passed over. A clone shares the tracks.
///
/// The rotation of a joint may follow from [curves of angles](EulerCurves), which have keys of their own: then its track has exactly
/// the keys that these are baked to. Edits of the angles bake it anew, and a new key of the rotation becomes one of each angle. If
/// anything else changes the track the curves are dropped and the track stays.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use rig::{Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, LocalTransform, Pose, SkeletonBuilder, Track};
///
/// let skeleton = SkeletonBuilder::new().joint(0, None, "hips", LocalTransform::default()).build()?;
/// let keys = Track::new([0.0, 1.0], vec![Vec3::ZERO, Vec3::Y], Interpolation::Linear)?;
/// let tracks = vec![JointTrack { joint: JointIndex(0), channel: Channel::Translation(keys) }];
/// let jump = Clip::new(ClipId(0), Some("jump".to_owned()), 0.0).with_tracks(tracks, Vec::new());
/// assert_eq!(jump.duration(), 1.0);
/// let pose = jump.sample(&skeleton, &Pose::rest(&skeleton), 0.5);
/// assert_eq!(pose.rigid[0].translation, Vec3::Y * 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Clip {
    id: ClipId,
    source: Option<usize>,
    name: Option<String>,
    duration: f32,
    repeat: Repeat,
    markers: Arc<[ClipMarker]>,
    layer: Option<Arc<AnimationLayer>>,
    tracks: Vec<JointTrack>,
    morphs: Vec<MorphTrack>,
    euler: Arc<BTreeMap<JointIndex, EulerCurves>>,
}

/// Keys of one channel of one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointTrack {
    /// The index in the skeleton of the joint that the keys move.
    pub joint: JointIndex,
    /// The channel and its keys.
    pub channel: Channel,
}

/// One of the four channels of a node, with its keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Channel {
    /// In the parent's units.
    Translation(Track<Vec3>),
    /// Unit quaternions, from the joint's axes to its parent's.
    Rotation(Track<Quat>),
    /// Zero and negative values are allowed.
    Scale(Track<Vec3>),
    /// Off the diagonal of the stretch, `(xy, yz, zx)`; zero in files, which cannot say it.
    Shear(Track<Vec3>),
}

/// Keys of one morph weight.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphTrack {
    /// Place in [`Pose::morph_weights`] of the weight that the keys move.
    pub weight: usize,
    /// The keys; a weight of 1 is the whole displacement.
    pub track: Track<f32>,
}

impl Clip {
    /// A clip without tracks that lasts `duration` seconds; a time that is not finite or negative counts as 0.
    #[must_use]
    pub fn new(id: ClipId, name: Option<String>, duration: f32) -> Self {
        Self {
            id,
            name,
            duration: if duration.is_finite() {
                duration.max(0.0)
            } else {
                0.0
            },
            ..Self::default()
        }
    }

    /// The clip with these tracks in place of its own; of two over one target the later counts. If they go on beyond both the end
    /// and the last key that was there, the clip ends with them.
    #[must_use]
    pub fn with_tracks(mut self, mut tracks: Vec<JointTrack>, mut morphs: Vec<MorphTrack>) -> Self {
        // Reversed and sorted with a stable sort, the later of equals comes first and stays.
        tracks.reverse();
        tracks.sort_by_key(JointTrack::target);
        tracks.dedup_by_key(|track| track.target());
        morphs.reverse();
        morphs.sort_by_key(|morph| morph.weight);
        morphs.dedup_by_key(|morph| morph.weight);
        let known = self.last_key();
        self.tracks = tracks;
        self.morphs = morphs;
        // Only what reaches further than before makes the clip longer: keys may stand after an end that was set.
        if self.last_key() > known {
            self.duration = self.duration.max(self.last_key());
        }
        self.drop_stale_euler();
        self
    }

    /// The clip with another end and the same keys; a time that is not finite or negative counts as 0. For clips that are read
    /// back: as an edit, [`ClipEdit::SetDuration`] keeps up tangents too.
    #[must_use]
    pub const fn with_duration(mut self, duration: f32) -> Self {
        self.duration = if duration.is_finite() && duration > 0.0 {
            duration
        } else {
            0.0
        };
        self
    }

    /// The clip as one of a file: its place among the file's animations.
    #[must_use]
    pub const fn with_source(mut self, source: Option<usize>) -> Self {
        self.source = source;
        self
    }

    /// The clip with another [repeat](Self::repeat) and the same keys. For clips that are read back: as an edit,
    /// [`ClipEdit::SetRepeat`] keeps up tangents too.
    #[must_use]
    pub const fn with_repeat(mut self, repeat: Repeat) -> Self {
        self.repeat = repeat;
        self
    }

    /// The clip with these markers, in order of time; those that are nowhere, or before the beginning, are left out.
    #[must_use]
    pub fn with_markers(mut self, mut markers: Vec<ClipMarker>) -> Self {
        markers.retain(|marker| marker.time.is_finite() && marker.time >= 0.0);
        markers.sort_by(|one, other| one.time.total_cmp(&other.time));
        self.markers = markers.into();
        self
    }

    /// The same content under another identity.
    #[must_use]
    pub const fn with_id(mut self, id: ClipId) -> Self {
        self.id = id;
        self
    }

    /// Which clip this is.
    #[must_use]
    pub const fn id(&self) -> ClipId {
        self.id
    }

    /// Place among the animations of the file that it came from; none for a clip made since.
    #[must_use]
    pub const fn source(&self) -> Option<usize> {
        self.source
    }

    /// Its name; names may repeat.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Seconds from its beginning, which is at 0, to its end. Keys after it are not played.
    #[must_use]
    pub const fn duration(&self) -> f32 {
        self.duration
    }

    /// What happens at its end.
    #[must_use]
    pub const fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// Seconds after which it begins again; none unless it does. Automatic tangents go through the ends of tracks as long as that.
    #[must_use]
    pub fn cycle(&self) -> Option<f32> {
        (self.repeat == Repeat::Loop).then_some(self.duration)
    }

    /// Moments with names, in order of time.
    #[must_use]
    pub fn markers(&self) -> &[ClipMarker] {
        &self.markers
    }

    /// Tracks over joints, by target.
    #[must_use]
    pub fn tracks(&self) -> &[JointTrack] {
        &self.tracks
    }

    /// Tracks over morph weights, by weight.
    #[must_use]
    pub fn morphs(&self) -> &[MorphTrack] {
        &self.morphs
    }

    /// Whether the clip has no tracks at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty() && self.morphs.is_empty()
    }

    /// What the clip has tracks for, in order.
    pub fn targets(&self) -> impl Iterator<Item = Target> + '_ {
        let joints = self.tracks.iter().map(JointTrack::target);
        joints.chain(self.morphs.iter().map(|morph| Target::Morph(morph.weight)))
    }

    /// The track over a target.
    #[must_use]
    pub fn keys(&self, target: Target) -> Option<Keys<'_>> {
        match target {
            Target::Joint(joint, JointChannel::Angle(axis)) => self.angle_keys(joint, axis),
            Target::Joint(..) => {
                let place = self
                    .tracks
                    .binary_search_by_key(&target, JointTrack::target);
                Some(self.tracks.get(place.ok()?)?.channel.keys())
            }
            Target::Morph(weight) => {
                let place = self
                    .morphs
                    .binary_search_by_key(&weight, |morph| morph.weight);
                Some(Keys::Number(&self.morphs.get(place.ok()?)?.track))
            }
        }
    }

    /// Number of keys of all tracks.
    #[must_use]
    pub fn key_count(&self) -> usize {
        let joints = self.tracks.iter().map(|track| track.channel.times().len());
        let morphs = self.morphs.iter().map(|morph| morph.track.key_count());
        joints.chain(morphs).sum()
    }

    /// Bytes of the tracks that the other clip does not share.
    #[must_use]
    pub fn bytes_beside(&self, other: Option<&Self>) -> usize {
        let joints = self.tracks.iter().map(|own| {
            let theirs = other.and_then(|other| other.keys(own.target()));
            size_of_val(own) + own.channel.keys().bytes_beside(theirs)
        });
        let morphs = self.morphs.iter().map(|own| {
            let theirs = other.and_then(|other| other.keys(Target::Morph(own.weight)));
            size_of_val(own) + Keys::Number(&own.track).bytes_beside(theirs)
        });
        let euler = self.euler_curves().map(|(joint, own)| {
            let theirs = other.and_then(|other| other.euler(joint));
            own.bytes_beside(theirs)
        });
        joints.chain(morphs).chain(euler).sum()
    }

    /// Time of the last key of any track; 0 without keys, or where all are before 0.
    #[must_use]
    pub fn last_key(&self) -> f32 {
        let joints = self
            .tracks
            .iter()
            .filter_map(|track| track.channel.times().last());
        let morphs = self.morphs.iter().map(|morph| morph.track.end());
        joints.copied().chain(morphs).fold(0.0, f32::max)
    }

    /// The pose at a time in seconds, over `base`: joints, and channels of a joint, that no track moves stay as in the file
    /// for a joint the clip touches, and as in `base` for all others. Times outside the clip hold its ends; nothing loops.
    ///
    /// `base` has the length of the skeleton; tracks over joints or weights beyond it are passed over.
    #[must_use]
    pub fn sample(&self, skeleton: &Skeleton, base: &Pose, time: f32) -> Pose {
        let mut pose = base.clone();
        self.sample_into(skeleton, time, &mut TrackHints::default(), &mut pose);
        pose
    }
}

impl JointTrack {
    /// The joint and the channel that its keys move.
    #[must_use]
    pub const fn target(&self) -> Target {
        Target::Joint(self.joint, self.channel.kind())
    }
}

impl Channel {
    /// Which of the four it is.
    #[must_use]
    pub const fn kind(&self) -> JointChannel {
        match self {
            Self::Translation(_) => JointChannel::Translation,
            Self::Rotation(_) => JointChannel::Rotation,
            Self::Scale(_) => JointChannel::Scale,
            Self::Shear(_) => JointChannel::Shear,
        }
    }

    /// Key times in seconds, rising.
    #[must_use]
    pub fn times(&self) -> &[f32] {
        match self {
            Self::Translation(keys) | Self::Scale(keys) | Self::Shear(keys) => keys.times(),
            Self::Rotation(keys) => keys.times(),
        }
    }

    /// The keys, whatever they are of.
    #[must_use]
    pub const fn keys(&self) -> Keys<'_> {
        match self {
            Self::Translation(keys) | Self::Scale(keys) | Self::Shear(keys) => Keys::Vector(keys),
            Self::Rotation(keys) => Keys::Rotation(keys),
        }
    }

    /// Sets the channel to what the keys say at a time.
    pub(crate) fn sample_into(&self, local: &mut LocalKeys, hint: &mut usize, time: f32) {
        match self {
            Self::Translation(keys) => local.translation = keys.sample_from(hint, time),
            Self::Rotation(keys) => local.rotation = keys.sample_from(hint, time),
            Self::Scale(keys) => local.stretch.scale = keys.sample_from(hint, time),
            Self::Shear(keys) => local.stretch.shear = keys.sample_from(hint, time),
        }
    }
}
