//! How work in the background gets the window to look at what has come of it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Wakes the window. The default one wakes nobody.
#[derive(Clone)]
pub struct Waker(Arc<dyn Fn(Duration) + Send + Sync>);

impl Waker {
    /// Calls this function, from any thread, with the time after which a frame is wanted at the latest.
    pub fn new(wake_after: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake_after))
    }

    /// Asks for a frame now.
    pub fn wake(&self) {
        (self.0)(Duration::ZERO);
    }

    /// Asks for a frame after this time, as for progress that is to be shown.
    pub fn wake_after(&self, time: Duration) {
        (self.0)(time);
    }
}

impl Default for Waker {
    fn default() -> Self {
        Self::new(|_| {})
    }
}

impl fmt::Debug for Waker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waker").finish_non_exhaustive()
    }
}
