//! Two layers made one that comes to the same: what opacities and masks did goes into one mask.

use rig::{InfluenceRow, Influences, RowList, VertexMap};
use weights::{LayerRow, MergedLayer, merge_layers};

use super::{PrimitivePlace, WeightLayer, WeightLayers, push_folded};

impl WeightLayers {
    /// Whether the active layer and the one below it are both shown; the base always is.
    #[must_use]
    pub fn shows_both_to_merge(&self) -> bool {
        let is_shown = |layer: usize| self.layers.get(layer).is_none_or(|of| of.visible);
        is_shown(self.active) && (self.active <= 1 || is_shown(self.active - 1))
    }

    /// Makes the active layer and the one below it one, which comes to the same.
    pub fn merge_down(&mut self) {
        if self.active == 0 || self.active >= self.layers.len() {
            return;
        }
        let above = self.layers.remove(self.active);
        self.active -= 1;
        let limit = self.limit;
        if let Some(below) = self.layers.get_mut(self.active) {
            below.take_over(&above, (self.active == 0, limit));
        }
    }

    /// The list that [`merge_down`](Self::merge_down) leaves, the lower layer with its own rows still.
    pub(super) fn merge_outline(&mut self) {
        if self.active == 0 || self.active >= self.layers.len() {
            return;
        }
        self.layers.remove(self.active);
        self.active -= 1;
        let below = self.layers.get_mut(self.active);
        if let Some(below) = below.filter(|_| self.active > 0) {
            below.opacity = 1.0;
        }
    }

    /// What a base and the layer over it come to, where that is not what the base has.
    fn onto_base(&self, place: PrimitivePlace, rows: &Influences) -> RowList {
        let (stack, mut at) = (self.stack(place), Vec::new());
        let mut merged = RowList::default();
        for vertex in (0_u32..).take(rows.vertex_count()) {
            stack.at(vertex as usize, &mut at);
            if let Some(base) = at.first() {
                push_folded(&mut merged, vertex, &at, self.limit, base.row);
            }
        }
        merged
    }
}

impl WeightLayer {
    /// Takes the rows of a layer that lay above.
    fn take_over(&mut self, above: &Self, (is_base, limit): (bool, Option<usize>)) {
        let both = WeightLayers {
            layers: vec![self.clone(), above.clone()],
            active: 1,
            limit,
        };
        for (&place, rows) in &above.rows {
            let (merged, masks) = if is_base {
                // The base needs no mask: it covers every vertex, so what both come to is its new row.
                (both.onto_base(place, rows), Vec::new())
            } else {
                self.merge(place, rows.vertex_count(), &both)
            };
            self.put_rows(place, &merged, rows);
            self.put_mask(place, masks, rows);
        }
        if !is_base {
            // Where only the lower one has rows, its opacity goes into the mask too.
            let places = self.rows.keys().copied();
            let alone = places.filter(|place| !above.rows.contains_key(place));
            let alone: Vec<PrimitivePlace> = alone.collect();
            alone.into_iter().for_each(|place| self.dim(place));
            self.opacity = 1.0;
        }
    }

    /// The rows and the mask over a primitive of this layer and the one over it, which are both of a stack.
    fn merge(
        &self,
        place: PrimitivePlace,
        vertex_count: usize,
        both: &WeightLayers,
    ) -> (RowList, Vec<(u32, f32)>) {
        let (stack, mask) = (both.stack(place), self.mask(place));
        let (mut at, mut merged, mut masks) = (Vec::new(), RowList::default(), Vec::new());
        for vertex in (0_u32..).take(vertex_count) {
            stack.at(vertex as usize, &mut at);
            let [below, over] = at.as_slice() else {
                continue;
            };
            if below.row.joints.is_empty() && over.row.joints.is_empty() {
                continue;
            }
            // The lower one is seen with its own opacity, which the mask takes in.
            let below = LayerRow {
                amount: self.opacity * mask.map_or(1.0, |of| of.value(vertex as usize)),
                ..*below
            };
            let MergedLayer { row, amount } = merge_layers(&below, over);
            merged.push(vertex, row.pairs());
            masks.push((vertex, amount));
        }
        (merged, masks)
    }

    fn put_mask(&mut self, place: PrimitivePlace, values: Vec<(u32, f32)>, like: &Influences) {
        if values.is_empty() {
            return;
        }
        let mask = self.masks.get(&place).cloned();
        let mask = mask.unwrap_or_else(|| VertexMap::uniform(like, 1.0));
        if let Ok(mask) = mask.with_values(values) {
            self.masks.insert(place, mask);
        }
        self.forget_whole_masks();
    }

    /// Multiplies the mask of the rows over a primitive by the opacity.
    fn dim(&mut self, place: PrimitivePlace) {
        let Some(rows) = self.rows.get(&place).cloned() else {
            return;
        };
        let mask = self.mask(place).cloned();
        let value = |vertex: u32| mask.as_ref().map_or(1.0, |of| of.value(vertex as usize));
        let covered = (0_u32..).zip(rows.bound_rows());
        let covered = covered.filter(|(_, InfluenceRow { joints, .. })| !joints.is_empty());
        let values = covered.map(|(vertex, _)| (vertex, self.opacity * value(vertex)));
        let values: Vec<(u32, f32)> = values.collect();
        self.put_mask(place, values, &rows);
    }
}
