//! Drags as undo sees them.

use rig::{ClipId, JointIndex};

use crate::document::channel::JointField;

/// What one drag changes: edits in a row with the same value are one undo step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gesture {
    /// A number of a joint.
    Field(JointField),
    /// A number of a joint's limits.
    Limit(JointIndex, usize),
    /// A driven channel, by its place in the document's list.
    Driven(usize),
    /// The weight of a morph target, by its index in the pose's morph weights.
    Morph(usize),
    /// The weight of an expression, by its place in the character's list.
    Expression(usize),
    /// The amount of a pose of the library.
    PoseAmount,
    /// The amount of a test pose.
    TestPose,
    /// A transform tool; the number distinguishes its drags.
    Tool(u64),
    /// A brush stroke or another drag that changes weights; the number distinguishes them.
    Weights(u64),
    /// A key of a motion trail: its joint, and the bits of its time.
    Trail(JointIndex, u32),
    /// The opacity of a layer of weights, by its index.
    LayerOpacity(usize),
    /// The weight of a clip that is a layer.
    AnimationLayer(ClipId),
    /// Where the sound or the pictures of the reference are, and how they look.
    Reference,
    /// Where a prop is, by its place in the list.
    Prop(usize),
}
