//! One vertex by any method, and how it goes with its weights: what fits weights asks for.
//!
//! The slopes are those of exact normals (`jacobian.rs`), without a surface.

use glam::Vec3;
use rig::{Palette, RigidBlend, TwoPhasePalette, rotation_centre_of_set};

use crate::affine::{affine_blend_vertex, mapped_blend_vertex};
use crate::direct_quaternion::nearest_head;
use crate::dual_quat::dual_quat_blend_vertex;
use crate::jacobian::{Slopes, Turns};
use crate::jacobian_rigid::add_second_phase;
use crate::linear::blend_matrices;
use crate::normals::VertexMap as _;
use crate::rigid_blends::rigid_blend_vertex;
use crate::signs::SignedInfluences;

/// A vertex that may be given any weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedVertex<'a> {
    /// Where it is at the bind, with morph targets.
    pub position: Vec3,
    /// Joints and weights, a row of [`Influences`](rig::Influences) without zero weights; an empty one leaves it at rest.
    pub row: (&'a [u16], &'a [f32]),
    /// Its number in the blend map, if there is one: see [`mapped_blend_vertex`].
    pub blend: Option<f32>,
}

/// Where a vertex goes under any method: what [`skin`](crate::skin) gives, for one vertex.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
pub fn skinned_vertex(palette: &Palette, vertex: WeightedVertex<'_>) -> Vec3 {
    let WeightedVertex {
        position,
        row: (joints, weights),
        blend,
    } = vertex;
    if joints.is_empty() {
        return position;
    }
    match palette {
        Palette::Linear(palette) => {
            blend_matrices(joints, weights, &palette.posed_from_bind).transform_point3(position)
        }
        Palette::DualQuaternion(palette) => dual_quat_blend_vertex(joints, weights, palette)
            .transform_point3(palette.rest_from_bind * position),
        Palette::TwoPhase(palette) => {
            let centre = centre(joints, palette);
            rigid_blend_vertex((joints, weights), palette, (position, centre)).point(position)
        }
        Palette::Affine(palette) => {
            let blend = blend.unwrap_or(1.0);
            mapped_blend_vertex(joints, weights, blend, palette).transform_point3(position)
        }
    }
}

/// Where a vertex goes, and by how much each of `joints` takes it there: writes `∂v'/∂w_k` for the k-th of `slopes`, for as many as
/// there are of both.
///
/// Weights sum to one, so a slope counts up to a vector that all joints share. A joint that has no weight at the vertex counts as it
/// comes in. What a blend turns about counts as constant, as in exact normals: it jumps where a joint comes in or goes. All are zero
/// without influences, and where the rotations cancel those of the first phase alone.
///
/// # Panics
///
/// If a joint is beyond the palette.
pub fn weight_slopes_vertex(
    palette: &Palette,
    vertex: WeightedVertex<'_>,
    joints: &[u16],
    slopes: &mut [Vec3],
) -> Vec3 {
    let point = skinned_vertex(palette, vertex);
    slopes.fill(Vec3::ZERO);
    if vertex.row.0.is_empty() {
        return point;
    }
    match palette {
        Palette::Linear(palette) => {
            let images = &palette.posed_from_bind;
            let from = |joint: usize| images[joint].transform_point3(vertex.position) - point;
            OntoList::new(joints, slopes).add(from);
        }
        Palette::DualQuaternion(palette) => {
            let (row, motions) = (vertex.row, &palette.posed_from_bind);
            let at_rest = palette.rest_from_bind * vertex.position;
            let real = |joint: usize| motions[joint].real;
            let signed = SignedInfluences::new(palette.signs, row.0, row.1, real);
            if let Some(turns) = Turns::new(signed) {
                turns.add_blend(&mut OntoList::new(joints, slopes), |joint| {
                    motions[joint].transform_point3(at_rest) - point
                });
            }
        }
        Palette::TwoPhase(palette) => two_phase(palette, vertex, joints, slopes),
        Palette::Affine(palette) => affine(palette, vertex, joints, slopes),
    }
    point
}

/// `R (N_k v − v1)` and what the second phase adds.
fn two_phase(
    palette: &TwoPhasePalette,
    vertex: WeightedVertex<'_>,
    joints: &[u16],
    slopes: &mut [Vec3],
) {
    let (row, position) = (vertex.row, vertex.position);
    let centre = centre(row.0, palette);
    let map = rigid_blend_vertex(row, palette, (position, centre));
    let stretched = map.stretched_from_bind.transform_point3(position);
    let motion = map.posed_from_stretched;
    let mut list = OntoList::new(joints, slopes);
    list.add(|joint| {
        let own = palette.stretched_from_bind[joint].transform_point3(position);
        motion.transform_vector3(own - stretched)
    });
    let pivot = if palette.blend == RigidBlend::DirectQuaternion {
        nearest_head(row.0, palette, stretched).unwrap_or_default()
    } else {
        centre
    };
    add_second_phase(&mut list, row, palette, (&motion, stretched), pivot);
}

/// `(1 − λ)` of linear slopes and λ of affine ones.
fn affine(
    palette: &rig::AffineDualQuatPalette,
    vertex: WeightedVertex<'_>,
    joints: &[u16],
    slopes: &mut [Vec3],
) {
    let (row, position) = (vertex.row, vertex.position);
    let blend = vertex.blend.unwrap_or(1.0).clamp(0.0, 1.0);
    let images = &palette.posed_from_bind;
    let image = |joint: usize| images[joint].transform_point3(position);
    let rotation = |joint: usize| palette.rotation[joint];
    let signed = SignedInfluences::new(palette.signs, row.0, row.1, rotation);
    if let Some(turns) = Turns::new(signed) {
        let point = affine_blend_vertex(row.0, row.1, palette).transform_point3(position);
        turns.add_blend(&mut OntoList::new(joints, slopes), |joint| {
            image(joint) - point
        });
    }
    if blend < 1.0 {
        slopes.iter_mut().for_each(|slope| *slope *= blend);
        let point = blend_matrices(row.0, row.1, images).transform_point3(position);
        OntoList::new(joints, slopes).add(|joint| (image(joint) - point) * (1.0 - blend));
    }
}

/// The point that a vertex's joints turn about; of no account to blends that have none.
fn centre(joints: &[u16], palette: &TwoPhasePalette) -> Vec3 {
    if !palette.blend.has_centres() {
        return Vec3::ZERO;
    }
    let mut set = joints.to_vec();
    set.sort_unstable();
    set.dedup();
    rotation_centre_of_set(palette, &set)
}

/// Slopes one by one.
struct OntoList<'a> {
    joints: &'a [u16],
    slopes: &'a mut [Vec3],
}

impl<'a> OntoList<'a> {
    const fn new(joints: &'a [u16], slopes: &'a mut [Vec3]) -> Self {
        Self { joints, slopes }
    }
}

impl Slopes for OntoList<'_> {
    fn add(&mut self, slope: impl Fn(usize) -> Vec3) {
        for (sum, &joint) in self.slopes.iter_mut().zip(self.joints) {
            *sum += slope(usize::from(joint));
        }
    }
}
