//! Tracks of which tangents have lengths: where a time is on their curves, and the same curves by plain keys.

use super::handle::{HandleLength, TimeCurve};
use super::{Key, KeyMode, Keyed, Segment, Tangents, Track, TrackError};
use crate::clip::euler::Halving;
use crate::{KeyKind, KeyValue};

/// Degrees that plain rotations may be off between their keys.
const TURN: f32 = 0.005;
/// Share of the height of a segment that other plain values may be off.
const SHARE: f32 = 2e-5;
/// Share of the values themselves below which nothing is off but rounding.
const ROUNDING: f32 = 1e-6;
/// Shares of a piece at which it is compared.
const COMPARED: [f32; 5] = [0.1, 0.25, 0.5, 0.75, 0.9];
/// Most pieces of a segment.
const MOST_PIECES: usize = 4096;

/// A track by keys without lengths of tangents.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainTrack<T> {
    /// The keys, with more between them where tangents had lengths, and with tangents that are free.
    pub track: Track<T>,
    /// By how much it is off at most, measured at several times between keys: degrees of rotations, else the largest difference of a number.
    pub error: f32,
}

impl<T: Keyed> Track<T> {
    /// Whether a curve between two keys is another than a plain cubic, since a tangent of it is longer or shorter than a third of its time.
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        (1..self.times.len()).any(|after| self.time_curve(after - 1).is_some())
    }

    /// The course of time from a key to the next; none where that is a plain cubic, straight or held.
    pub(super) fn time_curve(&self, key: usize) -> Option<TimeCurve> {
        let modes = self.modes.as_ref()?;
        let (from, to) = (modes.get(key)?, modes.get(key + 1)?);
        if from.out != Segment::Cubic {
            return None;
        }
        TimeCurve::new(from.handles[1], to.handles[0])
    }

    /// The value at a share of the time from a key to the next, in double precision since curves may be steep there.
    pub(super) fn weighted_at(&self, key: usize, curve: &TimeCurve, share: f64) -> T {
        T::blend(self.weighted_terms(key, curve, curve.parameter(share)))
    }

    /// The terms of a curve with lengths of tangents at its parameter.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "values are f32, and their weights with them"
    )]
    pub(super) fn weighted_terms(&self, key: usize, curve: &TimeCurve, s: f64) -> [(f32, T); 4] {
        let distance = f64::from(self.times[key + 1]) - f64::from(self.times[key]);
        let ends = curve.factors().map(|factor| (factor * distance) as f32);
        self.hermite(key, s as f32, ends)
    }

    /// Its slope per second at a share of the time, not yet along the values.
    #[expect(clippy::cast_possible_truncation, reason = "slopes are f32 in tracks")]
    pub(super) fn weighted_slope(&self, key: usize, curve: &TimeCurve, share: f64) -> T {
        let s = curve.moving_parameter(curve.parameter(share));
        let distance = f64::from(self.times[key + 1]) - f64::from(self.times[key]);
        let rate = curve.rate(s);
        let [out, into] = curve.factors();
        let rise = (6.0 * s * s - 6.0 * s) / (rate * distance);
        let terms = self.weighted_terms(key, curve, s);
        let [value, leaving, end, coming] = terms.map(|(_, value)| value);
        T::sum([
            (rise as f32, value),
            (((3.0 * s * s - 4.0 * s + 1.0) * out / rate) as f32, leaving),
            (-rise as f32, end),
            (((3.0 * s * s - 2.0 * s) * into / rate) as f32, coming),
        ])
    }

    /// The lengths of the tangents that the part of a curve between two times has as a segment of its own: a third where that is plain, and where
    /// a key stands between.
    pub(crate) fn handles_between(&self, [from, to]: [f32; 2]) -> [HandleLength; 2] {
        let plain = [HandleLength::THIRD; 2];
        let after = self.times.partition_point(|&key| key <= from);
        let Some(key) = after.checked_sub(1) else {
            return plain;
        };
        let (Some(curve), Some(&end)) = (self.time_curve(key), self.times.get(after)) else {
            return plain;
        };
        if !(from < to && to <= end) {
            return plain;
        }
        let start = f64::from(self.times[key]);
        let span = f64::from(end) - start;
        let parameters = [from, to].map(|time| curve.parameter((f64::from(time) - start) / span));
        if parameters[0] < parameters[1] {
            curve.lengths_between(parameters)
        } else {
            plain
        }
    }

    /// The same curve by keys whose tangents have no lengths, as files and other programs have them; none where no tangent has one.
    ///
    /// A curve with lengths is halved in time until the plain cubic with its values and slopes is off by no more than 0.005° of a rotation, or
    /// 2·10⁻⁵ of the height of the segment. All other segments stay as they are. A curve that is steeper than halves of a millisecond
    /// can follow stays off, and the error says by how much.
    ///
    /// # Errors
    ///
    /// Values at the ends of the range, whose slopes are none.
    pub fn plain(&self) -> Result<Option<PlainTrack<T>>, TrackError> {
        if !self.is_weighted() {
            return Ok(None);
        }
        let (mut keys, mut error) = (Vec::with_capacity(2 * self.times.len()), 0.0_f32);
        for (place, mut key) in self.keys().into_iter().enumerate() {
            key.mode.handles = [HandleLength::THIRD; 2];
            key.mode.tangents = Tangents::Free;
            keys.push(key);
            if let Some(curve) = self.time_curve(place) {
                error = error.max(self.add_plain(place, &curve, &mut keys));
            }
        }
        let track = Self::from_keys(keys, None)?;
        Ok(Some(PlainTrack { track, error }))
    }

    /// Adds keys behind one, which a curve with lengths leaves; says by how much the plain curves are off.
    fn add_plain(&self, key: usize, curve: &TimeCurve, keys: &mut Vec<Key<T>>) -> f32 {
        let ends = [self.times[key], self.times[key + 1]];
        let tolerance = self.plain_tolerance(key, curve);
        let (mut halving, mut error, mut left) = (Halving::new(ends), 0.0_f32, MOST_PIECES);
        while let Some([start, end]) = halving.part() {
            let off = self.plain_error([start, end], ends, key, curve);
            if off > tolerance && left > 0 && halving.halve() {
                left -= 1;
                continue;
            }
            error = error.max(off);
            if end < ends[1] {
                let share = share_of(end, ends);
                keys.push(Key {
                    time: end,
                    value: self.weighted_at(key, curve, share),
                    tangents: [self.slope(end); 2],
                    mode: KeyMode {
                        out: Segment::Cubic,
                        tangents: Tangents::Free,
                        kind: KeyKind::Key,
                        handles: [HandleLength::THIRD; 2],
                    },
                });
            }
            halving.pass();
        }
        error
    }

    fn plain_tolerance(&self, key: usize, curve: &TimeCurve) -> f32 {
        let [(_, from), (_, out), (_, to), (_, into)] = self.weighted_terms(key, curve, 0.5);
        if matches!(from.to_value(), KeyValue::Rotation(_)) {
            return TURN;
        }
        let distance = self.times[key + 1] - self.times[key];
        let none = (0.0, from);
        let rise = T::sum([(1.0, to), (-1.0, from), none, none]);
        let sides = [rise, out.times(distance), into.times(distance)];
        let height = sides.map(|side| side.to_value().largest());
        let height = height.into_iter().fold(0.0, f32::max);
        let values = [from, to].map(|value| value.to_value().largest());
        let largest = values[0].max(values[1]).max(height);
        (SHARE * height).max(ROUNDING * largest)
    }

    /// By how much a plain cubic between two times of a segment is off.
    fn plain_error(
        &self,
        [start, end]: [f32; 2],
        ends: [f32; 2],
        key: usize,
        curve: &TimeCurve,
    ) -> f32 {
        let at = |time: f32| self.weighted_at(key, curve, share_of(time, ends));
        let [from, to] = [start, end].map(at);
        // At the ends of the segment the tangents of its keys count, and no others.
        let out = if start == ends[0] {
            self.values[3 * key + 2]
        } else {
            self.slope(start)
        };
        let into = if end == ends[1] {
            self.values[3 * key + 3]
        } else {
            self.slope(end)
        };
        let distance = end - start;
        let off = COMPARED.map(|u| {
            let (u2, u3) = (u * u, u * u * u);
            let plain = T::blend([
                (2.0 * u3 - 3.0 * u2 + 1.0, from),
                (distance * (u3 - 2.0 * u2 + u), out),
                (3.0 * u2 - 2.0 * u3, to),
                (distance * (u3 - u2), into),
            ]);
            apart(plain.to_value(), at(start + distance * u).to_value())
        });
        off.into_iter().fold(0.0, f32::max)
    }
}

/// The share of a segment at a time.
fn share_of(time: f32, [from, to]: [f32; 2]) -> f64 {
    let [time, from, to] = [time, from, to].map(f64::from);
    (time - from) / (to - from)
}

/// How far two values are apart: degrees between rotations, else the largest difference of a number.
fn apart(one: KeyValue, other: KeyValue) -> f32 {
    match (one, other) {
        (KeyValue::Rotation(one), KeyValue::Rotation(other)) => {
            let sign = if one.dot(other) < 0.0 { -1.0 } else { 1.0 };
            let chord = (one - other * sign).length();
            (4.0 * (0.5 * chord).min(1.0).asin()).to_degrees()
        }
        (KeyValue::Vector(one), KeyValue::Vector(other)) => (one - other).abs().max_element(),
        (KeyValue::Number(one), KeyValue::Number(other)) => (one - other).abs(),
        _ => 0.0,
    }
}
