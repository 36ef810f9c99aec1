//! Masks of layers: a number for each vertex, by which the opacity there is multiplied.

use std::collections::BTreeMap;

use character::{Character, WeightEdit, WeightError};
use rig::VertexMap;

use super::{PrimitivePlace, WeightLayers, influences_of, skinned_primitives};

/// What a mask becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaskFill {
    /// 1 everywhere, which is kept as no mask.
    Nothing,
    /// 1 where it was 0, and the other way round.
    Inverse,
    /// 1 at these vertices of primitives, 0 at all others.
    Only(BTreeMap<PrimitivePlace, Vec<u32>>),
}

impl WeightLayers {
    /// Fills the mask of the active layer; the base has none.
    pub fn fill_mask(&mut self, character: &Character, fill: &MaskFill) {
        let active = self.active;
        let Some(layer) = self.layers.get_mut(active).filter(|_| active > 0) else {
            return;
        };
        if *fill == MaskFill::Nothing {
            return layer.masks.clear();
        }
        for (place, influences) in skinned_primitives(character) {
            let ones = || VertexMap::uniform(influences, 1.0);
            let all = (0_u32..).take(influences.vertex_count());
            let mask = match fill {
                MaskFill::Nothing => continue,
                MaskFill::Inverse => {
                    let known = layer.masks.get(&place).cloned().unwrap_or_else(ones);
                    let inverse = all.map(|vertex| (vertex, 1.0 - known.value(vertex as usize)));
                    known.with_values(inverse)
                }
                MaskFill::Only(only) => {
                    let chosen = only.get(&place).into_iter().flatten();
                    let none = ones().with_values(all.map(|vertex| (vertex, 0.0)));
                    none.and_then(|none| none.with_values(chosen.map(|&vertex| (vertex, 1.0))))
                }
            };
            // A vertex that there is not leaves the mask as it is.
            if let Ok(mask) = mask {
                layer.masks.insert(place, mask);
            }
        }
        layer.forget_whole_masks();
    }

    /// Values of a blend map taken as those of the active layer's mask: the layers afterwards, and the edits of the character that
    /// follow. The base takes none.
    pub(crate) fn with_mask_edits(
        &self,
        character: &Character,
        edits: &[WeightEdit],
    ) -> Result<(Self, Vec<WeightEdit>), WeightError> {
        let mut after = self.clone();
        let mut touched = Vec::new();
        let Some(layer) = after
            .layers
            .get_mut(self.active)
            .filter(|_| self.active > 0)
        else {
            return Ok((after, Vec::new()));
        };
        for edit in edits {
            let place = (edit.mesh, edit.primitive);
            let Some(seen) = influences_of(character, place) else {
                continue;
            };
            let known = layer.masks.get(&place).cloned();
            let known = known.unwrap_or_else(|| VertexMap::uniform(seen, 1.0));
            let mask = known.with_values(edit.maps.blend.iter().copied());
            let mask = mask.map_err(|source| WeightError::Row {
                name: format!("mesh {}", edit.mesh),
                source,
            })?;
            layer.masks.insert(place, mask);
            let vertices = edit.maps.blend.iter().map(|&(vertex, _)| vertex);
            touched.push((place, vertices.collect()));
        }
        layer.forget_whole_masks();
        let folded = after.fold_rows(character, touched);
        Ok((after, folded))
    }
}
