//! The rows of the weight table: listed vertices and the joints that move them.

use std::collections::{BTreeMap, BTreeSet};

use character::Character;
use rig::{InfluenceRow, JointIndex};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::vertex_facts::VertexPlace;

use crate::features::view::View;
use crate::state::weight_table::weight_edits::skin_of;

/// The largest number of rows; nobody reads more.
pub const MOST_ROWS: usize = 2000;

/// The content of the weight table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightTable {
    /// Vertices with their joints and weights: the rows, as far as [`MOST_ROWS`].
    pub rows: Vec<(VertexPlace, Vec<(JointIndex, f32)>)>,
    /// Joints with weight at a listed vertex: the active joint first, the others by falling weight.
    pub columns: Vec<JointIndex>,
    /// The number of vertices, listed or not.
    pub total: usize,
    /// The vertices that an edit of all rows changes.
    pub changed: Vec<VertexPlace>,
}

/// The table for the selected vertices or, if none are selected, for the pinned one with its neighbors. Made anew in every
/// frame that shows it.
#[must_use]
pub fn list_rows(view: &View<'_>) -> WeightTable {
    let character = &view.document.character;
    let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
    let work = &view.session.character.weights;
    let selected: Vec<VertexPlace> = work.vertices.all().iter().copied().collect();
    let (shown, changed) = match view.session.character.pointing.pinned {
        Some(pinned) if selected.is_empty() => (with_neighbors(&placed, pinned), vec![pinned]),
        _ => (selected.clone(), selected),
    };
    let mut sums: BTreeMap<JointIndex, f32> = BTreeMap::new();
    let mut rows = Vec::new();
    for &place in shown.iter().take(MOST_ROWS) {
        let Some(found) = placed.get(place.primitive) else {
            continue;
        };
        let weights = weights_of(character, found, place.vertex);
        for &(joint, weight) in &weights {
            *sums.entry(joint).or_default() += weight;
        }
        rows.push((place, weights));
    }
    let active = view.session.character.selection.active();
    if let Some(active) = active.filter(|&joint| view.session.character.facts.joint(joint).in_skin)
    {
        sums.insert(active, f32::INFINITY);
    }
    let mut columns: Vec<(JointIndex, f32)> = sums.into_iter().collect();
    columns.sort_by(|one, other| other.1.total_cmp(&one.1));
    WeightTable {
        rows,
        columns: columns.into_iter().map(|(joint, _)| joint).collect(),
        total: shown.len(),
        changed,
    }
}

/// The joints that move a vertex, with their weights.
fn weights_of(
    character: &Character,
    placed: &PlacedPrimitive<'_>,
    vertex: usize,
) -> Vec<(JointIndex, f32)> {
    let Some((bind, influences)) = skin_of(character, placed) else {
        return Vec::new();
    };
    if vertex >= influences.vertex_count() {
        return Vec::new();
    }
    let InfluenceRow {
        joints,
        weights: shares,
    } = influences.bound_row(vertex);
    let weights = joints
        .iter()
        .zip(shares)
        .filter_map(|(&joint, &weight)| Some((bind.joint_at(joint)?, weight)));
    weights.collect()
}

/// A vertex first, then those that share a triangle with it.
fn with_neighbors(placed: &[PlacedPrimitive<'_>], place: VertexPlace) -> Vec<VertexPlace> {
    let Some(found) = placed.get(place.primitive) else {
        return Vec::new();
    };
    let triangles = found.primitive.triangles.iter();
    let about = triangles.filter(|triangle| {
        let mut corners = triangle.iter();
        corners.any(|&corner| corner as usize == place.vertex)
    });
    let near: BTreeSet<usize> = about.flatten().map(|&corner| corner as usize).collect();
    let others = near.into_iter().filter(|&vertex| vertex != place.vertex);
    std::iter::once(place.vertex)
        .chain(others)
        .map(|vertex| VertexPlace { vertex, ..place })
        .collect()
}
