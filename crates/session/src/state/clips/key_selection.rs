//! Which keys of the clip that is shown are selected.

use std::collections::BTreeSet;
use std::sync::Arc;

use rig::KeyAt;

/// Selected keys. Some may be gone by undo, or belong to a clip that was shown before: what uses them passes those over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeySelection {
    /// By target and time. A change makes another set: what was drawn from one is known by it.
    pub selected: Arc<BTreeSet<KeyAt>>,
}
