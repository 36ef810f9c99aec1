//! One function for any method.

use glam::Vec3;
use rig::{Palette, Vertices, Weighting};

use crate::vertices::{SkinError, Skinned};
use crate::{affine_blend, dual_quat_blend, linear_blend, two_phase_blend};

/// Skins with the method that the palette was made for.
///
/// `&influences` is a weighting without a blend map. Only affine blending looks at a map.
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
/// use skin_cpu::{Skinned, Vertices, skin};
///
/// let mut builder = InfluencesBuilder::new(2);
/// builder.vertex([(0, 1.0), (1, 1.0)])?;
/// let up = Affine3A::from_translation(Vec3::Y * 2.0);
/// let palette = Palette::Linear(MatrixPalette { posed_from_bind: vec![Affine3A::IDENTITY, up] });
///
/// let vertices = Vertices { positions: &[Vec3::X], normals: &[] };
/// let mut positions = [Vec3::ZERO];
/// let out = Skinned { positions: &mut positions, normals: &mut [] };
/// skin(vertices, &builder.build(), &palette, out)?;
/// assert_eq!(positions, [Vec3::X + Vec3::Y]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn skin<'a>(
    vertices: Vertices<'_>,
    weighting: impl Into<Weighting<'a>>,
    palette: &Palette,
    out: Skinned<'_>,
) -> Result<(), SkinError> {
    let weighting = weighting.into();
    let influences = weighting.influences;
    match palette {
        Palette::Linear(palette) => linear_blend(vertices, influences, palette, out),
        Palette::DualQuaternion(palette) => dual_quat_blend(vertices, influences, palette, out),
        Palette::TwoPhase(palette) => two_phase_blend(vertices, influences, palette, out),
        Palette::Affine(palette) => affine_blend(vertices, weighting, palette, out),
    }
}

/// As [`skin`], into memory of its own: for tools, and for everything that is not done sixty times a second.
///
/// Positions first, then normals: as many as go in.
///
/// # Errors
///
/// As [`skin`].
pub fn skinned<'a>(
    vertices: Vertices<'_>,
    weighting: impl Into<Weighting<'a>>,
    palette: &Palette,
) -> Result<(Vec<Vec3>, Vec<Vec3>), SkinError> {
    let mut positions = vec![Vec3::ZERO; vertices.positions.len()];
    let mut normals = vec![Vec3::ZERO; vertices.normals.len()];
    let out = Skinned {
        positions: &mut positions,
        normals: &mut normals,
    };
    skin(vertices, weighting, palette, out)?;
    Ok((positions, normals))
}
