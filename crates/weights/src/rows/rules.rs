//! What every operation respects.

use rig::JointSlot;

/// Which joints give weight, and which receive it, when a joint's weight at a point changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Normalize {
    /// All others that are not locked, in proportion to what they have: `w_k ← w_k (1 − w) / Σ w_k`.
    #[default]
    Proportional,
    /// The nearest joint above it in the skeleton that is not locked and in the skin; where there is none, as
    /// [`Proportional`](Self::Proportional).
    ToParent,
    /// This joint, if it is not locked and not the one that changes; else as [`Proportional`](Self::Proportional).
    ToJoint(JointSlot),
}

/// What every operation respects. All slices count the joints of the skin; a joint beyond a slice is not locked and has no
/// parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rules<'a> {
    /// Which joints give weight.
    pub normalize: Normalize,
    /// Joints whose weights stay as they are, bit for bit, at every point.
    pub locks: &'a [bool],
    /// The largest number of joints a point may have; none for no limit. A limit of zero counts as one.
    pub limit: Option<usize>,
    /// The nearest joint above each that is in the skin too.
    pub parents: &'a [Option<JointSlot>],
}

impl Rules<'_> {
    /// Whether a joint's weights stay as they are.
    #[must_use]
    pub fn is_locked(&self, joint: JointSlot) -> bool {
        self.locks.get(usize::from(joint)).copied().unwrap_or(false)
    }

    /// The nearest joint above a joint that is in the skin too.
    #[must_use]
    pub fn parent(&self, joint: JointSlot) -> Option<JointSlot> {
        self.parents.get(usize::from(joint)).copied().flatten()
    }
}
