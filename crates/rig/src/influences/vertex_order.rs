//! An order of vertices in which neighbors share joints.

use super::Influences;
use super::page::PageWriter;
use super::zero_rows::ZeroRows;
use crate::{InfluenceRow, JointSlot};

/// Another order of a mesh's vertices, for whoever imports it: skinning by batches takes as long as a batch has joints, and graphics devices
/// read memory in lines of neighbors.
///
/// New vertex n is the old vertex [`old_of_new`](Self::old_of_new)`[n]`. Everything that a mesh has for each vertex goes through
/// [`reorder`](Self::reorder), influences through [`reorder_influences`](Self::reorder_influences), and the index buffer through
/// [`rewrite_triangles`](Self::rewrite_triangles). Triangles keep their order, so a vertex cache serves them as before. Morph targets are
/// attributes like others.
///
/// # Examples
///
/// ```
/// use rig::{InfluencesBuilder, VertexOrder};
///
/// let mut builder = InfluencesBuilder::new(2);
/// for joint in [0_u16, 1, 0, 1] {
///     builder.vertex([(joint, 1.0)])?;
/// }
/// let influences = builder.build();
/// let mut triangles = [[0, 1, 2], [2, 1, 3]];
/// let order = VertexOrder::by_joints(&influences, &triangles);
/// assert_eq!(order.old_of_new(), [0, 2, 1, 3]);
/// order.rewrite_triangles(&mut triangles);
/// assert_eq!(triangles, [[0, 2, 1], [1, 2, 3]]);
/// assert_eq!(order.reorder(&["a", "b", "c", "d"]), ["a", "c", "b", "d"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VertexOrder {
    old_of_new: Vec<u32>,
    new_of_old: Vec<u32>,
}

/// Vertices that are sorted together: with 24 bytes each they fit into the nearest cache, so no reader of the mesh goes far.
const WINDOW: usize = 1024;

impl VertexOrder {
    /// First as triangles use them, those that no triangle uses last; then by their lists of joints within windows of 1,024 vertices.
    ///
    /// Indices beyond the vertices are passed over. Vertices of equal lists stay as triangles use them. It takes some 100 ns a vertex.
    #[must_use]
    pub fn by_joints(influences: &Influences, triangles: &[[u32; 3]]) -> Self {
        let mut order = first_uses(influences.vertex_count(), triangles);
        for window in order.chunks_mut(WINDOW) {
            window.sort_by_cached_key(|&vertex| sorted_joints(influences.row(vertex as usize)));
        }
        Self::from_old(order)
    }

    /// In disorder, the same one for every mesh of so many vertices: for measuring how much an order matters.
    #[must_use]
    pub fn shuffled(vertex_count: usize) -> Self {
        // Fisher and Yates, by Knuth's congruential generator.
        let mut order: Vec<u32> = (0..u32::MAX).take(vertex_count).collect();
        let mut state = 1_u64;
        for last in (1..order.len()).rev() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let place = (state >> 33) % (last as u64 + 1);
            order.swap(last, usize::try_from(place).unwrap_or(last));
        }
        Self::from_old(order)
    }

    fn from_old(old_of_new: Vec<u32>) -> Self {
        let mut new_of_old = vec![0; old_of_new.len()];
        for (new, &old) in (0..).zip(&old_of_new) {
            new_of_old[old as usize] = new;
        }
        Self {
            old_of_new,
            new_of_old,
        }
    }

    /// The old number of each vertex in its new place.
    #[must_use]
    pub fn old_of_new(&self) -> &[u32] {
        &self.old_of_new
    }

    /// The new number of each vertex in its old place.
    #[must_use]
    pub fn new_of_old(&self) -> &[u32] {
        &self.new_of_old
    }

    /// One attribute of all vertices in the new order; of fewer vertices than the mesh has, those that are there.
    #[must_use]
    pub fn reorder<T: Clone>(&self, of_vertices: &[T]) -> Vec<T> {
        let old = self.old_of_new.iter();
        old.filter_map(|&old| of_vertices.get(old as usize).cloned())
            .collect()
    }

    /// Influences in the new order, their weights bit for bit.
    ///
    /// # Panics
    ///
    /// Of influences with fewer vertices than the order.
    #[must_use]
    pub fn reorder_influences(&self, influences: &Influences) -> Influences {
        let mut pages = PageWriter::default();
        for &old in &self.old_of_new {
            let InfluenceRow { joints, weights } = influences.row(old as usize);
            for (&joint, &weight) in joints.iter().zip(weights) {
                pages.push(joint, weight);
            }
            pages.end_row();
        }
        let zero_rows = influences.zero_rows().iter();
        let mut zero_rows: Vec<u32> = zero_rows
            .filter_map(|&old| self.new_of_old.get(old as usize).copied())
            .collect();
        zero_rows.sort_unstable();
        Influences {
            vertex_count: pages.row_count(),
            pair_count: pages.pair_count(),
            pages: pages.finish(),
            zero_rows: ZeroRows::new(zero_rows),
            joint_count: influences.joint_count(),
            ..Influences::default()
        }
    }

    /// Writes the new numbers of vertices into an index buffer. Indices beyond the vertices stay.
    pub fn rewrite_triangles(&self, triangles: &mut [[u32; 3]]) {
        for index in triangles.as_flattened_mut() {
            if let Some(&new) = self.new_of_old.get(*index as usize) {
                *index = new;
            }
        }
    }
}

/// All vertices, those of triangles in the order in which they are first used.
fn first_uses(vertex_count: usize, triangles: &[[u32; 3]]) -> Vec<u32> {
    let mut is_used = vec![false; vertex_count];
    let mut order = Vec::with_capacity(vertex_count);
    // Influences count their vertices in 32 bits.
    let all = (0..u32::MAX).take(vertex_count);
    for vertex in triangles.iter().flatten().copied().chain(all) {
        if let Some(is_used) = is_used.get_mut(vertex as usize)
            && !std::mem::replace(is_used, true)
        {
            order.push(vertex);
        }
    }
    order
}

fn sorted_joints(row: InfluenceRow<'_>) -> Vec<JointSlot> {
    let mut joints = row.joints.to_vec();
    joints.sort_unstable();
    joints
}
