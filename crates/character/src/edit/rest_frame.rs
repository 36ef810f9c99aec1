//! Where a joint rests, as edits are written down.

use glam::{Quat, Vec3};
use rig::Rigid;
use serde::{Deserialize, Serialize};

/// A rigid frame in the model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestFrame {
    /// The joint's head, meters.
    pub position: [f32; 3],
    /// Unit quaternion, x y z w.
    pub rotation: [f32; 4],
}

impl RestFrame {
    /// The frame of a rigid motion.
    #[must_use]
    pub fn new(model_from_joint: Rigid) -> Self {
        Self {
            position: model_from_joint.translation.to_array(),
            rotation: model_from_joint.rotation.to_array(),
        }
    }

    /// As a rigid motion; its rotation is what was given.
    #[must_use]
    pub fn to_rigid(self) -> Rigid {
        Rigid::new(
            Quat::from_array(self.rotation),
            Vec3::from_array(self.position),
        )
    }
}
