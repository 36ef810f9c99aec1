//! Layers of weights in a project: their shape, and the way from and to the document's.

use serde::{Deserialize, Serialize};

use super::shape::PaintedShape;
use crate::document::Document;
use crate::document::layers::{KeptLayer, KeptLayers};

/// Layers of weights. What they come to stands among the painted weights too, so that whatever does not fit a changed file is lost
/// as a layer only.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayersShape {
    /// Index of the active layer.
    #[serde(default)]
    pub active: usize,
    /// The most joints where layers mix; none for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// The layers from the bottom; the first is the base, of which only what other layers cover is kept.
    #[serde(default)]
    pub layers: Vec<LayerShape>,
}

/// One layer of weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerShape {
    /// Name of the layer; cut to the longest that is allowed when it is read.
    pub name: String,
    /// Its opacity, 0 to 1.
    #[serde(default = "whole")]
    pub opacity: f32,
    /// Whether it does not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Its rows by primitive; in place of the values of a blend map those of its mask.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<PaintedShape>,
}

const fn whole() -> f32 {
    1.0
}

/// The layers of a document as project data; none if it has none.
pub(super) fn layers_of(document: &Document) -> Option<LayersShape> {
    if document.layers.is_empty() {
        return None;
    }
    let kept = document.layers.to_kept(&document.character);
    let layers = kept.layers.into_iter().map(|layer| LayerShape {
        name: layer.name,
        opacity: layer.opacity,
        hidden: !layer.visible,
        weights: layer
            .parts
            .into_iter()
            .map(|part| PaintedShape::new(0, part))
            .collect(),
    });
    Some(LayersShape {
        active: kept.active,
        limit: kept.limit,
        layers: layers.collect(),
    })
}

impl LayersShape {
    /// The layers, to put them over a character.
    pub(super) fn to_kept(&self) -> KeptLayers {
        let layers = self.layers.iter().map(|layer| KeptLayer {
            name: layer.name.clone(),
            opacity: layer.opacity,
            visible: !layer.hidden,
            parts: layer.weights.iter().map(PaintedShape::to_kept).collect(),
        });
        KeptLayers {
            active: self.active,
            limit: self.limit,
            layers: layers.collect(),
        }
    }
}
