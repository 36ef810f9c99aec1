//! Joints that move nothing yet, bound where they rest.

use glam::{Affine3A, DAffine3, Mat3, Vec3};

use super::movers::Movers;
use super::{BindPose, even_rotations, relative_to_parents};
use crate::{JointIndex, JointSlot, Rigid, Skeleton};

/// What a matrix may be off, as a share of its size and of that of the skeleton, to count as bound where the joint rests.
const NEAR: f64 = 1e-4;

impl BindPose {
    /// The bind with some places bound anew, so that at rest they do to a vertex what a joint does that moves vertices already.
    ///
    /// The inverse bind matrix of a joint that moves nothing says nothing of the mesh: exporters leave the identity there. Its first weight
    /// would take the vertex elsewhere at rest. So with B the rest frames and m the joint that `moves` and is nearest, the matrix of a place
    /// of `idle` becomes `B⁻¹ B_m (P X)_m`, which in ordinary files, where the rest is the bind, is `B⁻¹`: bound where it rests. Nearest is
    /// the first above in the skeleton, else the first below, else the first of the list.
    ///
    /// Of a joint listed twice, a place gets the matrix of the one that moves vertices, if there is one; the joint's frame is that of its
    /// first place, and changes only with that one's matrix.
    ///
    /// Where the matrix comes to that already, but for rounding, it keeps its bits. Without any joint that moves something nothing is
    /// known of the mesh, and the bind stays as it is.
    #[must_use]
    pub fn with_idle_at_rest(
        &self,
        skeleton: &Skeleton,
        idle: &[JointSlot],
        moves: &dyn Fn(JointSlot) -> bool,
    ) -> Self {
        let size = self.size(skeleton);
        let movers = Movers::new(skeleton, &self.joints, moves);
        let mut bind = self.clone();
        for &slot in idle {
            let Some(joint) = self.joint_at(slot) else {
                continue;
            };
            let twin = movers.of_joint(joint).filter(|other| *other != slot);
            let Some(like) = twin.or_else(|| movers.nearest(joint)) else {
                continue;
            };
            let Some((matrix, is_other)) = self.matrix_like(skeleton, slot, like, size) else {
                continue;
            };
            if !is_other {
                continue;
            }
            // What the joint does already is taken as it is, without any rounding; its frame is what those vertices are moved by.
            let twins = twin.map(|twin| self.joint_from_bind[twin.index()]);
            bind.joint_from_bind[slot.index()] = twins.unwrap_or(matrix);
            if twin.is_none() && movers.first_place(joint) == Some(slot) {
                bind.rest_from_joint[joint.index()] = self.frame_like(skeleton, joint, like);
            }
        }
        if bind.joint_from_bind != self.joint_from_bind {
            bind.place_rotations = even_rotations(&bind.joint_from_bind);
            bind.parent_from_joint = relative_to_parents(skeleton, &bind.rest_from_joint);
        }
        bind
    }

    /// The frame of a joint that stands to that of another place's joint as the two do at rest.
    fn frame_like(&self, skeleton: &Skeleton, joint: JointIndex, like: JointSlot) -> Rigid {
        let other = self.joints[like.index()];
        let [own, others] = [joint, other].map(|joint| skeleton.rest_model_from_joint(joint));
        self.rest_from_joint(other) * others.inverse_times(own)
    }

    /// The matrix of a place in which it does at rest what another one does, and whether it is another than it has.
    fn matrix_like(
        &self,
        skeleton: &Skeleton,
        slot: JointSlot,
        like: JointSlot,
        size: f64,
    ) -> Option<(Affine3A, bool)> {
        let rest = |slot| Some(skeleton.rest_model_from_joint(self.joint_at(slot)?));
        let (own, other) = (rest(slot)?, rest(like)?);
        let at_rest = |slot: JointSlot| {
            let matrix = wide(*self.joint_from_bind.get(slot.index())?);
            Some(rest(slot)?.to_affine64() * matrix)
        };
        let (is, wanted) = (at_rest(slot)?, at_rest(like)?);
        // Then `B⁻¹` alone will do, which the rounding of the other joint's matrix does not enter.
        let is_bind_the_rest = is_near(wanted, DAffine3::IDENTITY, size);
        let matrix = if is_bind_the_rest {
            narrow(own.to_affine64().inverse())
        } else {
            between(own, other, self.joint_from_bind[like.index()])
        };
        Some((matrix, !is_near(is, wanted, size)))
    }

    /// The largest distance of a listed joint at rest from the first one.
    fn size(&self, skeleton: &Skeleton) -> f64 {
        let head = |joint: &JointIndex| skeleton.rest_model_from_joint(*joint).translation;
        let first = self.joints.first().map_or(Vec3::ZERO, head);
        let far = self.joints.iter().map(|joint| head(joint).distance(first));
        f64::from(far.fold(0.0, f32::max))
    }
}

/// Whether two matrices do the same, as far as it can be seen on a skeleton of a size.
fn is_near(one: DAffine3, other: DAffine3, size: f64) -> bool {
    let largest = |of: glam::DMat3| {
        of.to_cols_array()
            .into_iter()
            .fold(0.0, |a: f64, b| a.max(b.abs()))
    };
    let linear = largest(one.matrix3 - other.matrix3) <= NEAR * largest(other.matrix3);
    // A mesh far from the origin rounds by that distance, however small it is.
    let size = size.max(other.translation.length());
    linear && one.translation.distance(other.translation) <= NEAR * size
}

/// `after⁻¹ before matrix`; to the bit the matrix itself where both frames are the same.
pub(crate) fn between(after: Rigid, before: Rigid, matrix: Affine3A) -> Affine3A {
    if after == before {
        return matrix;
    }
    narrow(after.to_affine64().inverse() * before.to_affine64() * wide(matrix))
}

pub(crate) fn wide(matrix: Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: Mat3::from(matrix.matrix3).as_dmat3(),
        translation: Vec3::from(matrix.translation).as_dvec3(),
    }
}

pub(crate) fn narrow(matrix: DAffine3) -> Affine3A {
    Affine3A::from_mat3_translation(matrix.matrix3.as_mat3(), matrix.translation.as_vec3())
}
