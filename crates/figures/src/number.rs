//! The numbers of an item: what was measured, what the paper says, and what must stay.

/// A measured number.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// What it is, in a few words.
    pub name: String,
    /// In what it is measured.
    pub unit: Unit,
    /// What the paper has, where it names a number.
    pub paper: Option<f64>,
    /// What the program has.
    pub ours: f64,
    /// What the program's must be, for the verdict on the item to stay as it is.
    pub pinned: Pinned,
}

impl Number {
    /// A number that the paper does not name.
    #[must_use]
    pub fn new(name: impl Into<String>, unit: Unit, ours: f64, pinned: Pinned) -> Self {
        Self {
            name: name.into(),
            unit,
            paper: None,
            ours,
            pinned,
        }
    }

    /// A largest error or difference that is as good as none, and must not exceed `limit`.
    #[must_use]
    pub fn error(name: impl Into<String>, unit: Unit, ours: f64, limit: f64) -> Self {
        Self::new(name, unit, ours, Pinned::Negligible(limit))
    }

    /// The same number with what the paper has.
    #[must_use]
    pub fn with_paper(mut self, paper: f64) -> Self {
        self.paper = Some(paper);
        self
    }

    /// Whether it is what it must be; never for what is no number.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.pinned.holds(self.ours)
    }

    /// The program's number with its unit, to as many digits as are pinned: two processors that agree within the tolerance
    /// give one text, but for numbers next to where a digit changes.
    ///
    /// A negligible one that stays below its limit reads as that limit, `≤ 5e-5`, since its own digits are rounding.
    #[must_use]
    pub fn ours_text(&self) -> String {
        match self.pinned {
            Pinned::Negligible(limit) if self.holds() => {
                format!("≤ {}", with_unit(&short(limit), self.unit))
            }
            _ => self.text_of(self.ours),
        }
    }

    /// The paper's number with its unit; empty where it has none.
    #[must_use]
    pub fn paper_text(&self) -> String {
        let digits = |value| with_unit(&plain(value), self.unit);
        self.paper.map(digits).unwrap_or_default()
    }

    /// How far the program's number may be from the pinned one: `± 0.01`, or the limit that it must keep.
    #[must_use]
    pub fn pinned_text(&self) -> String {
        match self.pinned {
            Pinned::Near { within, .. } => format!("± {}", short(within)),
            Pinned::AtMost(limit) | Pinned::Negligible(limit) => format!("≤ {}", short(limit)),
            Pinned::AtLeast(limit) => format!("≥ {}", short(limit)),
        }
    }

    fn text_of(&self, value: f64) -> String {
        let digits = match self.pinned {
            _ if self.unit == Unit::Count => format!("{value:.0}"),
            Pinned::Near { within, .. } => format!("{value:.*}", decimals(within)),
            Pinned::AtMost(_) | Pinned::Negligible(_) | Pinned::AtLeast(_) => {
                format!("{value:.*}", decimals(value / 300.0))
            }
        };
        with_unit(&digits.replace('-', "−"), self.unit)
    }
}

/// What a number must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pinned {
    /// At most `within` away from `to`.
    Near {
        /// The number that is expected.
        to: f64,
        /// How far it may be from there.
        within: f64,
    },
    /// Not above this.
    AtMost(f64),
    /// Not above this, below which it is rounding.
    Negligible(f64),
    /// Not below this.
    AtLeast(f64),
}

impl Pinned {
    /// At most `within` away from `to`.
    #[must_use]
    pub const fn near(to: f64, within: f64) -> Self {
        Self::Near { to, within }
    }

    /// Whether a number is so; never for NaN.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        match self {
            Self::Near { to, within } => (value - to).abs() <= within,
            Self::AtMost(limit) | Self::Negligible(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
        }
    }
}

/// In what a number is measured.
#[expect(missing_docs, reason = "units are what they are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Degrees,
    Radians,
    Meters,
    Millimeters,
    Percent,
    /// How many.
    Count,
    /// A quotient, a coordinate without a unit, a norm that mixes radians and lengths.
    Plain,
}

impl Unit {
    /// Its sign behind a number, with the space before it; empty for none.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Degrees => "°",
            Self::Radians => " rad",
            Self::Meters => " m",
            Self::Millimeters => " mm",
            Self::Percent => " %",
            Self::Count | Self::Plain => "",
        }
    }
}

fn with_unit(digits: &str, unit: Unit) -> String {
    format!("{digits}{}", unit.sign())
}

/// How many decimals show a difference of `step`; none where it is one or more, ten where it is tiny or no number.
fn decimals(step: f64) -> usize {
    let step = step.abs();
    // As many as it takes to make the step one or more, and ten at the most.
    (0_i32..10)
        .zip(0..)
        .find(|&(count, _)| step * 10_f64.powi(count) > 0.999)
        .map_or(10, |(_, digits)| digits)
}

/// A tolerance or limit: `0.01`, and `5e-5` for small ones.
fn short(value: f64) -> String {
    let small = value != 0.0 && value.abs() < 1e-3;
    let text = if small {
        format!("{value:e}")
    } else {
        format!("{value}")
    };
    text.replace('-', "−")
}

/// A number as it stands, with a minus sign as long as a plus sign.
fn plain(value: f64) -> String {
    format!("{value}").replace('-', "−")
}
