//! A joint's frames in a pose, as tools need them.

use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{
    ForwardError, JointIndex, Pose, Rigid, ScaleInheritance, Skeleton, Stretch, forward, polar,
};

use crate::state::gizmo::tool::Space;

/// The frames of a joint before a tool changes it.
///
/// The joint's transform acts in the frame Q: `E = Q T`, `W = E S`, with `T = (R, t)` its rigid part and S its stretch.
/// Q is the joint's rest frame transformed by its ancestors; it is rigid unless the joint inherits a stretch, and then
/// `Q = Q̂ P` (polar), of which the rotation Q̂ gives the directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPlace {
    /// Index of the joint in the skeleton.
    pub joint: JointIndex,
    /// Its position in model space.
    pub origin: Vec3,
    /// The linear part of Q.
    pub model_from_rest: Mat3,
    /// Q̂: the directions of the rest frame in model space, without any stretch.
    pub rotation: Quat,
    /// The parent's axes in model space: Q̂ without the rotation of the rest frame; the model's own for a root.
    pub parent: Quat,
    /// T: the rigid part of the joint's own transform, relative to rest.
    pub rigid: Rigid,
    /// S: the symmetric stretch of the joint's own transform, the identity at rest.
    pub stretch: Stretch,
}

impl JointPlace {
    /// A joint whose frame before its own stretch is `E` in model space; none if the skeleton or the pose has no such
    /// joint, or E is not finite.
    #[must_use]
    pub fn of(
        skeleton: &Skeleton,
        pose: &Pose,
        joint: JointIndex,
        model_from_posed_frame: &Affine3A,
    ) -> Option<Self> {
        let place = joint.index();
        let (rigid, stretch) = (*pose.rigid.get(place)?, *pose.stretch.get(place)?);
        if place >= skeleton.len() || !model_from_posed_frame.is_finite() {
            return None;
        }
        // From E = Q T: what is left of E without the joint's own rotation.
        let turned_back = Mat3::from_quat(rigid.rotation.conjugate());
        let model_from_rest = Mat3::from(model_from_posed_frame.matrix3) * turned_back;
        let rotation = polar(model_from_rest).rotation;
        let parent = match skeleton.parent(joint) {
            Some(_) => rotation * skeleton.parent_from_joint(joint).rotation.conjugate(),
            None => Quat::IDENTITY,
        };
        Some(Self {
            joint,
            origin: model_from_posed_frame.translation.into(),
            model_from_rest,
            rotation,
            parent: parent.normalize(),
            rigid,
            stretch,
        })
    }

    /// The axes of a space, as a rotation to model space: `Q̂ R` of the joint, those of its parent, or the model's.
    #[must_use]
    pub fn axes(&self, space: Space) -> Quat {
        match space {
            Space::Local => (self.rotation * self.rigid.rotation).normalize(),
            Space::Parent => self.parent,
            Space::Global => Quat::IDENTITY,
        }
    }
}

/// The frames of joints in a pose, the active joint last; joints that the skeleton does not have are left out.
///
/// # Errors
///
/// A pose or inheritance flags that do not fit the skeleton.
pub fn places(
    skeleton: &Skeleton,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    joints: &[JointIndex],
) -> Result<Vec<JointPlace>, ForwardError> {
    let posed = forward(skeleton, pose.user_transforms(), scale_inheritance)?;
    let of = |&joint: &JointIndex| {
        let is_there = joint.index() < skeleton.len();
        let frame = is_there.then(|| posed.model_from_posed_frame(joint))?;
        JointPlace::of(skeleton, pose, joint, &frame)
    };
    Ok(joints.iter().filter_map(of).collect())
}
