//! A skin in a pose: everything a palette is made from.

use crate::{BindPose, ForwardError, JointIndex, PosedSkeleton};
use glam::Affine3A;

/// A posed skeleton together with one skin's bind.
#[derive(Clone, Copy, Debug)]
pub struct PosedSkin<'a> {
    posed: &'a PosedSkeleton<'a>,
    bind: &'a BindPose,
}

impl<'a> PosedSkin<'a> {
    /// Puts the two together.
    ///
    /// # Errors
    ///
    /// If the bind was made for a skeleton of another size.
    pub fn new(posed: &'a PosedSkeleton<'a>, bind: &'a BindPose) -> Result<Self, ForwardError> {
        let (expected, found) = (bind.parent_from_joint().len(), posed.skeleton().len());
        if expected == found {
            Ok(Self { posed, bind })
        } else {
            Err(ForwardError::Bind { expected, found })
        }
    }

    /// The skeleton's pose.
    #[must_use]
    pub const fn posed(&self) -> &'a PosedSkeleton<'a> {
        self.posed
    }

    /// The skin's bind.
    #[must_use]
    pub const fn bind(&self) -> &'a BindPose {
        self.bind
    }

    /// The skinning matrices `C_i = W_i K_i⁻¹ A_i⁻¹`, one per joint of the skin's list.
    #[must_use]
    pub fn posed_from_bind(&self) -> Vec<Affine3A> {
        let places = self.bind.joints().iter().enumerate();
        places
            .map(|(place, &joint)| {
                self.posed.model_from_posed_joint(joint) * self.bind.joint_from_bind(place)
            })
            .collect()
    }

    /// What the skinning matrix of a joint that the skin does not list would be: `W_i A_i⁻¹`.
    pub(crate) fn unlisted_posed_from_bind(&self, joint: JointIndex) -> Affine3A {
        self.posed.model_from_posed_joint(joint)
            * self.bind.model_from_joint(joint).inverse().to_affine()
    }
}
