//! Where a character is in a clip.

use crate::key_times::{Found, KeyTimes};

/// Where a clip was sampled last, so that the next time is found without a search. For one character and one clip; after another clip it is only
/// slower.
#[derive(Clone, Debug, Default)]
pub struct ClipCursor {
    pub(crate) found: Vec<Found>,
    /// Of tracks that are sampled joint by joint.
    pub(crate) hints: Vec<usize>,
}

impl ClipCursor {
    /// Finds a time in all lists. Allocates nothing after the first time.
    pub(crate) fn find(&mut self, lists: &[KeyTimes], time: f32) {
        self.found.resize(lists.len(), Found::default());
        for (times, found) in lists.iter().zip(&mut self.found) {
            *found = times.find(time, found.key);
        }
    }
}
