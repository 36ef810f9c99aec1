//! Whole trees of joints that are added.

use std::collections::BTreeSet;

use rig::SkeletonDraft;
use serde::{Deserialize, Serialize};

use super::{EditError, RestFrame, names};
use crate::model::character::Character;

/// A joint of a tree that is added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeJoint {
    /// Its name; the next free one where a joint has it.
    pub name: String,
    /// The place in the list of the joint it hangs on, before its own; a root without one.
    pub parent: Option<usize>,
    /// Where it rests in the model.
    pub frame: RestFrame,
}

impl Character {
    /// Adds the joints with the next keys. A name that is taken is counted up.
    pub(super) fn add_tree(
        &self,
        draft: &mut SkeletonDraft<'_>,
        joints: &[TreeJoint],
    ) -> Result<(), EditError> {
        if joints.is_empty() {
            return Err(EditError::Nothing);
        }
        let first = self.next_joint_key();
        let key = |place: usize| first.saturating_add(u32::try_from(place).unwrap_or(u32::MAX));
        let mut taken: BTreeSet<String> = self.names().into_iter().map(str::to_owned).collect();
        for (place, joint) in joints.iter().enumerate() {
            let parent = match joint.parent {
                Some(parent) if parent >= place => {
                    let key = key(parent);
                    return Err(rig::EditError::NoJoint { key }.into());
                }
                parent => parent.map(key),
            };
            let name = if taken.contains(&joint.name) {
                names::after(&joint.name, &taken.iter().map(String::as_str).collect())
            } else {
                joint.name.clone()
            };
            draft.add(key(place), &name, parent, joint.frame.to_rigid())?;
            taken.insert(name);
        }
        Ok(())
    }
}
