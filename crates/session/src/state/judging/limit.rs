//! One limit: a number, or a share of what is counted.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};

/// The largest amount that is good.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// A number in the unit of the check.
    Most(f64),
    /// A share of what is counted, 0 to 1.
    Share(f64),
}

impl Limit {
    /// In the unit of the check, where `of` are counted; what has no count has no share either, so that nothing is beyond it.
    #[must_use]
    pub fn most(self, of: Option<f64>) -> f64 {
        match self {
            Self::Most(most) => most,
            Self::Share(share) => of.map_or(f64::INFINITY, |of| share * of),
        }
    }

    /// The number that it was written as: that of a share in percent.
    pub(super) const fn written_number(self) -> f64 {
        match self {
            Self::Most(most) => most,
            Self::Share(share) => 100.0 * share,
        }
    }
}

impl<'de> Deserialize<'de> for Limit {
    /// From a number, `12`, or from a share as text, `"0.5 %"`. Neither is held against a range here.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LimitVisitor)
    }
}

struct LimitVisitor;

impl Visitor<'_> for LimitVisitor {
    type Value = Limit;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a number, or a share as \"0.5 %\"")
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Limit, E> {
        Ok(Limit::Most(number))
    }

    #[expect(clippy::cast_precision_loss, reason = "nobody counts beyond 2^53")]
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Limit, E> {
        Ok(Limit::Most(number as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "nobody counts beyond 2^53")]
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Limit, E> {
        Ok(Limit::Most(number as f64))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Limit, E> {
        let number = text.trim().strip_suffix('%').map(str::trim);
        let percent: Option<f64> = number.and_then(|number| number.parse().ok());
        let share = percent.map(|percent| Limit::Share(percent / 100.0));
        share.ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}
