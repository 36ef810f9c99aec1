//! Which vertices are one point of the surface.

use std::collections::HashMap;

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
    let mut first_at: HashMap<[u32; 3], u32> = HashMap::with_capacity(positions.len());
    (0..)
        .zip(positions)
        .map(|(vertex, &position)| *first_at.entry(key(position)).or_insert(vertex))
        .collect()
}

/// The bits of a position, the same for zero and minus zero: x + 0 is +0 for both, and x for all else.
pub(crate) fn key(position: Vec3) -> [u32; 3] {
    (position + Vec3::ZERO).to_array().map(f32::to_bits)
}
