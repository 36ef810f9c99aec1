//! Changes of the mask: grown, shrunk, turned over, taken along edges, on all surfaces that can be painted on.

use mesh::{connected_points, edge_loops, grow_points, shrink_points};
use scene::vertex_facts::VertexPlace;

use super::paint_engine::PaintEngine;
use super::strokes::BUSY;
use crate::state::painting::mask::selected_points;
use crate::state::weight_table::weights_work::{MaskChange, VertexSelection};

const NOTHING_LEFT: &str = "Shrink mask: no vertex would be left, and the mask stays as it is. To work on all vertices, clear the mask.";
const NO_EDGE: &str = "Select edge loop: no edge lies between two selected vertices. Select two that are next to each other, and try again.";
const ALL_SELECTED: &str = "Invert mask: all vertices are selected, and none would be left. To work on all vertices, clear the mask.";
const NOT_BOUND: &str = "The selected vertices are not bound to a skeleton. Select some of a bound mesh, and try again.";

impl PaintEngine {
    /// The vertices that are selected after a change of the mask, on all surfaces.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where the change is not possible or would leave nothing.
    pub fn changed_mask(
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
                MaskChange::Grow => grow_points(surface, &selected),
                MaskChange::Shrink => shrink_points(surface, &selected),
                MaskChange::EdgeLoops => edge_loops(surface, &selected),
                MaskChange::Connected => connected_points(surface, &selected),
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
