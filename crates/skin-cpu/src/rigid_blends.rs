//! Two-phase skinning with every rigid blend.

use glam::Vec3;
use rig::{
    InfluenceRow, Influences, JointSlot, RigidBlend, RotationCenters, TwoPhasePalette, Vertices,
    Weighting,
};

use crate::direct_quaternion::{direct_quaternion_blend_vertex, nearest_head};
use crate::each::{AtVertex, skin_by};
use crate::iterative::iterative_blend_vertex;
use crate::jacobian_rigid::two_phase_jacobian_vertex;
use crate::log_matrix::log_matrix_blend_vertex;
use crate::normals::NormalTransform;
use crate::quaternion_translation::quaternion_translation_blend_vertex;
use crate::spherical::{spherical_average_blend_vertex, spherical_blend_vertex};
use crate::two_phase::{TwoPhase, two_phase_blend_vertex};
use crate::vertices::{OutputRange, SkinError, SkinOutput, check};

/// Two-phase skinning: `v' = G (Σ w_i N_i) v`, with G a blend of the rigid `G_i`: the palette's [`RigidBlend`].
///
/// `N_i` holds all that is not rigid in a joint's skinning matrix and is blended linearly in the rest pose; `G_i` is rigid,
/// and `G_i N_i = C_i`. A vertex with one influence therefore moves by `C_i` exactly. Where `N_i` is pivoted is the
/// palette's [`Split`](rig::Split). Signs as in [`dual_quat_blend`](crate::dual_quat_blend); log-matrix blending has none.
///
/// A blend map mixes it with linear blending, and a bulge map draws back what stands out, whatever the rigid blend.
///
/// The rotation centers of the spherical blends are computed first, once for each set of joints that meets at a vertex.
///
/// Lengths: as many influence rows as positions, at least as many entries in all lists of the palette as joints, but for those
/// that its blend does not ask for, output as long as input.
///
/// # Errors
///
/// [`SkinError`] names the first slice of another length; nothing is written then.
///
/// Reference: Kavan et al. 2008, section 4.2; the blends' own in [`RigidBlend`].
pub fn two_phase_blend<'a>(
    vertices: Vertices<'_>,
    weighting: impl Into<Weighting<'a>>,
    palette: &TwoPhasePalette,
    out: SkinOutput<'_>,
) -> Result<(), SkinError> {
    let mesh = (vertices, weighting.into());
    two_phase_blend_by(mesh, palette, NormalTransform::Usual, out.into())
}

/// [`two_phase_blend`] by any rule of normals.
pub(crate) fn two_phase_blend_by(
    mesh: (Vertices<'_>, Weighting<'_>),
    palette: &TwoPhasePalette,
    by: NormalTransform<'_>,
    out: OutputRange<'_>,
) -> Result<(), SkinError> {
    let (vertices, Weighting { influences, .. }) = mesh;
    check((vertices, influences), &lengths(palette), by, &out)?;
    let positions = vertices.positions;
    let centers = palette.blend.has_centers();
    let centers = centers.then(|| Centers::new(influences, palette));
    let center = |vertex| centers.as_ref().map_or(Vec3::ZERO, |of| of.of(vertex));
    let jacobian = |map: &TwoPhase, at: AtVertex<'_>| {
        let pivot = pivot_of(palette, map, at, center(at.vertex));
        two_phase_jacobian_vertex(at.surface, palette, map, pivot)
    };
    let joint_maps = || palette.joint_maps();
    // A loop of its own, so that the usual blend does not choose between seven at every vertex.
    if palette.blend == RigidBlend::DualQuaternion {
        let blend = |_, joints: &[JointSlot], weights: &[f32]| {
            two_phase_blend_vertex(joints, weights, palette)
        };
        skin_by(mesh, by, out, joint_maps, (blend, jacobian))
    } else {
        let blend = |vertex: usize, joints: &[JointSlot], weights: &[f32]| {
            let at = (positions[vertex], center(vertex));
            rigid_blend_vertex(InfluenceRow { joints, weights }, palette, at)
        };
        skin_by(mesh, by, out, joint_maps, (blend, jacobian))
    }
}

/// What a vertex turns about, with the center of its joints for blends that have one.
pub(crate) fn pivot_of(
    palette: &TwoPhasePalette,
    map: &TwoPhase,
    at: AtVertex<'_>,
    center: Vec3,
) -> Vec3 {
    if palette.blend != RigidBlend::DirectQuaternion {
        return center;
    }
    let stretched = map
        .stretched_from_bind
        .transform_point3(at.surface.position);
    nearest_head(at.surface.row.joints, palette, stretched).unwrap_or_default()
}

/// The map of one vertex by the palette's blend, at a position, with the center of its joints.
#[inline]
pub(crate) fn rigid_blend_vertex(
    InfluenceRow { joints, weights }: InfluenceRow<'_>,
    palette: &TwoPhasePalette,
    (position, center): (Vec3, Vec3),
) -> TwoPhase {
    match palette.blend {
        RigidBlend::DualQuaternion => two_phase_blend_vertex(joints, weights, palette),
        RigidBlend::Spherical => spherical_blend_vertex(joints, weights, palette, center),
        RigidBlend::SphericalAverage => {
            spherical_average_blend_vertex(joints, weights, palette, center)
        }
        RigidBlend::LogMatrix => log_matrix_blend_vertex(joints, weights, palette),
        RigidBlend::DirectQuaternion => {
            direct_quaternion_blend_vertex(joints, weights, palette, position)
        }
        RigidBlend::Iterative => iterative_blend_vertex(joints, weights, palette).map,
        RigidBlend::QuaternionTranslation => {
            quaternion_translation_blend_vertex(joints, weights, palette)
        }
    }
}

/// Of the matrices, the motions, and of what the blend asks for beside them.
pub(crate) fn lengths(palette: &TwoPhasePalette) -> [usize; 3] {
    let motions = palette.posed_from_stretched.len();
    let beside = match palette.blend {
        RigidBlend::LogMatrix => palette.logs.len(),
        RigidBlend::DirectQuaternion => palette.heads.len(),
        // Nothing is asked for beside the motions: their own length stands in, which is checked already.
        _ => motions,
    };
    [palette.stretched_from_bind.len(), motions, beside]
}

/// The rotation center of every vertex, by the set of its joints.
struct Centers<'a> {
    of_sets: RotationCenters,
    sets: &'a [u32],
}

impl<'a> Centers<'a> {
    fn new(influences: &'a Influences, palette: &TwoPhasePalette) -> Self {
        let sets = influences.joint_sets();
        Self {
            of_sets: RotationCenters::new(palette, sets),
            sets: sets.of_vertices(),
        }
    }

    #[inline]
    fn of(&self, vertex: usize) -> Vec3 {
        self.of_sets.centers[self.sets[vertex] as usize]
    }
}
