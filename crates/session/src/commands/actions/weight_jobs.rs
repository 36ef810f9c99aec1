//! What a job does to all weights of a mesh: the actions and their rows. `apply/run/weight_jobs.rs` carries them out.

use super::{Menu, Row, row};

/// The group of what is done everywhere.
const WHOLE_GROUP: u8 = 6;
/// The group of what is made from bones.
pub(super) const AUTOMATIC_GROUP: u8 = 7;
/// The group of the menu of the skeleton that binds.
const BIND_GROUP: u8 = 3;

/// What a job does to all weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightJobAction {
    /// What the brush does, everywhere.
    FloodWeights,
    /// What the brush does, on the connected part under the pointer.
    FillPart,
    /// Smooths the weights of all joints.
    SmoothWeights,
    /// Takes weights that are next to nothing away.
    PruneWeights,
    /// Leaves no vertex more joints than the limit.
    LimitWeights,
    /// The weights of the left side come to the right.
    MirrorWeightsToRight,
    /// The weights of the right side come to the left.
    MirrorWeightsToLeft,
    /// Weights from bones and surface alone.
    AutomaticWeights,
    /// Weights of another mesh that stands in the same place.
    TransferWeights,
    /// Gives up what is being done to all weights.
    CancelWeights,
    /// A skin for meshes that have none.
    BindMesh,
}

impl WeightJobAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::FloodWeights,
            "Flood",
            "Does everywhere what the brush does, with its strength",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::FillPart,
            "Fill part",
            "Does what the brush does on the connected part under the pointer",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::SmoothWeights,
            "Smooth all weights",
            "Brings the weights of all joints towards those around, everywhere",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::PruneWeights,
            "Prune weights",
            "Takes away weights below 0.01; the other joints of the vertex get them",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::LimitWeights,
            "Limit influences",
            "Leaves no vertex more joints than the limit of the brush, or 4",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::MirrorWeightsToRight,
            "Mirror weights left to right",
            "Brings the weights of the left side to the right; joints are paired by their names",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::MirrorWeightsToLeft,
            "Mirror weights right to left",
            "Brings the weights of the right side to the left; joints are paired by their names",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::AutomaticWeights,
            "Automatic weights…",
            "Makes weights from the bones and the surface alone; asks how",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::TransferWeights,
            "Transfer weights from…",
            "Takes the weights of another mesh in the same place, of this character or of another file, as clothes do from a body; asks which",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::CancelWeights,
            "Cancel work on weights",
            "Gives up what is being done to all weights, and leaves them as they were",
        ),
        row(
            Menu::Skeleton,
            BIND_GROUP,
            Self::BindMesh,
            "Bind mesh to skeleton…",
            "Lets joints move a mesh that has no skin yet, with automatic weights or without; asks how",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
