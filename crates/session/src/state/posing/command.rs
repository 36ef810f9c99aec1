//! What can be asked for about a pose, beside the actions.

use glam::Quat;
use rig::JointIndex;

use crate::document::channel::{Channel, JointField};
use crate::state::posing::joint_limits::LimitField;

/// What is asked about a pose, beside the actions.
#[derive(Clone, Copy, Debug)]
pub enum PoseIntent {
    /// Sets one number of a joint; `dragging` while a drag lasts, which makes its changes one step.
    SetField {
        /// The number that is set, by joint, channel and axis.
        field: JointField,
        /// Its value in the inspector's units.
        value: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
    /// Turns a joint from rest by a quaternion.
    SetRotation(JointIndex, Quat),
    /// Puts one channel of all selected joints back to rest.
    ResetChannel(Channel),
    /// Locks or unlocks numbers of all selected joints.
    SetLock {
        /// The channel; none for all.
        channel: Option<Channel>,
        /// Index of the number in the channel; none for all three.
        axis: Option<usize>,
        /// Whether they are locked from now on.
        locked: bool,
    },
    /// Sets a number of a joint's limits; nothing for a joint without.
    SetLimit {
        /// The joint.
        joint: JointIndex,
        /// Which number.
        field: LimitField,
        /// Its value; within its bounds it is taken as it is, else the nearest one.
        degrees: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
    /// Sets when a pin of a clip holds.
    SetPinRange {
        /// Its place in the document's list.
        pin: usize,
        /// Seconds from the clip's beginning.
        from: f32,
        /// The same; the earlier of both is the beginning.
        to: f32,
    },
    /// Sets the weight of a morph target.
    SetMorph {
        /// Place in the pose's weights.
        weight: usize,
        /// The weight: 0 without the target, 1 with all of it.
        value: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
    /// Gives an expression a weight, by the morph targets that it sets.
    SetExpression {
        /// Its place in the character's list.
        expression: usize,
        /// The weight: 0 without it, 1 with all of it; of one that is binary either.
        value: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
}

impl PoseIntent {
    /// The joint that it names.
    pub(crate) const fn joint(&self) -> Option<&JointIndex> {
        match self {
            Self::SetField { field, .. } => Some(&field.joint),
            Self::SetRotation(joint, _) | Self::SetLimit { joint, .. } => Some(joint),
            Self::ResetChannel(_)
            | Self::SetLock { .. }
            | Self::SetPinRange { .. }
            | Self::SetMorph { .. }
            | Self::SetExpression { .. } => None,
        }
    }
}
