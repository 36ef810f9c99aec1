//! Which joints of a character are each other's mirror images.

use std::collections::BTreeMap;

use rig::{JointIndex, JointPairs, NamePatterns, PairEvidence, Skeleton};
use serde::{Deserialize, Serialize};

use crate::character::Character;

/// What somebody says of a joint's mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Partner {
    /// Nothing: it is found by the map of an avatar, by names, places and the shape of the skeleton.
    Automatic,
    /// It has none: what is mirrored leaves it as it is.
    Nobody,
    /// The joint of this key. Its own one puts a joint in the middle.
    Joint(u32),
}

/// Mirror images of joints that were chosen by hand, by the keys of the joints. Never one-sided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairsByHand {
    /// Of joints with a choice the key of the partner; none for those that have none.
    partners: BTreeMap<u32, Option<u32>>,
}

impl PairsByHand {
    /// What was chosen for a joint.
    #[must_use]
    pub fn partner(&self, joint: u32) -> Partner {
        match self.partners.get(&joint) {
            None => Partner::Automatic,
            Some(None) => Partner::Nobody,
            Some(&Some(partner)) => Partner::Joint(partner),
        }
    }

    /// Whether nothing was chosen for any joint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.partners.is_empty()
    }

    /// Chooses for a joint. Whoever was paired with it, or with its new partner, is automatic again.
    pub(crate) fn set(&mut self, joint: u32, partner: Partner) {
        self.forget(joint);
        match partner {
            Partner::Automatic => {}
            Partner::Nobody => {
                self.partners.insert(joint, None);
            }
            Partner::Joint(other) => {
                self.forget(other);
                self.partners.insert(joint, Some(other));
                self.partners.insert(other, Some(joint));
            }
        }
    }

    fn forget(&mut self, joint: u32) {
        if let Some(Some(partner)) = self.partners.remove(&joint) {
            self.partners.remove(&partner);
        }
    }

    /// Those of joints that the skeleton has, with partners that it has.
    pub(crate) fn kept_in(&self, skeleton: &Skeleton) -> Self {
        if self.is_empty() {
            return Self::default();
        }
        let keys = keys_of(skeleton);
        let mut kept = self.clone();
        kept.partners.retain(|joint, partner| {
            keys.contains_key(joint) && partner.is_none_or(|partner| keys.contains_key(&partner))
        });
        kept
    }
}

impl Character {
    /// Pairs the joints by all that the file, and whoever chose by hand, says of them: see [`JointPairs::find`]. The humanoid map of an
    /// avatar comes before names. Whoever mirrors weights, poses or clips asks this, so that one joint has one partner.
    #[must_use]
    pub fn joint_pairs(&self, patterns: &NamePatterns) -> JointPairs {
        let (by_hand, alone) = self.by_hand();
        JointPairs::find(&PairEvidence {
            skeleton: &self.rig.skeleton,
            binds: &self.rig.binds,
            patterns,
            by_hand: &by_hand,
            alone: &alone,
            map: &self.pairs_of_map(),
        })
    }

    /// Pairs that were chosen by hand, and joints that were said to have no partner.
    fn by_hand(&self) -> (Vec<[JointIndex; 2]>, Vec<JointIndex>) {
        let (mut pairs, mut alone) = (Vec::new(), Vec::new());
        if self.pairs_by_hand.is_empty() {
            return (pairs, alone);
        }
        let keys = keys_of(&self.rig.skeleton);
        for (joint, partner) in &self.pairs_by_hand.partners {
            let Some(&joint) = keys.get(joint) else {
                continue;
            };
            match partner {
                None => alone.push(joint),
                Some(partner) => pairs.extend(keys.get(partner).map(|&other| [joint, other])),
            }
        }
        (pairs, alone)
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

fn keys_of(skeleton: &Skeleton) -> BTreeMap<u32, JointIndex> {
    let joints = skeleton.joints();
    joints.map(|joint| (skeleton.key(joint), joint)).collect()
}
