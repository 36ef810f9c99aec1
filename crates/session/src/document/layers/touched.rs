//! Which vertices a change of layers touches: no others are folded anew.

use character::Character;
use rig::Influences;

use super::{PrimitivePlace, WeightLayer, WeightLayers, skinned_primitives};

impl WeightLayers {
    /// How many vertices are folded anew where a character that holds what `before` comes to gets these layers; counted until there are
    /// more than `enough`.
    #[must_use]
    pub fn touched_count(&self, character: &Character, before: &Self, enough: usize) -> usize {
        if self.is_empty() {
            return 0;
        }
        let primitives = skinned_primitives(character);
        primitives.fold(0, |count, (place, seen)| {
            if count > enough {
                return count;
            }
            let of = (place, seen.vertex_count());
            // Not below zero: a count above `enough` returned before.
            count
                + touched_vertices([self, before], of, enough - count)
                    .vertices
                    .len()
        })
    }
}

/// Vertices of a primitive that are marked, as far as more than enough.
pub(super) struct MarkedVertices {
    is_marked: Vec<bool>,
    /// Those that are marked, in whatever order.
    vertices: Vec<u32>,
    enough: usize,
}

impl MarkedVertices {
    /// Marks vertices until there are more than enough.
    fn mark(&mut self, vertices: impl Iterator<Item = u32>) {
        for vertex in vertices {
            let is_marked = self.is_marked.get_mut(vertex as usize);
            if let Some(is_marked) = is_marked.filter(|is_marked| !**is_marked) {
                *is_marked = true;
                self.vertices.push(vertex);
            }
            if self.vertices.len() > self.enough {
                return;
            }
        }
    }

    /// The marked vertices in ascending order, each once.
    pub(super) fn vertices(mut self) -> Vec<u32> {
        self.vertices.sort_unstable();
        self.vertices
    }
}

/// The vertices of a primitive at which a change of layers may change what they come to: those that a layer covers whose opacity,
/// visibility or mask changed, or that came or went, and those where rows changed. Of more than `enough` some are left out.
pub(super) fn touched_vertices(
    [now, then]: [&WeightLayers; 2],
    (place, vertex_count): (PrimitivePlace, usize),
    enough: usize,
) -> MarkedVertices {
    let mut touched = MarkedVertices {
        is_marked: vec![false; vertex_count],
        vertices: Vec::new(),
        enough,
    };
    for number in 0..now.layers.len().max(then.layers.len()) {
        let layers = [now, then].map(|of| of.layers.get(number));
        let rows = layers.map(|layer| layer.and_then(|layer| layer.rows(place)));
        // The base covers all and always counts.
        let is_base = number == 0;
        let counts_same = || now.limit == then.limit && counts_same(layers, place);
        match rows {
            [Some(now), Some(then)] if is_base || counts_same() => {
                // A shared page is skipped as a whole; of a changed one, vertices that neither covers have nothing to
                // fold.
                let changed = now.changed_since(then).into_iter();
                let is_covered =
                    |vertex: &u32| [now, then].iter().any(|rows| covers(rows, *vertex));
                touched.mark(changed.filter(is_covered));
            }
            _ if is_base => {}
            rows => {
                for rows in rows.into_iter().flatten() {
                    touched.mark(rows.bound_vertices());
                }
            }
        }
    }
    touched
}

/// Whether a layer of these rows is not transparent at a vertex.
fn covers(rows: &Influences, vertex: u32) -> bool {
    let vertex = vertex as usize;
    vertex < rows.vertex_count() && !rows.is_unbound(vertex)
}

/// Whether a layer of two stacks counts as much in both, wherever it has a row.
fn counts_same(layers: [Option<&WeightLayer>; 2], place: PrimitivePlace) -> bool {
    let [Some(one), Some(other)] = layers else {
        return false;
    };
    let counts = |of: &WeightLayer| (of.visible, of.opacity);
    counts(one) == counts(other) && one.mask(place) == other.mask(place)
}
