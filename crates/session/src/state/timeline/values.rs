//! Numbers along the height of the curve view, in double precision: large ones can be looked at closely.

/// The least difference between the numbers at the lower and the upper edge, and the same as a share of their size: single
/// precision has to tell them apart.
const LEAST: f64 = 1e-4;
const LEAST_SHARE: f64 = 1e-5;
/// The largest number that is shown.
const MOST: f64 = 1e7;
/// Half the height over the difference of what is framed, and the least half.
const WITH_MARGIN: f64 = 0.55;
const LEAST_HALF: f64 = 0.01;

/// The numbers at the lower and the upper edge of the curves; for curves that each have the whole height, shares of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    low: f64,
    high: f64,
}

impl ValueRange {
    /// The whole height, as shares of it: 0 to 1.
    pub const WHOLE: Self = Self {
        low: 0.0,
        high: 1.0,
    };

    /// A range between two numbers in either order; too narrow a one is widened about its middle.
    ///
    /// Degenerate: numbers that are not finite count as 0.
    #[must_use]
    pub fn new(one: f64, other: f64) -> Self {
        let [one, other] = [one, other].map(|number| {
            if number.is_finite() {
                number.clamp(-MOST, MOST)
            } else {
                0.0
            }
        });
        let middle = 0.5 * (one + other);
        let least = LEAST.max(LEAST_SHARE * middle.abs());
        let half = 0.5 * (one - other).abs().max(least);
        Self {
            low: middle - half,
            high: middle + half,
        }
    }

    /// The range that shows everything between two numbers, with a margin.
    #[must_use]
    pub fn around([low, high]: [f32; 2]) -> Self {
        let [low, high] = [low, high].map(f64::from);
        let half = (WITH_MARGIN * (high - low)).max(LEAST_HALF);
        let middle = 0.5 * (low + high);
        if half.is_finite() && middle.is_finite() {
            Self::new(middle - half, middle + half)
        } else {
            Self::WHOLE
        }
    }

    /// The number at the lower edge.
    #[must_use]
    pub const fn low(self) -> f64 {
        self.low
    }

    /// The number at the upper edge.
    #[must_use]
    pub const fn high(self) -> f64 {
        self.high
    }

    /// Their difference, above zero.
    #[must_use]
    pub fn height(self) -> f64 {
        self.high - self.low
    }

    /// The range `factor` times as high in which `about` stays where it is.
    #[must_use]
    pub fn zoomed(self, factor: f64, about: f64) -> Self {
        let most = (2.0 * MOST / self.height()).max(1.0);
        let least = (LEAST.max(LEAST_SHARE * about.abs()) / self.height()).min(1.0);
        let factor = if factor.is_finite() && about.is_finite() {
            factor.clamp(least, most)
        } else {
            1.0
        };
        Self::new(
            about + (self.low - about) * factor,
            about + (self.high - about) * factor,
        )
    }

    /// The range `factor` times as high about its middle.
    #[must_use]
    pub fn zoomed_about_middle(self, factor: f64) -> Self {
        self.zoomed(factor, 0.5 * (self.low + self.high))
    }

    /// The range `by` higher up.
    #[must_use]
    pub fn shifted(self, by: f64) -> Self {
        Self::new(self.low + by, self.high + by)
    }

    /// Both edges in single precision, as numbers of curves are; of a share of `whole`, if each curve has the whole height.
    #[must_use]
    pub fn edges_of(self, whole: Self) -> [f32; 2] {
        let [low, high] = [self.low, self.high].map(|share| whole.low + share * whole.height());
        Self::new(low, high).edges()
    }

    /// Both edges in single precision.
    #[must_use]
    pub const fn edges(self) -> [f32; 2] {
        [single(self.low), single(self.high)]
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "numbers of curves are f32; no larger ones are in sight"
)]
const fn single(number: f64) -> f32 {
    number as f32
}
