//! Turns brought back within the limits of joints.

use character::Character;
use rig::{JointIndex, JointLimits, Pose};

use super::motion::JointTurn;
use crate::pose::deform::base_pose;

/// A turn that is shorter shows nothing.
const LEAST_DEGREES: f32 = 0.5;
/// What rounding may take from a turn, degrees.
const ROUNDING: f32 = 0.1;

/// How far joints may turn from where they are.
pub(super) struct LimitedTurns<'a> {
    limits: &'a [Option<JointLimits>],
    /// Where turns begin.
    base: Pose,
    /// Turns that were brought back so far.
    pub(super) count: usize,
}

impl<'a> LimitedTurns<'a> {
    pub(super) fn new(character: &Character, limits: &'a [Option<JointLimits>]) -> Self {
        Self {
            limits,
            base: base_pose(character),
            count: 0,
        }
    }

    /// Brings turns of a joint back: each gets the axis and angle of what is left of it, 0° where nothing is.
    pub(super) fn bring_back(&mut self, joint: JointIndex, turns: &mut [JointTurn]) {
        let place = joint.index();
        let limits = self.limits.get(place).and_then(Option::as_ref);
        let (Some(limits), Some(base)) = (limits, self.base.rigid.get(place)) else {
            return;
        };
        let from = base.rotation;
        let last = limits.axes.part(from, 0.0).twist;
        for turn in turns {
            let asked = from * turn.rotation();
            let within = limits.clamp_from(asked, from, last);
            if within.angle_between(asked).to_degrees() <= ROUNDING {
                continue;
            }
            self.count += 1;
            let left = from.conjugate() * within;
            let left = if left.w < 0.0 { -left } else { left };
            let (axis, angle) = left.to_axis_angle();
            // The sign that was asked for, by which the turn is named.
            let sign = if turn.degrees < 0.0 { -1.0 } else { 1.0 };
            let degrees = angle.to_degrees();
            turn.axis = axis * sign;
            turn.degrees = if degrees < LEAST_DEGREES {
                0.0
            } else {
                sign * degrees
            };
        }
    }
}
