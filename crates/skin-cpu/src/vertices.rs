//! What goes in, what comes out, and the check that both fit.

use glam::Vec3;
use rig::{BlendMap, Influences, Vertices};
use thiserror::Error;

/// Where skinned vertices are written, in the model space of the pose.
#[derive(Debug, Default)]
pub struct Skinned<'a> {
    /// Positions: as many as go in.
    pub positions: &'a mut [Vec3],
    /// Normals: as many as go in, none when none are wanted. Of length one, or zero where the map leaves no direction.
    pub normals: &'a mut [Vec3],
}

/// The slice whose length was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slice {
    /// [`Vertices::normals`].
    Normals,
    /// Rows of the influences.
    Influences,
    /// The palette's first list: matrices, or dual quaternions.
    Palette,
    /// The palette's second list: the motions of two-phase blending, or the rotations of affine blending.
    PaletteRotations,
    /// What the palette's blend asks for beside motions: heads of joints, or logarithms.
    PaletteBeside,
    /// [`Skinned::positions`].
    SkinnedPositions,
    /// [`Skinned::normals`].
    SkinnedNormals,
    /// Numbers of the blend map.
    BlendMap,
}

impl Slice {
    /// In words: the slice, and what its length has to follow.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Normals => ["normals", "vertex positions"],
            Self::Influences => ["rows of influences", "vertex positions"],
            Self::Palette => ["palette entries", "joints of the influences"],
            Self::PaletteRotations => ["palette rotations", "joints of the influences"],
            Self::PaletteBeside => ["palette heads or logarithms", "joints of the influences"],
            Self::SkinnedPositions => ["positions to write", "vertex positions"],
            Self::SkinnedNormals => ["normals to write", "vertex normals"],
            Self::BlendMap => ["numbers of the blend map", "vertex positions"],
        }
    }
}

/// A slice has another length than the others ask for. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{found} {}, but {expected} {}", slice.words()[0], slice.words()[1])]
pub struct SkinError {
    /// Which slice.
    pub slice: Slice,
    /// The length that would have fitted.
    pub expected: usize,
    /// The length found.
    pub found: usize,
}

/// Fails on the first slice that does not fit, in the order of [`Slice`]. `palette` holds the lengths of its lists.
pub(crate) fn check(
    vertices: Vertices<'_>,
    influences: &Influences,
    palette: &[usize],
    out: &Skinned<'_>,
) -> Result<(), SkinError> {
    let n_vertices = vertices.positions.len();
    let n_normals = vertices.normals.len();
    if n_normals != 0 {
        expect(Slice::Normals, n_vertices, n_normals)?;
    }
    expect(Slice::Influences, n_vertices, influences.vertex_count())?;
    let slices = [
        Slice::Palette,
        Slice::PaletteRotations,
        Slice::PaletteBeside,
    ];
    for (slice, &found) in slices.into_iter().zip(palette) {
        // A mesh that two skins share counts the joints of the smaller one; the palette of the other is longer.
        let needed = influences.joint_count();
        expect(slice, needed, found.min(needed))?;
    }
    expect(Slice::SkinnedPositions, n_vertices, out.positions.len())?;
    expect(Slice::SkinnedNormals, n_normals, out.normals.len())
}

/// Fails on a blend map of another mesh.
pub(crate) fn check_map(vertices: Vertices<'_>, map: &BlendMap) -> Result<(), SkinError> {
    expect(
        Slice::BlendMap,
        vertices.positions.len(),
        map.vertex_count(),
    )
}

pub(crate) fn expect(slice: Slice, expected: usize, found: usize) -> Result<(), SkinError> {
    if expected == found {
        return Ok(());
    }
    Err(SkinError {
        slice,
        expected,
        found,
    })
}
