//! The first mesh of a body: naive surface nets on a grid, for the half x ≥ 0 if the body is mirrored.

use fast_surface_nets::ndshape::{RuntimeShape, Shape as _};
use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};
use glam::{DVec3, UVec3};

use super::body::{Body, places};
use super::trimesh::TriMesh;

/// Samples along the edges of the blocks that are sampled coarsely first.
const BOX: u32 = 8;

/// Most grids that are tried, each a little finer than the one before.
const TRIES: usize = 8;
const FINER: f64 = 0.985;

/// Meshes the body with cells of `step` meters.
///
/// Where two sheets of the surface pass through one cell, surface nets join them in an edge of four triangles. Most
/// such edges can be split; where one cannot, a slightly finer grid is tried.
pub(super) fn first_mesh(body: &Body, mut step: f64) -> TriMesh {
    let mut mesh = mesh_body(body, step);
    for _ in 1..TRIES {
        if mesh.is_manifold() {
            break;
        }
        step *= FINER;
        mesh = mesh_body(body, step);
    }
    mesh
}

/// One mesh. The first column of cells of a mirrored body has the plane x = 0 in its middle: by symmetry its vertices
/// lie in that plane, and so does the border of the half mesh.
fn mesh_body(body: &Body, step: f64) -> TriMesh {
    let mut lower = body.lower;
    if body.mirrored {
        lower.x = -0.5 * step;
    }
    let counts = ((body.upper - lower) / step).ceil().as_uvec3() + 1;
    let shape = RuntimeShape::<u32, 3>::new(counts.to_array());
    let samples = sample_distances(body, lower, step, counts);
    let mut buffer = SurfaceNetsBuffer::default();
    surface_nets(
        &samples,
        &shape,
        [0; 3],
        (counts - 1).to_array(),
        &mut buffer,
    );
    let positions = buffer.positions.iter().zip(&buffer.surface_points);
    let at = positions.map(|(&position, cell)| {
        let mut at = lower + step * DVec3::from(position.map(f64::from));
        // Exactly on the plane of symmetry, whatever the rounding.
        if body.mirrored && cell[0] == 0 {
            at.x = 0.0;
        }
        at
    });
    let mut mesh = TriMesh::new(at.collect());
    for quad in buffer.indices.chunks_exact(6) {
        push_quad(&mut mesh, quad);
    }
    mesh.separate_sheets();
    mesh
}

/// Cuts the quad along its shorter diagonal: the library's choice depends on sums whose rounding differs between
/// machines.
fn push_quad(mesh: &mut TriMesh, quad: &[u32]) {
    let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|k| quad[k] as usize);
    let first = [a, b, c];
    let other = [d, e, f].into_iter().find(|v| !first.contains(v));
    let opposite = (0..3).find(|&k| ![d, e, f].contains(&first[k]));
    let (Some(other), Some(opposite)) = (other, opposite) else {
        return;
    };
    // Counter-clockwise: the first triangle's corner off the diagonal, the next one, the second triangle's corner, the
    // last.
    let corners = [
        first[opposite],
        first[(opposite + 1) % 3],
        other,
        first[(opposite + 2) % 3],
    ];
    let length = |i: usize, j: usize| mesh.at[corners[i]].distance_squared(mesh.at[corners[j]]);
    let [p, q, r, s] = corners;
    if length(0, 2) <= length(1, 3) {
        mesh.push([p, q, r]);
        mesh.push([p, r, s]);
    } else {
        mesh.push([p, q, s]);
        mesh.push([q, r, s]);
    }
}

/// Distances at all samples; far from the surface only their sign is right.
fn sample_distances(body: &Body, lower: DVec3, step: f64, counts: UVec3) -> Vec<f32> {
    let shape = RuntimeShape::<u32, 3>::new(counts.to_array());
    let mut samples = vec![1.0_f32; shape.usize()];
    let point = |at: UVec3| lower + step * at.as_dvec3();
    // Where the middle of a block is farther from the surface than twice its reach, no sample in it changes sign.
    let half_diagonal = 0.87 * step * f64::from(BOX);
    for corner in boxes(counts) {
        let middle = point(corner) + 0.5 * step * f64::from(BOX - 1);
        let distance = body.distance(middle);
        let near = distance.abs() < 2.0 * half_diagonal;
        let end = (corner + BOX).min(counts);
        for at in places(corner, end) {
            let value = if near {
                body.distance(point(at))
            } else {
                distance
            };
            samples[shape.linearize(at.to_array()) as usize] = single(value);
        }
    }
    samples
}

fn boxes(counts: UVec3) -> impl Iterator<Item = UVec3> {
    let boxes = (counts + BOX - 1) / BOX;
    places(UVec3::ZERO, boxes).map(|at| at * BOX)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "distances lose digits, never size"
)]
fn single(number: f64) -> f32 {
    number as f32
}
