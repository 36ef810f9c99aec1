//! Two-phase skinning with every rigid blend.

use glam::{Mat3A, Vec3};
use rig::{
    InfluenceRow, Influences, JointSlot, RigidBlend, RotationCenters, TwoPhasePalette, Vertices,
    Weighting, rotation_center_of_set,
};

use crate::direct_quaternion::{direct_quaternion_blend_vertex, nearest_head};
use crate::each::{AtVertex, skin_by};
use crate::iterative::iterative_blend_vertex;
use crate::jacobian::{Slopes, SurfaceVertex};
use crate::jacobian_rigid::{add_second_phase, two_phase_jacobian_vertex};
use crate::log_matrix::log_matrix_blend_vertex;
use crate::normals::NormalTransform;
use crate::palette_blend::{BlendPlace, PaletteBlend};
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
    palette.skin(mesh, NormalTransform::Usual, out.into())
}

impl PaletteBlend for TwoPhasePalette {
    type Map = TwoPhase;

    fn skin(
        &self,
        mesh: (Vertices<'_>, Weighting<'_>),
        by: NormalTransform<'_>,
        out: OutputRange<'_>,
    ) -> Result<(), SkinError> {
        let (vertices, Weighting { influences, .. }) = mesh;
        let lengths = self.lists().map(|(_, length)| length);
        check((vertices, influences), &lengths, by, &out)?;
        let positions = vertices.positions;
        let centers = self.blend.has_centers();
        let centers = centers.then(|| Centers::new(influences, self));
        let center = |vertex| centers.as_ref().map_or(Vec3::ZERO, |of| of.of(vertex));
        let jacobian =
            |map: &TwoPhase, at: AtVertex<'_>| self.jacobian(map, at.surface, center(at.vertex));
        let joint_maps = || self.joint_maps();
        // A loop of its own, so that the usual blend does not choose between seven at every vertex.
        if self.blend == RigidBlend::DualQuaternion {
            let blend = |_, joints: &[JointSlot], weights: &[f32]| {
                two_phase_blend_vertex(joints, weights, self)
            };
            return skin_by(mesh, by, out, joint_maps, (blend, jacobian));
        }
        let blend = |vertex: usize, joints: &[JointSlot], weights: &[f32]| {
            let place = BlendPlace {
                position: positions[vertex],
                center: center(vertex),
            };
            self.map(InfluenceRow { joints, weights }, place)
        };
        skin_by(mesh, by, out, joint_maps, (blend, jacobian))
    }

    #[inline]
    fn map(
        &self,
        InfluenceRow { joints, weights }: InfluenceRow<'_>,
        BlendPlace { position, center }: BlendPlace,
    ) -> TwoPhase {
        match self.blend {
            RigidBlend::DualQuaternion => two_phase_blend_vertex(joints, weights, self),
            RigidBlend::Spherical => spherical_blend_vertex(joints, weights, self, center),
            RigidBlend::SphericalAverage => {
                spherical_average_blend_vertex(joints, weights, self, center)
            }
            RigidBlend::LogMatrix => log_matrix_blend_vertex(joints, weights, self),
            RigidBlend::DirectQuaternion => {
                direct_quaternion_blend_vertex(joints, weights, self, position)
            }
            RigidBlend::Iterative => iterative_blend_vertex(joints, weights, self).map,
            RigidBlend::QuaternionTranslation => {
                quaternion_translation_blend_vertex(joints, weights, self)
            }
        }
    }

    fn jacobian(&self, map: &TwoPhase, vertex: SurfaceVertex<'_>, center: Vec3) -> Mat3A {
        let stretched = map.stretched_from_bind.transform_point3(vertex.position);
        let pivot = pivot_of(self, vertex.row.joints, stretched, center);
        two_phase_jacobian_vertex(vertex, self, map, pivot)
    }

    fn center(&self, joints: &[JointSlot]) -> Vec3 {
        if !self.blend.has_centers() {
            return Vec3::ZERO;
        }
        // Rotation centers go by sets of joints, which are sorted and name each joint once.
        let mut set = joints.to_vec();
        set.sort_unstable();
        set.dedup();
        rotation_center_of_set(self, &set)
    }

    fn transform_by_joint(&self, joint: usize, position: Vec3) -> Vec3 {
        let stretched = self.stretched_from_bind[joint].transform_point3(position);
        self.posed_from_stretched[joint].transform_point3(stretched)
    }

    /// `R (N_k v − v1)` and what the second phase adds.
    fn add_slopes(&self, row: InfluenceRow<'_>, position: Vec3, _: Vec3, slopes: &mut impl Slopes) {
        let center = self.center(row.joints);
        let map = self.map(row, BlendPlace { position, center });
        let stretched = map.stretched_from_bind.transform_point3(position);
        let motion = map.posed_from_stretched;
        // The rotation of the blend as it stands: by the product rule its own change is `add_second_phase`'s.
        slopes.add(|joint| {
            let own = self.stretched_from_bind[joint].transform_point3(position);
            motion.transform_vector3(own - stretched)
        });
        let pivot = pivot_of(self, row.joints, stretched, center);
        add_second_phase(slopes, row, self, &motion, stretched, pivot);
    }
}

/// What a vertex turns about between the phases, with the center of its joints for blends that have one.
fn pivot_of(
    palette: &TwoPhasePalette,
    joints: &[JointSlot],
    stretched: Vec3,
    center: Vec3,
) -> Vec3 {
    if palette.blend != RigidBlend::DirectQuaternion {
        return center;
    }
    nearest_head(joints, palette, stretched).unwrap_or_default()
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
