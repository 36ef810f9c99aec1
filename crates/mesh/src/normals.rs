//! Vertex normals of a mesh that brought none.

use glam::{DVec3, DVec4, Vec3, Vec4Swizzles as _};

use crate::triangle::{corners, normal_and_angles};
use crate::weld;

/// The normal of a vertex that has no direction of its own: up, so that every normal is a unit vector.
pub const UNDEFINED_NORMAL: Vec3 = Vec3::Y;

/// A sum of unit normals shorter than this part of the sum of their weights is rounding, not a direction.
const CANCELLED: f64 = 1e-6;

/// Unit normals, smooth across seams: `n ∝ Σ α m` over the triangles at a vertex and at every vertex welded to it.
///
/// α is the angle of the triangle at the vertex and m its unit normal: the one weight that does not depend on how a flat
/// patch is cut into triangles.
///
/// One normal per position. Triangles without area, with corners that are not finite or with indices out of range
/// are skipped. Where the welded sum cancels (two sheets back to back) each vertex takes the normal of its own
/// triangles; where that cancels too, or no triangle is left, [`UNDEFINED_NORMAL`]. Hard edges are not detected.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// let normals = mesh::vertex_normals(&[Vec3::ZERO, Vec3::X, Vec3::Y], &[[0, 1, 2]]);
/// assert_eq!(normals, [Vec3::Z; 3]);
/// ```
///
/// Reference: G. Thürmer and C. A. Wüthrich, "Computing Vertex Normals from Polygonal Facets", 1998.
#[must_use]
pub fn vertex_normals(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    vertex_normals_across(positions, triangles, &weld(positions))
}

/// As [`vertex_normals`], smooth across the seams that `welded` names instead of those where positions are equal now.
///
/// `welded[v]` is the vertex that stands for `v` (itself, where `v` stands alone), one entry per position. It is what a
/// surface that moves needs: seams are found once, at rest; what only coincides by collapsing stays separate, and vertices that a
/// file split for a hard edge keep it if they are not named together. An entry out of range counts as standing alone.
#[must_use]
pub fn vertex_normals_across(
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    welded: &[u32],
) -> Vec<Vec3> {
    let own = angle_weighted(positions, triangles);
    let mut shared = vec![DVec4::ZERO; positions.len()];
    for (&first, &sum) in welded.iter().zip(&own) {
        if let Some(shared) = shared.get_mut(first as usize) {
            *shared += sum;
        }
    }
    // A number beyond every list: nothing is shared there.
    let alone = std::iter::repeat(&u32::MAX);
    let firsts = welded.iter().chain(alone);
    own.iter()
        .zip(firsts)
        .map(|(&own, &first)| {
            let together = shared.get(first as usize).copied().and_then(direction);
            together
                .or_else(|| direction(own))
                .unwrap_or(UNDEFINED_NORMAL)
        })
        .collect()
}

/// Per vertex, without welding: the sum of α n in x, y, z and the sum of α in w.
fn angle_weighted(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<DVec4> {
    let mut sums = vec![DVec4::ZERO; positions.len()];
    for &triangle in triangles {
        let Some((normal, angles)) = corners(positions, triangle).and_then(normal_and_angles)
        else {
            continue;
        };
        for (vertex, angle) in triangle.into_iter().zip(angles) {
            sums[vertex as usize] += normal.extend(1.0) * angle;
        }
    }
    sums
}

fn direction(sum: DVec4) -> Option<Vec3> {
    let normals: DVec3 = sum.xyz();
    let length = normals.length();
    (CANCELLED * sum.w < length).then(|| (normals / length).as_vec3())
}
