//! Operations on all weights of a mesh, and binding, with their rows. `apply/run/weight_jobs.rs` runs them.

use super::{Menu, Row, row};

/// Group of the weights menu: operations on all vertices.
const WHOLE_GROUP: u8 = 6;
/// Group of the weights menu: weights from bones or from another mesh.
pub(super) const AUTOMATIC_GROUP: u8 = 7;
/// Group of the weights menu: weights from joint to joint.
const JOINTS_GROUP: u8 = 16;
/// Group of the skeleton menu: binding.
const BIND_GROUP: u8 = 3;

/// Operations on all weights, and binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightJobAction {
    /// Applies the brush to all vertices, with its strength.
    FloodWeights,
    /// Applies the brush to the connected part under the pointer.
    FillPart,
    /// Smooths the weights of all joints.
    SmoothWeights,
    /// Removes weights below the threshold of the brush options; the other joints of the vertex get them.
    PruneWeights,
    /// Leaves each vertex at most as many joints as the brush's limit, or 4.
    LimitWeights,
    /// Gives the active joint all weights of the other selected joints.
    MoveWeights,
    /// Exchanges the weights of two selected joints.
    SwapWeights,
    /// Copies the weights of the active joint at all vertices.
    CopyInfluence,
    /// Gives the active joint the copied weights of a joint.
    PasteInfluence,
    /// Mirrors the weights of the left side to the right.
    MirrorWeightsToRight,
    /// Mirrors the weights of the right side to the left.
    MirrorWeightsToLeft,
    /// Asks how to compute weights from bones and surface.
    AutomaticWeights,
    /// Asks for a mesh in the same place to take weights from.
    TransferWeights,
    /// Asks over which poses the bulge map is to be solved.
    SolveBulge,
    /// Asks what weights are to be fitted to.
    FitWeights,
    /// Asks where the selected vertices should go in the shown pose.
    PullVertices,
    /// Cancels the running job on weights, which then stay as they were.
    CancelWeights,
    /// Asks how to bind meshes that have no skin to the skeleton.
    BindMesh,
    /// Takes the skin from meshes.
    UnbindMesh,
}

impl WeightJobAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::FloodWeights,
            "Flood",
            "Applies the brush to the whole mesh, with its strength",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::FillPart,
            "Fill part",
            "Applies the brush to the connected part under the pointer",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::SmoothWeights,
            "Smooth all weights",
            "Smooths the weights of all joints on the whole mesh",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::PruneWeights,
            "Prune weights",
            "Removes weights below the threshold in the options of the brush; the other joints of the vertex get them",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::LimitWeights,
            "Limit influences",
            "Drops the smallest influences of each vertex beyond the limit of the brush, or 4",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::MirrorWeightsToRight,
            "Mirror weights left to right",
            "Copies the weights of the left side to the right; joints are paired by name",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::MirrorWeightsToLeft,
            "Mirror weights right to left",
            "Copies the weights of the right side to the left; joints are paired by name",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::AutomaticWeights,
            "Automatic weights…",
            "Computes weights from bones and surface; asks how",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::TransferWeights,
            "Transfer weights from…",
            "Copies the weights of another mesh in the same place, of this character or another file, such as from a body to clothes; asks which",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::SolveBulge,
            "Solve bulge…",
            "Finds the bulge map that draws back what stands out at bends in a set of poses; asks which",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::FitWeights,
            "Fit weights to…",
            "Finds the weights with which a method comes nearest to another's result, to posed meshes in files, or to itself with fewer joints; asks which",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::PullVertices,
            "Pull selected vertices…",
            "Finds weights that take the selected vertices elsewhere in the shown pose, other poses kept as well as can be; asks where",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::CancelWeights,
            "Cancel work on weights",
            "Stops the running operation on weights; nothing changes",
        ),
        row(
            Menu::Weights,
            JOINTS_GROUP,
            Self::MoveWeights,
            "Move weights to active joint",
            "Gives the joint selected last all weights of the other selected joints: one is moved, several are merged",
        ),
        row(
            Menu::Weights,
            JOINTS_GROUP,
            Self::SwapWeights,
            "Swap weights of two joints",
            "Exchanges the weights of the two selected joints",
        ),
        row(
            Menu::Weights,
            JOINTS_GROUP,
            Self::CopyInfluence,
            "Copy weights of joint",
            "Copies the weights that the selected joint has at all vertices",
        ),
        row(
            Menu::Weights,
            JOINTS_GROUP,
            Self::PasteInfluence,
            "Paste weights onto joint",
            "Gives the selected joint the copied weights of a joint; the others make up for it",
        ),
        row(
            Menu::Skeleton,
            BIND_GROUP,
            Self::BindMesh,
            "Bind mesh to skeleton…",
            "Binds a mesh that has no skin to the joints, with or without automatic weights; asks how",
        ),
        row(
            Menu::Skeleton,
            BIND_GROUP,
            Self::UnbindMesh,
            "Unbind mesh",
            "Takes skin and weights from the meshes with selected vertices, without a selection from all; they stay as they are at rest",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
