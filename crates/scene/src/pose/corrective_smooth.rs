//! The settings of corrective smooth over a method, as they are kept, typed and named.

use std::fmt;
use std::str::FromStr;

use mesh::SmoothRule;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The word behind a method that smooths it, as it is typed.
pub const SMOOTH: &str = "smooth";

/// The word for borders that are smoothed too, as it is typed.
const FREE: &str = "free";

/// Corrective smooth (*Delta Mush*) over a method: the skinned surface is smoothed and gets back the detail that smoothing takes from it at
/// rest. See [`mesh::Smoother`] for the formula.
///
/// In whole numbers, so that two settings are equal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CorrectiveSmooth {
    /// How many times the surface is smoothed.
    pub iterations: u8,
    /// How far vertices go to the mean of their neighbors each time, in percent.
    pub factor: u8,
    /// How much of the result counts, in percent. At 0 vertices are as skinned, bit for bit.
    pub amount: u8,
    /// Whether vertices on a border of the surface are not smoothed, so that meshes which meet there stay together.
    pub pins_border: bool,
}

/// Iterations that can be asked for.
pub const ITERATIONS: std::ops::RangeInclusive<u8> = 1..=100;

/// Percent that can be asked for.
pub const PERCENT: std::ops::RangeInclusive<u8> = 0..=100;

impl Default for CorrectiveSmooth {
    fn default() -> Self {
        Self {
            iterations: 10,
            factor: 50,
            amount: 100,
            pins_border: true,
        }
    }
}

impl CorrectiveSmooth {
    /// The nearest settings that can be asked for: a file may say anything.
    #[must_use]
    pub fn clamped(self) -> Self {
        Self {
            iterations: self
                .iterations
                .clamp(*ITERATIONS.start(), *ITERATIONS.end()),
            factor: self.factor.min(*PERCENT.end()),
            amount: self.amount.min(*PERCENT.end()),
            pins_border: self.pins_border,
        }
    }

    /// The rule by which a surface is smoothed.
    #[must_use]
    pub fn rule(self) -> SmoothRule {
        SmoothRule {
            iterations: self.iterations.into(),
            factor: f64::from(self.factor) / 100.0,
            pins_border: self.pins_border,
        }
    }

    /// The label in words, with what is not usual: `smooth, 20 times`.
    #[must_use]
    pub fn title(self) -> String {
        let usual = Self::default();
        let mut title = "smooth".to_owned();
        if self.iterations != usual.iterations {
            title += &format!(", {} times", self.iterations);
        }
        if self.factor != usual.factor {
            title += &format!(", factor {} %", self.factor);
        }
        if self.amount != usual.amount {
            title += &format!(", amount {} %", self.amount);
        }
        if self.pins_border != usual.pins_border {
            title += ", borders too";
        }
        title
    }
}

/// Writes it as it is typed: `smooth`, or `smooth-20-50-100-free` with all that stands before what is not usual.
impl fmt::Display for CorrectiveSmooth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        f.write_str(SMOOTH)?;
        if *self == usual {
            return Ok(());
        }
        write!(f, "-{}-{}-{}", self.iterations, self.factor, self.amount)?;
        if !self.pins_border {
            write!(f, "-{FREE}")?;
        }
        Ok(())
    }
}

/// Why a text is no corrective smooth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected twist or smooth behind a plus sign, or smooth-ITERATIONS-FACTOR-AMOUNT with 1 to 100 iterations and a factor and an amount of 0 to 100 percent, as two-phase+smooth-20-50-100; -free at the end smooths borders too"
)]
pub struct NotSmooth;

/// Reads `smooth[-ITERATIONS[-FACTOR[-AMOUNT]]][-free]`; what is left out is as usual.
impl FromStr for CorrectiveSmooth {
    type Err = NotSmooth;

    fn from_str(text: &str) -> Result<Self, NotSmooth> {
        let mut parts = text.split('-');
        if parts.next() != Some(SMOOTH) {
            return Err(NotSmooth);
        }
        let mut parts: Vec<&str> = parts.collect();
        let mut read = Self::default();
        if parts.last() == Some(&FREE) {
            parts.pop();
            read.pins_border = false;
        }
        let numbers = [
            (&mut read.iterations, ITERATIONS),
            (&mut read.factor, PERCENT),
            (&mut read.amount, PERCENT),
        ];
        if parts.len() > numbers.len() {
            return Err(NotSmooth);
        }
        for (part, (number, range)) in parts.into_iter().zip(numbers) {
            let given = part.parse().ok().filter(|given| range.contains(given));
            *number = given.ok_or(NotSmooth)?;
        }
        Ok(read)
    }
}
