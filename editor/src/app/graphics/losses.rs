//! Decides when to give up on a device that is lost again and again.

use std::time::Duration;

/// Losses [`WITHIN`] a short time after which no other device is tried.
pub const MOST_LOSSES: usize = 3;

/// The time in which losses are counted.
pub const WITHIN: Duration = Duration::from_secs(60);

/// Times of losses that the user did not ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(Vec<Duration>);

impl Losses {
    /// Records a loss at this time since the program began; returns whether another device is worth a try: not after
    /// [`MOST_LOSSES`] of them [`WITHIN`] a minute.
    #[must_use]
    pub fn allow_another(&mut self, now: Duration) -> bool {
        self.0.retain(|&then| now.saturating_sub(then) < WITHIN);
        self.0.push(now);
        self.0.len() < MOST_LOSSES
    }
}
