//! Which joints meet at vertices, each combination once.

use std::collections::HashMap;

use super::Influences;
use crate::{InfluenceRow, JointSlot};

/// The distinct sets of joints of a mesh's rows: a mesh of 10,000 vertices has a few hundred. What depends on the joints of a vertex
/// and not on their weights is computed once for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JointSets {
    /// The joints of all sets, one set after another.
    joints: Vec<JointSlot>,
    /// Where each set ends in `joints`.
    ends: Vec<u32>,
    /// The set of each vertex, in the order of the vertices.
    of_vertex: Vec<u32>,
}

impl JointSets {
    pub(super) fn new(influences: &Influences) -> Self {
        let mut sets = Self::default();
        sets.of_vertex.reserve_exact(influences.vertex_count());
        // By bare numbers, whose slices are hashed as a whole.
        let mut known: HashMap<Box<[u16]>, u32> = HashMap::new();
        let mut set: Vec<u16> = Vec::new();
        let mut before: Option<(&[JointSlot], u32)> = None;
        for InfluenceRow { joints, .. } in influences.rows() {
            // Neighbors in a file mostly have the same joints in the same order.
            if let Some((_, number)) = before.filter(|(same, _)| *same == joints) {
                sets.of_vertex.push(number);
                continue;
            }
            set.clear();
            set.extend(joints.iter().map(|joint| joint.0));
            set.sort_unstable();
            set.dedup();
            let number = known.get(&*set).copied().unwrap_or_else(|| {
                let number = sets.append(&set);
                known.insert(set.clone().into_boxed_slice(), number);
                number
            });
            sets.of_vertex.push(number);
            before = Some((joints, number));
        }
        sets
    }

    /// Influences count their pairs in 32 bits, so no number here is larger.
    fn append(&mut self, set: &[u16]) -> u32 {
        let number = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        self.joints.extend(set.iter().copied().map(JointSlot));
        self.ends
            .push(u32::try_from(self.joints.len()).unwrap_or(u32::MAX));
        number
    }

    /// Number of distinct sets; the empty one, of unbound vertices, counts.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no set, since there is no vertex.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The sets in the order in which vertices bring them, each with its joints in ascending order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[JointSlot]> {
        (0..self.ends.len()).map(|set| {
            let begin = if set == 0 { 0 } else { self.ends[set - 1] };
            &self.joints[begin as usize..self.ends[set] as usize]
        })
    }

    /// The number of each vertex's set, below [`len`](Self::len), in the order of the vertices.
    #[must_use]
    pub fn of_vertices(&self) -> &[u32] {
        &self.of_vertex
    }
}
