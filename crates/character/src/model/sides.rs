//! Which joints of a character are each other's mirror images.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use glam::Vec3;
use rig::{JointIndex, JointPairs, NamePatterns, PairEvidence, PairPlane, PairedBy, Skeleton};
use serde::{Deserialize, Serialize};

use crate::model::character::Character;

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
                // Both partners of before are let go, so that the table is the same from either side.
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
    pub(crate) fn for_skeleton(&self, skeleton: &Skeleton) -> Self {
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
    /// avatar comes before names. Whoever mirrors weights, poses, clips or joints, or poses by what is on the other side, asks this, so
    /// that one joint has one partner.
    #[must_use]
    pub fn joint_pairs(&self, patterns: &NamePatterns) -> JointPairs {
        self.with_evidence(patterns, JointPairs::find)
    }

    /// The direction across the plane `n · x = d` of the model, given as n and d: n or its opposite, to where the joints stand that the map of
    /// an avatar or their names say are on the left, those of the figure of this joint first: see [`JointPairs::find_left_direction`]. Nothing where
    /// neither tells.
    #[must_use]
    pub fn left_of(
        &self,
        (pairs, of): (&JointPairs, Option<JointIndex>),
        patterns: &NamePatterns,
        plane: (Vec3, f32),
    ) -> Option<Vec3> {
        self.with_evidence(patterns, |evidence| {
            pairs.find_left_direction(evidence, of, plane)
        })
    }

    /// The plane of the model in which the joints of one skin are symmetric: see [`JointPairs::plane_of_skin`]. Nothing for a skin without
    /// joints.
    #[must_use]
    pub fn plane_of_skin(&self, skin: usize, patterns: &NamePatterns) -> Option<PairPlane> {
        self.with_evidence(patterns, |evidence| {
            JointPairs::plane_of_skin(evidence, skin)
        })
    }

    /// The direction of the model from the joints of one skin that the map of an avatar or their names say are on the right to those on the
    /// left: see [`JointPairs::to_left`]. Nothing where neither tells.
    #[must_use]
    pub fn to_left(&self, skin: usize, patterns: &NamePatterns) -> Option<Vec3> {
        self.with_evidence(patterns, |evidence| JointPairs::to_left(evidence, skin))
    }

    /// What [`SkeletonEdit::Mirror`](crate::SkeletonEdit::Mirror) of joints, by their keys, has to be told of partners because names do not
    /// lead to them.
    ///
    /// For a joint that is the choice by hand, or a partner by map, name or place; a partner by the shape of the skeleton is too unsure to
    /// stand for the joint that the name asks for, and is told where the name asks for none. Where the name leads to a joint of another
    /// figure, [`Partner::Automatic`] says that the joint has none of its own yet. For a joint's parent it is any partner.
    #[must_use]
    pub fn partners_beyond_names(
        &self,
        joints: &[u32],
        pairs: &JointPairs,
        patterns: &NamePatterns,
    ) -> Vec<(u32, Partner)> {
        let skeleton = &self.rig.skeleton;
        let keys = keys_of(skeleton);
        let joints = joints.iter().filter_map(|key| keys.get(key).copied());
        let joints: BTreeSet<JointIndex> = joints.collect();
        let parents = joints.iter().filter_map(|&joint| skeleton.parent(joint));
        let parents: BTreeSet<JointIndex> =
            parents.filter(|parent| !joints.contains(parent)).collect();
        // The first of each name, as an edit finds it.
        let names = skeleton.joints().rev();
        let names: HashMap<&str, JointIndex> =
            names.map(|joint| (skeleton.name(joint), joint)).collect();
        let by_name = |joint: JointIndex| {
            let other = patterns.mirror_name(skeleton.name(joint))?;
            names.get(other.as_str()).copied()
        };
        let has_side = |joint: JointIndex| patterns.mirror_name(skeleton.name(joint)).is_some();
        let of_joint = |joint: JointIndex| {
            let paired = pairs.find_pairing(joint)?;
            let is_said = match paired.by {
                PairedBy::Hand => true,
                PairedBy::Map | PairedBy::Name | PairedBy::Place => paired.partner != joint,
                // Joints that hang on it hang on that partner: no other one is made.
                PairedBy::Shape => paired.partner != joint && !has_side(joint),
            };
            let is_news = is_said && by_name(joint) != Some(paired.partner);
            is_news.then_some(paired.partner)
        };
        let of_parent = |parent: JointIndex| {
            let partner = pairs.partner(parent)?;
            (by_name(parent).unwrap_or(parent) != partner).then_some(partner)
        };
        let found = joints.iter().map(|&joint| (joint, of_joint(joint)));
        let found = found.chain(parents.iter().map(|&joint| (joint, of_parent(joint))));
        let said = found.filter_map(|(joint, partner)| {
            let partner = match (pairs.is_alone_by_hand(joint), partner) {
                (true, _) => Partner::Nobody,
                (false, Some(partner)) => Partner::Joint(skeleton.key(partner)),
                (false, None) => {
                    by_name(joint).filter(|&other| !pairs.is_one_figure([joint, other]))?;
                    Partner::Automatic
                }
            };
            Some((skeleton.key(joint), partner))
        });
        said.collect()
    }

    /// What is known of the joints, given to a function.
    fn with_evidence<T>(
        &self,
        patterns: &NamePatterns,
        ask: impl FnOnce(&PairEvidence<'_>) -> T,
    ) -> T {
        let (by_hand, alone) = self.by_hand();
        ask(&PairEvidence {
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
        let keys = keys_of(&self.rig.skeleton);
        let of_key = |key: u32| keys.get(&key).copied();
        let pairs = humanoid.side_pairs();
        pairs
            .filter_map(|pair| Some([of_key(pair.left)?, of_key(pair.right)?]))
            .collect()
    }
}

/// The joints by their keys.
pub(crate) fn keys_of(skeleton: &Skeleton) -> BTreeMap<u32, JointIndex> {
    let joints = skeleton.joints();
    joints.map(|joint| (skeleton.key(joint), joint)).collect()
}
