//! Lists of key times that tracks share, and where a time is in them.

use std::sync::Arc;

/// Rising times of at least two keys.
#[derive(Clone, Debug)]
pub(crate) struct KeyTimes {
    times: Arc<[f32]>,
    /// One over the seconds to the next key.
    inverse: Vec<f32>,
    /// Whether a cubic curve goes through keys at these times.
    is_cubic: bool,
}

/// A time between two keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// The earlier key, never the last one.
    pub(crate) key: u32,
    /// 0 at the earlier key, 1 at the later one; held before the first and after the last.
    pub(crate) between: f32,
    /// The same of keys that are held: 0 before the later key, 1 from there on.
    pub(crate) held: f32,
    /// Of a cubic curve: of the earlier value, its out-tangent, the later value and its in-tangent.
    pub(crate) hermite: [f32; 4],
}

impl Found {
    /// How far it is to the later key, of keys that are held or not.
    #[inline(always)]
    pub(crate) const fn of(&self, is_held: bool) -> f32 {
        if is_held { self.held } else { self.between }
    }
}

impl KeyTimes {
    /// Of at least two keys.
    pub(crate) fn new(times: &[f32]) -> Self {
        let inverse = |pair: &[f32]| (pair[1] - pair[0]).recip();
        Self {
            times: times.into(),
            inverse: times.windows(2).map(inverse).collect(),
            is_cubic: false,
        }
    }

    /// From now on weights of cubic curves are found too.
    pub(crate) const fn set_cubic(&mut self) {
        self.is_cubic = true;
    }

    pub(crate) fn times(&self) -> &[f32] {
        &self.times
    }

    pub(crate) fn keys(&self) -> usize {
        self.times.len()
    }

    /// Where a time is, given the key before it when it was asked for last; any number will do. A time that is no number is before all keys.
    #[expect(clippy::cast_possible_truncation, reason = "fewer keys than 2³²")]
    #[inline]
    pub(crate) fn find(&self, time: f32, last: u32) -> Found {
        let segments = self.inverse.len();
        let is_in = |key: usize| {
            let ends = self.times.get(key).zip(self.times.get(key + 1));
            ends.is_some_and(|(&from, &to)| from <= time && time < to)
        };
        let key = match last as usize {
            same if is_in(same) => same,
            before if is_in(before + 1) => before + 1,
            _ => {
                let after = self.times.partition_point(|&key| key <= time);
                after.saturating_sub(1).min(segments - 1)
            }
        };
        let between = (time - self.times[key]) * self.inverse[key];
        // What is no number, as between keys further apart than f32 reaches, is at the earlier key.
        let between = if between > 0.0 { between.min(1.0) } else { 0.0 };
        Found {
            key: key as u32,
            between,
            held: f32::from(u8::from(time >= self.times[key + 1])),
            hermite: if self.is_cubic {
                hermite(between, self.times[key + 1] - self.times[key])
            } else {
                [0.0; 4]
            },
        }
    }
}

/// `(2u³−3u²+1) v₀ + d (u³−2u²+u) out₀ + (3u²−2u³) v₁ + d (u³−u²) in₁`.
fn hermite(u: f32, seconds: f32) -> [f32; 4] {
    let (u2, u3) = (u * u, u * u * u);
    // Keys further apart than f32 reaches: the earlier one is held.
    let seconds = if seconds.is_finite() { seconds } else { 0.0 };
    [
        2.0 * u3 - 3.0 * u2 + 1.0,
        seconds * (u3 - 2.0 * u2 + u),
        3.0 * u2 - 2.0 * u3,
        seconds * (u3 - u2),
    ]
}
