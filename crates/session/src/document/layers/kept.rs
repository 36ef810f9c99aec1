//! Layers without the character that they lie on: for projects, and for a file that was read again.
//!
//! Of the base only what differs from the character is kept: where no layer covers it, it is what the character holds.

use std::collections::BTreeMap;

use character::Character;
use rig::{ByMap, Influences, MapKind, RowList, VertexMap};

use super::{
    MOST_LAYERS, PrimitivePlace, WeightLayer, WeightLayers, blank, influences_of, shorten_name,
    skinned_primitives,
};
use crate::document::journal::{KeptWeights, MeshJoints};

/// Layers as projects hold them.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeptLayers {
    /// Index of the active layer.
    pub active: usize,
    /// The most joints of a row that is mixed; none for no limit.
    pub limit: Option<usize>,
    /// The layers, the base first.
    pub layers: Vec<KeptLayer>,
}

/// One layer as projects hold it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeptLayer {
    /// The name in the list, cut to the longest allowed when read.
    pub name: String,
    /// Its opacity, 0 to 1.
    pub opacity: f32,
    /// Whether it takes part in folding.
    pub visible: bool,
    /// Its rows by primitive, and in place of a blend map its mask, where that is not 1.
    pub parts: Vec<KeptWeights>,
}

impl WeightLayers {
    /// The layers over a character that holds what they come to.
    #[must_use]
    pub fn to_kept(&self, character: &Character) -> KeptLayers {
        let layers = self
            .layers
            .iter()
            .enumerate()
            .map(|(number, layer)| KeptLayer {
                name: layer.name.clone(),
                opacity: layer.opacity,
                visible: layer.visible,
                parts: layer.parts(character, number == 0),
            });
        KeptLayers {
            active: self.active,
            limit: self.limit,
            layers: layers.collect(),
        }
    }
}

impl WeightLayer {
    fn parts(&self, character: &Character, is_base: bool) -> Vec<KeptWeights> {
        let joints = MeshJoints::new(character);
        let parts = skinned_primitives(character).map(|(place, seen)| {
            let rows = match self.rows(place) {
                Some(rows) if is_base => differing(rows, seen),
                None if is_base => differing(&blank(seen), seen),
                Some(rows) => all_rows(rows),
                None => RowList::default(),
            };
            let mask = self.mask(place).map_or_else(Vec::new, mask_values);
            KeptWeights {
                mesh: place.0,
                primitive: place.1,
                vertices: seen.vertex_count(),
                joints: joints.keys(place.0),
                rows,
                maps: ByMap::only(MapKind::Blend, mask),
            }
        });
        let is_something =
            |part: &KeptWeights| !part.rows.is_empty() || !part.maps.blend.is_empty();
        parts.filter(is_something).collect()
    }
}

impl KeptLayers {
    /// The layers over a character, and a clause for each part that does not fit it.
    #[must_use]
    pub fn fit_to(&self, character: &Character) -> (WeightLayers, Vec<String>) {
        let mut problems = Vec::new();
        let joints = MeshJoints::new(character);
        let blanks: BTreeMap<PrimitivePlace, Influences> = skinned_primitives(character)
            .map(|(place, seen)| (place, blank(seen)))
            .collect();
        if self.layers.len() > MOST_LAYERS {
            problems.push(format!(
                "there are {} layers of weights; those above the first {MOST_LAYERS} are left out",
                self.layers.len()
            ));
        }
        let layers = self.layers.iter().take(MOST_LAYERS).enumerate();
        let layers: Vec<WeightLayer> = layers
            .map(|(number, kept)| {
                let mut layer = kept.empty();
                if number == 0 {
                    let seen =
                        skinned_primitives(character).map(|(place, seen)| (place, seen.clone()));
                    layer.rows = seen.collect();
                }
                let parts = kept.parts.iter();
                let found = parts.filter_map(|part| layer.take_part(&joints, &blanks, part).err());
                let found: Vec<String> = found.collect();
                if number == 0 {
                    // The base has no mask: all others lie on it.
                    layer.masks.clear();
                }
                let name = &layer.name;
                problems.extend(
                    found
                        .iter()
                        .map(|problem| format!("layer {name}: {problem}")),
                );
                layer
            })
            .collect();
        let fitted = WeightLayers {
            active: self.active.min(layers.len().saturating_sub(1)),
            limit: self.limit.map(|limit| limit.max(1)),
            layers,
        };
        (fitted, problems)
    }
}

impl KeptLayer {
    /// The layer without rows and mask.
    fn empty(&self) -> WeightLayer {
        let mut layer = WeightLayer::new(shorten_name(&self.name));
        layer.visible = self.visible;
        // A project may hold any number; one that is not finite leaves the opacity at 1.
        if self.opacity.is_finite() {
            layer.opacity = self.opacity.clamp(0.0, 1.0);
        }
        layer
    }
}

impl WeightLayer {
    fn take_part(
        &mut self,
        joints: &MeshJoints<'_>,
        blanks: &BTreeMap<PrimitivePlace, Influences>,
        part: &KeptWeights,
    ) -> Result<(), String> {
        let edit = part.to_edit(joints)?;
        let place = (edit.mesh, edit.primitive);
        let known = self.rows.get(&place).or_else(|| blanks.get(&place));
        let seen = influences_of(joints.character(), place);
        let (Some(known), Some(seen)) = (known, seen) else {
            return Ok(());
        };
        let rows = known.with_rows(edit.rows.iter());
        let rows = rows.map_err(|error| error.to_string())?;
        if !edit.maps.blend.is_empty() {
            let mask = VertexMap::uniform(seen, 1.0).with_values(edit.maps.blend.iter().copied());
            self.masks
                .insert(place, mask.map_err(|error| error.to_string())?);
        }
        // A blank takes memory: a layer that is transparent there has no rows.
        if rows.pair_count() > 0 || self.rows.contains_key(&place) {
            self.rows.insert(place, rows);
        }
        Ok(())
    }
}

/// The rows that differ from others.
fn differing(rows: &Influences, seen: &Influences) -> RowList {
    let mut vertices = rows.changed_since(seen);
    vertices.sort_unstable();
    let mut list = RowList::default();
    for vertex in vertices {
        let row = rows.bound_row(vertex as usize);
        if row != seen.bound_row(vertex as usize) {
            list.push(vertex, row.pairs());
        }
    }
    list
}

/// The rows that there are.
fn all_rows(rows: &Influences) -> RowList {
    let numbered = (0_u32..).zip(rows.bound_rows());
    let there = numbered.filter(|(_, row)| !row.joints.is_empty());
    there.map(|(vertex, row)| (vertex, row.pairs())).collect()
}

/// The values of a mask below 1.
fn mask_values(mask: &VertexMap) -> Vec<(u32, f32)> {
    let numbered = (0_u32..).zip(mask.values());
    numbered.filter(|(_, value)| *value < 1.0).collect()
}
