//! What an operation returns.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};
use rig::{InfluenceError, Influences, InfluencesBuilder};

use crate::rows::spot::PointRows;
use crate::{Report, Row};

/// New rows of some points, and what was left out and why. Points not named stay as they are.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Edit {
    /// Points in ascending order, each once, with their new rows, for all of their vertices.
    pub rows: Vec<(PointIndex, Row)>,
    /// Points whose vertices have different weights, and keep different ones: in ascending order, each once and none of those in
    /// `rows`, with the new rows of all of their vertices as [`Rows::copy`](crate::Rows::copy) counts them.
    pub split: Vec<(PointIndex, Vec<Row>)>,
    /// What was done and what not.
    pub report: Report,
}

impl Edit {
    /// Of rows in any order; of a point named twice the last counts. The report counts them as changed.
    #[must_use]
    pub fn new(mut rows: Vec<(PointIndex, Row)>) -> Self {
        // Reversed and sorted stably, of a point named twice the last comes first, and stays.
        rows.reverse();
        rows.sort_by_key(|&(point, _)| point);
        rows.dedup_by_key(|&mut (point, _)| point);
        let report = Report::of_changed(rows.len());
        Self {
            rows,
            split: Vec::new(),
            report,
        }
    }

    /// Of rows for vertices that a surface was made of; of one named twice the last counts. Vertices that are not named get the row
    /// of the first one at the same point that is; those that the surface lacks are left out.
    #[must_use]
    pub fn of_vertices(surface: &Adjacency, rows: impl IntoIterator<Item = (u32, Row)>) -> Self {
        let mut given: BTreeMap<PointIndex, BTreeMap<u32, Row>> = BTreeMap::new();
        for (vertex, row) in rows {
            let point = surface.point_of(vertex);
            if (point.index()) < surface.point_count() {
                given.entry(point).or_default().insert(vertex, row);
            }
        }
        let mut edit = Self::default();
        for (point, rows) in given {
            let vertices = surface.vertices_of(point).iter();
            let row = |vertex| rows.get(vertex).or_else(|| rows.values().next()).cloned();
            edit.push(point, PointRows::of_rows(vertices.filter_map(row)));
        }
        edit.report.changed = edit.rows.len() + edit.split.len();
        edit
    }

    /// One edit after another: of a point in several the last counts. Reports are added, but for the points changed, which are
    /// counted once.
    #[must_use]
    pub fn in_turn(edits: impl IntoIterator<Item = Self>) -> Self {
        let (mut rows, mut report) = (Vec::new(), Report::default());
        let mut split: Vec<(PointIndex, Vec<Row>)> = Vec::new();
        for edit in edits {
            split.retain(|(point, _)| !edit.has(*point));
            // Of whole rows `new` keeps the last; only a split one has to drive out a whole one, or the other way around.
            if !edit.split.is_empty() {
                rows.retain(|(point, _)| !edit.has(*point));
            }
            rows.extend(edit.rows);
            split.extend(edit.split);
            report.add(&edit.report);
        }
        split.sort_by_key(|&(point, _)| point);
        let rows = Self::new(rows).rows;
        report.changed = rows.len() + split.len();
        Self {
            rows,
            split,
            report,
        }
    }

    /// Edits of different points, each with points beyond all of the one before, as one.
    pub(crate) fn joined(edits: impl IntoIterator<Item = Self>) -> Self {
        let mut edits = edits.into_iter();
        let mut all = edits.next().unwrap_or_default();
        for mut edit in edits {
            all.rows.append(&mut edit.rows);
            all.split.append(&mut edit.split);
            all.report.add(&edit.report);
        }
        all
    }

    /// Whether it changes a point.
    #[must_use]
    pub fn has(&self, point: PointIndex) -> bool {
        let whole = self.rows.binary_search_by_key(&point, |&(point, _)| point);
        let split = |_| self.split.binary_search_by_key(&point, |&(point, _)| point);
        whole.or_else(split).is_ok()
    }

    /// The points that it changes, in no order.
    pub fn points(&self) -> impl Iterator<Item = PointIndex> {
        let whole = self.rows.iter().map(|&(point, _)| point);
        whole.chain(self.split.iter().map(|&(point, _)| point))
    }

    /// The new rows of the vertices that a surface was made of.
    pub fn vertex_rows<'a>(
        &'a self,
        surface: &'a Adjacency,
    ) -> impl Iterator<Item = (u32, &'a Row)> {
        let whole = self.rows.iter().flat_map(|(point, row)| {
            let vertices = surface.vertices_of(*point).iter();
            vertices.map(move |&vertex| (vertex, row))
        });
        let split = self.split.iter().flat_map(|(point, rows)| {
            let vertices = surface.vertices_of(*point).iter().copied();
            vertices.zip(rows)
        });
        whole.chain(split)
    }

    /// The weights of a mesh that had none, as skinning takes them: a row for each vertex that the surface was made of. Vertices at points
    /// that are not named, or whose new row is empty, are unbound. `joint_count` is the length of the skin's list.
    ///
    /// # Errors
    ///
    /// [`InfluenceError::JointOutOfRange`] for a row that names a joint beyond the skin's list.
    pub fn influences(
        &self,
        surface: &Adjacency,
        joint_count: usize,
    ) -> Result<Influences, InfluenceError> {
        let mut rows: Vec<Option<&Row>> = vec![None; surface.vertex_count()];
        for (vertex, row) in self.vertex_rows(surface) {
            if let Some(place) = rows.get_mut(vertex as usize) {
                *place = Some(row).filter(|row| !row.is_unbound());
            }
        }
        let mut builder = InfluencesBuilder::new(joint_count);
        for row in rows {
            match row {
                Some(row) => drop(builder.vertex(row.pairs())?),
                None => builder.unbound(),
            }
        }
        Ok(builder.build())
    }

    /// Adds a point that comes after all others.
    pub(crate) fn push(&mut self, point: PointIndex, spot: PointRows) {
        if spot.is_seam_split() {
            self.split.push((point, spot.into_rows().into_vec()));
        } else {
            self.rows
                .extend(spot.into_rows().into_iter().map(|row| (point, row)));
        }
    }
}
