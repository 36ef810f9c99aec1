//! Edits for another version of the file, in which the joints that they name have other keys.

use std::collections::BTreeSet;

use super::{JointAxes, JointConstraint, SkeletonEdit};
use crate::model::kept::PosedJoint;
use crate::model::sides::Partner;

/// Which joint of another character stands for one that an edit names.
pub trait OtherKeys {
    /// The key of the counterpart; none if the joint is gone.
    fn of(&self, key: u32) -> Option<u32>;

    /// The key of the counterpart of the joint, or of the nearest one above it that has one; none if there is none.
    fn of_nearest_above(&self, key: u32) -> Option<u32>;
}

/// An edit with other keys.
#[derive(Clone, Debug, PartialEq)]
pub struct EditWithOtherKeys {
    /// The edit; none if nothing is left that it could be made on.
    pub edit: Option<SkeletonEdit>,
    /// The joints that it names and that are gone, by the keys that they had.
    pub missing: BTreeSet<u32>,
}

impl SkeletonEdit {
    /// The edit for a character whose joints have other keys.
    ///
    /// A list loses the joints that are gone. What would hang on one that is gone hangs on the nearest one above it that is there, and is
    /// a root without one. An edit of one joint that is gone is none; neither is one of a list of which nothing is left.
    #[must_use]
    pub fn with_other_keys(&self, keys: &dyn OtherKeys) -> EditWithOtherKeys {
        let mut rekeying = Rekeying {
            keys,
            missing: BTreeSet::new(),
        };
        let edit = rekeying.edit(self);
        EditWithOtherKeys {
            edit,
            missing: rekeying.missing,
        }
    }
}

struct Rekeying<'a> {
    keys: &'a dyn OtherKeys,
    missing: BTreeSet<u32>,
}

impl Rekeying<'_> {
    fn edit(&mut self, edit: &SkeletonEdit) -> Option<SkeletonEdit> {
        let mut edit = edit.clone();
        match &mut edit {
            SkeletonEdit::Add { parent, .. } => *parent = self.parent(*parent),
            SkeletonEdit::Extrude { joint, .. }
            | SkeletonEdit::Insert { child: joint, .. }
            | SkeletonEdit::Dissolve { joint }
            | SkeletonEdit::Rename { joint, .. }
            | SkeletonEdit::SetRest { joint, .. }
            | SkeletonEdit::Morph { node: joint, .. } => *joint = self.key(*joint)?,
            SkeletonEdit::Reparent { joints, parent } => {
                *joints = self.list(joints)?;
                *parent = self.parent(*parent);
            }
            SkeletonEdit::Mirror {
                joints, partners, ..
            } => {
                *joints = self.list(joints)?;
                // Nothing is missed where only a partner is gone: it is found by its name then.
                *partners = self.partners(partners).unwrap_or_default();
            }
            SkeletonEdit::SetRests { joints, .. } => *joints = self.pairs(joints)?,
            SkeletonEdit::RenameAll { names } => *names = self.pairs(names)?,
            SkeletonEdit::SetPartners { joints } => *joints = self.partners(joints)?,
            SkeletonEdit::TakeRest { pose, own_scale } => {
                *pose = self.pose(pose)?;
                *own_scale = own_scale.iter().filter_map(|&key| self.key(key)).collect();
            }
            SkeletonEdit::Orient { axes } => {
                let kept = axes.iter().filter_map(|own| {
                    let joint = self.key(own.joint)?;
                    Some(JointAxes { joint, ..*own })
                });
                *axes = some(kept.collect())?;
            }
            SkeletonEdit::SetConstraints { joints } => *joints = self.constraints(joints)?,
            SkeletonEdit::AddTree { .. } => {}
            SkeletonEdit::Bind { nodes, joints } => {
                *nodes = self.list(nodes)?;
                *joints = self.list(joints)?;
            }
            SkeletonEdit::Unbind { nodes } => *nodes = self.list(nodes)?,
        }
        Some(edit)
    }

    fn key(&mut self, key: u32) -> Option<u32> {
        let found = self.keys.of(key);
        if found.is_none() {
            self.missing.insert(key);
        }
        found
    }

    fn parent(&mut self, parent: Option<u32>) -> Option<u32> {
        let parent = parent?;
        self.key(parent)
            .or_else(|| self.keys.of_nearest_above(parent))
    }

    fn list(&mut self, joints: &[u32]) -> Option<Vec<u32>> {
        some(joints.iter().filter_map(|&key| self.key(key)).collect())
    }

    fn pairs<T: Clone>(&mut self, joints: &[(u32, T)]) -> Option<Vec<(u32, T)>> {
        let pairs = joints.iter();
        let kept = pairs.filter_map(|(key, value)| Some((self.key(*key)?, value.clone())));
        some(kept.collect())
    }

    /// A joint whose partner is gone is left out.
    fn partners(&mut self, joints: &[(u32, Partner)]) -> Option<Vec<(u32, Partner)>> {
        let kept = joints.iter().filter_map(|&(key, partner)| {
            let partner = match partner {
                Partner::Joint(other) => Partner::Joint(self.key(other)?),
                Partner::Automatic | Partner::Nobody => partner,
            };
            Some((self.key(key)?, partner))
        });
        some(kept.collect())
    }

    /// A joint that would follow one that is gone is left out.
    fn constraints(
        &mut self,
        joints: &[(u32, Option<JointConstraint>)],
    ) -> Option<Vec<(u32, Option<JointConstraint>)>> {
        let kept = joints.iter().filter_map(|(key, followed)| {
            let followed = match followed {
                Some(own) => Some(JointConstraint {
                    source: self.key(own.source)?,
                    ..own.clone()
                }),
                None => None,
            };
            Some((self.key(*key)?, followed))
        });
        some(kept.collect())
    }

    fn pose(&mut self, pose: &[PosedJoint]) -> Option<Vec<PosedJoint>> {
        let kept = pose.iter().filter_map(|posed| {
            let joint = self.key(posed.joint)?;
            Some(PosedJoint { joint, ..*posed })
        });
        some(kept.collect())
    }
}

/// None for an empty list.
fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    (!list.is_empty()).then_some(list)
}
