//! What can be asked of weights.

use rig::JointIndex;

use crate::tools::selection::Choose;
use crate::weighting::weight_edits::Wanted;
use scene::vertex_facts::VertexPlace;

/// Something asked of weights.
#[derive(Debug)]
pub enum WeightCommand {
    /// Locks the weights of a joint, or lets them go.
    SetLocked(JointIndex, bool),
    /// Selects vertices, or some more.
    SelectVertices(Vec<VertexPlace>, Choose),
    /// Gives vertices other weights, by the rules: as one step, or as long as a gesture lasts.
    Change {
        /// The vertices; all others at the same places go along.
        places: Vec<VertexPlace>,
        /// What is to become of them.
        wanted: Wanted<'static>,
        /// The drag that it belongs to, by its number, if more of the same may come.
        drag: Option<u64>,
    },
}
