//! Rest frames that are turned where they stand.

use crate::edit::rebase::Rebase;
use crate::{
    EditError, JointIndex, LocalTransform, Pose, Rigid, Skeleton, SkeletonBuilder, SkeletonRemap,
    Stretch,
};
use glam::{DAffine3, DQuat, Mat3, Quat};
use std::collections::BTreeMap;

/// Factors of a scale that differ by less, relative to the largest, are equal.
const ROUNDING: f32 = 1e-6;

impl Skeleton {
    /// The skeleton with other axes at rest: joints get these rotations in the model, and no joint changes its place.
    ///
    /// With `Q_i = B_iᵀ B'_i` local transforms become `L'_i = Q_p⁻¹ L_i Q_i`, and so do clips; poses become `U'_i = Q_i⁻¹ U_i Q_i`.
    /// Everything is seen as before. Where [`can_turn_rest`](Self::can_turn_rest) says no, the rest stays right, but clips do not.
    /// A scale that a clip gives a joint along its axes is carried over as near as scales along other axes can come.
    ///
    /// # Errors
    ///
    /// A joint that is not there, a rotation that is none.
    pub fn with_rest_axes(&self, axes: &[(JointIndex, Quat)]) -> Result<SkeletonRemap, EditError> {
        let mut turns = BTreeMap::new();
        for &(joint, rotation) in axes {
            if joint.index() >= self.len() {
                return Err(EditError::NoJoint {
                    key: u32::from(joint.0),
                });
            }
            let length = rotation.length();
            if !(length.is_finite() && (length - 1.0).abs() < 1e-3) {
                return Err(EditError::NotFinite {
                    what: "the rotation of the joint's rest".to_owned(),
                });
            }
            let old = self.rest_model_from_joint(joint).rotation.as_dquat();
            let turn = old.conjugate() * rotation.as_dquat();
            turns.insert(joint, turn.normalize());
        }
        let turn = |joint: JointIndex| turns.get(&joint).copied();
        let mut builder = SkeletonBuilder::new();
        let mut rebased = BTreeMap::new();
        for joint in self.joints() {
            let parent = self.parent(joint);
            let (own, above) = (turn(joint), parent.and_then(turn));
            let mut local = *self.local(joint);
            if own.is_some() || above.is_some() {
                // `Q_p⁻¹` from the left; `Q_i` comes from the right.
                let back = above.unwrap_or(DQuat::IDENTITY).conjugate();
                let rebase = Rebase::new(DAffine3::from_quat(back));
                let rebase = rebase.with_turn(own.unwrap_or(DQuat::IDENTITY));
                local = rebase.local(&local);
                rebased.insert(self.key(joint), rebase);
            }
            let parent = parent.map(|parent| self.key(parent));
            builder = builder.joint(self.key(joint), parent, self.name(joint), local);
        }
        Ok(SkeletonRemap::new(self.clone(), builder.build()?, rebased))
    }

    /// Whether a joint's rest frame can be turned with its clips: not where it is scaled unevenly, mirrored or flat at rest, since its
    /// node could not hold that in other axes.
    #[must_use]
    pub fn can_turn_rest(&self, joint: JointIndex) -> bool {
        let is_even = match self.local(joint) {
            LocalTransform::Trs(trs) => {
                let (least, most) = (trs.scale.min_element(), trs.scale.max_element());
                least > 0.0 && most - least <= ROUNDING * most
            }
            LocalTransform::Matrix(matrix) => matrix.matrix3.determinant() > f32::MIN_POSITIVE,
        };
        is_even && self.rest_stretch(joint).determinant() > 0.0
    }
}

/// What a pose does to a joint, in axes turned by `turn`.
pub(crate) fn in_turned_axes(turn: DQuat, rigid: Rigid, stretch: Stretch) -> (Rigid, Stretch) {
    let back = turn.conjugate();
    let rotation = if rigid.rotation == Quat::IDENTITY {
        rigid.rotation
    } else {
        // The scalar part, and with it the sign, stays what it is.
        let axis = (back * rigid.rotation.xyz().as_dvec3()).as_vec3();
        Quat::from_vec4(axis.extend(rigid.rotation.w)).normalize()
    };
    let translation = (back * rigid.translation.as_dvec3()).as_vec3();
    let matrix = Mat3::from_quat(turn.as_quat());
    let stretch = if stretch == Stretch::IDENTITY {
        stretch
    } else {
        Stretch::from_symmetric(matrix.transpose() * stretch.to_mat3() * matrix)
    };
    (Rigid::new(rotation, translation), stretch)
}

/// The pose with what it does to one joint seen from turned axes.
pub(crate) fn turn_pose(pose: &mut Pose, joint: JointIndex, turn: DQuat) {
    let place = joint.index();
    if let (Some(rigid), Some(stretch)) = (pose.rigid.get_mut(place), pose.stretch.get_mut(place)) {
        (*rigid, *stretch) = in_turned_axes(turn, *rigid, *stretch);
    }
}
