//! A driven channel as a constraint that other programs read.

use crate::motion::joint_limits::narrow;
use crate::{
    Axis, ConstraintKind, DrivenChannel, DrivenTarget, DriverMeasure, JointIndex, LocalTransform,
    NodeConstraint, Skeleton,
};
use glam::{DQuat, DVec3, Quat, Vec3};

/// Directions and rotations that differ by no more are the same: rounding of a few products of f32.
const SAME: f64 = 1e-5;

impl DrivenChannel {
    /// The roll constraint that does what the channel does, to a joint that nothing else turns; none where there is no such.
    ///
    /// With axes a of the driver and b of the driven joint at rest, S₀ and D₀ their local rotations there, and `k` one of ±1, it takes
    ///
    /// ```text
    /// the twist about a → the rotation about b,   b = ±X, ±Y or ±Z,   D₀⁻¹ S₀ a = k b,   value = k w angle,   0 ≤ w ≤ 1
    /// ```
    ///
    /// over half a turn to either side: beyond that the constraint goes the shorter way, and the channel does not. Nodes that are
    /// sheared at rest, whose rotations the rig's rests do not have, give none, and neither does what is muted.
    #[must_use]
    pub fn as_node_constraint(&self, skeleton: &Skeleton) -> Option<NodeConstraint> {
        if self.muted {
            return None;
        }
        let DriverMeasure::Twist { axis: of_driver } = self.driver.measure else {
            return None;
        };
        let DrivenTarget::Rotation { joint, axis } = self.target else {
            return None;
        };
        let of_driver = of_driver.as_dvec3().try_normalize()?;
        let axis = axis.as_dvec3().try_normalize()?;
        let source = node_rotation(skeleton, self.driver.joint)?;
        let destination = node_rotation(skeleton, joint)?;
        let seen = destination.conjugate() * (source * of_driver);
        let side = seen.dot(axis).signum();
        if !seen.abs_diff_eq(axis * side, SAME) {
            return None;
        }
        let mut axes = Axis::ALL.into_iter();
        let along = axes.find(|one| is_along(axis, one.direction()))?;
        let slope = f64::from(self.curve.proportion()?) * side;
        let is_share = (-SAME..=1.0 + SAME).contains(&slope);
        is_share.then(|| NodeConstraint {
            source: self.driver.joint,
            destination: joint,
            kind: ConstraintKind::Roll(along),
            weight: narrow(slope.clamp(0.0, 1.0)),
        })
    }
}

/// Whether a direction goes along an axis, either way.
fn is_along(direction: DVec3, axis: Vec3) -> bool {
    let axis = axis.as_dvec3();
    direction.abs_diff_eq(axis, SAME) || direction.abs_diff_eq(-axis, SAME)
}

/// The rotation of a node in its parent, if the rig's rest has it too.
fn node_rotation(skeleton: &Skeleton, joint: JointIndex) -> Option<DQuat> {
    let local: &LocalTransform = skeleton.locals.get(joint.index())?;
    let node = unit(local.to_trs().rotation)?;
    let rest = skeleton.parent_from_joint.get(joint.index())?;
    let rest = unit(rest.rotation)?;
    let is_same = node.abs_diff_eq(rest, SAME) || node.abs_diff_eq(-rest, SAME);
    is_same.then_some(node)
}

fn unit(rotation: Quat) -> Option<DQuat> {
    let wide = rotation.as_dquat();
    (wide.length() > 0.0 && wide.is_finite()).then(|| wide.normalize())
}
