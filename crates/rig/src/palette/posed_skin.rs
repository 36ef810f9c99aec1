//! A skin in a pose: everything a palette is made from.

use crate::motion::frames::{canonical_rotation, stretch_of};
use crate::motion::polar::rigid_part;
use crate::{BindPose, ForwardError, JointIndex, PosedSkeleton, Rigid};
use glam::{Affine3A, Mat3A, Quat};

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

    /// The posed skeleton that moves the skin.
    #[must_use]
    pub const fn posed_skeleton(&self) -> &'a PosedSkeleton<'a> {
        self.posed
    }

    /// How the skin was bound to that skeleton.
    #[must_use]
    pub const fn bind(&self) -> &'a BindPose {
        self.bind
    }

    /// The skinning matrices `C_i = W_i K_i⁻¹ A_i⁻¹`, one per joint of the skin's list.
    #[must_use]
    pub fn posed_from_bind(&self) -> Vec<Affine3A> {
        let mut matrices = Vec::new();
        self.posed_from_bind_into(&mut matrices);
        matrices
    }

    /// [`posed_from_bind`](Self::posed_from_bind) into memory that is used again.
    pub fn posed_from_bind_into(&self, matrices: &mut Vec<Affine3A>) {
        let places = self.bind.joints().iter().enumerate();
        matrices.clear();
        matrices.extend(places.map(|(place, &joint)| {
            self.posed.model_from_posed_joint(joint) * self.bind.joint_from_bind(place)
        }));
    }

    /// The polar parts of `C_i`: rotation and translation, and the stretch. Nothing is decomposed where the rotation of `W_i` is
    /// known and the bind matrix holds none but an even stretch.
    pub(crate) fn rigid_part(&self, place: usize, matrix: Affine3A) -> (Rigid, Mat3A) {
        let joint = self.bind.joints()[place];
        let posed = self.posed.frames().known_rotation(joint.index());
        match posed.zip(self.bind.place_rotation(place)) {
            Some((posed, bind)) => {
                // An even stretch commutes with all, so that the polar rotation of the product is the product of the rotations.
                let rotation = (posed * bind).normalize();
                let rigid = Rigid::new(canonical_rotation(rotation), matrix.translation.into());
                (rigid, stretch_of(matrix.matrix3, rotation))
            }
            None => rigid_part(matrix),
        }
    }

    /// The rotation of `W_i A_i⁻¹`: of a joint that the skin does not list.
    pub(crate) fn unlisted_rotation(&self, joint: JointIndex) -> Quat {
        match self.posed.frames().known_rotation(joint.index()) {
            Some(posed) => {
                let bind = self.bind.rest_from_joint(joint).rotation;
                canonical_rotation((posed * bind.conjugate()).normalize())
            }
            None => rigid_part(self.unlisted_posed_from_bind(joint)).0.rotation,
        }
    }

    /// What the skinning matrix of a joint that the skin does not list would be: `W_i A_i⁻¹`.
    fn unlisted_posed_from_bind(&self, joint: JointIndex) -> Affine3A {
        self.posed.model_from_posed_joint(joint)
            * self.bind.model_from_joint(joint).inverse().to_affine()
    }
}
