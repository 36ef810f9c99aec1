//! Vertices as the kernels take them.

use glam::{Vec3, Vec4};

/// Vertices at rest, in the model space of the bind.
///
/// The kernels check that there are as many normals and tangents as positions, or none, and that the influences count as many
/// vertices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vertices<'a> {
    /// One place per vertex, in the mesh's own units.
    pub positions: &'a [Vec3],
    /// Normals, one per position, of any length; or empty when none are wanted.
    pub normals: &'a [Vec3],
    /// Tangents, one per position: a direction of any length, and the handedness of the bitangent, ±1; or empty when none are
    /// wanted.
    pub tangents: &'a [Vec4],
}
