//! Which layers differ by more than arithmetic may make them.

use rig::{InfluenceRow, Influences, VertexMap};

use super::{WeightLayer, WeightLayers};

/// What arithmetic alone may change of a weight, an opacity or a number of a mask: some sixteen rounding errors of an
/// f32 below 1.
const ROUNDING: f32 = 1e-6;

impl WeightLayers {
    /// Whether other layers are the same but for rounding. Which one is active, and the limit where layers mix, count for nothing.
    #[must_use]
    pub(crate) fn are_alike(&self, other: &Self) -> bool {
        let mut pairs = self.layers.iter().zip(&other.layers);
        self.layers.len() == other.layers.len() && pairs.all(|(one, other)| one.is_alike(other))
    }
}

impl WeightLayer {
    /// The number of vertices where the row is another one than that of a layer of the same character, by more than rounding.
    #[must_use]
    pub(crate) fn rows_beside(&self, other: &Self) -> usize {
        let own = self
            .rows
            .iter()
            .map(|(&place, rows)| match other.rows(place) {
                Some(others) => differing_rows(rows, others),
                None => rows.bound_vertices().count(),
            });
        let alone = other.rows.iter();
        let alone = alone.filter(|(place, _)| !self.rows.contains_key(place));
        let alone = alone.map(|(_, rows)| rows.bound_vertices().count());
        own.sum::<usize>() + alone.sum::<usize>()
    }

    fn is_alike(&self, other: &Self) -> bool {
        (&self.name, self.visible) == (&other.name, other.visible)
            && is_near(self.opacity, other.opacity)
            && self.has_same_masks(other)
            && self.rows_beside(other) == 0
    }

    fn has_same_masks(&self, other: &Self) -> bool {
        let is_one = |mask: &VertexMap| mask.values().all(|value| is_near(value, 1.0));
        let mut own = self.masks.iter();
        let mut others = other.masks.iter();
        own.all(|(&place, mask)| match other.mask(place) {
            Some(other) => has_same_numbers(mask, other),
            None => is_one(mask),
        }) && others.all(|(place, mask)| self.masks.contains_key(place) || is_one(mask))
    }
}

fn differing_rows(one: &Influences, other: &Influences) -> usize {
    let changed = one.changed_since(other).into_iter();
    let differ = |vertex: &u32| {
        let [one, other] = [one, other].map(|of| row_of(of, *vertex));
        !is_same_row(one, other)
    };
    changed.filter(differ).count()
}

fn has_same_numbers(one: &VertexMap, other: &VertexMap) -> bool {
    let mut changed = one.changed_since(other).into_iter();
    changed.all(|vertex| {
        let [one, other] = [one, other].map(|of| of.value(vertex as usize));
        is_near(one, other)
    })
}

fn is_same_row(one: InfluenceRow<'_>, other: InfluenceRow<'_>) -> bool {
    let mut weights = one.weights.iter().zip(other.weights);
    one.joints == other.joints && weights.all(|(&one, &other)| is_near(one, other))
}

/// The row of a vertex; nothing beyond the last.
fn row_of(of: &Influences, vertex: u32) -> InfluenceRow<'_> {
    let vertex = vertex as usize;
    match vertex < of.vertex_count() {
        true => of.bound_row(vertex),
        false => InfluenceRow::default(),
    }
}

const fn is_near(one: f32, other: f32) -> bool {
    (one - other).abs() <= ROUNDING
}
