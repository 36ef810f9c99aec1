//! A pose that becomes the rest.

use crate::edit::rebase::channels_or_matrix;
use crate::motion::polar::is_flat;
use crate::{
    EditError, JointIndex, LocalTransform, Pose, Rigid, ScaleInheritance, Skeleton, SkeletonRemap,
    UserTransform,
};
use glam::{DAffine3, DMat3, DVec3, Mat3};
use std::collections::BTreeMap;

impl Skeleton {
    /// The skeleton that rests as this one is posed.
    ///
    /// Nodes keep their names, parents and keys; local transforms become what the pose makes of them, scale and shear included:
    /// `L'_i = P_p⁻¹ R_i U_i P_i`, and where p keeps its stretch to itself `L'_i = P_p⁻¹ S_p⁻¹ R'_i U_i P_i`. With them the new rest
    /// frames are the posed ones, made rigid. Joints that the pose leaves at rest below joints that scale nobody else keep
    /// theirs bit for bit. A sheared local transform becomes a matrix, which clips cannot move as it is.
    ///
    /// # Errors
    ///
    /// A joint that the pose, or the rest above it, scales flat; a pose that is not finite or does not fit; see also
    /// [`check_rest_inheritance`](Self::check_rest_inheritance).
    pub fn with_rest_pose(
        &self,
        pose: &Pose,
        scale_inheritance: &[ScaleInheritance],
    ) -> Result<SkeletonRemap, EditError> {
        if pose.len() != self.len() || scale_inheritance.len() != self.len() {
            return Err(EditError::NotFinite {
                what: format!("a pose of {} joints for {}", pose.len(), self.len()),
            });
        }
        self.check_rest_inheritance(pose, scale_inheritance)?;
        let user = pose.user_transforms();
        let mut locals = BTreeMap::new();
        for joint in self.joints() {
            self.check_user(joint, &user[joint.index()])?;
            let local = self.posed_local(joint, &user, scale_inheritance);
            locals.insert(self.key(joint), local);
        }
        let mut draft = self.draft();
        draft.set_locals(&locals);
        draft.build()
    }

    fn check_user(&self, joint: JointIndex, user: &UserTransform) -> Result<(), EditError> {
        if !user.to_affine().is_finite() {
            return Err(EditError::NotFinite {
                what: format!("what the pose does to {:?}", self.name(joint)),
            });
        }
        if is_flat(user.linear.as_dmat3()) {
            return Err(EditError::Flat {
                name: self.name(joint).to_owned(),
            });
        }
        Ok(())
    }

    /// Whether a pose can become the rest, as far as it hangs on how stretch is inherited: rests know [`ScaleInheritance::Joint`] and
    /// [`ScaleInheritance::Children`] alone. Joints beyond the lengths given count as at rest.
    ///
    /// # Errors
    ///
    /// [`EditError::Inheritance`]: a joint with children and another kind is stretched, or a joint above it.
    pub fn check_rest_inheritance(
        &self,
        pose: &Pose,
        scale_inheritance: &[ScaleInheritance],
    ) -> Result<(), EditError> {
        let user = pose.user_transforms();
        for (joint, kind) in self.joints().zip(scale_inheritance) {
            let is_known = matches!(kind, ScaleInheritance::Joint | ScaleInheritance::Children);
            if is_known || self.children(joint).next().is_none() || !self.is_stretched(joint, &user)
            {
                continue;
            }
            return Err(EditError::Inheritance {
                name: self.name(joint).to_owned(),
                kind: kind.name(),
            });
        }
        Ok(())
    }

    /// Whether a joint or one above it has a stretch.
    fn is_stretched(&self, joint: JointIndex, user: &[UserTransform]) -> bool {
        let mut line = std::iter::successors(Some(joint), |&above| self.parent(above));
        let stretches = |user: &UserTransform| user.linear != Mat3::IDENTITY;
        line.any(|joint| user.get(joint.index()).is_some_and(stretches))
    }

    fn posed_local(
        &self,
        joint: JointIndex,
        user: &[UserTransform],
        scale_inheritance: &[ScaleInheritance],
    ) -> LocalTransform {
        let parent = self.parent(joint);
        // The stretch of a parent that keeps it to itself: it reaches the offset of the joint alone.
        let kept = parent
            .filter(|parent| scale_inheritance[parent.index()] == ScaleInheritance::Joint)
            .map_or(DMat3::IDENTITY, |parent| {
                user[parent.index()].linear.as_dmat3()
            });
        let own = user[joint.index()];
        if own == UserTransform::IDENTITY && kept == DMat3::IDENTITY {
            return *self.local(joint);
        }
        let rest = self.parent_from_joint(joint);
        let elongated = DAffine3 {
            translation: kept * rest.translation.as_dvec3(),
            ..Rigid::new(rest.rotation, glam::Vec3::ZERO).to_affine64()
        };
        let above = parent.map_or(DMat3::IDENTITY, |parent| {
            self.rest_stretch(parent).as_dmat3()
        });
        let posed = linear((kept * above).inverse())
            * elongated
            * own.rigid.to_affine64()
            * linear(own.linear.as_dmat3() * self.rest_stretch(joint).as_dmat3());
        let mut local = channels_or_matrix(posed);
        // Keys stay what they are, and so does the way round that their signs say.
        if let LocalTransform::Trs(trs) = &mut local
            && trs
                .rotation
                .dot(self.keyed_rest(joint).rotation * own.rigid.rotation)
                < 0.0
        {
            trs.rotation = -trs.rotation;
        }
        local
    }
}

impl SkeletonRemap {
    /// A pose of the old skeleton as the new one, which rests elsewhere, shows it: the same local transforms of nodes. The pose
    /// that was taken as rest becomes the rest itself.
    ///
    /// Exact while every joint's stretch reaches its children.
    #[must_use]
    pub fn pose_seen(&self, pose: &Pose, taken: &Pose) -> Pose {
        let mut seen = self.pose(pose);
        let user = pose.user_transforms();
        for joint in self.skeleton().joints() {
            let Some(old) = self.old_of(joint) else {
                continue;
            };
            let (place, own) = (joint.index(), user.get(old.index()));
            let taken_as_is = pose.rigid.get(old.index()) == taken.rigid.get(old.index())
                && pose.stretch.get(old.index()) == taken.stretch.get(old.index());
            if taken_as_is {
                seen.rigid[place] = Rigid::IDENTITY;
                seen.stretch[place] = crate::Stretch::IDENTITY;
            } else if let Some(own) = own {
                let local = LocalTransform::Matrix(self.old().local_from_user(old, own));
                let mut moved = self.skeleton().user_transform(joint, &local);
                // What was taken as rest is the turn from which it is counted now.
                let from = taken.rigid.get(old.index()).map(|taken| taken.rotation);
                let turn = from.unwrap_or_default().conjugate() * own.rigid.rotation;
                moved.rigid = moved.rigid.with_sign_near(turn);
                seen.set_user_transform(place, &moved);
            }
        }
        seen
    }
}

fn linear(matrix3: DMat3) -> DAffine3 {
    DAffine3 {
        matrix3,
        translation: DVec3::ZERO,
    }
}
