//! The selected vertices as a mask: while any is selected, brushes and operations on weights change these alone.
//!
//! Whatever changes weights by points asks the [`Mask`] of its surface which points it may write. It reads all of them: an average at
//! the edge of the mask takes what lies beyond.

use std::collections::BTreeSet;

use mesh::{PointIndex, connected, edge_loops, grown, shrunk};
use scene::vertex_facts::VertexPlace;

use super::PaintMesh;
use super::paint_engine::PaintEngine;
use super::strokes::BUSY;
use crate::weighting::weights_work::{MaskChange, VertexSelection};
use weights::PointValue;

const NOTHING_LEFT: &str = "Shrink mask: no vertex would be left, and the mask stays as it is. To work on all vertices, clear the mask.";
const NO_EDGE: &str = "Select edge loop: no edge lies between two selected vertices. Select two that are next to each other, and try again.";
const ALL_SELECTED: &str = "Invert mask: all vertices are selected, and none would be left. To work on all vertices, clear the mask.";
const NOT_BOUND: &str = "The selected vertices are not bound to a skeleton. Select some of a bound mesh, and try again.";

/// The points of a surface that may change; all of them without a selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask(Option<Vec<bool>>);

impl Mask {
    /// The mask of a surface. Vertices at one place are selected together; of a surface without a selected vertex nothing may
    /// change while others are selected.
    #[must_use]
    pub fn of(mesh: &PaintMesh, selection: &VertexSelection) -> Self {
        if !selection.is_mask() {
            return Self(None);
        }
        let mut is_in = vec![false; mesh.surface().point_count()];
        for point in selected_points(mesh, selection) {
            if let Some(slot) = is_in.get_mut(point.index()) {
                *slot = true;
            }
        }
        Self(Some(is_in))
    }

    /// Whether only some points may change.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Whether a point may change.
    #[must_use]
    pub fn has(&self, point: PointIndex) -> bool {
        match &self.0 {
            None => true,
            Some(is_in) => is_in.get(point.index()).copied().unwrap_or(false),
        }
    }

    /// The falloffs of points that may change.
    pub(super) fn of_falloffs(&self, touched: &[PointValue]) -> Vec<PointValue> {
        let touched = touched.iter().copied();
        touched
            .filter(|&PointValue { point, .. }| self.has(point))
            .collect()
    }
}

/// The points with a selected vertex.
fn selected_points(mesh: &PaintMesh, selection: &VertexSelection) -> BTreeSet<PointIndex> {
    let point = |place: &VertexPlace| {
        let vertex = u32::try_from(place.vertex).ok()?;
        mesh.point_at(place.primitive, vertex)
    };
    selection.all().iter().filter_map(point).collect()
}

impl PaintEngine {
    /// The vertices that are selected after a change of the mask, on all surfaces.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where the change is not possible or would leave nothing.
    pub fn revised_mask(
        &self,
        change: MaskChange,
        selection: &VertexSelection,
    ) -> Result<Vec<VertexPlace>, &'static str> {
        if self.is_building() {
            return Err(BUSY);
        }
        let (mut before, mut after) = (0, 0);
        let mut places = Vec::new();
        for mesh in self.meshes() {
            let selected = selected_points(mesh, selection);
            let surface = mesh.surface();
            let revised = match change {
                MaskChange::Grow => grown(surface, &selected),
                MaskChange::Shrink => shrunk(surface, &selected),
                MaskChange::EdgeLoops => edge_loops(surface, &selected),
                MaskChange::Connected => connected(surface, &selected),
                MaskChange::Invert => {
                    let all = mesh.all_points();
                    all.filter(|point| !selected.contains(point)).collect()
                }
            };
            (before, after) = (before + selected.len(), after + revised.len());
            let of_points = revised.into_iter().flat_map(|point| mesh.places_of(point));
            places.extend(of_points.map(|(primitive, vertex)| VertexPlace {
                primitive,
                vertex: vertex as usize,
            }));
        }
        match change {
            _ if before == 0 => Err(NOT_BOUND),
            MaskChange::Shrink if after == 0 => Err(NOTHING_LEFT),
            MaskChange::Invert if after == 0 => Err(ALL_SELECTED),
            MaskChange::EdgeLoops if after == before => Err(NO_EDGE),
            _ => Ok(places),
        }
    }
}
