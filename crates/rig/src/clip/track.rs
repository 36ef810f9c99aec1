//! A value over time: keys and how to pass between them.

use std::sync::Arc;
use thiserror::Error;

mod extremes;
mod handle;
mod keyed;
mod keys;
mod weighted;

pub use handle::HandleLength;
pub(crate) use handle::TimeCurve;
pub use keyed::Keyed;
pub(crate) use keys::SAME_ENDS;
pub use keys::{Key, KeyKind, KeyMode, Segment, Tangents};
pub use weighted::PlainTrack;

/// How a track passes between two keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Interpolation {
    /// The earlier key's value is held.
    Step,
    /// Straight line; the shorter arc for rotations.
    #[default]
    Linear,
    /// Hermite curve through the keys with given tangents.
    CubicSpline,
}

/// Why keys do not make a track.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TrackError {
    /// There are no keys at all.
    #[error("the track has no keys")]
    Empty,
    /// Not one value per key (three for a cubic spline).
    #[error("{keys} keys need {expected} values, but there are {found}")]
    Values {
        /// Number of key times.
        keys: usize,
        /// Values needed: one per key, or three for a cubic spline.
        expected: usize,
        /// Number of values given.
        found: usize,
    },
    /// A time that is not after that of the key before.
    #[error("key {key} is at {time} s, which is not after the key before it")]
    Order {
        /// Index of the later of the two keys, from 0.
        key: usize,
        /// The time of the later key, in seconds.
        time: f32,
    },
    /// A time, a value or a tangent that is NaN or infinite.
    #[error("key {key} is not finite")]
    NotFinite {
        /// Index of the key, from 0.
        key: usize,
    },
}

/// Keys of one channel: times in seconds, strictly rising, and values.
///
/// For [`Interpolation::CubicSpline`] every key has three values: in-tangent, value, out-tangent, tangents per second.
/// Several tracks may share one array of times.
///
/// A track that was edited may pass from each key to the next in another way: then it has [modes](Self::modes), one per key, and
/// three values per key. [`keys`](Self::keys) and [`from_keys`](Self::from_keys) are the way there and back.
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
#[derive(Clone, Debug)]
pub struct Track<T> {
    times: Arc<[f32]>,
    values: Arc<[T]>,
    interpolation: Interpolation,
    /// None where all keys are as `interpolation` says, with tangents that are free; then three values per key.
    modes: Option<Arc<[KeyMode]>>,
    /// Which values of straight and held keys count as their negatives, so that each is the one nearer to the key before; none
    /// where none does. What follows from the values, once and not at every sample.
    opposite: Option<Arc<[bool]>>,
}

/// By value, with shortcuts for what both share.
impl<T: PartialEq> PartialEq for Track<T> {
    fn eq(&self, other: &Self) -> bool {
        fn is_same<T: PartialEq>(one: &Arc<[T]>, other: &Arc<[T]>) -> bool {
            Arc::ptr_eq(one, other) || one == other
        }
        self.interpolation == other.interpolation
            && is_same(&self.times, &other.times)
            && is_same(&self.values, &other.values)
            && self.modes == other.modes
    }
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
                opposite: opposite(&values, interpolation),
                values: values.into(),
                interpolation,
                modes: None,
            }),
        }
    }

    /// The same keys, of which each passes on as its mode says; the tangents stay as they are. For keys that are read back: edits go
    /// through [`from_keys`](Self::from_keys).
    ///
    /// # Errors
    ///
    /// Not one mode per key, or keys without tangents.
    pub fn with_modes(self, modes: Vec<KeyMode>) -> Result<Self, TrackError> {
        let keys = self.times.len();
        let is_cubic = self.interpolation == Interpolation::CubicSpline;
        if !is_cubic || modes.len() != keys {
            return Err(TrackError::Values {
                keys,
                expected: keys.saturating_mul(3),
                found: if is_cubic { modes.len() } else { keys },
            });
        }
        Ok(Self {
            modes: Some(modes.into()),
            ..self
        })
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

    /// How the track passes between keys; a cubic spline where each key has a [mode](Self::modes) of its own.
    #[must_use]
    pub const fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// How the track passes on from each key, where that differs from key to key or tangents are kept up by edits; none where
    /// [`interpolation`](Self::interpolation) says it all.
    #[must_use]
    pub fn modes(&self) -> Option<&[KeyMode]> {
        self.modes.as_deref()
    }

    /// Bytes of times and values that the other track does not share.
    pub(crate) fn bytes_beside(&self, other: Option<&Self>) -> usize {
        let times = other.is_some_and(|other| Arc::ptr_eq(&self.times, &other.times));
        let values = other.is_some_and(|other| Arc::ptr_eq(&self.values, &other.values));
        let modes = self.modes.as_deref().map_or(0, size_of_val);
        let bytes_of = |is_shared: bool, bytes: usize| if is_shared { 0 } else { bytes };
        bytes_of(times, size_of_val(&*self.times))
            + bytes_of(values, size_of_val(&*self.values) + modes)
    }

    /// Number of keys, at least one.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.times.len()
    }

    /// Time of the last key, in seconds.
    #[must_use]
    pub fn end(&self) -> f32 {
        self.times.last().copied().unwrap_or_default()
    }

    /// The track with other values at the same times: `value` of every value, `tangent` of every tangent.
    ///
    /// # Errors
    ///
    /// [`TrackError::NotFinite`].
    pub fn map<U: Keyed>(
        &self,
        value: impl Fn(T) -> U,
        tangent: impl Fn(T) -> U,
    ) -> Result<Track<U>, TrackError> {
        let is_spline = self.interpolation == Interpolation::CubicSpline;
        let values = self.values.iter().enumerate().map(|(place, &old)| {
            // Each key has its in-tangent, its value and its out-tangent, in this order.
            if is_spline && place % 3 != 1 {
                tangent(old)
            } else {
                value(old)
            }
        });
        let mapped = Track::new(
            Arc::clone(&self.times),
            values.collect(),
            self.interpolation,
        )?;
        Ok(Track {
            modes: self.modes.clone(),
            ..mapped
        })
    }

    /// The value at a time in seconds. Before the first key and after the last their values are held; exactly on a key it is
    /// the key's value. A time that is not a number gives the first key.
    ///
    /// Of a rotation the sign tells the way round: it is that of the first key, and at each later one continued from the key before, so
    /// that it is the same however one came to the time. Where a cubic curve that was read says otherwise, it is as the curve says.
    ///
    /// With `d` the distance of the keys and `u` in 0…1 between them, a cubic spline is
    /// `(2u³−3u²+1) v₀ + d (u³−2u²+u) out₀ + (3u²−2u³) v₁ + d (u³−u²) in₁`; rotations are normalized afterwards.
    ///
    /// Where tangents have [lengths](HandleLength) a and b other than a third, s with `u = 3 a s (1−s)² + 3 (1−b) s² (1−s) + s³` is in
    /// place of u there, and the tangents are multiplied by 3a and 3b. Lengths of more than 1 together are made smaller to 1.
    #[must_use]
    pub fn sample(&self, time: f32) -> T {
        self.sample_after(time, self.times.partition_point(|&key| key <= time))
    }

    /// [`sample`](Self::sample) for times that mostly rise: `hint` is where the last one was found, and is moved along; any
    /// number will do. No search where the time is in the same segment or the next.
    #[must_use]
    pub fn sample_from(&self, hint: &mut usize, time: f32) -> T {
        let holds = |after: usize| {
            let is_reached =
                after == 0 || self.times.get(after - 1).is_some_and(|&key| key <= time);
            is_reached && self.times.get(after).is_none_or(|&key| key > time)
        };
        // Playing forward meets the same segment or the next; anything else is searched for.
        let after = match *hint {
            same if same <= self.times.len() && holds(same) => same,
            before if before < self.times.len() && holds(before + 1) => before + 1,
            _ => self.times.partition_point(|&key| key <= time),
        };
        *hint = after;
        self.sample_after(time, after)
    }

    /// `after` is the first key that is later than the time.
    fn sample_after(&self, time: f32, after: usize) -> T {
        let Some(key) = after.checked_sub(1) else {
            return self.value(0);
        };
        let out = self.out(key);
        if after == self.times.len() || out == Segment::Hold {
            return self.value(key);
        }
        let distance = self.times[after] - self.times[key];
        let u = (time - self.times[key]) / distance;
        // Keys further apart than f32 reaches give NaN: the earlier key is held.
        if u.is_nan() || u <= 0.0 {
            return self.value(key);
        }
        match out {
            Segment::Cubic => match self.time_curve(key) {
                Some(curve) => {
                    let [start, end] = [key, after].map(|key| f64::from(self.times[key]));
                    let share = (f64::from(time) - start) / (end - start);
                    self.weighted_at(key, &curve, share)
                }
                None => T::blend(self.hermite(key, u, [distance; 2])),
            },
            Segment::Hold | Segment::Linear => self.value(key).linear(self.value(after), u),
        }
    }

    /// How the track passes on from a key.
    fn out(&self, key: usize) -> Segment {
        match &self.modes {
            Some(modes) => modes[key].out,
            None => Segment::of(self.interpolation),
        }
    }

    fn value(&self, key: usize) -> T {
        match self.interpolation {
            Interpolation::CubicSpline => {
                let value = self.values[3 * key + 1];
                // Blended with nothing else: normalized as it is between keys.
                T::blend([(1.0, value), (0.0, value), (0.0, value), (0.0, value)])
            }
            Interpolation::Step | Interpolation::Linear => {
                let opposite = self.opposite.as_ref().is_some_and(|all| all[key]);
                self.values[key].times(if opposite { -1.0 } else { 1.0 })
            }
        }
    }

    /// The terms of a Hermite curve, whose tangents are multiplied by these distances.
    fn hermite(&self, key: usize, u: f32, [out, into]: [f32; 2]) -> [(f32, T); 4] {
        let (u2, u3) = (u * u, u * u * u);
        [
            (2.0 * u3 - 3.0 * u2 + 1.0, self.values[3 * key + 1]),
            (out * (u3 - 2.0 * u2 + u), self.values[3 * key + 2]),
            (3.0 * u2 - 2.0 * u3, self.values[3 * key + 4]),
            (into * (u3 - u2), self.values[3 * key + 3]),
        ]
    }
}

/// Which values count as their negatives when each is continued from the one before.
fn opposite<T: Keyed>(values: &[T], interpolation: Interpolation) -> Option<Arc<[bool]>> {
    if interpolation == Interpolation::CubicSpline {
        return None;
    }
    // The first keeps the sign that it was given.
    let mut before = *values.first()?;
    let of_keys = values.iter().map(|&value| {
        let is_opposite = value.is_opposite(before);
        before = value.times(if is_opposite { -1.0 } else { 1.0 });
        is_opposite
    });
    let of_keys: Vec<bool> = of_keys.collect();
    of_keys.contains(&true).then(|| of_keys.into())
}
