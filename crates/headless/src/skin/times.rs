//! Moments that follow each other evenly.

use std::str::FromStr;

/// The most moments of one file.
const MOST: u32 = 1_000_000;
/// So much of a step the last moment may lie behind the end, since steps are rounded.
const ROUNDED: f64 = 1e-4;

/// Moments from a start to an end, seconds, as `0:2:0.04` gives them: start, end and step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    start: f64,
    step: f64,
    count: u32,
}

impl Times {
    /// How many there are: `⌊(end - start) / step⌋ + 1`.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// The times, seconds; each computed from the start, so that steps do not add up their rounding.
    #[expect(clippy::cast_possible_truncation, reason = "clips count time in f32")]
    pub fn iter(self) -> impl Iterator<Item = f32> {
        let time = move |number: u32| self.step.mul_add(f64::from(number), self.start) as f32;
        (0..self.count).map(time)
    }
}

impl FromStr for Times {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text
            .split(':')
            .map(|number| {
                number
                    .trim()
                    .parse()
                    .ok()
                    .filter(|it: &f64| it.abs() <= f64::from(f32::MAX))
            })
            .collect();
        let Some(&[start, end, step]) = numbers.as_deref() else {
            return Err("expected start, end and step in seconds, as 0:2:0.04".to_owned());
        };
        if step <= 0.0 || end < start {
            return Err("the step must be above 0, and the end not before the start".to_owned());
        }
        let steps = ((end - start) / step + ROUNDED).floor();
        if steps >= f64::from(MOST) {
            return Err(format!(
                "these are more than {MOST} moments; make the step larger"
            ));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to MOST"
        )]
        let count = steps as u32 + 1;
        Ok(Self { start, step, count })
    }
}
