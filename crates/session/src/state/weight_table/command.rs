//! Changes of weights, locks and selected vertices that have arguments.

use rig::JointIndex;
use scene::vertex_facts::VertexPlace;

use crate::state::selection::Choose;
use crate::state::weight_table::weight_edits::RowRequest;

/// A change of weights, locks or selected vertices.
#[derive(Debug)]
pub enum WeightCommand {
    /// Locks or unlocks the weights of a joint.
    SetLocked(JointIndex, bool),
    /// Selects vertices, alone or together with the current selection.
    SelectVertices(Vec<VertexPlace>, Choose),
    /// Changes the weights of vertices, by the rules of locks and sums; one step, or one per gesture.
    Change {
        /// The vertices; all vertices at the same positions change too.
        places: Vec<VertexPlace>,
        /// What is done to the weights of each.
        wanted: RowRequest<'static>,
        /// Number of the drag that the change is part of, if more may follow.
        drag: Option<u64>,
    },
    /// A change of layers of weights.
    Layer(LayerIntent),
}

/// A change of layers of weights that has arguments. Layers count from the base, which is 0.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerIntent {
    /// Edits of weights change this layer from now on.
    Activate(usize),
    /// Sets an opacity, 0 to 1.
    SetOpacity {
        /// Index of the layer, from the base, which is 0.
        layer: usize,
        /// The opacity that it gets, 0 to 1.
        opacity: f32,
        /// Whether more may follow in the same step.
        dragging: bool,
    },
    /// Shows or hides a layer.
    SetVisible(usize, bool),
    /// The name being typed for a layer; none ends typing.
    Type(Option<(usize, String)>),
    /// Gives a layer another name.
    Rename(usize, String),
}

impl WeightCommand {
    /// Calls `name` for each joint that it names; one that the skeleton lacks makes it stale.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        match self {
            Self::SetLocked(joint, _) => name(joint),
            Self::SelectVertices(..) | Self::Layer(_) => {}
            Self::Change { wanted, .. } => match wanted {
                RowRequest::Set(joint, _)
                | RowRequest::Add(joint, _)
                | RowRequest::Scale(joint, _) => {
                    name(joint);
                }
                RowRequest::Row(row) => row.iter().for_each(|(joint, _)| name(joint)),
            },
        }
    }
}
