//! What a document does with its layers of weights: taking other ones, painting their masks, following edits of the skeleton.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{SkeletonEdit, WeightEdit, WeightError};
use rig::GoOn;

use super::layers::WeightLayers;
use crate::document::Document;

impl Document {
    /// The document with the values of the blend map that edits name as those of the active layer's mask.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; see [`WeightError`].
    pub fn with_mask(&self, edits: &[WeightEdit]) -> Result<Self, WeightError> {
        let (layers, edits) = self.layers.with_mask_edits(&self.character, edits)?;
        if layers == *self.layers {
            return Ok(self.clone());
        }
        let mut after = self.with_weights(&edits)?;
        after.layers = Arc::new(layers);
        Ok(after.distinct_from(self))
    }

    /// The document for a brush that paints the mask of the active layer: that is its blend map. It is for reading alone.
    #[must_use]
    pub fn with_mask_as_map(&self) -> Self {
        let mut character = (*self.character).clone();
        // Over the base, which has no mask, the brush sees no map.
        let layer = self
            .layers
            .active_layer()
            .filter(|_| self.layers.active() > 0);
        for (mesh, of) in character.meshes.iter_mut().enumerate() {
            for (primitive, of) in of.primitives.iter_mut().enumerate() {
                of.maps.blend = layer
                    .and_then(|layer| layer.mask((mesh, primitive)))
                    .cloned();
            }
        }
        Self {
            character: Arc::new(character),
            ..self.clone()
        }
    }

    /// The same with a character of its own where only layers differ: work that began before, and pictures that show a mask, are told
    /// apart by the character.
    #[must_use]
    pub(crate) fn distinct_from(mut self, other: &Self) -> Self {
        if Arc::ptr_eq(&self.character, &other.character) && !self.has_same_layers(other) {
            self.character = Arc::new((*self.character).clone());
        }
        self
    }

    /// The document with other layers, and what they come to as its weights; those stay if there are none.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; see [`WeightError`].
    pub fn with_layers(&self, layers: WeightLayers) -> Result<Self, WeightError> {
        let after = self.with_layers_while(layers, &|_share| ControlFlow::Continue(()))?;
        Ok(after.unwrap_or_else(|| self.clone()))
    }

    /// The same as long as `go_on` does not break off; none if it does.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; see [`WeightError`].
    pub fn with_layers_while(
        &self,
        layers: WeightLayers,
        go_on: &GoOn<'_>,
    ) -> Result<Option<Self>, WeightError> {
        let edits = layers.instead_of(&self.character, &self.layers, go_on);
        let Some(edits) = edits else { return Ok(None) };
        Ok(Some(Self {
            layers: Arc::new(layers),
            ..self.with_weights(&edits)?
        }))
    }

    /// This document after an edit of the skeleton, with the layers of the one before it edited as its weights were.
    pub(super) fn with_layers_edited(self, before: &Self, edit: &SkeletonEdit) -> Self {
        let characters = (&*before.character, &*self.character);
        match before.layers.after_edit(characters, edit) {
            // Where a joint went to another one the limit may cut what the layers come to in another way.
            Some(layers) => self.with_layers(layers).unwrap_or(self),
            None => self,
        }
    }
}
