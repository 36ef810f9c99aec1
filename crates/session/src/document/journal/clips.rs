//! Changed clips: what they were and what they are, as results.
//!
//! Not as operations, for what they give depends on skeleton, skin and method: the same keys come back whatever a
//! later version makes of an operation.

use std::sync::Arc;

use rig::Clip;

/// All clips before and after.
///
/// Both share every track that did not change, with each other and with the characters before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipWork {
    pub(super) before: Arc<[Clip]>,
    pub(super) after: Arc<[Clip]>,
}

impl ClipWork {
    /// The clips before the first of the edits.
    #[must_use]
    pub fn before(&self) -> &Arc<[Clip]> {
        &self.before
    }

    /// The clips after the last.
    #[must_use]
    pub fn after(&self) -> &Arc<[Clip]> {
        &self.after
    }

    /// Whether the edits have undone each other.
    pub(super) fn is_nothing(&self) -> bool {
        Arc::ptr_eq(&self.before, &self.after) || self.before == self.after
    }
}
