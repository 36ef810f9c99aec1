//! Mirror images of joints, chosen by hand.

use std::sync::Arc;

use rig::{Rig, SkeletonDraft};

use super::{EditError, Edited};
use crate::character::Character;
use crate::sides::{Partner, keys_of};

impl Character {
    /// Nothing that is seen hangs on who is whose mirror image, so that nothing has to be carried over and all else stays shared.
    pub(super) fn with_partners_chosen(
        &self,
        draft: SkeletonDraft<'_>,
        joints: &[(u32, Partner)],
    ) -> Result<Edited, EditError> {
        if joints.is_empty() {
            return Err(EditError::Nothing);
        }
        let mut character = self.clone();
        let pairs = Arc::make_mut(&mut character.pairs_by_hand);
        let keys = keys_of(&self.rig.skeleton);
        for &(joint, partner) in joints {
            let named = match partner {
                Partner::Joint(other) => [joint, other],
                Partner::Automatic | Partner::Nobody => [joint; 2],
            };
            if let Some(&key) = named.iter().find(|key| !keys.contains_key(key)) {
                return Err(rig::EditError::NoJoint { key }.into());
            }
            pairs.set(joint, partner);
        }
        // Whoever keeps what follows from pairs keeps it with the rig that they were found in.
        character.rig = Arc::new(Rig::clone(&self.rig));
        Ok(Edited::with_same_joints(character, draft.build()?))
    }
}
