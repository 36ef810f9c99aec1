//! What goes in, what comes out, and the check that both fit.

use std::ops::Range;

use glam::{Vec3, Vec4};
use rig::{Influences, Vertices};
use thiserror::Error;

use crate::normals::NormalTransform;

/// Where skinned vertices are written, in the model space of the pose.
#[derive(Debug, Default)]
pub struct SkinOutput<'a> {
    /// Positions: as many as go in.
    pub positions: &'a mut [Vec3],
    /// Normals: as many as go in, none when none are wanted. Of length one, or zero where the map leaves no direction.
    pub normals: &'a mut [Vec3],
    /// Tangents: as many as go in, none when none are wanted. Of length one and at right angles to the normal, or zero where no direction
    /// is left; the handedness changes where the map mirrors.
    pub tangents: &'a mut [Vec4],
}

impl SkinOutput<'_> {
    /// Of so many vertices, and of the rest.
    pub(crate) fn split_at(self, share: usize) -> (Self, Self) {
        let (positions, more_positions) = self.positions.split_at_mut(share);
        // Empty lists stay empty in both halves.
        let at = share.min(self.normals.len());
        let (normals, more_normals) = self.normals.split_at_mut(at);
        let at = share.min(self.tangents.len());
        let (tangents, more_tangents) = self.tangents.split_at_mut(at);
        let first = Self {
            positions,
            normals,
            tangents,
        };
        let rest = Self {
            positions: more_positions,
            normals: more_normals,
            tangents: more_tangents,
        };
        (first, rest)
    }

    /// That of some vertices.
    pub(crate) fn part(&mut self, range: Range<usize>) -> SkinOutput<'_> {
        SkinOutput {
            positions: &mut self.positions[range.clone()],
            normals: self.normals.get_mut(range.clone()).unwrap_or(&mut []),
            tangents: self.tangents.get_mut(range).unwrap_or(&mut []),
        }
    }
}

/// The slice whose length was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slice {
    /// [`Vertices::normals`]: none, or as many as positions.
    Normals,
    /// [`Vertices::tangents`]: none, or as many as positions.
    Tangents,
    /// Rows of the influences.
    Influences,
    /// The palette's first list: matrices, or dual quaternions.
    Palette,
    /// The palette's second list: the motions of two-phase blending, or the rotations of affine blending.
    PaletteRotations,
    /// What the palette's blend asks for beside motions: heads of joints, or logarithms.
    PaletteBeside,
    /// [`SkinOutput::positions`]: as many as vertices to skin.
    SkinnedPositions,
    /// [`SkinOutput::normals`]: none without normals at rest, else as many as vertices to skin.
    SkinnedNormals,
    /// [`SkinOutput::tangents`]: none without tangents at rest, else as many as vertices to skin.
    SkinnedTangents,
    /// Rows of the gradients that exact normals ask for.
    Gradients,
    /// Numbers of the blend map.
    BlendMap,
    /// Numbers of the bulge map.
    BulgeMap,
    /// [`Weighting::bones`](rig::Weighting::bones), where there is a bulge map.
    Bones,
    /// The end of [`Mesh::range`](crate::Mesh::range).
    Range,
    /// The end of a [`VertexLayout`](crate::VertexLayout)'s attributes.
    Layout,
    /// [`InterleavedMesh::numbers`](crate::InterleavedMesh::numbers), which may be more.
    Interleaved,
    /// [`InterleavedOut::numbers`](crate::InterleavedOut::numbers), which may be more.
    SkinnedInterleaved,
}

impl Slice {
    /// In words: the slice, and what its length has to follow.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Normals => ["normals", "vertex positions"],
            Self::Tangents => ["tangents", "vertex positions"],
            Self::Influences => ["rows of influences", "vertex positions"],
            Self::Palette => ["palette entries", "joints of the influences"],
            Self::PaletteRotations => ["palette rotations", "joints of the influences"],
            Self::PaletteBeside => ["palette heads or logarithms", "joints of the influences"],
            Self::SkinnedPositions => ["positions to write", "vertex positions"],
            Self::SkinnedNormals => ["normals to write", "vertex normals"],
            Self::SkinnedTangents => ["tangents to write", "vertex tangents"],
            Self::Gradients => ["rows of gradients", "vertex positions"],
            Self::BlendMap => ["numbers of the blend map", "vertex positions"],
            Self::BulgeMap => ["numbers of the bulge map", "vertex positions"],
            Self::Bones => ["bones", "joints of the influences"],
            Self::Range => ["is the end of the range", "vertex positions"],
            Self::Layout => ["is the end of a vertex's attributes", "the stride"],
            Self::Interleaved => ["interleaved numbers", "for the rows of influences"],
            Self::SkinnedInterleaved => ["interleaved numbers to write", "for the range"],
        }
    }
}

/// A slice has another length than the others ask for. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{found} {}, but {expected} {}", slice.words()[0], slice.words()[1])]
pub struct SkinError {
    /// The first that does not fit, in the order in which lengths are checked.
    pub slice: Slice,
    /// The length that would have fitted.
    pub expected: usize,
    /// The length that the slice has; for a range, its end.
    pub found: usize,
}

/// What to write of a mesh: all of it, or a range of its vertices, for which there is just so much memory.
#[derive(Debug)]
pub(crate) struct OutputRange<'a> {
    pub(crate) range: Option<Range<usize>>,
    pub(crate) out: SkinOutput<'a>,
}

impl OutputRange<'_> {
    /// The vertices, of so many that there are.
    pub(crate) fn vertices(&self, vertex_count: usize) -> Range<usize> {
        self.range.clone().unwrap_or(0..vertex_count)
    }
}

/// All of a mesh.
impl<'a> From<SkinOutput<'a>> for OutputRange<'a> {
    fn from(out: SkinOutput<'a>) -> Self {
        Self { range: None, out }
    }
}

/// Fails on the first slice that does not fit, in the order of [`Slice`]. `palette` holds the lengths of its lists.
pub(crate) fn check(
    (vertices, influences): (Vertices<'_>, &Influences),
    palette: &[usize],
    by: NormalTransform<'_>,
    part: &OutputRange<'_>,
) -> Result<(), SkinError> {
    let n_vertices = vertices.positions.len();
    let n_normals = vertices.normals.len();
    if n_normals != 0 {
        expect(Slice::Normals, n_vertices, n_normals)?;
    }
    let n_tangents = vertices.tangents.len();
    if n_tangents != 0 {
        expect(Slice::Tangents, n_vertices, n_tangents)?;
    }
    expect(Slice::Influences, n_vertices, influences.vertex_count())?;
    check_palette(influences, palette, by)?;
    check_output(vertices, &part.vertices(n_vertices), &part.out)?;
    match by {
        NormalTransform::Exact(gradients) => {
            expect(Slice::Gradients, n_vertices, gradients.vertex_count())
        }
        NormalTransform::Usual | NormalTransform::Forward | NormalTransform::ForwardUnscaled => {
            Ok(())
        }
    }
}

/// Fails on a range that ends beyond the vertices, and on memory that is not just as much as for the range.
pub(crate) fn check_output(
    vertices: Vertices<'_>,
    range: &Range<usize>,
    out: &SkinOutput<'_>,
) -> Result<(), SkinError> {
    check_range(range, vertices.positions.len())?;
    let to_write = range.len();
    let wanted = |of_vertices: usize| if of_vertices == 0 { 0 } else { to_write };
    let (normals, tangents) = (vertices.normals.len(), vertices.tangents.len());
    expect(Slice::SkinnedPositions, to_write, out.positions.len())?;
    expect(Slice::SkinnedNormals, wanted(normals), out.normals.len())?;
    expect(Slice::SkinnedTangents, wanted(tangents), out.tangents.len())
}

/// Fails on the first list of a palette that is too short.
pub(crate) fn check_palette(
    influences: &Influences,
    palette: &[usize],
    by: NormalTransform<'_>,
) -> Result<(), SkinError> {
    let slices = [
        Slice::Palette,
        Slice::PaletteRotations,
        Slice::PaletteBeside,
    ];
    for (slice, &found) in slices.into_iter().zip(palette) {
        // A mesh that two skins share counts the joints of the smaller one; the palette of the other is longer.
        let needed = influences.joint_count().max(joints_of(by));
        // Capped, so that a longer list fits and only a shorter one differs.
        expect(slice, needed, found.min(needed))?;
    }
    Ok(())
}

/// Fails on a range that ends beyond the vertices, if there is anything in it.
pub(crate) fn check_range(range: &Range<usize>, vertex_count: usize) -> Result<(), SkinError> {
    if !range.is_empty() && range.end > vertex_count {
        expect(Slice::Range, vertex_count, range.end)?;
    }
    Ok(())
}

/// The number of joints that the gradients name: neighbors in another mesh may have more.
const fn joints_of(by: NormalTransform<'_>) -> usize {
    match by {
        NormalTransform::Exact(gradients) => gradients.joint_count(),
        NormalTransform::Usual | NormalTransform::Forward | NormalTransform::ForwardUnscaled => 0,
    }
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
