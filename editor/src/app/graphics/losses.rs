//! When to give up: a device that is lost over and over is not worth another window.

use std::time::Duration;

/// So many losses in a short time are no mishap.
pub const MOST_LOSSES: usize = 3;

/// The short time.
pub const WITHIN: Duration = Duration::from_secs(60);

/// When the device was lost without being asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(Vec<Duration>);

impl Losses {
    /// Notes a loss at this time since the program began, and says whether another device is worth a try: not after
    /// [`MOST_LOSSES`] of them [`WITHIN`] a minute.
    #[must_use]
    pub fn allow_another(&mut self, now: Duration) -> bool {
        self.0.retain(|&then| now.saturating_sub(then) < WITHIN);
        self.0.push(now);
        self.0.len() < MOST_LOSSES
    }
}
