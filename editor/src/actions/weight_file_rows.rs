//! The rows about files of weights.

use super::rows::row;
use super::{Action, ActionInfo, Menu};

/// The group of the menu of weights that holds what has to do with files.
const FILES_GROUP: u8 = 13;

/// All rows.
pub(super) const ALL: &[ActionInfo] = &[
    row(
        Menu::Weights,
        FILES_GROUP,
        Action::ExportWeights,
        "Export weights…",
        "Writes the weights of a mesh as a table (.csv) or as RON (.ron)",
    ),
    row(
        Menu::Weights,
        FILES_GROUP,
        Action::ImportWeights,
        "Import weights…",
        "Takes the weights of a mesh from a .csv or .ron file, by vertex numbers or by place",
    ),
];
