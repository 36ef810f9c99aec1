//! Actions on layers of weights, with their rows. `apply/run/layers.rs` runs them.

use super::{Menu, Row, row};

/// Group of the weights menu: layers.
pub const LAYERS_GROUP: u8 = 18;

/// Actions on layers of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerAction {
    /// An empty layer more; with the first one the weights as they are become the base.
    AddLayer,
    /// A copy of the active layer over it.
    DuplicateLayer,
    /// Begins to type another name of the active layer.
    RenameLayer,
    /// Removes the active layer.
    DeleteLayer,
    /// Shows or hides the active layer; a hidden layer has no effect.
    ToggleLayerVisible,
    /// Makes the layer above the active one.
    ActivateLayerAbove,
    /// Makes the layer below the active one.
    ActivateLayerBelow,
    /// Moves the active layer over the one above it.
    MoveLayerUp,
    /// Moves the active layer under the one below it.
    MoveLayerDown,
    /// Makes the active layer and the one below it one.
    MergeLayerDown,
    /// Makes the active layer transparent, where vertices are selected only there.
    ClearLayer,
    /// Removes all layers; the weights stay what they come to.
    FlattenLayers,
    /// Whether the brush paints the mask of the active layer.
    PaintLayerMask,
    /// Makes the mask 1 at the selected vertices, and 0 at all others.
    MaskLayerBySelection,
    /// Makes the mask 1 where it is 0, and the other way round.
    InvertLayerMask,
    /// Makes the mask 1 everywhere.
    ClearLayerMask,
}

impl LayerAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::AddLayer,
            "Add weight layer",
            "Adds an empty layer over the active one; with the first, the weights as they are become the base. Edits of weights change the active layer alone",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::DuplicateLayer,
            "Duplicate weight layer",
            "Adds a copy of the active layer over it",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::RenameLayer,
            "Rename weight layer",
            "Renames the active layer: Enter accepts, Esc cancels",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::DeleteLayer,
            "Delete weight layer",
            "Removes the active layer, and its weights with it",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::ToggleLayerVisible,
            "Show weight layer",
            "Shows or hides the active layer; a hidden layer has no effect",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::ActivateLayerAbove,
            "Activate layer above",
            "Edits of weights change the next layer above from now on",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::ActivateLayerBelow,
            "Activate layer below",
            "Edits of weights change the next layer below from now on",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::MoveLayerUp,
            "Move weight layer up",
            "Moves the active layer over the one above it",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::MoveLayerDown,
            "Move weight layer down",
            "Moves the active layer under the one below it; the base stays lowest",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::MergeLayerDown,
            "Merge weight layer down",
            "Makes the active layer and the one below it one; the weights stay what they are",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::ClearLayer,
            "Clear weight layer",
            "Makes the active layer transparent, so that what lies below shows: at the selected vertices, or everywhere if none is selected",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::FlattenLayers,
            "Flatten weight layers",
            "Removes all layers; the weights stay what they come to",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::PaintLayerMask,
            "Paint layer mask",
            "Whether the brush paints where the active layer counts (1) and where not (0), in place of joint weights",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::MaskLayerBySelection,
            "Layer mask from selected vertices",
            "The active layer counts at the selected vertices alone",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::InvertLayerMask,
            "Invert layer mask",
            "The active layer counts where it did not, and the other way round",
        ),
        row(
            Menu::Weights,
            LAYERS_GROUP,
            Self::ClearLayerMask,
            "Clear layer mask",
            "The active layer counts everywhere again",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
