//! Layers of weights in a project: their shape, and the way from and to the document's.

use serde::{Deserialize, Serialize};

use super::packed;
use super::shape::PaintedShape;
use crate::document::Document;
use crate::document::layers::{KeptLayer, KeptLayers};
use crate::state::carry_over::{AsFile, base_as_in_file};

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
    /// Where the base is as the file has it: on a new export of that it is as the new one has it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub base_as_file: Vec<AsFileShape>,
}

/// Vertices of a primitive where the base is as the file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AsFileShape {
    /// The mesh.
    pub mesh: usize,
    /// The primitive of it.
    pub primitive: usize,
    /// The vertices in ascending order.
    #[serde(with = "packed::vertices")]
    pub vertices: Vec<u32>,
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
    let base_as_file = base_as_in_file(&kept, document).into_iter();
    let base_as_file = base_as_file.map(AsFileShape::of).collect();
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
        base_as_file,
    })
}

impl AsFileShape {
    fn of(mark: AsFile) -> Self {
        Self {
            mesh: mark.mesh,
            primitive: mark.primitive,
            vertices: mark.vertices,
        }
    }
}

impl LayersShape {
    /// Where the base is as the file had it.
    pub(super) fn base_as_file(&self) -> Vec<AsFile> {
        let marks = self.base_as_file.iter().map(|mark| AsFile {
            mesh: mark.mesh,
            primitive: mark.primitive,
            vertices: mark.vertices.clone(),
        });
        marks.collect()
    }

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
