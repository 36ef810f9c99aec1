//! Rows of weights by the vertices of old meshes, and several of them in proportion.

use std::collections::BTreeMap;

use rig::{JointSlot, JointWeight};

/// Rows that are mixed name so many joints at least, if there are as many.
const USUAL_LIMIT: usize = 4;

/// A row of changed weights, by the slots of the new skin.
pub(super) type Row = [JointWeight];

/// Rows by the vertices of a pool, in one list.
pub(super) struct PoolRows {
    /// By vertex the number of its row and one more; 0 without one.
    of: Vec<u32>,
    ends: Vec<usize>,
    pairs: Vec<JointWeight>,
}

impl PoolRows {
    pub(super) fn new(vertices: usize) -> Self {
        Self {
            of: vec![0; vertices],
            ends: vec![0],
            pairs: Vec::new(),
        }
    }

    pub(super) fn insert(&mut self, vertex: u32, row: &Row) {
        if let Some(of) = self.of.get_mut(vertex as usize) {
            *of = u32::try_from(self.ends.len()).unwrap_or(0);
            self.pairs.extend_from_slice(row);
            self.ends.push(self.pairs.len());
        }
    }

    pub(super) fn get(&self, vertex: u32) -> Option<&Row> {
        let number = *self.of.get(vertex as usize)? as usize;
        let begin = *self.ends.get(number.checked_sub(1)?)?;
        self.pairs.get(begin..*self.ends.get(number)?)
    }
}

/// Rows in proportion.
#[derive(Default)]
pub(super) struct Mix {
    weights: BTreeMap<JointSlot, f64>,
    longest: usize,
}

impl Mix {
    pub(super) fn add(&mut self, row: impl ExactSizeIterator<Item = (JointSlot, f32)>, share: f32) {
        self.longest = self.longest.max(row.len());
        for (joint, weight) in row {
            *self.weights.entry(joint).or_default() += f64::from(weight) * f64::from(share);
        }
    }

    /// The weights, which sum to one, of as many joints as the longest row has, or as are usual.
    pub(super) fn row(self) -> Vec<JointWeight> {
        let mut pairs: Vec<(JointSlot, f64)> = self
            .weights
            .into_iter()
            .filter(|(_, weight)| *weight > 0.0)
            .collect();
        pairs.sort_by(|one, other| other.1.total_cmp(&one.1));
        pairs.truncate(self.longest.max(USUAL_LIMIT));
        let sum: f64 = pairs.iter().map(|(_, weight)| weight).sum();
        pairs
            .into_iter()
            .map(|(joint, weight)| JointWeight {
                joint,
                #[expect(clippy::cast_possible_truncation, reason = "a weight of at most 1")]
                weight: (weight / sum) as f32,
            })
            .collect()
    }
}
