//! Flaws of the surface.

use character::Character;
use mesh::check_closed_manifold;
use scene::combined_surface::{CombinedSurface, join_positions};
use scene::judge::MOST_PLACES;
use scene::vertex_facts::VertexPlace;

use super::places::Names;
use super::weights::number;
use super::{Check, Checked, Limits};

/// Edges that no surface of a body has. Open ones are no flaw: clothes have rims.
pub(super) fn check_surface(character: &Character, limits: &Limits, names: &Names<'_>) -> Checked {
    let surface = CombinedSurface::of(character);
    let report = check_closed_manifold(&join_positions(names.at_rest()), surface.triangles());
    let edges = report.crowded_edges.iter().chain(&report.flipped_edges);
    let place = |edge: &[u32; 2]| {
        let (primitive, vertex) = surface.ranges().place(edge[0])?;
        let vertex = VertexPlace {
            primitive,
            vertex: vertex as usize,
        };
        Some(names.place_at_rest(vertex, None, 1.0))
    };
    Checked {
        value: number(edges.clone().count()),
        // Each edge is a side of two triangles, an open one of one.
        of: Some(number(
            (3 * surface.triangles().len() + report.open_edges.len()) / 2,
        )),
        places: edges.filter_map(place).take(MOST_PLACES).collect(),
        ..Checked::of(Check::Flaws, None, limits.of(Check::Flaws))
    }
}
