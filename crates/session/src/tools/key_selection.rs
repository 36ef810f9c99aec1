//! Which keys of the clip that is shown are selected.

use std::collections::BTreeSet;

use rig::KeyAt;

/// Selected keys. Some may be gone by undo, or belong to a clip that was shown before: what uses them passes those over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeySelection {
    /// By target and time.
    pub selected: BTreeSet<KeyAt>,
}
