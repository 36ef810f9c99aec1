//! Runs the actions on layers of weights.

use crate::apply::Context;
use crate::apply::layers::LayerStep;
use crate::commands::actions::LayerAction;
use crate::commands::weight_command::LayerIntent;
use crate::document::layers::{MaskFill, WeightLayers};

impl Context<'_> {
    pub(super) fn run_layers(&mut self, action: LayerAction) {
        if action.why_not_on(self.document).is_some() {
            return;
        }
        let active = self.document.layers.active();
        let name = self.document.layers.active_layer();
        let name = name.map_or_else(String::new, |layer| layer.name.clone());
        let of = |what: &str| format!("{what} layer {name}");
        match action {
            LayerAction::AddLayer => self.add_layer(),
            LayerAction::DuplicateLayer => {
                self.edit_layers(told(&of("Duplicate")), WeightLayers::duplicate);
            }
            LayerAction::RenameLayer => {
                self.on_layer(LayerIntent::Type(Some((active, name))));
            }
            LayerAction::DeleteLayer => {
                self.edit_layers(told(&of("Delete")), WeightLayers::remove);
            }
            LayerAction::ToggleLayerVisible => {
                let visible = self.document.layers.active_layer();
                let visible = visible.is_some_and(|layer| layer.visible);
                self.on_layer(LayerIntent::SetVisible(active, !visible));
            }
            LayerAction::ActivateLayerAbove => self.on_layer(LayerIntent::Activate(active + 1)),
            LayerAction::ActivateLayerBelow => {
                self.on_layer(LayerIntent::Activate(active.saturating_sub(1)));
            }
            LayerAction::MoveLayerUp => {
                self.edit_layers(told(&of("Move up")), |layers| layers.shift(true));
            }
            LayerAction::MoveLayerDown => {
                self.edit_layers(told(&of("Move down")), |layers| layers.shift(false));
            }
            LayerAction::MergeLayerDown => {
                self.edit_layers(told(&of("Merge down")), WeightLayers::merge_down);
            }
            LayerAction::ClearLayer => self.clear_layer(&of("Clear")),
            LayerAction::PaintLayerMask => {
                let paints = !self.session.paints_mask();
                self.paint_mask(paints);
            }
            LayerAction::MaskLayerBySelection => self.mask_selected(&of("Mask")),
            LayerAction::InvertLayerMask => {
                self.fill_mask(&of("Invert mask of"), &MaskFill::Inverse);
            }
            LayerAction::ClearLayerMask => {
                self.fill_mask(&of("Clear mask of"), &MaskFill::Nothing);
            }
            LayerAction::FlattenLayers => {
                let none = |layers: &mut WeightLayers| *layers = WeightLayers::default();
                self.edit_layers(told("Flatten weight layers"), none);
            }
        }
    }
}

/// A step that always changes the list of layers.
const fn told(name: &str) -> LayerStep<'_> {
    LayerStep::told(name, "the layers are so already")
}
