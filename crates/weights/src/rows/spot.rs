//! The weights of a point where its vertices may differ.

use std::borrow::Cow;

use mesh::PointIndex;
use rig::InfluenceRow;
use smallvec::{SmallVec, smallvec};

use crate::{Row, Rows, Skip};

/// The rows of a point's vertices, in their order; one alone where all are the same. Never empty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PointRows(SmallVec<[Row; 1]>);

/// What all vertices of a point have, as it stands; none where they differ.
pub(crate) fn shared_slices(
    rows: &(impl Rows + ?Sized),
    point: PointIndex,
) -> Option<InfluenceRow<'_>> {
    let first = rows.slices(point);
    let is_shared = (1..rows.copies(point)).all(|copy| rows.copy(point, copy) == first);
    is_shared.then_some(first)
}

impl PointRows {
    /// What is at a point.
    pub(crate) fn of(rows: &(impl Rows + ?Sized), point: PointIndex) -> Self {
        if let Some(row) = shared_slices(rows, point) {
            return Self::whole(Row::of(row));
        }
        let row = |copy| Row::of(rows.copy(point, copy));
        Self::of_rows((0..rows.copies(point)).map(row))
    }

    /// The same row at all vertices.
    pub(crate) fn whole(row: Row) -> Self {
        Self(smallvec![row])
    }

    /// The rows of all vertices in their order; unbound without any.
    pub(crate) fn of_rows(rows: impl Iterator<Item = Row>) -> Self {
        let mut rows: SmallVec<[Row; 1]> = rows.collect();
        if rows.is_empty() {
            rows.push(Row::unbound());
        }
        Self(rows).collapse()
    }

    /// Whether its vertices have different rows.
    pub(crate) fn is_seam_split(&self) -> bool {
        self.0.len() > 1
    }

    /// Whether no joint moves any vertex.
    pub(crate) fn is_unbound(&self) -> bool {
        self.0.iter().all(Row::is_unbound)
    }

    /// The row of the first vertex.
    pub(crate) fn first(&self) -> &Row {
        &self.0[0]
    }

    /// One row for each vertex, or one alone where all are the same.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.0
    }

    /// The row that all vertices have, or else the mean of those that are bound.
    pub(crate) fn mean(&self) -> Cow<'_, Row> {
        if !self.is_seam_split() {
            return Cow::Borrowed(self.first());
        }
        let pairs = self.0.iter().flat_map(Row::pairs);
        let wide = pairs.map(|(joint, weight)| (joint, f64::from(weight)));
        Cow::Owned(Row::from_weights(wide))
    }

    /// Makes another row of each. A vertex for which there is none keeps its own; if there is none for any, the first reason is returned.
    pub(crate) fn each(&self, make: impl FnMut(&Row) -> Result<Row, Skip>) -> Result<Self, Skip> {
        Self::from_results(self.0.iter().cloned(), self.0.iter().map(make))
    }

    /// Of each vertex the row that was made; if there is none its own, and if there is none for any the first reason.
    pub(crate) fn from_results(
        own: impl Iterator<Item = Row>,
        made: impl Iterator<Item = Result<Row, Skip>>,
    ) -> Result<Self, Skip> {
        let made: SmallVec<[Result<Row, Skip>; 1]> = made.collect();
        if let (true, Some(&Err(reason))) = (made.iter().all(Result::is_err), made.first()) {
            return Err(reason);
        }
        let rows = own.zip(made).map(|(own, made)| made.unwrap_or(own));
        Ok(Self::of_rows(rows))
    }

    /// One row alone where all are the same.
    fn collapse(mut self) -> Self {
        if self.0.iter().all(|row| Some(row) == self.0.first()) {
            self.0.truncate(1);
        }
        self
    }

    pub(crate) fn into_rows(self) -> SmallVec<[Row; 1]> {
        self.0
    }
}
