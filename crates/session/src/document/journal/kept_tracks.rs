//! Changed tracks of a clip without the character: what they move by names and keys, their keys as they are.

use std::ops::Range;
use std::sync::Arc;

use character::Character;
use glam::{Quat, Vec3};
use rig::{
    AddressMatch, Addresses, AnyTrack, Channel, Clip, Interpolation, JointChannel, JointIndex,
    JointTrack, KeyMode, Keys, MorphTrack, Skeleton, Target, Track,
};

use super::clips::morphs_of;

/// A track that was set or removed.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptTrack {
    /// The joint, or the node of the mesh whose morph weight it is.
    pub node: NodeName,
    /// What of it is moved.
    pub of: TrackTarget,
    /// The keys; none for a track that was removed.
    pub keys: Option<KeptKeys>,
    /// [`hash_of_keys`] of the track that was there before; none if there was none.
    pub source: Option<u64>,
}

/// A joint as projects name it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeName {
    /// The joint's key in the skeleton.
    pub key: u32,
    /// Its address, see [`Addresses`].
    pub address: String,
}

/// What of a node a track moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackTarget {
    /// A channel of the joint.
    Joint(JointChannel),
    /// A morph weight, by its place among those of the mesh.
    Morph(usize),
}

/// The keys of a track with their kind.
#[derive(Clone, Debug, PartialEq)]
pub enum KeptKeys {
    /// Keys of one channel of a joint.
    Joint(Channel),
    /// Of a morph weight.
    Morph(Track<f32>),
}

impl KeptKeys {
    /// The keys, whatever they are of.
    #[must_use]
    pub const fn keys(&self) -> Keys<'_> {
        match self {
            Self::Joint(channel) => channel.keys(),
            Self::Morph(track) => Keys::Number(track),
        }
    }

    /// The track over a target; none if they are of another kind.
    pub(super) fn over(&self, target: Target) -> Option<AnyTrack> {
        match (self, target) {
            (Self::Joint(channel), Target::Joint(joint, kind)) => {
                let channel = channel.clone();
                (channel.kind() == kind).then_some(AnyTrack::Joint(JointTrack { joint, channel }))
            }
            (Self::Morph(track), Target::Morph(weight)) => {
                let track = track.clone();
                Some(AnyTrack::Morph(MorphTrack { weight, track }))
            }
            _ => None,
        }
    }
}

impl KeptTrack {
    /// What it moves, for people.
    #[must_use]
    pub fn text(&self) -> String {
        let name = &self.node.address;
        match self.of {
            TrackTarget::Joint(JointChannel::Translation) => format!("translation of {name}"),
            TrackTarget::Joint(JointChannel::Rotation | JointChannel::Angle(_)) => {
                format!("rotation of {name}")
            }
            TrackTarget::Joint(JointChannel::Scale) => format!("scale of {name}"),
            TrackTarget::Joint(JointChannel::Shear) => format!("shear of {name}"),
            TrackTarget::Morph(place) => format!("morph weight {place} of {name}"),
        }
    }
}

/// The nodes of a character by keys and names.
pub(super) struct NodeNames<'a> {
    skeleton: &'a Skeleton,
    addresses: Addresses<'a>,
    morphs: Arc<[(JointIndex, Range<usize>)]>,
}

impl<'a> NodeNames<'a> {
    pub(super) fn new(skeleton: &'a Skeleton, morphs: Arc<[(JointIndex, Range<usize>)]>) -> Self {
        Self {
            skeleton,
            addresses: Addresses::new(skeleton),
            morphs,
        }
    }

    pub(super) fn of(character: &'a Character) -> Self {
        Self::new(&character.rig.skeleton, morphs_of(character))
    }

    /// The joint of that key if it has that address, else the one at the address.
    pub(super) fn joint(&self, name: &NodeName) -> Option<JointIndex> {
        let same_key = self.skeleton.joint_of_key(name.key);
        // A key alone may have moved to another joint since: both have to agree, else the address decides, as people
        // read it.
        let same_key = same_key.filter(|&joint| self.addresses.of(joint) == name.address);
        same_key.or_else(|| match self.addresses.find(&name.address) {
            AddressMatch::One(joint) => Some(joint),
            AddressMatch::Several | AddressMatch::None => None,
        })
    }

    /// What is moved; none if the character lacks it.
    pub(super) fn target(&self, name: &NodeName, of: TrackTarget) -> Option<Target> {
        let joint = self.joint(name)?;
        match of {
            TrackTarget::Joint(channel) => Some(Target::Joint(joint, channel)),
            TrackTarget::Morph(place) => {
                let mut meshes = self.morphs.iter();
                let (_, range) = meshes.find(|(node, _)| *node == joint)?;
                let weight = range.start.checked_add(place)?;
                range.contains(&weight).then_some(Target::Morph(weight))
            }
        }
    }

    /// The name of a joint; none for one beyond the character.
    pub(super) fn name_of_joint(&self, joint: JointIndex) -> Option<NodeName> {
        (joint.index() < self.skeleton.len()).then(|| NodeName {
            key: self.skeleton.key(joint),
            address: self.addresses.of(joint),
        })
    }

    /// The names of a target; none for what lies beyond the character.
    fn name_of_target(&self, target: Target) -> Option<(NodeName, TrackTarget)> {
        let (joint, of) = match target {
            Target::Joint(joint, channel) => (joint, TrackTarget::Joint(channel)),
            Target::Morph(weight) => {
                let mut meshes = self.morphs.iter();
                let (node, range) = meshes.find(|(_, range)| range.contains(&weight))?;
                (*node, TrackTarget::Morph(weight - range.start))
            }
        };
        Some((self.name_of_joint(joint)?, of))
    }

    /// The tracks of `after` that are others in `before`, and those that it lacks, by target.
    pub(super) fn changed_tracks(&self, before: Option<&Clip>, after: &Clip) -> Vec<KeptTrack> {
        let kept = |target: Target, keys: Option<KeptKeys>| {
            let (node, of) = self.name_of_target(target)?;
            let source = before.and_then(|before| before.keys(target));
            let source = source.map(hash_of_keys);
            Some(KeptTrack {
                node,
                of,
                keys,
                source,
            })
        };
        let is_changed = |target: Target, own: Keys<'_>| {
            let old = before.and_then(|before| before.keys(target));
            old.is_none_or(|old| !is_same(own, old))
        };
        let joints = after.tracks().iter().filter_map(|track| {
            let channel = &track.channel;
            let keys = || Some(KeptKeys::Joint(channel.clone()));
            is_changed(track.target(), channel.keys())
                .then(|| kept(track.target(), keys()))
                .flatten()
        });
        let morphs = after.morphs().iter().filter_map(|morph| {
            let target = Target::Morph(morph.weight);
            let keys = || Some(KeptKeys::Morph(morph.track.clone()));
            is_changed(target, Keys::Number(&morph.track))
                .then(|| kept(target, keys()))
                .flatten()
        });
        let old = before.into_iter().flat_map(Clip::targets);
        let gone = old.filter(|&target| after.keys(target).is_none());
        let gone = gone.filter_map(|target| kept(target, None));
        joints.chain(morphs).chain(gone).collect()
    }
}

fn is_same(one: Keys<'_>, other: Keys<'_>) -> bool {
    match (one, other) {
        (Keys::Vector(one), Keys::Vector(other)) => one == other,
        (Keys::Rotation(one), Keys::Rotation(other)) => one == other,
        (Keys::Number(one), Keys::Number(other)) => one == other,
        _ => false,
    }
}

/// Basis and prime are those of FNV-1a with 64 bits, over words of 32 bits in place of bytes. The rotation brings high
/// bits down, which multiplication alone never does.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// A hash of all that a track says, bit for bit. It shows changes of a file and must not change: projects hold it.
#[must_use]
pub fn hash_of_keys(keys: Keys<'_>) -> u64 {
    match keys {
        Keys::Vector(track) => hash_of(track, |value: &Vec3| value.to_array()),
        Keys::Rotation(track) => hash_of(track, |value: &Quat| value.to_array()),
        Keys::Number(track) => hash_of(track, |value: &f32| [*value]),
    }
}

fn hash_of<T: rig::Keyed, const N: usize>(
    track: &Track<T>,
    numbers: impl Fn(&T) -> [f32; N],
) -> u64 {
    let kind = match track.interpolation() {
        Interpolation::Step => 0,
        Interpolation::Linear => 1,
        Interpolation::CubicSpline => 2,
    };
    let modes = track.modes().unwrap_or_default();
    // Lengths of tangents count where there are some, those of all keys then: all other tracks have the words that they always had.
    let has_lengths = modes.iter().any(|mode| mode.is_weighted());
    let lengths = modes.iter().filter(|_| has_lengths);
    let lengths = lengths.flat_map(|mode| mode.handles.map(|length| u64::from(length.parts())));
    let modes = modes.iter().map(|mode| u64::from(byte_of_mode(*mode)));
    let modes = modes.chain(lengths);
    let numbers = track.values().iter().flat_map(numbers);
    let numbers = track.times().iter().copied().chain(numbers);
    let words = [kind].into_iter().chain(modes);
    words
        .chain(numbers.map(|number| u64::from(number.to_bits())))
        .fold(OFFSET, |hash, word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(PRIME)
        })
}

/// A key's mode but for the lengths of its tangents as one byte: how it passes on in the upper half, below that two bits of what it is to the animator, then its tangents.
pub(crate) fn byte_of_mode(mode: KeyMode) -> u8 {
    use rig::{KeyKind, Segment, Tangents};
    let out = match mode.out {
        Segment::Hold => 0,
        Segment::Linear => 1,
        Segment::Cubic => 2,
    };
    let tangents = match mode.tangents {
        Tangents::Auto => 0,
        Tangents::Flat => 1,
        Tangents::Aligned => 2,
        Tangents::Free => 3,
    };
    let kind = match mode.kind {
        KeyKind::Key => 0,
        KeyKind::Breakdown => 1,
        KeyKind::Extreme => 2,
    };
    out << 4 | kind << 2 | tangents
}

/// The way back from [`byte_of_mode`].
pub(crate) fn mode_of_byte(byte: u8) -> Option<KeyMode> {
    use rig::{KeyKind, Segment, Tangents};
    let out = match byte >> 4 {
        0 => Segment::Hold,
        1 => Segment::Linear,
        2 => Segment::Cubic,
        _ => return None,
    };
    let kind = match byte >> 2 & 0b11 {
        0 => KeyKind::Key,
        1 => KeyKind::Breakdown,
        2 => KeyKind::Extreme,
        _ => return None,
    };
    let tangents = match byte & 0b11 {
        0 => Tangents::Auto,
        1 => Tangents::Flat,
        2 => Tangents::Aligned,
        _ => Tangents::Free,
    };
    Some(KeyMode {
        out,
        tangents,
        kind,
        ..KeyMode::default()
    })
}
