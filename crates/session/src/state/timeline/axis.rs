//! Time along the width of the sheet, in double precision: a long clip can be looked at closely.

/// The part of time that is in sight, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRange {
    start: f64,
    end: f64,
}

/// The shortest part of time that is shown, in seconds.
const SHORTEST: f64 = 1e-3;
/// The longest part of time that is shown, and how far from zero it may lie, in seconds.
const LONGEST: f64 = 1e6;
/// Share of the width that is left free on each side of what is framed.
const MARGIN: f64 = 0.04;

impl TimeRange {
    /// A range between two times in either order; too short a one is widened about its middle.
    ///
    /// Degenerate: times that are not finite count as 0.
    #[must_use]
    pub fn new(one: f64, other: f64) -> Self {
        let [one, other] = [one, other].map(|time| {
            if time.is_finite() {
                time.clamp(-LONGEST, LONGEST)
            } else {
                0.0
            }
        });
        let (start, end) = (one.min(other), one.max(other));
        let middle = 0.5 * (start + end);
        let half = (0.5 * (end - start)).max(0.5 * SHORTEST);
        Self {
            start: middle - half,
            end: middle + half,
        }
    }

    /// The range that shows everything from `first` to `last` with a margin; at least `least` seconds.
    #[must_use]
    pub fn around(first: f64, last: f64, least: f64) -> Self {
        let middle = 0.5 * (first + last);
        let half = 0.5 * (last - first).abs().max(least) / (1.0 - 2.0 * MARGIN);
        Self::new(middle - half, middle + half)
    }

    /// The first second in sight; it may lie before the clip.
    #[must_use]
    pub const fn start(self) -> f64 {
        self.start
    }

    /// The last second in sight; it may lie beyond the clip.
    #[must_use]
    pub const fn end(self) -> f64 {
        self.end
    }

    /// Both ends in single precision, as times of clips are.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "times of clips are f32")]
    pub const fn ends(self) -> (f32, f32) {
        (self.start as f32, self.end as f32)
    }

    /// Its length in seconds, never zero.
    #[must_use]
    pub fn length(self) -> f64 {
        self.end - self.start
    }

    /// The range `factor` times as long in which `about` stays where it is.
    #[must_use]
    pub fn zoomed(self, factor: f64, about: f64) -> Self {
        let least = SHORTEST / self.length();
        let most = LONGEST / self.length();
        // A factor of 1 is always within: rounding may leave a range just beyond a bound, and a clamp needs its bounds
        // in order.
        let factor = if factor.is_finite() {
            factor.clamp(least.min(1.0), most.max(1.0))
        } else {
            1.0
        };
        Self::new(
            about + (self.start - about) * factor,
            about + (self.end - about) * factor,
        )
    }

    /// The range `by` seconds later.
    #[must_use]
    pub fn shifted(self, by: f64) -> Self {
        Self::new(self.start + by, self.end + by)
    }

    /// The range moved just as far that `time` is in it.
    #[must_use]
    pub fn showing(self, time: f64) -> Self {
        if time < self.start {
            self.shifted(time - self.start)
        } else if time > self.end {
            self.shifted(time - self.end)
        } else {
            self
        }
    }
}

/// Times and places along the width: `left` shows the start of the range, `left + width` its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    left: f64,
    width: f64,
    range: TimeRange,
}

impl Axis {
    /// The axis that shows a range between two places; at least one point wide.
    #[must_use]
    pub fn new(left: f32, right: f32, range: TimeRange) -> Self {
        Self {
            left: f64::from(left),
            width: f64::from(right - left).max(1.0),
            range,
        }
    }

    /// The part of time that it shows.
    #[must_use]
    pub const fn range(&self) -> TimeRange {
        self.range
    }

    /// Points for a second.
    #[must_use]
    pub fn points_per_second(&self) -> f64 {
        self.width / self.range.length()
    }

    /// The place of a time.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a place on the screen; far outside of it, it saturates"
    )]
    pub fn x_of(&self, time: f64) -> f32 {
        (self.left + (time - self.range.start) * self.points_per_second()) as f32
    }

    /// The time at a place.
    #[must_use]
    pub fn time_at(&self, x: f32) -> f64 {
        self.range.start + (f64::from(x) - self.left) / self.points_per_second()
    }
}
