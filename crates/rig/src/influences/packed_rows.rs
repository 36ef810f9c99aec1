//! Packed rows read back, joint by joint, and by batches.

use std::ops::Range;

use super::batches::{BatchSource, LONGEST};
use super::packed::PackedInfluences;

impl PackedInfluences {
    /// Joints and weights of a vertex but for those of weight zero, which fill up; the unbound joint of an unbound one.
    pub(super) fn weighted_joints(&self, vertex: usize) -> impl Iterator<Item = (u16, f32)> {
        let first = self.first_quads()[vertex] as usize;
        let row = &self.weights()[vertex * self.width()..][..self.width()];
        let own = row.iter().enumerate().map(move |(place, &weight)| {
            let quad = self.quads()[first + place / 4];
            (joint_at(quad, place % 4), weight)
        });
        let from = self
            .more()
            .partition_point(|more| (more.vertex as usize) < vertex);
        let more = self.more()[from..].iter();
        let beside = more
            .take_while(move |more| more.vertex as usize == vertex)
            .flat_map(|more| {
                let quad = self.quads()[more.quad as usize];
                let weights = more.weights.iter().enumerate();
                weights.map(move |(place, &weight)| (joint_at(quad, place), weight))
            });
        own.chain(beside).filter(|&(_, weight)| weight != 0.0)
    }

    /// Whether no joint moves a vertex.
    pub(crate) fn is_unbound(&self, vertex: usize) -> bool {
        let quad = self.quads()[self.first_quads()[vertex] as usize];
        usize::from(joint_at(quad, 0)) == self.unbound_joint()
    }

    /// The first quad of a list from which on this may have other lists than `older`.
    pub(crate) fn end_of_shared_lists(&self, older: &Self) -> u32 {
        if (self.width(), self.unbound_joint()) != (older.width(), older.unbound_joint()) {
            return 0;
        }
        let pairs = self.lists().iter().zip(older.lists());
        let shared = pairs.take_while(|(one, other)| one == other).count();
        let end = self.lists().get(shared).map(|list| list.first_quad);
        let pairs = self.quads().iter().zip(older.quads());
        let quads = pairs.take_while(|(one, other)| one == other).count();
        // A table of 32-bit places.
        let quads = u32::try_from(quads).unwrap_or(u32::MAX);
        end.map_or(quads, |end| end.min(quads))
    }

    /// The joints of the list that begins with a quad, each once; and the places of the one named first and of the largest weight.
    pub(crate) fn joints_of_list(&self, first_quad: u32, joints: &mut Vec<u16>) -> [usize; 2] {
        joints.clear();
        let found = self
            .lists()
            .binary_search_by_key(&first_quad, |list| list.first_quad);
        // Every vertex has a list.
        let Some(list) = found.ok().map(|place| self.lists()[place]) else {
            return [0, 0];
        };
        let first = list.first_quad as usize;
        for &quad in &self.quads()[first..first + list.quad_count as usize] {
            joints.extend((0..4).map(|place| joint_at(quad, place)));
        }
        // Places behind the last joint have the first one.
        while joints.len() > 1 && joints.last() == joints.first() {
            joints.pop();
        }
        [list.first as usize, list.largest as usize]
    }
}

/// The weights of packed influences, for batches.
pub(super) struct PackedRows<'a> {
    packed: &'a PackedInfluences,
    /// Lists of the page, by their first quads.
    lists: Vec<u32>,
}

impl<'a> PackedRows<'a> {
    pub(super) const fn new(packed: &'a PackedInfluences) -> Self {
        Self {
            packed,
            lists: Vec::new(),
        }
    }
}

impl BatchSource for PackedRows<'_> {
    const COLUMNS: usize = 1;

    fn vertex_count(&self) -> usize {
        self.packed.vertex_count()
    }

    fn joint_limit(&self) -> usize {
        self.packed.unbound_joint() + 1
    }

    fn joints(&self, vertex: usize) -> impl Iterator<Item = (u16, [f32; 3])> {
        let joints = self.packed.weighted_joints(vertex);
        joints.map(|(joint, weight)| (joint, [weight, 0.0, 0.0]))
    }

    fn pairs(&mut self, vertices: Range<usize>) -> (Vec<[u16; 2]>, bool) {
        self.lists.clear();
        self.lists
            .extend_from_slice(&self.packed.first_quads()[vertices]);
        self.lists.sort_unstable();
        self.lists.dedup();
        let (mut pairs, mut joints) = (Vec::new(), Vec::new());
        let mut has_long_lists = false;
        for &first_quad in &self.lists {
            let pivots = self.packed.joints_of_list(first_quad, &mut joints);
            has_long_lists |= joints.len() > LONGEST;
            push_pairs(&mut pairs, &joints, pivots);
        }
        pairs.sort_unstable();
        pairs.dedup();
        (pairs, has_long_lists)
    }
}

/// `pivots`: the places of the joint named first and of the largest weight.
fn push_pairs(pairs: &mut Vec<[u16; 2]>, list: &[u16], pivots: [usize; 2]) {
    for (place, &one) in list.iter().enumerate() {
        for (before, &other) in list[..place].iter().enumerate() {
            let has_pivot = pivots.contains(&before) || pivots.contains(&place);
            if list.len() <= LONGEST || has_pivot {
                pairs.push([one.min(other), one.max(other)]);
            }
        }
    }
}

/// The joint at a place of a quad.
const fn joint_at(quad: u64, place: usize) -> u16 {
    let [low, high, ..] = (quad >> (16 * place)).to_le_bytes();
    u16::from_le_bytes([low, high])
}
