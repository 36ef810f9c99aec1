//! One function for any method.

use glam::{Vec3, Vec4};
use rig::{Palette, Vertices, Weighting};

use crate::normals::NormalTransform;
use crate::simd::{Mesh, Skinner};
use crate::vertices::{SkinError, SkinOutput};

/// Skins with the method that the palette was made for.
///
/// `&influences` is a weighting without maps. Linear blending does not look at them.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
///
/// # Examples
///
/// A vertex half way between a joint at rest and one that has moved up by two:
///
/// ```
/// use glam::{Affine3A, Vec3};
/// use rig::{InfluencesBuilder, MatrixPalette, Palette};
/// use skin_cpu::{SkinOutput, Vertices, skin};
///
/// let mut builder = InfluencesBuilder::new(2);
/// builder.vertex([(0, 1.0), (1, 1.0)])?;
/// let up = Affine3A::from_translation(Vec3::Y * 2.0);
/// let palette = Palette::Linear(MatrixPalette { posed_from_bind: vec![Affine3A::IDENTITY, up] });
///
/// let vertices = Vertices { positions: &[Vec3::X], ..Vertices::default() };
/// let mut positions = [Vec3::ZERO];
/// let out = SkinOutput { positions: &mut positions, ..SkinOutput::default() };
/// skin(vertices, &builder.build(), &palette, out)?;
/// assert_eq!(positions, [Vec3::X + Vec3::Y]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn skin<'a>(
    vertices: Vertices<'_>,
    weighting: impl Into<Weighting<'a>>,
    palette: &Palette,
    out: SkinOutput<'_>,
) -> Result<(), SkinError> {
    skin_by_normals(vertices, weighting, palette, NormalTransform::Usual, out)
}

/// [`skin`] by any rule of normals and tangents. Positions are the same but for rounding.
///
/// # Errors
///
/// As [`skin`]; for exact normals the gradients have to be of as many vertices, and of no joint that the palette lacks.
pub fn skin_by_normals<'a>(
    vertices: Vertices<'_>,
    weighting: impl Into<Weighting<'a>>,
    palette: &Palette,
    by: NormalTransform<'_>,
    out: SkinOutput<'_>,
) -> Result<(), SkinError> {
    let weighting = weighting.into();
    Skinner::default().skin(&Mesh::new(vertices, weighting), palette, by, out)
}

/// What [`skin_vertices`] gives: of each as many as go in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinnedVertices {
    /// Positions in the model space of the pose, one per vertex.
    pub positions: Vec<Vec3>,
    /// Normals; none where none go in.
    pub normals: Vec<Vec3>,
    /// Tangents; none where none go in.
    pub tangents: Vec<Vec4>,
}

/// As [`skin`], into memory of its own: for tools, and for everything that is not done sixty times a second.
///
/// # Errors
///
/// As [`skin`].
pub fn skin_vertices<'a>(
    vertices: Vertices<'_>,
    weighting: impl Into<Weighting<'a>>,
    palette: &Palette,
) -> Result<SkinnedVertices, SkinError> {
    let mut moved = SkinnedVertices {
        positions: vec![Vec3::ZERO; vertices.positions.len()],
        normals: vec![Vec3::ZERO; vertices.normals.len()],
        tangents: vec![Vec4::ZERO; vertices.tangents.len()],
    };
    let out = SkinOutput {
        positions: &mut moved.positions,
        normals: &mut moved.normals,
        tangents: &mut moved.tangents,
    };
    skin(vertices, weighting, palette, out)?;
    Ok(moved)
}
