//! What a drawn primitive is made of, and whether it can be drawn.

use glam::{Vec2, Vec3};
use skin_gpu::SkinVertex;
use thiserror::Error;

/// The input of a primitive's buffers, borrowed while it is uploaded.
#[derive(Clone, Copy, Debug)]
pub struct MeshData<'a> {
    /// Positions, world space; shown until the first [`MeshBuffers::write_vertices`](crate::MeshBuffers::write_vertices).
    pub positions: &'a [Vec3],
    /// As many as `positions`, or empty for flat shading.
    pub normals: &'a [Vec3],
    /// As many as `positions`, or empty.
    pub tex_coords: &'a [Vec2],
    /// Indices into `positions`, counter-clockwise from outside.
    pub triangles: &'a [[u32; 3]],
}

/// Why a primitive cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MeshError {
    /// A list has another length than the number of vertices.
    #[error("expected {expected} {what}, one per vertex, found {found}")]
    Length {
        /// The name of the list.
        what: &'static str,
        /// The number of vertices.
        expected: usize,
        /// The length of the list.
        found: usize,
    },
    /// A triangle refers to a missing vertex.
    #[error("triangle {triangle} names vertex {vertex}; there are {n_vertices}")]
    Index {
        /// The index of the triangle.
        triangle: usize,
        /// The index that the triangle names, not below the number of vertices.
        vertex: u32,
        /// The number of vertices.
        n_vertices: usize,
    },
    /// A buffer would be larger than the device allows.
    #[error(
        "the primitive needs a buffer of {needed} bytes; this graphics device allows {allowed}"
    )]
    TooLarge {
        /// The size of the largest buffer, in bytes.
        needed: u64,
        /// The device's limit, in bytes.
        allowed: u64,
    },
}

/// Whether lists fit together, triangles name vertices that are there, and buffers of so many bytes hold them.
pub(super) fn check_mesh(mesh: &MeshData<'_>, allowed: u64) -> Result<(), MeshError> {
    let n_vertices = mesh.positions.len();
    if !mesh.normals.is_empty() {
        check_length("normals", n_vertices, mesh.normals.len())?;
    }
    if !mesh.tex_coords.is_empty() {
        check_length("texture coordinates", n_vertices, mesh.tex_coords.len())?;
    }
    for (triangle, &corners) in mesh.triangles.iter().enumerate() {
        if let Some(&vertex) = corners
            .iter()
            .find(|&&corner| corner as usize >= n_vertices)
        {
            return Err(MeshError::Index {
                triangle,
                vertex,
                n_vertices,
            });
        }
    }
    // At most three edges per triangle, of two vertices each.
    let edges = 2 * size_of_val(mesh.triangles);
    let needed = edges.max(n_vertices * size_of::<SkinVertex>()) as u64;
    // Counts of indices and instances are 32 bits wide, whatever the device's buffers hold.
    let allowed = allowed.min(u64::from(u32::MAX));
    if needed > allowed {
        return Err(MeshError::TooLarge { needed, allowed });
    }
    Ok(())
}

/// Whether a list is one per vertex.
pub(super) fn check_length(
    what: &'static str,
    expected: usize,
    found: usize,
) -> Result<(), MeshError> {
    if expected == found {
        Ok(())
    } else {
        Err(MeshError::Length {
            what,
            expected,
            found,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table of cases")]
    fn every_way_to_be_invalid() {
        let points = [Vec3::ZERO; 3];
        let whole = MeshData {
            positions: &points,
            normals: &[],
            tex_coords: &[],
            triangles: &[[0, 1, 2]],
        };
        let length = |what, found| {
            Err(MeshError::Length {
                what,
                expected: 3,
                found,
            })
        };
        let cases = [
            (whole, 1 << 20, Ok(())),
            (
                MeshData {
                    positions: &[],
                    triangles: &[],
                    ..whole
                },
                1 << 20,
                Ok(()),
            ),
            (
                MeshData {
                    normals: &points[..2],
                    ..whole
                },
                1 << 20,
                length("normals", 2),
            ),
            (
                MeshData {
                    tex_coords: &[Vec2::ZERO],
                    ..whole
                },
                1 << 20,
                length("texture coordinates", 1),
            ),
            (
                MeshData {
                    triangles: &[[0, 1, 2], [0, 3, 1]],
                    ..whole
                },
                1 << 20,
                Err(MeshError::Index {
                    triangle: 1,
                    vertex: 3,
                    n_vertices: 3,
                }),
            ),
            (
                whole,
                71,
                Err(MeshError::TooLarge {
                    needed: 72,
                    allowed: 71,
                }),
            ),
        ];
        for (mesh, allowed, expected) in cases {
            assert_eq!(check_mesh(&mesh, allowed), expected);
        }
    }
}
