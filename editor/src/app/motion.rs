//! Onion skins and motion trails follow what is shown.

use session::jobs::motion::Motion;

use super::App;

impl App {
    /// Onion skins and motion trails, and the work that makes them.
    #[must_use]
    pub const fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Makes what panes show of other times, in the background.
    pub(super) fn follow_motion(&mut self) {
        self.motion
            .follow(&self.document, &self.session, &self.spawner);
    }
}
