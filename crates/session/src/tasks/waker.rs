//! Waking the window from a background thread.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Requests a frame of the window. The default one does nothing.
#[derive(Clone)]
pub struct Waker(Arc<dyn Fn(Duration) + Send + Sync>);

impl Waker {
    /// Calls this function, from any thread, with the longest time until the next frame.
    pub fn new(wake_after: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        Self(Arc::new(wake_after))
    }

    /// Asks for a frame now.
    pub fn wake(&self) {
        (self.0)(Duration::ZERO);
    }

    /// Requests a frame after this time, for example to show progress.
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
