//! The selected vertices as a mask: while any is selected, brushes and operations on weights change these alone.
//!
//! Whatever changes weights by points asks the [`Mask`] of its surface which points it may write. It reads all of them: an average at
//! the edge of the mask takes what lies beyond.

use std::collections::BTreeSet;

use mesh::PointIndex;
use scene::hidden::HiddenSurfaces;
use scene::vertex_facts::VertexPlace;

use super::PaintMesh;
use crate::state::weight_table::weights_work::VertexSelection;
use weights::PointValue;

/// The points of a surface that may change; all of them without a selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    /// Whether each point is selected; none without a selection.
    selected: Option<Vec<bool>>,
    /// Whether each point is hidden; empty where none is.
    hidden: Vec<bool>,
}

impl Mask {
    /// The mask of a surface. Vertices at one place are selected together; of a surface without a selected vertex nothing may
    /// change while others are selected.
    #[must_use]
    pub fn of(mesh: &PaintMesh, selection: &VertexSelection) -> Self {
        if !selection.is_mask() {
            return Self::default();
        }
        let mut is_in = vec![false; mesh.surface().point_count()];
        // By points, so that a vertex at a seam never changes without those at its place.
        for point in selected_points(mesh, selection) {
            if let Some(slot) = is_in.get_mut(point.index()) {
                *slot = true;
            }
        }
        Self {
            selected: Some(is_in),
            hidden: Vec::new(),
        }
    }

    /// The same without points at all of whose placements nothing is shown, which brushes pass over.
    #[must_use]
    pub fn without(self, mesh: &PaintMesh, hidden: &HiddenSurfaces) -> Self {
        if hidden.is_empty() {
            return self;
        }
        let is_hidden = |point: PointIndex| {
            let mut placements = mesh.placements_of(point);
            placements.all(|(placed, vertex)| hidden.has_vertex(placed, vertex as usize))
        };
        Self {
            hidden: mesh.all_points().map(is_hidden).collect(),
            ..self
        }
    }

    /// Whether vertices are selected, so that only these may change.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.selected.is_some()
    }

    /// Whether a point may change.
    #[must_use]
    pub fn has(&self, point: PointIndex) -> bool {
        let is_hidden = self.hidden.get(point.index()) == Some(&true);
        let is_meant = match &self.selected {
            None => true,
            Some(is_in) => is_in.get(point.index()).copied().unwrap_or(false),
        };
        is_meant && !is_hidden
    }

    /// The falloffs of points that may change.
    pub(crate) fn of_falloffs(&self, touched: &[PointValue]) -> Vec<PointValue> {
        let touched = touched.iter().copied();
        touched
            .filter(|&PointValue { point, .. }| self.has(point))
            .collect()
    }
}

/// The points with a selected vertex.
pub(crate) fn selected_points(
    mesh: &PaintMesh,
    selection: &VertexSelection,
) -> BTreeSet<PointIndex> {
    let point = |place: &VertexPlace| {
        let vertex = u32::try_from(place.vertex).ok()?;
        mesh.point_at(place.primitive, vertex)
    };
    selection.all().iter().filter_map(point).collect()
}
