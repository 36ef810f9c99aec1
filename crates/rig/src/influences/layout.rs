//! Where vertices have their rows, when that is not the order of the file.

use std::sync::Arc;

/// A permutation of vertices, kept both ways.
///
/// A file may list vertices in any order; laid along the surface, those under a brush lie in few pages.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    slot_of: Arc<[u32]>,
    vertex_of: Box<[u32]>,
}

impl Layout {
    /// The layout that gives each vertex a slot; none for lists that are no permutation, or that change nothing.
    pub(crate) fn new(slot_of: Arc<[u32]>) -> Option<Self> {
        const FREE: u32 = u32::MAX;
        let mut vertex_of = vec![FREE; slot_of.len()];
        for (vertex, &slot) in (0_u32..).zip(slot_of.iter()) {
            let place = vertex_of.get_mut(slot as usize)?;
            // Two vertices at one slot.
            if *place != FREE {
                return None;
            }
            *place = vertex;
        }
        let mut pairs = (0_u32..).zip(slot_of.iter());
        let moves = pairs.any(|(vertex, &slot)| vertex != slot);
        moves.then(|| Self {
            slot_of,
            vertex_of: vertex_of.into(),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.slot_of.len()
    }

    /// The slot of a vertex, which is below [`len`](Self::len).
    #[inline]
    pub(crate) fn slot_of(&self, vertex: usize) -> usize {
        self.slot_of[vertex] as usize
    }

    /// The vertex of a slot; the slot itself beyond the last.
    pub(crate) fn vertex_of(&self, slot: usize) -> usize {
        let vertex = self.vertex_of.get(slot);
        vertex.map_or(slot, |&vertex| vertex as usize)
    }

    /// Vertices in the order of their slots.
    pub(crate) fn vertices(&self) -> &[u32] {
        &self.vertex_of
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.slot_of) + size_of_val(&*self.vertex_of)
    }
}

/// Whether two layouts are the same; none is the order of the file.
pub(crate) fn same_layout(one: Option<&Arc<Layout>>, other: Option<&Arc<Layout>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
        _ => false,
    }
}
