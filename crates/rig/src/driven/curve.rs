//! A curve from an angle to a value: monotone between its keys.

use crate::motion::joint_limits::narrow;
use core::f64::consts::PI;
use thiserror::Error;

/// Keys at angles nearer than this are at one angle.
const NEAREST: f32 = 1e-6;
/// Numbers beyond this are out of range: slopes of keys so far apart stay finite.
const LARGEST: f32 = 1e18;
/// What rounding to f32 leaves of a straight line, relative to its values.
const ROUNDING: f64 = 1e-6;
/// A whole turn in f32: angles of drivers go from one backwards to one forwards.
const TURN: f32 = core::f32::consts::TAU;

/// A key of a [`DrivenCurve`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DrivenKey {
    /// The angle of the driver, radians.
    pub angle: f32,
    /// What is driven there, in the unit of what it drives.
    pub value: f32,
}

/// Why keys are no curve.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DrivenCurveError {
    /// No key at all.
    #[error("the curve has no keys; give it one or more")]
    NoKeys,
    /// NaN, infinity, or a number out of range.
    #[error(
        "the key at {angle} radians with the value {value} is not finite or out of range; give ordinary numbers"
    )]
    NotFinite {
        /// The angle as given.
        angle: f32,
        /// The value as given.
        value: f32,
    },
    /// Two keys at one angle.
    #[error("two keys of the curve are at {angle} radians; move or remove one of them")]
    Twice {
        /// The angle of the second.
        angle: f32,
    },
}

/// A value over an angle: through its keys, monotone between any two of them, and constant beyond the first and the last.
///
/// Cubic Hermite with `h_k` the distances of the keys and `d_k` the slopes of the chords between them. Inside, the slope at a key is
///
/// ```text
/// 0                                                                d_k−1 d_k ≤ 0
/// 3 (h_k−1 + h_k) / ((2 h_k + h_k−1)/d_k−1 + (h_k + 2 h_k−1)/d_k)  else
/// ```
///
/// and at the first `g = ((2 h_0 + h_1) d_0 − h_0 d_1)/(h_0 + h_1)`, but 0 if its sign is not that of `d_0`, and `3 d_0` if the signs of
/// `d_0` and `d_1` differ and `|g| > 3 |d_0|`; at the last likewise. So nothing overshoots, and keys on a line are that line.
/// Two keys are a straight line, one is a constant.
///
/// # Examples
///
/// ```
/// use rig::{DrivenCurve, DrivenCurveError, DrivenKey};
///
/// let keys = [(0.0, 0.0), (1.0, 1.0), (2.0, 1.0)];
/// let curve = DrivenCurve::new(keys.map(|(angle, value)| DrivenKey { angle, value }))?;
/// assert_eq!([curve.value(-1.0), curve.value(1.0), curve.value(1.5), curve.value(9.0)], [0.0, 1.0, 1.0, 1.0]);
/// # Ok::<(), DrivenCurveError>(())
/// ```
///
/// References: F. N. Fritsch and R. E. Carlson 1980, "Monotone Piecewise Cubic Interpolation"; the slopes inside are those of F. N. Fritsch
/// and J. Butland 1984.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Vec<DrivenKey>", into = "Vec<DrivenKey>")
)]
pub struct DrivenCurve {
    /// By angle, upwards; at least one.
    keys: Vec<DrivenKey>,
    /// One for each key.
    slopes: Vec<f64>,
}

impl DrivenCurve {
    /// A curve through keys in any order.
    ///
    /// # Errors
    ///
    /// No keys, a number that is not finite or beyond 10¹⁸, two keys within a millionth of a radian.
    pub fn new(keys: impl IntoIterator<Item = DrivenKey>) -> Result<Self, DrivenCurveError> {
        let mut keys: Vec<DrivenKey> = keys.into_iter().collect();
        if keys.is_empty() {
            return Err(DrivenCurveError::NoKeys);
        }
        let is_ordinary = |number: f32| number.abs() <= LARGEST;
        let bad = keys
            .iter()
            .find(|key| !is_ordinary(key.angle) || !is_ordinary(key.value));
        if let Some(&DrivenKey { angle, value }) = bad {
            return Err(DrivenCurveError::NotFinite { angle, value });
        }
        keys.sort_by(|one, other| one.angle.total_cmp(&other.angle));
        let mut pairs = keys.iter().zip(keys.iter().skip(1));
        let twice = pairs.find(|(one, other)| other.angle - one.angle < NEAREST);
        if let Some((_, other)) = twice {
            return Err(DrivenCurveError::Twice { angle: other.angle });
        }
        let slopes = slopes(&keys);
        Ok(Self { keys, slopes })
    }

    /// The line `slope · angle`, over all angles that a driver can have: two keys, a whole turn to either side.
    ///
    /// # Errors
    ///
    /// A slope that is not finite or out of range.
    pub fn proportional(slope: f32) -> Result<Self, DrivenCurveError> {
        let key = |angle: f32| DrivenKey {
            angle,
            value: angle * slope,
        };
        Self::new([-TURN, TURN].map(key))
    }

    /// The keys, by angle upwards.
    #[must_use]
    pub fn keys(&self) -> &[DrivenKey] {
        &self.keys
    }

    /// The slope at each key, value by radian.
    #[must_use]
    pub fn slopes(&self) -> impl ExactSizeIterator<Item = f32> {
        self.slopes.iter().map(|&slope| narrow(slope))
    }

    /// The value at an angle; at one that is no number, that of the first key.
    #[must_use]
    pub fn value(&self, angle: f32) -> f32 {
        narrow(self.value64(f64::from(angle)))
    }

    /// The derivative of the value by the angle; 0 beyond the keys. At the first and the last key it is that towards the inside.
    #[must_use]
    pub fn derivative(&self, angle: f32) -> f32 {
        let angle = f64::from(angle);
        narrow(self.piece(angle).map_or(0.0, |piece| piece.slope(angle)))
    }

    /// w, if the curve is the line `w · angle` at least over half a turn to either side, but for rounding.
    #[must_use]
    pub fn proportion(&self) -> Option<f32> {
        let (first, last) = (self.keys.first()?, self.keys.last()?);
        let half = PI - ROUNDING;
        if f64::from(first.angle) > -half || f64::from(last.angle) < half {
            return None;
        }
        let slope = Chord::between(first, last).slope;
        let is_on_line = |key: &DrivenKey| {
            let on_line = slope * f64::from(key.angle);
            (f64::from(key.value) - on_line).abs() <= ROUNDING * on_line.abs().max(1.0)
        };
        self.keys.iter().all(is_on_line).then(|| narrow(slope))
    }

    pub(super) fn value64(&self, angle: f64) -> f64 {
        if let Some(piece) = self.piece(angle) {
            return piece.value(angle);
        }
        // Beyond all keys: the end that the angle is past.
        let (first, last) = (self.keys.first(), self.keys.last());
        let past = last.filter(|last| f64::from(last.angle) < angle);
        past.or(first).map_or(0.0, |key| f64::from(key.value))
    }

    /// The cubic on whose interval an angle is; none beyond the keys.
    fn piece(&self, angle: f64) -> Option<Piece> {
        let begins = |key: &DrivenKey| f64::from(key.angle) <= angle;
        let after = self.keys.partition_point(begins);
        // The last key belongs to the interval before it.
        let is_last = after == self.keys.len()
            && self
                .keys
                .last()
                .is_some_and(|last| f64::from(last.angle) >= angle);
        let end = if is_last {
            after.checked_sub(1)?
        } else {
            after
        };
        let start = end.checked_sub(1)?;
        Some(Piece {
            start: *self.keys.get(start)?,
            end: *self.keys.get(end)?,
            slopes: [*self.slopes.get(start)?, *self.slopes.get(end)?],
        })
    }
}

impl TryFrom<Vec<DrivenKey>> for DrivenCurve {
    type Error = DrivenCurveError;

    fn try_from(keys: Vec<DrivenKey>) -> Result<Self, DrivenCurveError> {
        Self::new(keys)
    }
}

impl From<DrivenCurve> for Vec<DrivenKey> {
    fn from(curve: DrivenCurve) -> Self {
        curve.keys
    }
}

/// A cubic between two keys.
struct Piece {
    start: DrivenKey,
    end: DrivenKey,
    slopes: [f64; 2],
}

impl Piece {
    fn value(&self, angle: f64) -> f64 {
        let (u, h) = self.share(angle);
        let [start, end] = [self.start, self.end].map(|key| f64::from(key.value));
        let v = 1.0 - u;
        // From the first value on: both ends are met, and keys of one value give it.
        let ease = u * u * (3.0 - 2.0 * u);
        let sloped = h * u * v * (v * self.slopes[0] - u * self.slopes[1]);
        let value = start + (end - start) * ease + sloped;
        // Monotone but for rounding, which the ends bound.
        value.clamp(start.min(end), start.max(end))
    }

    fn slope(&self, angle: f64) -> f64 {
        let (u, _) = self.share(angle);
        let chord = Chord::between(&self.start, &self.end).slope;
        let [first, last] = self.slopes;
        6.0 * u * (1.0 - u) * chord
            + (1.0 - u) * (1.0 - 3.0 * u) * first
            + u * (3.0 * u - 2.0) * last
    }

    /// How far an angle is along the interval, and how long that is.
    fn share(&self, angle: f64) -> (f64, f64) {
        let [start, end] = [self.start, self.end].map(|key| f64::from(key.angle));
        let length = end - start;
        ((angle - start) / length, length)
    }
}

/// The straight line between two keys.
#[derive(Clone, Copy)]
struct Chord {
    length: f64,
    slope: f64,
}

impl Chord {
    fn between(one: &DrivenKey, other: &DrivenKey) -> Self {
        let length = f64::from(other.angle) - f64::from(one.angle);
        Self {
            length,
            slope: (f64::from(other.value) - f64::from(one.value)) / length,
        }
    }

    /// The slope where this chord ends and another begins.
    fn slope_before(self, after: Self) -> f64 {
        let before = self;
        if before.slope * after.slope <= 0.0 {
            return 0.0;
        }
        let shares = (2.0 * after.length + before.length) / before.slope
            + (after.length + 2.0 * before.length) / after.slope;
        3.0 * (before.length + after.length) / shares
    }

    /// The slope at the end of the curve, where this chord is the outermost and `next` the one beside it.
    fn slope_at_end(self, next: Self) -> f64 {
        let slope = ((2.0 * self.length + next.length) * self.slope - self.length * next.slope)
            / (self.length + next.length);
        if slope * self.slope <= 0.0 {
            0.0
        } else if self.slope * next.slope < 0.0 && slope.abs() > 3.0 * self.slope.abs() {
            3.0 * self.slope
        } else {
            slope
        }
    }
}

fn slopes(keys: &[DrivenKey]) -> Vec<f64> {
    let pairs = keys.iter().zip(keys.iter().skip(1));
    let chords: Vec<Chord> = pairs
        .map(|(one, other)| Chord::between(one, other))
        .collect();
    match chords.as_slice() {
        [] => vec![0.0; keys.len()],
        [only] => vec![only.slope; 2],
        [first, second, ..] => {
            let mut slopes = Vec::with_capacity(keys.len());
            slopes.push(first.slope_at_end(*second));
            let inner = chords.iter().zip(chords.iter().skip(1));
            slopes.extend(inner.map(|(before, after)| before.slope_before(*after)));
            if let [.., before, last] = chords.as_slice() {
                slopes.push(last.slope_at_end(*before));
            }
            slopes
        }
    }
}
