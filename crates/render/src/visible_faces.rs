//! Which faces of a primitive are drawn, where some are left out.

use std::ops::Range;

use super::edges::edges;
use super::span::Span;
use super::upload::buffer_of;

/// The faces of a primitive that are drawn, with their edges, and the vertices that may have dots. Clones share its buffers.
#[derive(Clone, Debug)]
pub struct VisibleFaces {
    faces: FaceBuffers,
    dots: Vec<Range<u32>>,
}

/// Triangles and edges on the device, as they are drawn.
#[derive(Clone, Debug)]
pub(super) struct FaceBuffers {
    pub indices: Span,
    pub n_indices: u32,
    /// Two vertex indices per edge.
    pub edges: Span,
    pub n_edge_indices: u32,
}

impl VisibleFaces {
    /// Uploads the triangles that are drawn, some of those of a primitive with so many vertices as `hidden` has places, true for a vertex
    /// without a dot. Triangles with other vertices are left out.
    #[must_use]
    pub fn new(device: &wgpu::Device, triangles: &[[u32; 3]], hidden: &[bool]) -> Self {
        let is_there = |corner: &u32| (*corner as usize) < hidden.len();
        let drawn = triangles.iter().copied();
        let drawn: Vec<[u32; 3]> = drawn.filter(|of| of.iter().all(is_there)).collect();
        let edges = edges(&drawn, hidden.len());
        let (indices, edges): (&[u32], &[u32]) = (drawn.as_flattened(), edges.as_flattened());
        let span = |label: &str, list: &[u32]| {
            let contents = bytemuck::cast_slice(list);
            let buffer = buffer_of(device, label, contents, wgpu::BufferUsages::INDEX);
            Span::part_of(&buffer, 0..contents.len() as u64)
        };
        // Cannot fail: they are some of those of a primitive, whose number is checked.
        let count = |list: &[u32]| u32::try_from(list.len()).unwrap_or(0);
        Self {
            faces: FaceBuffers {
                indices: span("visible triangles", indices),
                n_indices: count(indices),
                edges: span("visible edges", edges),
                n_edge_indices: count(edges),
            },
            dots: shown_runs(hidden),
        }
    }

    pub(super) const fn faces(&self) -> &FaceBuffers {
        &self.faces
    }

    pub(super) fn dots(&self) -> &[Range<u32>] {
        &self.dots
    }
}

/// The places that are not hidden, as runs.
fn shown_runs(hidden: &[bool]) -> Vec<Range<u32>> {
    let mut found: Vec<Range<u32>> = Vec::new();
    for (place, _) in (0..).zip(hidden).filter(|(_, hidden)| !**hidden) {
        match found.last_mut() {
            Some(last) if last.end == place => last.end += 1,
            _ => found.push(place..place + 1),
        }
    }
    found
}
