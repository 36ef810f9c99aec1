//! Packed rows read back, joint by joint.

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

    /// The joints of the list that begins with a quad, each once; and the places of the one named first and of the largest weight.
    pub(super) fn joints_of_list(&self, first_quad: u32, joints: &mut Vec<u16>) -> [usize; 2] {
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

/// The joint at a place of a quad.
const fn joint_at(quad: u64, place: usize) -> u16 {
    let [low, high, ..] = (quad >> (16 * place)).to_le_bytes();
    u16::from_le_bytes([low, high])
}
