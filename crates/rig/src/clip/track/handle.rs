//! How long the tangents of keys are in time, and the course of time that follows between two keys.

/// The length of a tangent in time, as a share of the time to the key that it points to: from 0 to 1, a third at first.
///
/// With both tangents of a segment a third long its curve is a plain cubic in time. A longer one holds the curve to its slope for longer. A
/// share goes along when keys are moved in time.
///
/// # Examples
///
/// ```
/// use rig::HandleLength;
///
/// assert_eq!(HandleLength::default(), HandleLength::THIRD);
/// assert_eq!(HandleLength::from_share(1.0 / 3.0), HandleLength::THIRD);
/// assert_eq!(HandleLength::from_share(0.5).share(), 0.5);
/// assert_eq!(HandleLength::from_share(7.0).share(), 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HandleLength(u32);

/// Of these parts a third is a whole number, and so is everything that is a few halvings from it.
const PARTS: u32 = 3 << 30;

impl HandleLength {
    /// That of a plain cubic.
    pub const THIRD: Self = Self(PARTS / 3);

    /// A share of the time to the next key, within 0 and 1. What is no number is a third.
    #[must_use]
    pub fn from_share(share: f64) -> Self {
        if share.is_nan() {
            return Self::THIRD;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within 0 and the number of parts"
        )]
        let parts = (share.clamp(0.0, 1.0) * f64::from(PARTS)).round() as u32;
        Self(parts.min(PARTS))
    }

    /// The share, from 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        f64::from(self.0) / f64::from(PARTS)
    }

    /// The share in parts of a whole, of which there are 3·2³⁰: what files hold.
    #[must_use]
    pub const fn parts(self) -> u32 {
        self.0
    }

    /// The way back from [`parts`](Self::parts); none for more than a whole.
    #[must_use]
    pub const fn from_parts(parts: u32) -> Option<Self> {
        if parts <= PARTS {
            Some(Self(parts))
        } else {
            None
        }
    }
}

impl Default for HandleLength {
    fn default() -> Self {
        Self::THIRD
    }
}

/// Time over the parameter s of a segment whose tangents are not both a third long, both from 0 to 1.
///
/// With the shares a of the first tangent and b of the second, which are made smaller together where they come to more than 1,
/// `x(s) = 3 a s (1 − s)² + 3 (1 − b) s² (1 − s) + s³`. So x rises everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeCurve {
    out: f64,
    into: f64,
}

/// Rounds in which the parameter of a time is found, by halving alone if need be.
const MOST_ROUNDS: usize = 64;
/// How near a time is met.
const NEAR: f64 = 1e-15;
/// Share beside a key at which the course of time is looked at where it stands still at the key.
const BESIDE: f64 = 1e-4;

impl TimeCurve {
    /// That of two tangents; none where both are a third.
    pub(crate) fn new(out: HandleLength, into: HandleLength) -> Option<Self> {
        if out == HandleLength::THIRD && into == HandleLength::THIRD {
            return None;
        }
        let (out, into) = (out.share(), into.share());
        let whole = (out + into).max(1.0);
        Some(Self {
            out: out / whole,
            into: into / whole,
        })
    }

    /// What the slopes at both ends are multiplied by, so that they are those of a Hermite curve over s.
    pub(crate) const fn factors(&self) -> [f64; 2] {
        [3.0 * self.out, 3.0 * self.into]
    }

    pub(crate) fn time(&self, s: f64) -> f64 {
        let rest = 1.0 - s;
        let inner = self.out * rest + (1.0 - self.into) * s;
        3.0 * s * rest * inner + s * s * s
    }

    /// The derivative of [`time`](Self::time), never below 0.
    pub(crate) fn rate(&self, s: f64) -> f64 {
        let rest = 1.0 - s;
        let middle = 1.0 - self.out - self.into;
        3.0 * (self.out * rest * rest + 2.0 * middle * s * rest + self.into * s * s)
    }

    /// The parameter at a time within 0 and 1, by Newton's method, and by halving where that leaves the bracket.
    pub(crate) fn parameter(&self, time: f64) -> f64 {
        if time <= 0.0 || time.is_nan() {
            return 0.0;
        }
        if time >= 1.0 {
            return 1.0;
        }
        let (mut low, mut high, mut s) = (0.0, 1.0, time);
        for _ in 0..MOST_ROUNDS {
            let off = self.time(s) - time;
            if off.abs() <= NEAR {
                break;
            }
            if off < 0.0 {
                low = s;
            } else {
                high = s;
            }
            let next = s - off / self.rate(s);
            // A slope of nothing gives no number, which is in no bracket.
            s = if next > low && next < high {
                next
            } else {
                f64::midpoint(low, high)
            };
        }
        s
    }

    /// The parameter at which slopes are taken: beside an end where time stands still there.
    pub(crate) fn moving_parameter(&self, s: f64) -> f64 {
        if self.rate(s) > 1e-9 {
            s
        } else {
            s.clamp(BESIDE, 1.0 - BESIDE)
        }
    }

    /// The tangents of the piece between two parameters as a segment of its own, by de Casteljau: the curve stays as it is.
    pub(crate) fn lengths_between(&self, [from, to]: [f64; 2]) -> [HandleLength; 2] {
        let span = self.time(to) - self.time(from);
        [from, to].map(|end| {
            let length = self.rate(end) * (to - from) / 3.0;
            HandleLength::from_share(length / span)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(out: f64, into: f64) -> TimeCurve {
        let [out, into] = [out, into].map(HandleLength::from_share);
        TimeCurve::new(out, into).unwrap()
    }

    #[test]
    fn time_rises_and_its_parameter_is_found_whatever_the_lengths() {
        let lengths = [0.0, 0.01, 0.2, 1.0 / 3.0, 0.5, 0.9, 1.0];
        let pairs = lengths.map(|out| lengths.map(|into| (out, into)));
        let pairs = pairs.iter().flatten();
        for &(out, into) in pairs.filter(|pair| **pair != (1.0 / 3.0, 1.0 / 3.0)) {
            let curve = curve(out, into);
            let mut before = 0.0;
            for step in 0..=200_u8 {
                let time = f64::from(step) / 200.0;
                let s = curve.parameter(time);
                assert!((curve.time(s) - time).abs() < 1e-12, "{out} {into} {time}");
                assert!(s >= before, "{out} {into}: {s} after {before}");
                assert!(curve.rate(s) >= 0.0);
                before = s;
            }
        }
    }

    #[test]
    fn halves_run_through_the_same_times() {
        for (out, into) in [(0.05, 0.9), (0.7, 0.7), (1.0, 0.0), (0.3, 0.6)] {
            let whole = curve(out, into);
            let cut = 0.4;
            let [first, second] = [[0.0, cut], [cut, 1.0]].map(|ends| {
                let [out, into] = whole.lengths_between(ends);
                let piece = TimeCurve::new(out, into).unwrap();
                let [from, to] = ends.map(|end| whole.time(end));
                move |share: f64| from + (to - from) * piece.time(share)
            });
            for step in 0..=10_u8 {
                let share = f64::from(step) / 10.0;
                assert!((first(share) - whole.time(cut * share)).abs() < 1e-8);
                let later = cut + (1.0 - cut) * share;
                assert!((second(share) - whole.time(later)).abs() < 1e-8);
            }
        }
    }
}
