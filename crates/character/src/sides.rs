//! Which joints of a character are each other's mirror images.

use rig::{JointIndex, JointPairs, NamePatterns, PairEvidence};

use crate::character::Character;

impl Character {
    /// Pairs the joints by all that the file says of them: see [`JointPairs::find`]. The humanoid map of an avatar comes before names.
    /// Whoever mirrors weights, poses or clips asks this, so that one joint has one partner.
    #[must_use]
    pub fn joint_pairs(&self, patterns: &NamePatterns) -> JointPairs {
        JointPairs::find(&PairEvidence {
            skeleton: &self.rig.skeleton,
            binds: &self.rig.binds,
            patterns,
            by_hand: &[],
            map: &self.pairs_of_map(),
        })
    }

    fn pairs_of_map(&self) -> Vec<[JointIndex; 2]> {
        let Some(humanoid) = &self.humanoid else {
            return Vec::new();
        };
        let skeleton = &self.rig.skeleton;
        let of_key = |key: u32| skeleton.joints().find(|&joint| skeleton.key(joint) == key);
        let pairs = humanoid.side_pairs();
        pairs
            .filter_map(|pair| Some([of_key(pair.left)?, of_key(pair.right)?]))
            .collect()
    }
}
