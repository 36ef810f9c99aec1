//! What is wrong with influences.

use thiserror::Error;

use crate::JointSlot;

/// Why a vertex's influences cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InfluenceError {
    /// A joint beyond the skin's list.
    #[error(
        "vertex {vertex} is influenced by joint {joint}, but the skin has {joint_count} joints"
    )]
    JointOutOfRange {
        /// The vertex.
        vertex: usize,
        /// The place found.
        joint: JointSlot,
        /// Places must be below this.
        joint_count: usize,
    },
    /// NaN or infinity.
    #[error("the weight of joint {joint} on vertex {vertex} is {weight}, not a finite number")]
    NotFinite {
        /// The vertex.
        vertex: usize,
        /// The joint.
        joint: JointSlot,
        /// The weight found.
        weight: f32,
    },
    /// Weights that cannot be divided by their sum.
    #[error("the weights of vertex {vertex} sum to zero; give it a weight, or declare it unbound")]
    ZeroSum {
        /// The vertex.
        vertex: usize,
    },
    /// More influences than a 32-bit offset can count.
    #[error("more than {} influences in one mesh, at vertex {vertex}", u32::MAX)]
    TooMany {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex beyond the last.
    #[error("there is no vertex {vertex}: the mesh has {vertex_count}")]
    VertexOutOfRange {
        /// The vertex.
        vertex: usize,
        /// Vertices must be below this.
        vertex_count: usize,
    },
}
