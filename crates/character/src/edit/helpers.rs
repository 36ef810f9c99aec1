//! Joints that are added with channels of their own, for what is computed rather than edited by hand.

use std::collections::BTreeSet;

use rig::{JointIndex, Trs};

use super::{EditError, Edited, names};
use crate::model::character::Character;

/// A joint to be added by [`Character::with_helpers`].
#[derive(Clone, Debug, PartialEq)]
pub struct HelperJoint {
    /// Its name; the next free one where a joint has it.
    pub name: String,
    /// What it hangs on.
    pub parent: HelperParent,
    /// Its channels in its parent when no clip plays; they may scale.
    pub local: Trs,
}

/// What an added joint hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelperParent {
    /// Nothing: it is a root.
    Scene,
    /// A joint of the character.
    Joint(JointIndex),
    /// An added joint before it, by its place in the list.
    Helper(usize),
}

impl Character {
    /// The character with more joints, and what each of them is in the new skeleton, in the order given. Nothing that is seen changes:
    /// they come without weight into the joint lists of skins, as by [`SkeletonEdit::Add`](super::SkeletonEdit::Add).
    ///
    /// # Errors
    ///
    /// An unknown parent, a full skeleton, channels that are not finite.
    pub fn with_helpers(
        &self,
        helpers: &[HelperJoint],
    ) -> Result<(Edited, Vec<JointIndex>), EditError> {
        let skeleton = &self.rig.skeleton;
        let first = self.next_joint_key();
        let key = |place: usize| first.saturating_add(u32::try_from(place).unwrap_or(u32::MAX));
        let mut draft = skeleton.draft();
        let mut taken: BTreeSet<String> = self.names().into_iter().map(str::to_owned).collect();
        for (place, helper) in helpers.iter().enumerate() {
            let parent = match helper.parent {
                HelperParent::Scene => None,
                HelperParent::Joint(joint) if joint.index() < skeleton.len() => {
                    Some(skeleton.key(joint))
                }
                HelperParent::Joint(joint) => {
                    let key = u32::from(joint.0);
                    return Err(rig::EditError::NoJoint { key }.into());
                }
                // Of one that comes later the key is not there yet, which the draft refuses.
                HelperParent::Helper(before) => Some(key(before)),
            };
            let name = match taken.contains(&helper.name) {
                true => names::after(&helper.name, &taken.iter().map(String::as_str).collect()),
                false => helper.name.clone(),
            };
            draft.add_local(key(place), &name, parent, helper.local)?;
            taken.insert(name);
        }
        let edited = self.apply_remap(draft.build()?)?;
        let joints = (0..helpers.len()).filter_map(|place| {
            let skeleton = &edited.character.rig.skeleton;
            skeleton.joint_of_key(key(place))
        });
        let joints = joints.collect();
        Ok((edited, joints))
    }
}
