//! One segment of a curve of angles, in double precision.

use super::{Key, Segment, Track};
use crate::clip::track::TimeCurve;

/// A curve from one time to another without a key between them: a cubic in time, or in the parameter of a course of time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Piece {
    start: f64,
    /// Seconds of the whole segment; 1 where nothing moves.
    distance: f64,
    /// `value = c₀ + c₁ u + c₂ u² + c₃ u³`, with `u` in 0…1 over the segment.
    factors: [f64; 4],
    /// The course of time over u, where tangents have lengths.
    curve: Option<TimeCurve>,
    /// Whether it moves.
    is_still: bool,
}

/// The keys of an axis, read from the first on.
pub(super) struct Pieces {
    keys: Vec<Key<f32>>,
    next: usize,
}

impl Piece {
    fn still(value: f32) -> Self {
        Self {
            start: 0.0,
            distance: 1.0,
            factors: [f64::from(value), 0.0, 0.0, 0.0],
            curve: None,
            is_still: true,
        }
    }

    fn between(from: &Key<f32>, to: &Key<f32>) -> Self {
        let distance = f64::from(to.time) - f64::from(from.time);
        let [start, end] = [from.value, to.value].map(f64::from);
        let mut curve = None;
        let factors = match from.mode.out {
            Segment::Hold => return Self::still(from.value),
            Segment::Linear => [start, end - start, 0.0, 0.0],
            Segment::Cubic => {
                curve = TimeCurve::new(from.mode.handles[1], to.mode.handles[0]);
                let [by_out, by_into] = curve.map_or([1.0; 2], |curve| curve.factors());
                let out = distance * by_out * f64::from(from.tangents[1]);
                let into = distance * by_into * f64::from(to.tangents[0]);
                hermite(start, out, end, into)
            }
        };
        Self {
            start: f64::from(from.time),
            distance,
            factors,
            curve,
            is_still: factors[1..].iter().all(|factor| *factor == 0.0),
        }
    }

    /// Where a time is on the curve.
    fn parameter(&self, time: f64) -> f64 {
        let share = (time - self.start) / self.distance;
        self.curve.map_or(share, |curve| curve.parameter(share))
    }

    /// The angle at a time, in degrees.
    pub(super) fn value(&self, time: f64) -> f64 {
        let [c0, c1, c2, c3] = self.factors;
        if self.is_still {
            return c0;
        }
        let u = self.parameter(time);
        c0 + u * (c1 + u * (c2 + u * c3))
    }

    /// Its slope at a time, in degrees per second.
    pub(super) fn slope(&self, time: f64) -> f64 {
        let [_, c1, c2, c3] = self.factors;
        if self.is_still {
            return 0.0;
        }
        let parameter = self.parameter(time);
        let (u, rate) = self.curve.map_or((parameter, 1.0), |curve| {
            let u = curve.moving_parameter(parameter);
            (u, curve.rate(u))
        });
        (c1 + u * (2.0 * c2 + u * 3.0 * c3)) / (rate * self.distance)
    }

    /// No less than the degrees that it goes up and down in all between two times: the length of the polygon that controls it, or what its steepest
    /// side comes to in that time.
    pub(super) fn way(&self, [from, to]: [f64; 2]) -> f64 {
        let [_, c1, c2, c3] = self.factors;
        // Control points of the cubic lie c₁/3, c₁/3 + c₂/3, and the rest apart.
        let first = c1 / 3.0;
        let second = (c1 + c2) / 3.0;
        let third = c1 / 3.0 + 2.0 * c2 / 3.0 + c3;
        let sides = [first, second, third].map(f64::abs);
        let steepest = sides.into_iter().fold(0.0, f64::max);
        let whole: f64 = sides.iter().sum();
        let [from, to] = [from, to].map(|time| self.parameter(time));
        whole.min(3.0 * steepest * (to - from))
    }
}

impl Pieces {
    pub(super) fn new(track: Option<&Track<f32>>) -> Self {
        Self {
            keys: track.map(Track::keys).unwrap_or_default(),
            next: 0,
        }
    }

    /// The piece from a time on, which is no earlier than that of the last call.
    pub(super) fn piece_from(&mut self, time: f32) -> Piece {
        while self.keys.get(self.next).is_some_and(|key| key.time <= time) {
            self.next += 1;
        }
        let before = self.next.checked_sub(1);
        let before = before.and_then(|before| self.keys.get(before));
        match (before, self.keys.get(self.next)) {
            (Some(from), Some(to)) => Piece::between(from, to),
            (Some(end), None) | (None, Some(end)) => Piece::still(end.value),
            (None, None) => Piece::still(0.0),
        }
    }

    /// Whether all of its segments are held.
    pub(super) fn is_held(&self) -> bool {
        let inner = self.keys.len().saturating_sub(1);
        let mut inner = self.keys.iter().take(inner);
        inner.all(|key| key.mode.out == Segment::Hold)
    }
}

/// Factors of the cubic with these values and these slopes per segment at its ends.
pub(super) fn hermite(start: f64, out: f64, end: f64, into: f64) -> [f64; 4] {
    [
        start,
        out,
        3.0 * (end - start) - 2.0 * out - into,
        2.0 * (start - end) + out + into,
    ]
}
