//! The dialog for fewer keys.

use crate::features::Context;
use crate::shown::{at_rest, rest_bounds};
use crate::state::clips::key_reduction::ReduceAsked;

impl Context<'_> {
    /// Opens the dialog, for the clip that is shown or, without one, the clip that was left or the first.
    pub(in crate::features) fn ask_to_reduce_keys(&mut self) {
        self.stop_playing();
        if self.session.playback.moment.is_none() {
            let time = self.session.playback.left.map_or(0.0, |left| left.time);
            self.seek(time);
        }
        let character = &self.document.character;
        let size = 2.0 * rest_bounds(character, &at_rest(character)).radius();
        self.session.character.reducing = Some(ReduceAsked::for_size(size));
    }
}
