//! A track as a list of keys, to be edited and put together again.

use super::{HandleLength, Interpolation, Keyed, Track, TrackError};
use crate::clip::SAME_KEY;
use std::sync::Arc;

/// How a track passes on from a key to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum Segment {
    /// The key's value is held.
    Hold,
    /// Straight line; the shorter arc for rotations.
    Linear,
    /// Hermite curve with the tangents of both keys.
    #[default]
    Cubic,
}

/// Where a key's tangents come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum Tangents {
    /// From the keys beside it, so that the curve never overshoots where tangents are no longer than a third: see [`Keyed::automatic`].
    #[default]
    Auto,
    /// Both are zero: the curve is level at the key.
    Flat,
    /// Set by hand, the same before and after the key.
    Aligned,
    /// Set by hand, one before and one after the key.
    Free,
}

/// What a key is in the plan of a motion: a mark of the animator that changes no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum KeyKind {
    /// Any key.
    #[default]
    Key,
    /// Says how the motion passes between two others.
    Breakdown,
    /// Where the motion turns back, or goes farthest.
    Extreme,
}

/// How a key passes on, where its tangents come from, and what it is to the animator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct KeyMode {
    /// From this key to the next.
    pub out: Segment,
    /// Of both of its tangents.
    pub tangents: Tangents,
    /// A mark, which no curve heeds.
    pub kind: KeyKind,
    /// How long its tangents are in time, towards it and away from it. They count where the curve is cubic.
    pub handles: [HandleLength; 2],
}

/// One key of a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key<T> {
    /// Seconds from the clip's beginning; files may have keys before it.
    pub time: f32,
    /// The value at that time, in the units of its channel.
    pub value: T,
    /// Slopes per second, towards the key and away from it. They count where the curve is cubic.
    pub tangents: [T; 2],
    /// How the track passes on.
    pub mode: KeyMode,
}

/// Ends of a loop whose numbers differ by less count as one key.
pub(crate) const SAME_ENDS: f32 = 1e-4;

impl Segment {
    /// The same as files name it.
    #[must_use]
    pub const fn of(interpolation: Interpolation) -> Self {
        match interpolation {
            Interpolation::Step => Self::Hold,
            Interpolation::Linear => Self::Linear,
            Interpolation::CubicSpline => Self::Cubic,
        }
    }

    const fn interpolation(self) -> Interpolation {
        match self {
            Self::Hold => Interpolation::Step,
            Self::Linear => Interpolation::Linear,
            Self::Cubic => Interpolation::CubicSpline,
        }
    }
}

impl KeyKind {
    /// All kinds, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Key, Self::Breakdown, Self::Extreme];
}

impl KeyMode {
    /// The mode of every key of a track that has none of its own.
    #[must_use]
    pub const fn from_interpolation(interpolation: Interpolation) -> Self {
        Self {
            out: Segment::of(interpolation),
            tangents: Tangents::Free,
            kind: KeyKind::Key,
            handles: [HandleLength::THIRD; 2],
        }
    }

    /// Whether a tangent is longer or shorter than that of a plain cubic.
    #[must_use]
    pub fn is_weighted(self) -> bool {
        self.handles != [HandleLength::THIRD; 2]
    }
}

impl<T: Keyed> Track<T> {
    /// All keys, in order. Keys of a track without tangents have tangents that stand still.
    #[must_use]
    pub fn keys(&self) -> Vec<Key<T>> {
        let key = |(place, &time): (usize, &f32)| {
            let (value, tangents) = match self.interpolation {
                Interpolation::CubicSpline => (
                    self.values[3 * place + 1],
                    [self.values[3 * place], self.values[3 * place + 2]],
                ),
                Interpolation::Step | Interpolation::Linear => (self.values[place], [T::STILL; 2]),
            };
            Key {
                time,
                value,
                tangents,
                mode: self.mode(place),
            }
        };
        self.times.iter().enumerate().map(key).collect()
    }

    /// How the track passes on from a key. A key that the track lacks has the mode of its last.
    #[must_use]
    pub fn mode(&self, key: usize) -> KeyMode {
        let own = self.modes.as_ref();
        let own = own.and_then(|modes| modes.get(key).or(modes.last()).copied());
        own.unwrap_or_else(|| KeyMode::from_interpolation(self.interpolation))
    }

    /// The same curve with other marks: `kind` of each key, by its time in seconds. Values and tangents stay, but that a straight or held
    /// track has three values per key afterwards, and of rotations the signs that it is [sampled](Self::sample) with.
    #[must_use]
    pub fn with_kinds(&self, kind: impl Fn(f32) -> KeyKind) -> Self {
        let mode = |(place, &time): (usize, &f32)| KeyMode {
            kind: kind(time),
            ..self.mode(place)
        };
        let modes: Vec<KeyMode> = self.times.iter().enumerate().map(mode).collect();
        if self.modes.is_none() && modes.iter().all(|mode| mode.kind == KeyKind::Key) {
            return self.clone();
        }
        let values: Arc<[T]> = match self.interpolation {
            Interpolation::CubicSpline => Arc::clone(&self.values),
            Interpolation::Step | Interpolation::Linear => {
                let places = 0..self.times.len();
                places
                    .flat_map(|place| [T::STILL, self.value(place), T::STILL])
                    .collect()
            }
        };
        Self {
            times: Arc::clone(&self.times),
            values,
            interpolation: Interpolation::CubicSpline,
            modes: Some(modes.into()),
            opposite: None,
        }
    }

    /// The slope per second at a time: zero before the first key, after the last, and where a value is held; along straight
    /// segments zero too, since keys between them need none.
    #[must_use]
    pub fn slope(&self, time: f32) -> T {
        let after = self.times.partition_point(|&key| key <= time);
        let Some(key) = after.checked_sub(1).filter(|_| after < self.times.len()) else {
            return T::STILL;
        };
        if self.mode(key).out != Segment::Cubic {
            return T::STILL;
        }
        let slope = match self.time_curve(key) {
            Some(curve) => {
                let [start, end] = [key, after].map(|key| f64::from(self.times[key]));
                self.weighted_slope(key, &curve, (f64::from(time) - start) / (end - start))
            }
            None => self.plain_slope(key, time),
        };
        if slope.is_finite() {
            // The curve is normalized, so that only the part along the sphere shows.
            self.sample(time).tangent(slope)
        } else {
            T::STILL
        }
    }

    /// The slope of a plain cubic, not yet along the values.
    fn plain_slope(&self, key: usize, time: f32) -> T {
        let distance = self.times[key + 1] - self.times[key];
        let u = (time - self.times[key]) / distance;
        let terms = self.hermite(key, u, [distance; 2]);
        let [value, out, end, into] = terms.map(|(_, value)| value);
        T::sum([
            ((6.0 * u * u - 6.0 * u) / distance, value),
            (3.0 * u * u - 4.0 * u + 1.0, out),
            ((6.0 * u - 6.0 * u * u) / distance, end),
            (3.0 * u * u - 2.0 * u, into),
        ])
    }

    /// A track of these keys. Tangents that are automatic or flat are computed here, aligned ones get the slope of the first;
    /// values that mean the same as their negatives get the sign of the key before them, with their tangents, unless all is
    /// straight. `cycle` is the duration of a clip that begins again: automatic tangents of equal ends go through where the first key is at 0 and the last at
    /// its end.
    ///
    /// Keys that all pass on alike, with free tangents a third long and without a [mark](KeyKind), make a track without [modes](Self::modes): what was
    /// read from a file stays what it was, bit for bit.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn from_keys(mut keys: Vec<Key<T>>, cycle: Option<f32>) -> Result<Self, TrackError> {
        let times: Arc<[f32]> = keys.iter().map(|key| key.time).collect();
        let first = keys.first().ok_or(TrackError::Empty)?.mode;
        let is_imported = first.tangents == Tangents::Free
            && first.kind == KeyKind::Key
            && !first.is_weighted()
            && keys.iter().all(|key| key.mode == first);
        // What a file holds keeps its bits: signs are continued where it is sampled.
        if is_imported && first.out != Segment::Cubic {
            let values = keys.iter().map(|key| key.value).collect();
            return Self::new(times, values, first.out.interpolation());
        }
        // Checked before tangents are made of them.
        let values = keys.iter().map(|key| key.value).collect();
        Self::new(Arc::clone(&times), values, Interpolation::Linear)?;
        continue_signs(&mut keys);
        set_tangents(&mut keys, cycle);
        let values = keys
            .iter()
            .flat_map(|key| [key.tangents[0], key.value, key.tangents[1]]);
        let track = Self::new(times, values.collect(), Interpolation::CubicSpline)?;
        Ok(Self {
            modes: (!is_imported).then(|| keys.iter().map(|key| key.mode).collect()),
            ..track
        })
    }
}

/// Every key gets the sign that is nearer to the key before it.
fn continue_signs<T: Keyed>(keys: &mut [Key<T>]) {
    for place in 1..keys.len() {
        let before = keys[place - 1].value;
        let key = &mut keys[place];
        if key.value.is_opposite(before) {
            key.value = key.value.times(-1.0);
            key.tangents = key.tangents.map(|tangent| tangent.times(-1.0));
        }
    }
}

fn set_tangents<T: Keyed>(keys: &mut [Key<T>], cycle: Option<f32>) {
    let through = cycle.and_then(|end| slope_through_ends(keys, end));
    for place in 0..keys.len() {
        let key = keys[place];
        let slope = match key.mode.tangents {
            Tangents::Free => continue,
            Tangents::Flat => T::STILL,
            Tangents::Aligned => key.tangents[0],
            Tangents::Auto => {
                let before = place.checked_sub(1).map(|place| &keys[place]);
                match (before, keys.get(place + 1)) {
                    (Some(before), Some(after)) => automatic(&key, before, after),
                    (None, _) => through.map_or(T::STILL, |[first, _]| first),
                    (Some(_), None) => through.map_or(T::STILL, |[_, last]| last),
                }
            }
        };
        keys[place].tangents = [slope; 2];
    }
}

fn automatic<T: Keyed>(key: &Key<T>, before: &Key<T>, after: &Key<T>) -> T {
    let before = (key.time - before.time, before.value);
    key.value
        .automatic(before, (after.time - key.time, after.value))
}

/// The slopes at both ends of a loop, if its ends have keys in one place and there is a key between them.
fn slope_through_ends<T: Keyed>(keys: &[Key<T>], end: f32) -> Option<[T; 2]> {
    let [first, second, ..] = keys else {
        return None;
    };
    let [.., before, last] = keys else {
        return None;
    };
    let has_key = |time: f32, key: &Key<T>| (key.time - time).abs() <= SAME_KEY;
    if !has_key(0.0, first) || !has_key(end, last) {
        return None;
    }
    // The sign that runs along a whole turn comes back as its opposite.
    let sign = if first.value.is_opposite(last.value) {
        -1.0
    } else {
        1.0
    };
    let apart = T::sum([
        (1.0, first.value),
        (-sign, last.value),
        (0.0, first.value),
        (0.0, first.value),
    ]);
    let is_one = keys.len() > 2 && apart.to_value().largest() < SAME_ENDS;
    is_one.then(|| {
        let before = (last.time - before.time, before.value);
        let after = (second.time - first.time, second.value);
        let slope = last.value.automatic(before, after);
        [slope.times(sign), slope]
    })
}
