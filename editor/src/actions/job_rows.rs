//! The rows about what a job does to all weights.

use super::brush_rows::AUTOMATIC_GROUP;
use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// The group of the menu of the skeleton that binds.
const BIND_GROUP: u8 = 3;

/// The rows.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::Weights,
        AUTOMATIC_GROUP,
        Action::AutomaticWeights,
        "Automatic weights…",
        "Makes weights from the bones and the surface alone; asks how",
    ),
    row(
        Menu::Weights,
        AUTOMATIC_GROUP,
        Action::TransferWeights,
        "Transfer weights from…",
        "Takes the weights of another mesh in the same place, of this character or of another file, as clothes do from a body; asks which",
    ),
    row(
        Menu::Weights,
        AUTOMATIC_GROUP,
        Action::CancelWeights,
        "Cancel work on weights",
        "Gives up what is being done to all weights, and leaves them as they were",
    ),
    row(
        Menu::Skeleton,
        BIND_GROUP,
        Action::BindMesh,
        "Bind mesh to skeleton…",
        "Lets joints move a mesh that has no skin yet, with automatic weights or without; asks how",
    ),
];
