//! Signs of dual quaternions that are decided once per pose.
//!
//! The chain's rotations have the signs with which the user turned the joints, which is [`SignRule::Followed`](dq_math::SignRule::Followed) as it is.

use dq_math::{DualQuat, signs};
use glam::Quat;

use crate::prepared_rig::RigConstants;
use crate::prepared_skin::PreparedSkin;

/// Memory for signs, of the size of the skeleton.
#[derive(Clone, Debug, Default)]
pub(crate) struct SignMemory {
    rotations: Vec<Quat>,
    agreeing: Vec<f32>,
}

impl SignMemory {
    /// Lets each rotation agree with its parent's, roots first: [`SignRule::Hierarchical`](dq_math::SignRule::Hierarchical). `turns`: the chain of dual quaternions,
    /// behind the identity.
    pub(crate) fn align(
        &mut self,
        rig: &RigConstants,
        skin: &PreparedSkin,
        turns: &[[[f32; 4]; 2]],
        entries: &mut [DualQuat],
    ) {
        let joints = rig.slots.len();
        let of_joints = turns[1..=joints].iter().zip(&skin.signs);
        self.rotations.clear();
        // Roots keep the sign of the product that the palette's own way makes; those below agree with theirs.
        let signed = of_joints.map(|([real, _], sign)| Quat::from_array(*real) * *sign);
        self.rotations.extend(signed);
        self.agreeing.clear();
        self.agreeing.resize(joints, 1.0);
        let parent = |joint: usize| (rig.slots[joint] as usize).checked_sub(1);
        signs::hierarchical(&self.rotations, parent, &mut self.agreeing);
        for (entry, &slot) in entries.iter_mut().zip(&skin.slots) {
            let joint = slot as usize - 1;
            if self.agreeing[joint] * skin.signs[joint] < 0.0 {
                *entry = -*entry;
            }
        }
    }
}
