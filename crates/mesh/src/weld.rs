//! Which vertices are one point of the surface.

use std::hash::{BuildHasher as _, RandomState};

use glam::Vec3;

/// Names for each vertex the first vertex at the same position.
///
/// `weld(p)[v] <= v`, and `weld(p)[v] == v` for the first vertex of each place, which stands for the others.
///
/// Positions are compared number for number, without a tolerance: files repeat a split vertex exactly, and a
/// tolerance would make "the same place" depend on the order of the vertices. Zero and minus zero are equal; a
/// position that is not a number is equal only to its own bit pattern.
///
/// The result has one entry per position.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// let positions = [Vec3::X, Vec3::Y, Vec3::X];
/// assert_eq!(mesh::weld(&positions), [0, 1, 0]);
/// ```
#[must_use]
pub fn weld(positions: &[Vec3]) -> Vec<u32> {
    let mut places = Places::new(positions);
    let vertices = (0..).zip(positions);
    vertices
        .map(|(vertex, &position)| places.first_at(vertex, key(position)))
        .collect()
}

/// Stands for no vertex.
const FREE: u32 = u32::MAX;

/// The first vertices of all places so far, in a hash table that holds nothing but their numbers.
///
/// The table of the standard library would hold the positions once more, with a hash that takes longer than all else. Like that one it is
/// seeded anew each time, so that no file can be made whose positions all fall on one slot.
struct Places<'a> {
    positions: &'a [Vec3],
    /// At most half of them are taken. Their number is a power of two.
    slots: Vec<u32>,
    seeds: [u64; 2],
}

impl<'a> Places<'a> {
    fn new(positions: &'a [Vec3]) -> Self {
        let random = RandomState::new();
        Self {
            positions,
            slots: vec![FREE; (2 * positions.len()).next_power_of_two()],
            seeds: [random.hash_one(0), random.hash_one(1)],
        }
    }

    /// The first vertex at a place, which is this one where nobody was there.
    fn first_at(&mut self, vertex: u32, key: [u32; 3]) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = self.hash(key) & mask;
        loop {
            let slot = &mut self.slots[at];
            if *slot == FREE {
                *slot = vertex;
                return vertex;
            }
            if self::key(self.positions[*slot as usize]) == key {
                return *slot;
            }
            at = (at + 1) & mask;
        }
    }

    /// Products of 64 bits by 64, their halves folded together: every bit of the key reaches all bits of the hash.
    fn hash(&self, [x, y, z]: [u32; 3]) -> usize {
        let [first, second] = self.seeds;
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            let halves = [product, product >> 64].map(|half| half & u128::from(u64::MAX));
            u64::try_from(halves[0] ^ halves[1]).unwrap_or(0)
        };
        let both = u64::from(x) << 32 | u64::from(y);
        let mixed = fold(both ^ first, u64::from(z) ^ second);
        // The low bits choose the slot.
        usize::try_from(fold(mixed, first | 1) & u64::from(u32::MAX)).unwrap_or(0)
    }
}

/// The bits of a position, the same for zero and minus zero: x + 0 is +0 for both, and x for all else.
pub(crate) fn key(position: Vec3) -> [u32; 3] {
    (position + Vec3::ZERO).to_array().map(f32::to_bits)
}
