//! Layers of weights.

use crate::commands::actions::LayerAction;
use crate::document::Document;
use crate::document::layers::{LayerChange, MOST_LAYERS, MaskFill, WeightLayer, WeightLayers};
use crate::features::actions::conditions::{NOTHING_BOUND, unless, vertex_selected};
use crate::features::actions::menus::LAYERS;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::state::weight_operations::weight_request::has_skin;

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(LayerAction::AddLayer, LAYERS, "Add weight layer")
            .tooltip("Adds an empty layer over the active one; with the first, the weights as they are become the base. Edits of weights change the active layer alone")
            .only_when([can_begin])
            .only_with_layers([has_room])
            .run(|cx| cx.add_layer()),
        row(LayerAction::DuplicateLayer, LAYERS, "Duplicate weight layer")
            .tooltip("Adds a copy of the active layer over it")
            .only_with_layers([has_layers, has_room, over_base])
            .run(|cx| cx.change_active_layer("Duplicate", LayerChange::Duplicate)),
        row(LayerAction::RenameLayer, LAYERS, "Rename weight layer")
            .tooltip("Renames the active layer: Enter accepts, Esc cancels")
            .only_with_layers([has_layers])
            .run(|cx| cx.begin_layer_name()),
        row(LayerAction::DeleteLayer, LAYERS, "Delete weight layer")
            .tooltip("Removes the active layer, and its weights with it")
            .only_with_layers([has_layers, over_base])
            .run(|cx| cx.change_active_layer("Delete", LayerChange::Delete)),
        row(LayerAction::ToggleLayerVisible, LAYERS, "Show weight layer")
            .tooltip("Shows or hides the active layer; a hidden layer has no effect")
            .only_with_layers([has_layers, over_base])
            .run(|cx| cx.toggle_active_layer()),
        row(LayerAction::ActivateLayerAbove, LAYERS, "Activate layer above")
            .tooltip("Edits of weights change the next layer above from now on")
            .only_with_layers([has_layers, has_layer_above])
            .run(|cx| cx.activate_next_layer(true)),
        row(LayerAction::ActivateLayerBelow, LAYERS, "Activate layer below")
            .tooltip("Edits of weights change the next layer below from now on")
            .only_with_layers([has_layers, over_base])
            .run(|cx| cx.activate_next_layer(false)),
        row(LayerAction::MoveLayerUp, LAYERS, "Move weight layer up")
            .tooltip("Moves the active layer over the one above it")
            .only_with_layers([has_layers, over_base, not_topmost])
            .run(|cx| cx.change_active_layer("Move up", LayerChange::Shift { up: true })),
        row(LayerAction::MoveLayerDown, LAYERS, "Move weight layer down")
            .tooltip("Moves the active layer under the one below it; the base stays lowest")
            .only_with_layers([has_layers, over_base, not_lowest])
            .run(|cx| cx.change_active_layer("Move down", LayerChange::Shift { up: false })),
        row(LayerAction::MergeLayerDown, LAYERS, "Merge weight layer down")
            .tooltip("Makes the active layer and the one below it one; the weights stay what they are")
            .only_with_layers([has_layers, over_base, both_visible])
            .run(|cx| cx.change_active_layer("Merge down", LayerChange::MergeDown)),
        row(LayerAction::ClearLayer, LAYERS, "Clear weight layer")
            .tooltip("Makes the active layer transparent, so that what lies below shows: at the selected vertices, or everywhere if none is selected")
            .only_with_layers([has_layers, over_base])
            .run(|cx| cx.clear_layer(&cx.of_active_layer("Clear"))),
        row(LayerAction::FlattenLayers, LAYERS, "Flatten weight layers")
            .tooltip("Removes all layers; the weights stay what they come to")
            .only_with_layers([has_layers])
            .run(|cx| cx.flatten_layers()),
        row(LayerAction::PaintLayerMask, LAYERS, "Paint layer mask")
            .tooltip("Whether the brush paints where the active layer counts (1) and where not (0), in place of joint weights")
            .only_with_layers([has_layers, over_base])
            .checked(|session| session.paints_mask())
            .run(|cx| cx.paint_mask(!cx.session.paints_mask())),
        row(LayerAction::MaskLayerBySelection, LAYERS, "Layer mask from selected vertices")
            .tooltip("The active layer counts at the selected vertices alone")
            .only_with_layers([has_layers, over_base])
            .when([vertex_selected])
            .run(|cx| cx.mask_selected(&cx.of_active_layer("Mask"))),
        row(LayerAction::InvertLayerMask, LAYERS, "Invert layer mask")
            .tooltip("The active layer counts where it did not, and the other way round")
            .only_with_layers([has_layers, over_base])
            .run(|cx| cx.fill_mask(&cx.of_active_layer("Invert mask of"), MaskFill::Inverse)),
        row(LayerAction::ClearLayerMask, LAYERS, "Clear layer mask")
            .tooltip("The active layer counts everywhere again")
            .only_with_layers([has_layers, over_base, has_mask])
            .run(|cx| cx.fill_mask(&cx.of_active_layer("Clear mask of"), MaskFill::Nothing)),
    ]
}

/// The first layer makes the weights of a skin the base.
fn can_begin(document: &Document) -> WhyNot {
    let begun = !document.layers.is_empty();
    unless(begun || has_skin(&document.character), NOTHING_BOUND)
}

fn has_layers(layers: &WeightLayers) -> WhyNot {
    unless(!layers.is_empty(), "there are no layers; add one first")
}

fn has_room(layers: &WeightLayers) -> WhyNot {
    let has_room = layers.len() < MOST_LAYERS;
    unless(has_room, "there are as many layers as there can be")
}

fn over_base(layers: &WeightLayers) -> WhyNot {
    unless(
        layers.active() > 0,
        "the base is active, which all other layers lie on",
    )
}

fn is_topmost(layers: &WeightLayers) -> bool {
    layers.active() + 1 >= layers.len()
}

fn has_layer_above(layers: &WeightLayers) -> WhyNot {
    unless(!is_topmost(layers), "the topmost layer is active")
}

fn not_topmost(layers: &WeightLayers) -> WhyNot {
    unless(!is_topmost(layers), "it is the topmost layer")
}

fn not_lowest(layers: &WeightLayers) -> WhyNot {
    let lowest = layers.active() == 1;
    unless(!lowest, "only the base lies below it")
}

fn both_visible(layers: &WeightLayers) -> WhyNot {
    unless(
        layers.shows_both_to_merge(),
        "one of the two is hidden; show both first",
    )
}

fn has_mask(layers: &WeightLayers) -> WhyNot {
    let active = layers.active_layer();
    unless(active.is_some_and(WeightLayer::has_mask), "it has no mask")
}
