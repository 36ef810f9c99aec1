//! Layers of weights: what the user keeps apart, and the skin that they come to.
//!
//! A document without layers has its weights in the character alone. With the first layer these become the lowest one, the **base**,
//! which has a row for every vertex; the others have rows where something was painted, and are transparent elsewhere. What the layers
//! come to ([`weights::fold_layers`]) is always what the character holds, so that panes, problems, export and the journal know nothing
//! of layers.
//!
//! Whatever changes weights does so as ever, to what is seen: `WeightLayers::with_edits` then finds the row of the
//! active layer that makes it so ([`weights::layer_row`]) and folds the vertices that were touched. On an opaque layer
//! on top the result is what was painted, bit for bit; elsewhere it is as near as the other layers allow; where the
//! active layer has no share nothing changes.
//!
//! A layer's mask is a number for each vertex, as a blend map is, and painted as one: with the document's
//! `with_mask_as_map` the brush sees the mask of the active layer for a blend map, and `with_mask` takes what it makes
//! of that.
//!
//! The layers are of the whole character, as the brush is: their rows lie by mesh and primitive.

mod alike;
mod edited;
mod kept;
mod masks;
mod merged;
mod order;
mod touched;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use character::{Character, Primitive, WeightEdit, WeightError};
use rig::{ByMap, GoOn, InfluenceRow, Influences, JointWeight, RowList, VertexMap};
use weights::{Folded, LayerRow, Row, fold_layers, layer_row};

pub use kept::{KeptLayer, KeptLayers};
pub use masks::MaskFill;
pub use order::{LayerChange, LayerOrder};
use touched::touched_vertices;

/// The largest number of layers, the base among them.
pub const MOST_LAYERS: usize = 32;
/// Where more vertices are folded anew, a frame would be late: that is work for the background.
pub const MANY: usize = 5_000;
/// The longest name of a layer, in bytes.
pub const LONGEST_NAME: usize = 80;

/// A primitive, by its mesh and its index in that.
pub type PrimitivePlace = (usize, usize);

/// A primitive, and vertices of it in ascending order.
type TouchedVertices = (PrimitivePlace, Vec<u32>);

/// So many vertices are folded between two looks whether to go on.
const AT_ONCE: usize = 4096;

/// Layers of weights from the bottom, the base, to the top; none until the first is added.
#[derive(Clone, Debug, Default)]
pub struct WeightLayers {
    layers: Vec<WeightLayer>,
    active: usize,
    limit: Option<usize>,
}

/// One layer of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightLayer {
    /// The name in the list, at most [`LONGEST_NAME`] bytes; names may repeat.
    pub name: String,
    /// Its opacity, 0 to 1; that of the base counts for nothing.
    pub opacity: f32,
    /// Whether it takes part in folding; a hidden layer has the opacity 0. The base always takes part.
    pub visible: bool,
    /// Rows by primitive; unbound where it is transparent.
    rows: BTreeMap<PrimitivePlace, Influences>,
    /// Masks by primitive; 1 everywhere where there is none.
    masks: BTreeMap<PrimitivePlace, VertexMap>,
}

/// Equal if what they hold is: which one is active is no difference.
impl PartialEq for WeightLayers {
    fn eq(&self, other: &Self) -> bool {
        self.limit == other.limit && self.layers == other.layers
    }
}

impl WeightLayer {
    fn new(name: String) -> Self {
        Self {
            name,
            opacity: 1.0,
            visible: true,
            rows: BTreeMap::new(),
            masks: BTreeMap::new(),
        }
    }

    /// The rows of a primitive; none where the layer is transparent all over it.
    #[must_use]
    pub fn rows(&self, place: PrimitivePlace) -> Option<&Influences> {
        self.rows.get(&place)
    }

    /// The mask over a primitive; none where it is 1 all over it.
    #[must_use]
    pub fn mask(&self, place: PrimitivePlace) -> Option<&VertexMap> {
        self.masks.get(&place)
    }

    /// Whether any part of it is masked.
    #[must_use]
    pub fn has_mask(&self) -> bool {
        !self.masks.is_empty()
    }

    /// The number of vertices where it has a row.
    #[must_use]
    pub fn covered_count(&self) -> usize {
        let rows = self.rows.values();
        rows.map(|rows| rows.vertex_count() - rows.unbound_count())
            .sum()
    }

    /// The number of vertices where its mask is below 1.
    #[must_use]
    pub fn masked_count(&self) -> usize {
        let values = self.masks.values().flat_map(|mask| mask.values());
        values.filter(|&value| value < 1.0).count()
    }

    fn forget_whole_masks(&mut self) {
        let is_mask = |mask: &VertexMap| mask.values().any(|value| value < 1.0);
        self.masks.retain(|_, mask| is_mask(mask));
    }

    fn put_rows(&mut self, place: PrimitivePlace, rows: &RowList, like: &Influences) -> Option<()> {
        if rows.is_empty() {
            return Some(());
        }
        let known = self.rows.get(&place).cloned();
        let known = known.unwrap_or_else(|| blank(like));
        self.rows.insert(place, known.with_rows(rows.iter()).ok()?);
        Some(())
    }
}

/// The layers over one primitive, quick to ask vertex by vertex.
struct Stack<'a> {
    layers: Vec<(Option<&'a Influences>, Option<&'a VertexMap>, f32)>,
}

impl<'a> Stack<'a> {
    /// What each layer has at a vertex, from the bottom to the top, put into `rows`.
    fn at(&self, vertex: usize, rows: &mut Vec<LayerRow<'a>>) {
        rows.clear();
        rows.extend(self.layers.iter().map(|&(influences, mask, opacity)| {
            let own = influences.filter(|own| vertex < own.vertex_count());
            LayerRow {
                row: own.map_or_else(InfluenceRow::default, |own| own.bound_row(vertex)),
                amount: opacity * mask.map_or(1.0, |mask| mask.value(vertex)),
            }
        }));
    }
}

impl WeightLayers {
    /// A base of a character's weights, and an empty layer on it, which is active. Where layers mix, at most `limit` joints are kept.
    #[must_use]
    pub fn from_character(character: &Character, limit: Option<usize>) -> Self {
        let mut base = WeightLayer::new("Base".to_owned());
        for (place, influences) in skinned_primitives(character) {
            base.rows.insert(place, influences.clone());
        }
        Self {
            layers: vec![base, WeightLayer::new("Layer 1".to_owned())],
            active: 1,
            limit,
        }
    }

    /// Whether there are none: the character's weights are all there is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Number of layers, the base among them.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.layers.len()
    }

    /// The layers from the bottom, the base, to the top.
    #[must_use]
    pub fn all(&self) -> &[WeightLayer] {
        &self.layers
    }

    /// Index of the layer that edits of weights change.
    #[must_use]
    pub const fn active(&self) -> usize {
        self.active
    }

    /// The layer that edits of weights change; none if there are no layers.
    #[must_use]
    pub fn active_layer(&self) -> Option<&WeightLayer> {
        self.layers.get(self.active)
    }

    /// The most joints of a row that is mixed of several layers; none for no limit.
    #[must_use]
    pub const fn limit(&self) -> Option<usize> {
        self.limit
    }

    /// The same layers with another limit.
    #[must_use]
    pub fn with_limit(&self, limit: Option<usize>) -> Self {
        Self {
            limit,
            ..self.clone()
        }
    }

    /// The same layers with another one active; the topmost if there is none of this index.
    #[must_use]
    pub fn with_active(&self, active: usize) -> Self {
        Self {
            active: active.min(self.layers.len().saturating_sub(1)),
            ..self.clone()
        }
    }

    /// The same layers with the nearest one below active where the active one is hidden or has no opacity.
    #[must_use]
    pub fn with_active_that_counts(&self) -> Self {
        let counts = |layer: &WeightLayer| layer.visible && layer.opacity > 0.0;
        let mut up_to_it = (1..=self.active).rev();
        let active = up_to_it.find(|&number| self.layers.get(number).is_some_and(counts));
        self.with_active(active.unwrap_or(0))
    }

    /// A layer to change its name, opacity or visibility.
    pub fn layer_mut(&mut self, layer: usize) -> Option<&mut WeightLayer> {
        self.layers.get_mut(layer)
    }

    /// An empty layer more, over the active one, which becomes active.
    pub fn add(&mut self) {
        let is_taken = |name: &String| self.layers.iter().any(|layer| layer.name == *name);
        // One more number than there are layers: at least one of them is free.
        let numbers = 1..=self.layers.len() + 1;
        let mut names = numbers.map(|number| format!("Layer {number}"));
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        self.active = (self.active + 1).min(self.layers.len());
        self.layers.insert(self.active, WeightLayer::new(name));
    }

    /// A copy of the active layer over it, which becomes active.
    pub fn duplicate(&mut self) {
        let Some(layer) = self.active_layer() else {
            return;
        };
        let mut copy = layer.clone();
        copy.name = shorten_name(&format!("{} copy", layer.name));
        self.active += 1;
        self.layers.insert(self.active, copy);
    }

    /// Removes the active layer, unless it is the base; the one below becomes active.
    pub fn remove(&mut self) {
        if 0 < self.active && self.active < self.layers.len() {
            self.layers.remove(self.active);
            self.active -= 1;
        }
    }

    /// Exchanges the active layer with its neighbor above or below; never with the base.
    pub fn shift(&mut self, up: bool) {
        let to = if up {
            self.active + 1
        } else {
            self.active.saturating_sub(1)
        };
        if self.active > 0 && to > 0 && to < self.layers.len() {
            self.layers.swap(self.active, to);
            self.active = to;
        }
    }

    /// Makes the active layer transparent: at these vertices of primitives, or everywhere. The base stays.
    pub fn clear_active(&mut self, only: Option<&BTreeMap<PrimitivePlace, Vec<u32>>>) {
        if self.active == 0 {
            return;
        }
        let Some(layer) = self.layers.get_mut(self.active) else {
            return;
        };
        let Some(only) = only else {
            layer.rows.clear();
            return;
        };
        for (place, vertices) in only {
            let Some(rows) = layer.rows.get_mut(place) else {
                continue;
            };
            let empty = vertices.iter().map(|&vertex| (vertex, NO_ROW));
            // A vertex that there is not leaves the layer as it is.
            *rows = rows.with_rows(empty).unwrap_or_else(|_| rows.clone());
        }
        layer.rows.retain(|_, rows| rows.pair_count() > 0);
    }

    fn stack(&self, place: PrimitivePlace) -> Stack<'_> {
        let layers = self.layers.iter().enumerate().map(|(number, layer)| {
            // The base is the ground that all others mix over: without it a vertex would have no sum to be a share of.
            let opacity = match (number, layer.visible) {
                (0, _) => 1.0,
                (_, true) => layer.opacity,
                (_, false) => 0.0,
            };
            (layer.rows.get(&place), layer.masks.get(&place), opacity)
        });
        Stack {
            layers: layers.collect(),
        }
    }

    /// Edits of what is seen, taken into the active layer: the layers afterwards, and the edits of the character that follow.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; see [`WeightError`].
    pub(super) fn with_edits(
        &self,
        character: &Character,
        edits: &[WeightEdit],
    ) -> Result<(Self, Vec<WeightEdit>), WeightError> {
        // First as if there were no layers, so that errors are those of the character.
        let wanted = character.with_weights(edits)?;
        let mut after = self.clone();
        let mut touched = Vec::new();
        for edit in edits {
            let place = (edit.mesh, edit.primitive);
            let both = influences_of(character, place).zip(influences_of(&wanted, place));
            let Some((seen, asked)) = both else {
                continue;
            };
            let rows = self.rows_to_reach(place, seen, asked, edit);
            let vertices: Vec<u32> = rows.vertices().collect();
            let layer = after.layers.get_mut(self.active);
            if layer
                .and_then(|layer| layer.put_rows(place, &rows, seen))
                .is_some()
            {
                touched.push((place, vertices));
            }
        }
        let mut folded = after.fold_rows(character, touched);
        // Maps of the character are not layered: they pass through.
        let maps = edits.iter().filter(|edit| !edit.has_no_numbers());
        folded.extend(maps.map(|edit| WeightEdit {
            rows: RowList::default(),
            ..edit.clone()
        }));
        Ok((after, folded))
    }

    /// The rows of the active layer that make what is seen what was asked for, where that differs.
    fn rows_to_reach(
        &self,
        place: PrimitivePlace,
        seen: &Influences,
        asked: &Influences,
        edit: &WeightEdit,
    ) -> RowList {
        let (stack, mut at) = (self.stack(place), Vec::new());
        let mut rows = RowList::default();
        for vertex in edit.rows.vertices() {
            let [wanted, before] = [asked, seen].map(|of| of.bound_row(vertex as usize));
            if wanted == before {
                continue;
            }
            stack.at(vertex as usize, &mut at);
            let [wanted, before] = [wanted, before].map(Row::of);
            if let Some(row) = layer_row(&wanted, &before, &at, self.active) {
                rows.push(vertex, row.pairs());
            }
        }
        rows
    }

    /// What the layers come to at these vertices, where the character has something else.
    fn fold_rows(
        &self,
        character: &Character,
        touched: impl IntoIterator<Item = TouchedVertices>,
    ) -> Vec<WeightEdit> {
        let edits = touched.into_iter().filter_map(|touched| {
            let going_on = &mut |_folded: usize| ControlFlow::Continue(());
            self.fold_primitive(character, touched, going_on)
                .continue_value()?
        });
        edits.collect()
    }

    /// The same at the vertices of one primitive; none where nothing differs. Tells at how many vertices it was, now and then.
    fn fold_primitive(
        &self,
        character: &Character,
        (place, vertices): TouchedVertices,
        going_on: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<WeightEdit>> {
        let Some(seen) = influences_of(character, place) else {
            return ControlFlow::Continue(None);
        };
        let (stack, mut at) = (self.stack(place), Vec::new());
        let mut rows = RowList::default();
        let is_there = |vertex: &&u32| (**vertex as usize) < seen.vertex_count();
        for some in vertices.chunks(AT_ONCE) {
            for &vertex in some.iter().filter(is_there) {
                stack.at(vertex as usize, &mut at);
                let known = seen.bound_row(vertex as usize);
                push_folded(&mut rows, vertex, &at, self.limit, known);
            }
            going_on(some.len())?;
        }
        ControlFlow::Continue((!rows.is_empty()).then(|| WeightEdit {
            mesh: place.0,
            primitive: place.1,
            rows,
            maps: ByMap::default(),
        }))
    }

    /// The edits of a character that holds what `before` comes to that make it hold what these come to; none if `go_on` breaks off.
    pub(super) fn instead_of(
        &self,
        character: &Character,
        before: &Self,
        go_on: &GoOn<'_>,
    ) -> Option<Vec<WeightEdit>> {
        if self.is_empty() {
            return Some(Vec::new());
        }
        let touched = skinned_primitives(character).map(|(place, seen)| {
            let of = (place, seen.vertex_count());
            let touched = touched_vertices([self, before], of, usize::MAX);
            (place, touched.vertices())
        });
        let touched: Vec<TouchedVertices> = touched.collect();
        let all: usize = touched.iter().map(|(_, vertices)| vertices.len()).sum();
        let (mut edits, mut folded) = (Vec::new(), 0);
        for touched in touched {
            let going_on = &mut |more: usize| {
                folded += more;
                go_on(folded as f32 / all as f32)
            };
            let edit = self.fold_primitive(character, touched, going_on);
            edits.extend(edit.continue_value()?);
        }
        Some(edits)
    }

    /// Bytes of the layers that others do not share.
    pub(super) fn bytes_beside(&self, other: &Self) -> usize {
        // Layers are compared by their place in the list: one that moved counts as a whole, an upper bound.
        let (no_rows, no_mask) = (Influences::default(), VertexMap::default());
        let layers = self.layers.iter().enumerate().map(|(number, layer)| {
            let other = other.layers.get(number);
            let rows = layer.rows.iter().map(|(place, rows)| {
                let other = other.and_then(|other| other.rows(*place));
                rows.bytes_beside(other.unwrap_or(&no_rows))
            });
            let masks = layer.masks.iter().map(|(place, mask)| {
                let other = other.and_then(|other| other.mask(*place));
                mask.bytes_beside(other.unwrap_or(&no_mask))
            });
            rows.sum::<usize>() + masks.sum::<usize>()
        });
        layers.sum()
    }
}

/// Adds what layers come to, unless it is what there is.
fn push_folded(
    rows: &mut RowList,
    vertex: u32,
    at: &[LayerRow<'_>],
    limit: Option<usize>,
    known: InfluenceRow<'_>,
) {
    match fold_layers(at, limit) {
        Folded::Unbound if !known.joints.is_empty() => rows.push_unbound(vertex),
        Folded::Unbound => {}
        Folded::Layer(layer) => {
            let Some(layer) = at.get(layer) else { return };
            if layer.row != known {
                rows.push(vertex, layer.row.pairs());
            }
        }
        Folded::Mixed(row) => {
            if !known.pairs().eq(row.pairs()) {
                rows.push(vertex, row.pairs());
            }
        }
    }
}

/// A name that is not too long for a project.
#[must_use]
pub fn shorten_name(name: &str) -> String {
    let mut short = String::new();
    for letter in name.trim().chars() {
        if short.len() + letter.len_utf8() > LONGEST_NAME {
            break;
        }
        short.push(if letter.is_control() { ' ' } else { letter });
    }
    short
}

/// The row of a vertex that a layer does not cover.
const NO_ROW: &[JointWeight] = &[];

/// Rows that are all empty, laid out as others.
fn blank(like: &Influences) -> Influences {
    let vertices = (0_u32..).take(like.vertex_count());
    let empty = like.with_rows(vertices.map(|vertex| (vertex, NO_ROW)));
    // Rows of nothing break no rule.
    empty.unwrap_or_default()
}

/// Primitives that a skin may move, with their influences.
fn skinned_primitives(
    character: &Character,
) -> impl Iterator<Item = (PrimitivePlace, &Influences)> {
    character.meshes.iter().enumerate().flat_map(|(mesh, of)| {
        let primitives = of.primitives.iter().enumerate();
        primitives
            .filter_map(move |(primitive, of)| Some(((mesh, primitive), of.influences.as_ref()?)))
    })
}

fn primitive_of(character: &Character, (mesh, primitive): PrimitivePlace) -> Option<&Primitive> {
    character.meshes.get(mesh)?.primitives.get(primitive)
}

fn influences_of(character: &Character, place: PrimitivePlace) -> Option<&Influences> {
    primitive_of(character, place)?.influences.as_ref()
}
