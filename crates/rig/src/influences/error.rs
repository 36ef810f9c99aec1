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
        /// Index of the vertex in the mesh, from 0.
        vertex: usize,
        /// The slot that its row names, beyond the skin's list.
        joint: JointSlot,
        /// Places must be below this.
        joint_count: usize,
    },
    /// A weight that is NaN or infinite.
    #[error("the weight of joint {joint} on vertex {vertex} is {weight}, not a finite number")]
    NotFinite {
        /// Index of the vertex in the mesh, from 0.
        vertex: usize,
        /// The slot of the joint whose weight it is.
        joint: JointSlot,
        /// The weight given: NaN or infinite.
        weight: f32,
    },
    /// Weights that cannot be divided by their sum.
    #[error("the weights of vertex {vertex} sum to zero; give it a weight, or declare it unbound")]
    ZeroSum {
        /// Index of the vertex whose weights sum to zero.
        vertex: usize,
    },
    /// More influences than a 32-bit offset can count.
    #[error("more than {} influences in one mesh, at vertex {vertex}", u32::MAX)]
    TooMany {
        /// Index of the vertex at which there are too many.
        vertex: usize,
    },
    /// A vertex beyond the last.
    #[error("there is no vertex {vertex}: the mesh has {vertex_count}")]
    VertexOutOfRange {
        /// The index that was asked for, from 0.
        vertex: usize,
        /// Vertices must be below this.
        vertex_count: usize,
    },
    /// A vertex buffer that ends before its last vertex.
    #[error("the vertex buffer has {found} bytes; its vertices ask for {needed}")]
    BufferTooShort {
        /// Bytes up to the end of the last vertex's influences.
        needed: usize,
        /// Bytes that are there.
        found: usize,
    },
}
