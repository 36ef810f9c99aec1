//! Mirror images of joints, chosen by hand.

use std::sync::Arc;

use rig::{Rig, SkeletonDraft};

use super::keyed::KeyedJoints;
use super::{EditError, Edited};
use crate::model::character::Character;
use crate::model::sides::Partner;

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
        let keyed = KeyedJoints::new(&self.rig.skeleton);
        for &(joint, partner) in joints {
            keyed.joint(joint)?;
            if let Partner::Joint(other) = partner {
                keyed.joint(other)?;
            }
            pairs.set(joint, partner);
        }
        // Whoever keeps what follows from pairs keeps it with the rig that they were found in.
        character.rig = Arc::new(Rig::clone(&self.rig));
        Ok(Edited::with_same_joints(character, draft.build()?))
    }
}
