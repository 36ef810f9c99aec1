//! Node constraints on another version of the skeleton.

use crate::{
    AimAxis, Axis, ConstraintKind, JointIndex, MappedJoint, NodeConstraint, NodeConstraints,
    Skeleton,
};
use glam::{Quat, Vec3};

/// Directions and rotations that differ by no more are the same: an edit rounds a few products of f32.
const SAME: f32 = 1e-4;

/// The constraints of a skeleton on another one, and those that have no counterpart there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MappedConstraints {
    /// Those that are left.
    pub set: NodeConstraints,
    /// The others, as they were.
    pub gone: Vec<NodeConstraint>,
}

impl NodeConstraints {
    /// The constraints on another skeleton, on which joints are what `map` says, with the axes that they had.
    #[must_use]
    pub fn with_joints_mapped(
        &self,
        skeleton: &Skeleton,
        map: impl Fn(JointIndex) -> Option<JointIndex>,
    ) -> MappedConstraints {
        let skeletons = ConstrainedSkeletons {
            old: skeleton,
            new: skeleton,
            has_turned_axes: false,
        };
        skeletons.mapped(self, |joint| map(joint).map(MappedJoint::new))
    }
}

/// A skeleton whose joints follow each other, before and after a change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstrainedSkeletons<'a> {
    pub(crate) old: &'a Skeleton,
    pub(crate) new: &'a Skeleton,
    /// Whether joints have other axes where they stand, so that constraints have to do in these what they did in the old.
    pub(crate) has_turned_axes: bool,
}

impl ConstrainedSkeletons<'_> {
    pub(crate) fn mapped(
        &self,
        constraints: &NodeConstraints,
        map: impl Fn(JointIndex) -> Option<MappedJoint>,
    ) -> MappedConstraints {
        let (mut left, mut gone) = (Vec::new(), Vec::new());
        for constraint in constraints.constraints() {
            match self.one(constraint, &map) {
                Some(mapped) => left.push((mapped, *constraint)),
                None => gone.push(*constraint),
            }
        }
        let all: Vec<NodeConstraint> = left.iter().map(|(mapped, _)| *mapped).collect();
        let (set, refused) = NodeConstraints::of_those_that_can(&all, self.new);
        if !refused.is_empty() {
            // Other parents can make a ring of what aims.
            let is_left = |mapped: &NodeConstraint| set.constraints().contains(mapped);
            let lost = left.iter().filter(|(mapped, _)| !is_left(mapped));
            gone.extend(lost.map(|(_, own)| *own));
        }
        MappedConstraints { set, gone }
    }

    fn one(
        &self,
        constraint: &NodeConstraint,
        map: impl Fn(JointIndex) -> Option<MappedJoint>,
    ) -> Option<NodeConstraint> {
        let source = map(constraint.source)?;
        let destination = map(constraint.destination)?;
        let kind = match constraint.kind {
            // From axes to axes: both have to be turned alike.
            ConstraintKind::Rotation => {
                is_same_turn(source.turn, destination.turn).then_some(ConstraintKind::Rotation)?
            }
            ConstraintKind::Roll(axis) => {
                let now = axis_along(destination.turn * axis.direction())?;
                let mapped = NodeConstraint {
                    source: source.joint,
                    destination: destination.joint,
                    kind: ConstraintKind::Roll(now.axis),
                    weight: constraint.weight,
                };
                // The axis of the source whose twist is taken over.
                let before = source.turn * rolled_axis(self.old, constraint, axis.direction());
                let after = rolled_axis(self.new, &mapped, now.direction());
                let follows = !self.has_turned_axes || before.abs_diff_eq(after, SAME);
                follows.then_some(mapped.kind)?
            }
            ConstraintKind::Aim(axis) => {
                ConstraintKind::Aim(axis_along(destination.turn * axis.direction())?)
            }
        };
        Some(NodeConstraint {
            source: source.joint,
            destination: destination.joint,
            kind,
            ..*constraint
        })
    }
}

/// `S₀⁻¹ D₀ a`: an axis of the destination as the axes of the source have it.
fn rolled_axis(skeleton: &Skeleton, constraint: &NodeConstraint, along: Vec3) -> Vec3 {
    let rest = |joint: JointIndex| {
        let rest = skeleton.parent_from_joint.get(joint.index());
        rest.map_or(Quat::IDENTITY, |rest| rest.rotation)
    };
    rest(constraint.source).conjugate() * (rest(constraint.destination) * along)
}

fn is_same_turn(one: Quat, other: Quat) -> bool {
    one.abs_diff_eq(other, SAME) || one.abs_diff_eq(-other, SAME)
}

/// The axis that a direction goes along, one way or the other.
fn axis_along(direction: Vec3) -> Option<AimAxis> {
    let ways = Axis::ALL
        .into_iter()
        .flat_map(|axis| [false, true].map(|negative| AimAxis { axis, negative }));
    let mut ways = ways.filter(|way| direction.abs_diff_eq(way.direction(), SAME));
    ways.next()
}
