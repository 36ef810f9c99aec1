//! Joints that move nothing yet, bound where they rest.

use glam::{Affine3A, DAffine3, Vec3};

use super::remapped::{between, narrow, wide};
use super::{BindPose, even_rotations, relative_to_parents};
use crate::{JointIndex, JointSlot, Skeleton};

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
        let mut bind = self.clone();
        for &slot in idle {
            let Some(joint) = self.joint_at(slot) else {
                continue;
            };
            let Some(like) = self.nearest_mover(skeleton, joint, moves) else {
                continue;
            };
            let Some((matrix, is_other)) = self.matrix_like(skeleton, slot, like, size) else {
                continue;
            };
            if !is_other {
                continue;
            }
            bind.joint_from_bind[slot.index()] = matrix;
            let [own, others] = [joint, self.joints[like.index()]]
                .map(|joint| (joint, skeleton.rest_model_from_joint(joint)));
            let frame = self.rest_from_joint(others.0) * others.1.inverse_times(own.1);
            bind.rest_from_joint[joint.index()] = frame;
        }
        if bind.joint_from_bind != self.joint_from_bind {
            bind.place_rotations = even_rotations(&bind.joint_from_bind);
            bind.parent_from_joint = relative_to_parents(skeleton, &bind.rest_from_joint);
        }
        bind
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
        let is_bind_the_rest = is_near(wanted, DAffine3::IDENTITY, size);
        let matrix = if is_bind_the_rest {
            narrow(own.to_affine64().inverse())
        } else {
            between(own, other, self.joint_from_bind[like.index()])
        };
        Some((matrix, !is_near(is, wanted, size)))
    }

    fn nearest_mover(
        &self,
        skeleton: &Skeleton,
        joint: JointIndex,
        moves: &dyn Fn(JointSlot) -> bool,
    ) -> Option<JointSlot> {
        let above =
            |joint| std::iter::successors(skeleton.parent(joint), |&at| skeleton.parent(at));
        let mover = |joint| self.slot_of(joint).filter(|&slot| moves(slot));
        let mut movers = JointSlot::all()
            .zip(&self.joints)
            .filter(|(slot, other)| **other != joint && moves(*slot));
        above(joint).find_map(mover).or_else(|| {
            let below = movers.clone().filter_map(|(slot, other)| {
                let steps = above(*other).position(|above| above == joint)?;
                Some((steps, slot))
            });
            let nearest = below.min().map(|(_, slot)| slot);
            nearest.or_else(|| movers.next().map(|(slot, _)| slot))
        })
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
    let size = size.max(other.translation.length());
    linear && one.translation.distance(other.translation) <= NEAR * size
}
