//! Vertices whose weights are all zero in their file: unbound, and yet drawn with a joint, as viewers do.

use std::sync::Arc;

use super::Influences;
use crate::InfluenceRow;

/// Vertices with rows of zeros, in ascending order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ZeroRows(Option<Arc<[u32]>>);

impl ZeroRows {
    /// `vertices` in ascending order, each once.
    pub(super) fn new(vertices: Vec<u32>) -> Self {
        // Most meshes have none, and then no list.
        Self((!vertices.is_empty()).then(|| vertices.into()))
    }

    pub(super) fn vertices(&self) -> &[u32] {
        self.0.as_deref().unwrap_or_default()
    }

    pub(super) fn has(&self, vertex: usize) -> bool {
        let Some(vertices) = &self.0 else {
            return false;
        };
        u32::try_from(vertex).is_ok_and(|vertex| vertices.binary_search(&vertex).is_ok())
    }

    /// Without some vertices, which are sorted.
    pub(super) fn without(&self, vertices: &[u32]) -> Self {
        let own = self.vertices();
        let is_given = |vertex: &&u32| vertices.binary_search(vertex).is_ok();
        if !own.iter().any(|vertex| is_given(&vertex)) {
            return self.clone();
        }
        let left = own.iter().filter(|vertex| !is_given(vertex));
        Self::new(left.copied().collect())
    }

    /// The vertices that only one of both has, in ascending order.
    pub(super) fn differing(&self, other: &Self) -> Vec<u32> {
        let lacks = |of: &Self, vertex: &u32| of.vertices().binary_search(vertex).is_err();
        let own = self.vertices().iter().filter(|vertex| lacks(other, vertex));
        let others = other.vertices().iter().filter(|vertex| lacks(self, vertex));
        let mut both: Vec<u32> = own.chain(others).copied().collect();
        both.sort_unstable();
        both
    }

    /// Bytes that another does not hold too.
    pub(super) fn bytes_beside(&self, other: &Self) -> usize {
        match (&self.0, &other.0) {
            (Some(own), Some(other)) if Arc::ptr_eq(own, other) => 0,
            _ => size_of_val(self.vertices()),
        }
    }
}

impl Influences {
    /// Vertices that have a **row of zeros**: nothing has bound them, and skinning moves them by one joint with weight one all the same,
    /// since viewers do so with a vertex whose weights in the file are all zero. In ascending order, each once.
    ///
    /// They are unbound: [`bound_row`](Self::bound_row) of them is empty. A row given by [`with_rows`](Self::with_rows) binds them.
    #[must_use]
    pub fn zero_rows(&self) -> &[u32] {
        self.zero_rows.vertices()
    }

    /// Whether no weight binds a vertex to a joint: it has no influence, or a [row of zeros](Self::zero_rows).
    ///
    /// # Panics
    ///
    /// If `vertex` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    pub fn is_unbound(&self, vertex: usize) -> bool {
        self.bound_row(vertex).joints.is_empty()
    }

    /// The weights that bind a vertex: its [`row`](Self::row), which skinning follows, but for a [row of zeros](Self::zero_rows), which
    /// binds to nothing and is empty here.
    ///
    /// # Panics
    ///
    /// If `vertex` is not below [`vertex_count`](Self::vertex_count).
    ///
    /// # Examples
    ///
    /// ```
    /// use rig::JointSlot;
    ///
    /// let mut builder = rig::InfluencesBuilder::new(2);
    /// builder.zeros(JointSlot(1))?;
    /// let read = builder.build();
    /// assert_eq!(read.row(0).joints, [JointSlot(1)]);
    /// assert!(read.bound_row(0).joints.is_empty());
    /// let bound = read.with_rows([(0, &[(1, 1.0)][..])])?;
    /// assert_eq!(bound.bound_row(0).joints, [JointSlot(1)]);
    /// # Ok::<(), rig::InfluenceError>(())
    /// ```
    #[must_use]
    pub fn bound_row(&self, vertex: usize) -> InfluenceRow<'_> {
        let row = self.row(vertex);
        if self.zero_rows.has(vertex) {
            InfluenceRow::default()
        } else {
            row
        }
    }

    /// [`bound_row`](Self::bound_row) of all vertices in order.
    #[must_use]
    pub fn bound_rows(&self) -> impl ExactSizeIterator<Item = InfluenceRow<'_>> {
        let mut zeros = self.zero_rows().iter().copied().peekable();
        let rows = self.rows().enumerate();
        rows.map(move |(vertex, row)| {
            let is_here = |zero: &u32| *zero as usize == vertex;
            match zeros.next_if(is_here) {
                Some(_) => InfluenceRow::default(),
                None => row,
            }
        })
    }
}
