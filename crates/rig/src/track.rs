//! A value over time: keys and how to pass between them.

use dq_math::quaternion;
use glam::{Quat, Vec3};
use std::sync::Arc;
use thiserror::Error;

/// How a track passes between two keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Interpolation {
    /// The earlier key's value is held.
    Step,
    /// Straight line; the shorter arc for rotations.
    #[default]
    Linear,
    /// Hermite curve through the keys with given tangents.
    CubicSpline,
}

/// A value that keys can be set on. Implemented for `f32`, [`Vec3`] and [`Quat`].
pub trait Keyed: Copy {
    /// From `self` at `u = 0` to `end` at `u = 1`.
    #[must_use]
    fn linear(self, end: Self, u: f32) -> Self;

    /// `Σ weight · value`, made a valid value again (rotations are normalised).
    #[must_use]
    fn weighted(terms: [(f32, Self); 4]) -> Self;

    /// Whether every number is finite.
    fn is_finite(self) -> bool;
}

impl Keyed for f32 {
    fn linear(self, end: Self, u: f32) -> Self {
        self + (end - self) * u
    }

    fn weighted(terms: [(f32, Self); 4]) -> Self {
        terms.iter().map(|(weight, value)| weight * value).sum()
    }

    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl Keyed for Vec3 {
    fn linear(self, end: Self, u: f32) -> Self {
        self.lerp(end, u)
    }

    fn weighted(terms: [(f32, Self); 4]) -> Self {
        terms.iter().map(|&(weight, value)| value * weight).sum()
    }

    fn is_finite(self) -> bool {
        Self::is_finite(self)
    }
}

impl Keyed for Quat {
    /// SLERP along the shorter arc.
    fn linear(self, end: Self, u: f32) -> Self {
        quaternion::slerp(self, end, u)
    }

    /// The sum, normalised; no sign is changed. A sum of length zero gives the identity.
    fn weighted(terms: [(f32, Self); 4]) -> Self {
        let sum = terms
            .iter()
            .fold(glam::Vec4::ZERO, |sum, &(weight, value)| {
                sum + glam::Vec4::from(value) * weight
            });
        Self::from_vec4(sum.try_normalize().unwrap_or(glam::Vec4::W))
    }

    fn is_finite(self) -> bool {
        Self::is_finite(self)
    }
}

/// Why keys do not make a track.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TrackError {
    /// No key.
    #[error("the track has no keys")]
    Empty,
    /// Not one value per key (three for a cubic spline).
    #[error("{keys} keys need {expected} values, but there are {found}")]
    Values {
        /// Number of key times.
        keys: usize,
        /// Values needed.
        expected: usize,
        /// Values given.
        found: usize,
    },
    /// Times must rise.
    #[error("key {key} is at {time} s, which is not after the key before it")]
    Order {
        /// The key.
        key: usize,
        /// Its time.
        time: f32,
    },
    /// NaN or infinity.
    #[error("key {key} is not finite")]
    NotFinite {
        /// The key.
        key: usize,
    },
}

/// Keys of one channel: times in seconds, strictly rising, and values.
///
/// For [`Interpolation::CubicSpline`] every key has three values: in-tangent, value, out-tangent, tangents per second.
/// Several tracks may share one array of times.
///
/// # Examples
///
/// ```
/// use rig::{Interpolation, Track, TrackError};
///
/// let track = Track::new([1.0, 3.0], vec![10.0_f32, 20.0], Interpolation::Linear)?;
/// assert_eq!(track.sample(2.0), 15.0);
/// assert_eq!(track.sample(9.0), 20.0);
/// let error = Track::new([1.0, 1.0], vec![10.0_f32, 20.0], Interpolation::Linear).unwrap_err();
/// assert_eq!(error, TrackError::Order { key: 1, time: 1.0 });
/// # Ok::<(), TrackError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Track<T> {
    times: Arc<[f32]>,
    values: Arc<[T]>,
    interpolation: Interpolation,
}

impl<T: Keyed> Track<T> {
    /// Checks the keys and takes them.
    ///
    /// # Errors
    ///
    /// No keys, a wrong number of values, times that do not rise, anything that is not finite.
    pub fn new(
        times: impl Into<Arc<[f32]>>,
        values: Vec<T>,
        interpolation: Interpolation,
    ) -> Result<Self, TrackError> {
        let times = times.into();
        let (keys, found) = (times.len(), values.len());
        let per_key = if interpolation == Interpolation::CubicSpline {
            3
        } else {
            1
        };
        let expected = keys.saturating_mul(per_key);
        if keys == 0 {
            return Err(TrackError::Empty);
        }
        if found != expected {
            return Err(TrackError::Values {
                keys,
                expected,
                found,
            });
        }
        if let Some(key) = times.iter().position(|time| !time.is_finite()) {
            return Err(TrackError::NotFinite { key });
        }
        if let Some(before) = times.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(TrackError::Order {
                key: before + 1,
                time: times[before + 1],
            });
        }
        match values.iter().position(|value| !value.is_finite()) {
            Some(value) => Err(TrackError::NotFinite {
                key: value / per_key,
            }),
            None => Ok(Self {
                times,
                values: values.into(),
                interpolation,
            }),
        }
    }

    /// Key times in seconds, rising; never empty.
    #[must_use]
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// The values; three per key for a cubic spline.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// How the track passes between keys.
    #[must_use]
    pub const fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The value at a time in seconds. Before the first key and after the last their values are held; exactly on a key it is
    /// the key's value. A time that is not a number gives the first key.
    ///
    /// With `d` the distance of the keys and `u` in 0…1 between them, a cubic spline is
    /// `(2u³−3u²+1) v₀ + d (u³−2u²+u) out₀ + (3u²−2u³) v₁ + d (u³−u²) in₁`; rotations are normalised afterwards.
    #[must_use]
    pub fn sample(&self, time: f32) -> T {
        let after = self.times.partition_point(|&key| key <= time);
        let Some(key) = after.checked_sub(1) else {
            return self.value(0);
        };
        if after == self.times.len() || self.interpolation == Interpolation::Step {
            return self.value(key);
        }
        let distance = self.times[after] - self.times[key];
        let u = (time - self.times[key]) / distance;
        // Keys further apart than f32 reaches give NaN: the earlier key is held.
        if u.is_nan() || u <= 0.0 {
            return self.value(key);
        }
        match self.interpolation {
            Interpolation::CubicSpline => self.hermite(key, u, distance),
            Interpolation::Step | Interpolation::Linear => {
                self.value(key).linear(self.value(after), u)
            }
        }
    }

    fn value(&self, key: usize) -> T {
        match self.interpolation {
            Interpolation::CubicSpline => {
                let value = self.values[3 * key + 1];
                T::weighted([(1.0, value), (0.0, value), (0.0, value), (0.0, value)])
            }
            Interpolation::Step | Interpolation::Linear => self.values[key],
        }
    }

    fn hermite(&self, key: usize, u: f32, distance: f32) -> T {
        let (u2, u3) = (u * u, u * u * u);
        T::weighted([
            (2.0 * u3 - 3.0 * u2 + 1.0, self.values[3 * key + 1]),
            (distance * (u3 - 2.0 * u2 + u), self.values[3 * key + 2]),
            (3.0 * u2 - 2.0 * u3, self.values[3 * key + 4]),
            (distance * (u3 - u2), self.values[3 * key + 3]),
        ])
    }
}
