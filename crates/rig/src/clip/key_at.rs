//! What a track moves, and which of its keys.

use crate::{Axis, Interpolation, JointIndex, KeyMode, Keyed, Track};
use glam::{Quat, Vec3, Vec4};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One of the four channels of a joint, or a part of one that has keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JointChannel {
    /// Where the joint is in its parent.
    Translation,
    /// How it is turned.
    Rotation,
    /// One of the angles that the rotation follows from, in degrees, where the clip has [curves](crate::EulerCurves) of them. No track has it.
    Angle(Axis),
    /// Factors along its axes.
    Scale,
    /// The elements XY, YZ and ZX of its stretch.
    Shear,
}

/// What a track moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A channel of a joint.
    Joint(JointIndex, JointChannel),
    /// A morph weight, by its place in [`Pose::morph_weights`](crate::Pose::morph_weights).
    Morph(usize),
}

/// Names a key of a clip: no two keys of a track have one time.
///
/// Times are the same if their bits are; they are sorted as numbers.
#[derive(Clone, Copy, Debug)]
pub struct KeyAt {
    /// What the key's track moves.
    pub target: Target,
    /// Seconds from the clip's beginning, to the last bit those of the key.
    pub time: f32,
}

/// The keys of one track.
#[derive(Clone, Copy, Debug)]
pub enum Keys<'a> {
    /// Keys of translation, scale or shear.
    Vector(&'a Track<Vec3>),
    /// Keys of a rotation, as unit quaternions.
    Rotation(&'a Track<Quat>),
    /// Keys of a morph weight.
    Number(&'a Track<f32>),
}

/// A value of a key, or a tangent: of a node in its parent, as tracks hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyValue {
    /// Of translation, scale or shear.
    Vector(Vec3),
    /// Of a rotation; a tangent is the derivative of the quaternion.
    Rotation(Quat),
    /// Of a morph weight.
    Number(f32),
}

impl JointChannel {
    /// The channels that tracks have, in their order.
    pub const ALL: [Self; 4] = [Self::Translation, Self::Rotation, Self::Scale, Self::Shear];

    /// The channel that it is a part of, or is.
    #[must_use]
    pub const fn whole(self) -> Self {
        match self {
            Self::Angle(_) => Self::Rotation,
            Self::Translation | Self::Rotation | Self::Scale | Self::Shear => self,
        }
    }
}

impl KeyAt {
    fn parts(&self) -> (Target, u32) {
        // Bits, so that equality agrees with the hash.
        (self.target, self.time.to_bits())
    }
}

impl PartialEq for KeyAt {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for KeyAt {}

impl Hash for KeyAt {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl Ord for KeyAt {
    fn cmp(&self, other: &Self) -> Ordering {
        let targets = self.target.cmp(&other.target);
        targets.then(self.time.total_cmp(&other.time))
    }
}

impl PartialOrd for KeyAt {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Keys<'a> {
    /// Key times in seconds, rising; never empty.
    #[must_use]
    pub fn times(&self) -> &'a [f32] {
        match self {
            Self::Vector(track) => track.times(),
            Self::Rotation(track) => track.times(),
            Self::Number(track) => track.times(),
        }
    }

    pub(super) fn bytes_beside(self, other: Option<Self>) -> usize {
        match (self, other) {
            (Self::Vector(own), Some(Self::Vector(other))) => own.bytes_beside(Some(other)),
            (Self::Rotation(own), Some(Self::Rotation(other))) => own.bytes_beside(Some(other)),
            (Self::Number(own), Some(Self::Number(other))) => own.bytes_beside(Some(other)),
            (Self::Vector(own), _) => own.bytes_beside(None),
            (Self::Rotation(own), _) => own.bytes_beside(None),
            (Self::Number(own), _) => own.bytes_beside(None),
        }
    }

    /// A hash of times and values.
    pub(super) fn fingerprint(&self) -> u64 {
        fn of<T: Keyed>(track: &Track<T>) -> u64 {
            // This hasher has fixed keys: the same track has the same hash in every run.
            let mut hasher = DefaultHasher::new();
            for time in track.times() {
                time.to_bits().hash(&mut hasher);
            }
            for value in track.values() {
                let numbers = value.to_value().numbers();
                numbers.map(f32::to_bits).hash(&mut hasher);
            }
            hasher.finish()
        }
        match self {
            Self::Vector(track) => of(track),
            Self::Rotation(track) => of(track),
            Self::Number(track) => of(track),
        }
    }

    /// How the track passes on from a key. A key that the track lacks has the mode of its last.
    #[must_use]
    pub fn mode(&self, key: usize) -> KeyMode {
        match self {
            Self::Vector(track) => track.mode(key),
            Self::Rotation(track) => track.mode(key),
            Self::Number(track) => track.mode(key),
        }
    }

    /// Whether a key is the same as one of another track: time, value, tangents and how it passes on. Two that are not there are not.
    #[must_use]
    pub fn is_same_key(self, key: usize, other: Keys<'_>, other_key: usize) -> bool {
        fn values<T: Keyed>(track: &Track<T>, key: usize) -> Option<&[T]> {
            match track.interpolation() {
                Interpolation::CubicSpline => track.values().get(3 * key..3 * key + 3),
                Interpolation::Step | Interpolation::Linear => track.values().get(key..=key),
            }
        }
        fn of<T: Keyed>(one: &Track<T>, key: usize, other: &Track<T>, other_key: usize) -> bool {
            let time = |track: &Track<T>, key: usize| track.times().get(key).map(|it| it.to_bits());
            let own = values(one, key);
            own.is_some()
                && own == values(other, other_key)
                && time(one, key) == time(other, other_key)
                && one.mode(key) == other.mode(other_key)
        }
        match (self, other) {
            (Self::Vector(one), Keys::Vector(two)) => of(one, key, two, other_key),
            (Self::Rotation(one), Keys::Rotation(two)) => of(one, key, two, other_key),
            (Self::Number(one), Keys::Number(two)) => of(one, key, two, other_key),
            _ => false,
        }
    }

    /// The value at a time.
    #[must_use]
    pub fn sample(&self, time: f32) -> KeyValue {
        match self {
            Self::Vector(track) => KeyValue::Vector(track.sample(time)),
            Self::Rotation(track) => KeyValue::Rotation(track.sample(time)),
            Self::Number(track) => KeyValue::Number(track.sample(time)),
        }
    }
}

impl KeyValue {
    /// The largest of its numbers, without signs.
    pub(crate) fn largest(self) -> f32 {
        match self {
            Self::Vector(vector) => vector.abs().max_element(),
            Self::Rotation(rotation) => Vec4::from(rotation).abs().max_element(),
            Self::Number(number) => number.abs(),
        }
    }

    /// Its numbers; zeros where it has fewer than four.
    pub(crate) fn numbers(self) -> [f32; 4] {
        match self {
            Self::Vector(vector) => vector.extend(0.0).to_array(),
            Self::Rotation(rotation) => rotation.to_array(),
            Self::Number(number) => [number, 0.0, 0.0, 0.0],
        }
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        match self {
            Self::Vector(vector) => vector.is_finite(),
            Self::Rotation(rotation) => rotation.is_finite(),
            Self::Number(number) => number.is_finite(),
        }
    }
}
