//! New rows on their way from one crate to another.

use crate::JointWeight;

/// Rows for some vertices, as [`Influences::with_rows`](crate::Influences::with_rows) takes them: few allocations, however many rows.
///
/// # Examples
///
/// ```
/// let mut rows = rig::RowList::default();
/// rows.push(7, [(0, 0.5), (2, 0.5)]);
/// rows.push_unbound(8);
/// let found: Vec<_> = rows.iter().collect();
/// let row = [(0, 0.5), (2, 0.5)].map(rig::JointWeight::from);
/// assert_eq!(found, [(7, &row[..]), (8, &[][..])]);
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RowList {
    /// Each vertex with the end of its row.
    vertices: Vec<(u32, usize)>,
    pairs: Vec<JointWeight>,
}

impl RowList {
    /// Adds a row; an empty one leaves its vertex unbound.
    pub fn push(&mut self, vertex: u32, row: impl IntoIterator<Item = impl Into<JointWeight>>) {
        self.pairs.extend(row.into_iter().map(Into::into));
        self.vertices.push((vertex, self.pairs.len()));
    }

    /// Adds an empty row.
    pub fn push_unbound(&mut self, vertex: u32) {
        self.vertices.push((vertex, self.pairs.len()));
    }

    /// Number of rows, the empty ones too.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Vertices with their rows, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[JointWeight])> {
        let mut start = 0;
        self.vertices.iter().map(move |&(vertex, end)| {
            let row = self.pairs.get(start..end).unwrap_or(&[]);
            start = end;
            (vertex, row)
        })
    }

    /// The vertices, in the order they were added.
    #[must_use]
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = u32> {
        self.vertices.iter().map(|&(vertex, _)| vertex)
    }
}

impl<R> FromIterator<(u32, R)> for RowList
where
    R: IntoIterator<Item: Into<JointWeight>>,
{
    fn from_iter<I: IntoIterator<Item = (u32, R)>>(rows: I) -> Self {
        let mut list = Self::default();
        rows.into_iter()
            .for_each(|(vertex, row)| list.push(vertex, row));
        list
    }
}
