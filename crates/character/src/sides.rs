//! Which joints of a character are each other's mirror images.

use rig::{JointPairs, NamePatterns, PairEvidence};

use crate::character::Character;

impl Character {
    /// Pairs the joints by all that the file says of them: see [`JointPairs::find`]. Whoever mirrors weights, poses or clips asks this,
    /// so that one joint has one partner.
    #[must_use]
    pub fn joint_pairs(&self, patterns: &NamePatterns) -> JointPairs {
        JointPairs::find(&PairEvidence {
            skeleton: &self.rig.skeleton,
            binds: &self.rig.binds,
            patterns,
            by_hand: &[],
            map: &[],
        })
    }
}
