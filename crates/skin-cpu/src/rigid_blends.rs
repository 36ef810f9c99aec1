//! Two-phase skinning with every rigid blend.

use glam::Vec3;
use rig::{Influences, RigidBlend, RotationCentres, TwoPhasePalette, Vertices};

use crate::direct_quaternion::direct_quaternion_blend_vertex;
use crate::each::skin_each;
use crate::iterative::iterative_blend_vertex;
use crate::log_matrix::log_matrix_blend_vertex;
use crate::quaternion_translation::quaternion_translation_blend_vertex;
use crate::spherical::{spherical_average_blend_vertex, spherical_blend_vertex};
use crate::two_phase::two_phase_blend_vertex;
use crate::vertices::{SkinError, Skinned, check};

/// Two-phase skinning: `v' = G (Σ w_i N_i) v`, with G a blend of the rigid `G_i`: the palette's [`RigidBlend`].
///
/// `N_i` holds all that is not rigid in a joint's skinning matrix and is blended linearly in the rest pose; `G_i` is rigid,
/// and `G_i N_i = C_i`. A vertex with one influence therefore moves by `C_i` exactly. Where `N_i` is pivoted is the
/// palette's [`Split`](rig::Split). Signs as in [`dual_quat_blend`](crate::dual_quat_blend); log-matrix blending has none.
///
/// The rotation centres of the spherical blends are computed first, once for each set of joints that meets at a vertex.
///
/// Lengths: as many influence rows as positions, at least as many entries in all lists of the palette as joints, but for those
/// that its blend does not ask for, output as long as input.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
///
/// Reference: Kavan et al. 2008, section 4.2; the blends' own in [`RigidBlend`].
pub fn two_phase_blend(
    vertices: Vertices<'_>,
    influences: &Influences,
    palette: &TwoPhasePalette,
    out: Skinned<'_>,
) -> Result<(), SkinError> {
    check(vertices, influences, &lengths(palette), &out)?;
    let positions = vertices.positions;
    match palette.blend {
        RigidBlend::DualQuaternion => {
            skin_each(vertices, influences, out, |_, joints, weights| {
                two_phase_blend_vertex(joints, weights, palette)
            });
        }
        RigidBlend::Spherical => {
            let centres = Centres::new(influences, palette);
            skin_each(vertices, influences, out, |vertex, joints, weights| {
                spherical_blend_vertex(joints, weights, palette, centres.of(vertex))
            });
        }
        RigidBlend::SphericalAverage => {
            let centres = Centres::new(influences, palette);
            skin_each(vertices, influences, out, |vertex, joints, weights| {
                spherical_average_blend_vertex(joints, weights, palette, centres.of(vertex))
            });
        }
        RigidBlend::LogMatrix => skin_each(vertices, influences, out, |_, joints, weights| {
            log_matrix_blend_vertex(joints, weights, palette)
        }),
        RigidBlend::DirectQuaternion => {
            skin_each(vertices, influences, out, |vertex, joints, weights| {
                direct_quaternion_blend_vertex(joints, weights, palette, positions[vertex])
            });
        }
        RigidBlend::Iterative => skin_each(vertices, influences, out, |_, joints, weights| {
            iterative_blend_vertex(joints, weights, palette).map
        }),
        RigidBlend::QuaternionTranslation => {
            skin_each(vertices, influences, out, |_, joints, weights| {
                quaternion_translation_blend_vertex(joints, weights, palette)
            });
        }
    }
    Ok(())
}

/// Of the matrices, the motions, and of what the blend asks for beside them.
fn lengths(palette: &TwoPhasePalette) -> [usize; 3] {
    let motions = palette.posed_from_stretched.len();
    let beside = match palette.blend {
        RigidBlend::LogMatrix => palette.logs.len(),
        RigidBlend::DirectQuaternion => palette.heads.len(),
        _ => motions,
    };
    [palette.stretched_from_bind.len(), motions, beside]
}

/// The rotation centre of every vertex, by the set of its joints.
struct Centres<'a> {
    of_sets: RotationCentres,
    sets: &'a [u32],
}

impl<'a> Centres<'a> {
    fn new(influences: &'a Influences, palette: &TwoPhasePalette) -> Self {
        let sets = influences.joint_sets();
        Self {
            of_sets: RotationCentres::new(palette, sets),
            sets: sets.of_vertices(),
        }
    }

    #[inline]
    fn of(&self, vertex: usize) -> Vec3 {
        self.of_sets.centres[self.sets[vertex] as usize]
    }
}
