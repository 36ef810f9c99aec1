//! What changes on the device when weights change.

use rig::{InfluenceRow, Influences, VertexMap, Weighting};

use crate::mesh_data::Starts;

/// Words that replace others: where they begin among the words of the influences, and they themselves.
pub(crate) type Patch = (usize, Vec<u32>);

/// What differs between the words of two weightings of one mesh, piece by piece. None where rows have other lengths, or a
/// map comes or goes, so that all words behind them move.
pub(crate) fn weighting_patches(before: Weighting<'_>, after: Weighting<'_>) -> Option<Vec<Patch>> {
    let starts = Starts::new(after.influences.vertex_count(), after.maps());
    let mut patches = Vec::new();
    let (old, new) = (before.maps(), after.maps());
    for (kind, old) in old.iter() {
        match (old, new[kind]) {
            (None, None) => {}
            (Some(old), Some(new)) => patches.extend(map_patches(old, new, starts.maps[kind])),
            _ => return None,
        }
    }
    let rows = row_patches(before.influences, after.influences, starts.pairs)?;
    patches.extend(rows);
    Some(patches)
}

/// So many words that stay as they are cost less than a piece of their own for what comes behind them: every piece is a write of its own.
const GAP: usize = 64;

/// What differs between the numbers of two maps, of which the first is at `first_number`.
fn map_patches(before: &VertexMap, after: &VertexMap, first_number: usize) -> Vec<Patch> {
    let mut changed = after.changed_since(before);
    changed.sort_unstable();
    let mut patches: Vec<Patch> = Vec::new();
    for vertex in changed.into_iter().map(|vertex| vertex as usize) {
        let number = after.value(vertex);
        // By bits, as the device has them: a change to the same number is none.
        if number.to_bits() == before.value(vertex).to_bits() {
            continue;
        }
        let word = first_number + vertex;
        match patches.last_mut() {
            Some((start, words)) if word - (*start + words.len()) <= GAP => {
                let next = *start + words.len() - first_number;
                words.extend((next..=vertex).map(|vertex| after.value(vertex).to_bits()));
            }
            _ => patches.push((word, vec![number.to_bits()])),
        }
    }
    patches
}

/// What differs between the rows of influences, of which the first is at `pairs`. None where rows have other lengths.
fn row_patches(before: &Influences, after: &Influences, pairs: usize) -> Option<Vec<Patch>> {
    let mut changed = after.changed_since(before);
    if changed.is_empty() {
        // Both share their rows: nothing is walked.
        return Some(Vec::new());
    }
    changed.sort_unstable();
    let mut changed = changed.into_iter().map(|vertex| vertex as usize).peekable();
    let mut patches: Vec<Patch> = Vec::new();
    let mut word = pairs;
    for (vertex, InfluenceRow { joints, weights }) in after.rows().enumerate() {
        if changed.next_if_eq(&vertex).is_some() {
            let InfluenceRow {
                joints: old_joints,
                weights: old_weights,
            } = before.row(vertex);
            if old_joints.len() != joints.len() {
                return None;
            }
            let pairs = joints.iter().zip(weights);
            let pairs = pairs.flat_map(|(&joint, weight)| [u32::from(joint), weight.to_bits()]);
            match patches.last_mut() {
                Some((start, words)) if *start + words.len() == word => words.extend(pairs),
                _ if (old_joints, old_weights) == (joints, weights) => {}
                _ => patches.push((word, pairs.collect())),
            }
        }
        word += 2 * joints.len();
    }
    Some(patches)
}
