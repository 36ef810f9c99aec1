//! One vertex by any method, and how it goes with its weights: what fits weights asks for.
//!
//! The slopes are those of exact normals (`jacobian.rs`), without a surface.

use glam::Vec3;
use rig::{InfluenceRow, JointSlot, Palette, RigidBlend, TwoPhasePalette, rotation_center_of_set};

use crate::affine::affine_blend_vertex;
use crate::direct_quaternion::nearest_head;
use crate::dual_quat::dual_quat_blend_vertex;
use crate::jacobian::{Slopes, Turns};
use crate::jacobian_rigid::add_second_phase;
use crate::linear::blend_matrices;
use crate::normals::BlendedMap as _;
use crate::rigid_blends::rigid_blend_vertex;
use crate::signs::SignedInfluences;

/// A vertex that may be given any weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedVertex<'a> {
    /// Where it is at the bind, with morph targets.
    pub position: Vec3,
    /// Joints and weights, a row of [`Influences`](rig::Influences) without zero weights; an empty one leaves it at rest.
    pub row: InfluenceRow<'a>,
    /// Its number in the blend map, if there is one: see [`mapped_blend_vertex`](crate::mapped_blend_vertex).
    pub blend: Option<f32>,
}

/// Where a vertex goes under any method: what [`skin`](crate::skin) gives without a bulge map, for one vertex.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
pub fn skinned_vertex(palette: &Palette, vertex: WeightedVertex<'_>) -> Vec3 {
    let WeightedVertex {
        position,
        row: InfluenceRow { joints, weights },
        blend,
    } = vertex;
    if joints.is_empty() {
        return position;
    }
    let blend = number(palette, blend);
    if blend <= 0.0 {
        return linear_point(palette, vertex);
    }
    let point = match palette {
        Palette::Linear(palette) => {
            blend_matrices(joints, weights, &palette.posed_from_bind).transform_point3(position)
        }
        Palette::DualQuaternion(palette) => dual_quat_blend_vertex(joints, weights, palette)
            .transform_point3(palette.rest_from_bind * position),
        Palette::TwoPhase(palette) => {
            let center = center(joints, palette);
            rigid_blend_vertex(
                InfluenceRow { joints, weights },
                palette,
                (position, center),
            )
            .point(position)
        }
        Palette::Affine(palette) => {
            affine_blend_vertex(joints, weights, palette).transform_point3(position)
        }
    };
    if blend >= 1.0 {
        return point;
    }
    point * blend + linear_point(palette, vertex) * (1.0 - blend)
}

/// The share of the method; linear blending has no other than its own.
fn number(palette: &Palette, blend: Option<f32>) -> f32 {
    match palette {
        Palette::Linear(_) => 1.0,
        _ => blend.unwrap_or(1.0).clamp(0.0, 1.0),
    }
}

/// Where a joint alone carries a point that is bound to it: an entry of [`Palette::joint_maps`], of which a vertex needs few.
fn transform_by_joint(palette: &Palette, joint: usize, position: Vec3) -> Vec3 {
    match palette {
        Palette::Linear(palette) => palette.posed_from_bind[joint].transform_point3(position),
        Palette::DualQuaternion(palette) => {
            palette.posed_from_bind[joint].transform_point3(palette.rest_from_bind * position)
        }
        Palette::TwoPhase(palette) => {
            let stretched = palette.stretched_from_bind[joint].transform_point3(position);
            palette.posed_from_stretched[joint].transform_point3(stretched)
        }
        Palette::Affine(palette) => palette.posed_from_bind[joint].transform_point3(position),
    }
}

/// What linear blending makes of the joints' own maps.
fn linear_point(palette: &Palette, vertex: WeightedVertex<'_>) -> Vec3 {
    let InfluenceRow { joints, weights } = vertex.row;
    let pairs = joints.iter().zip(weights);
    let each = pairs.map(|(&joint, &weight)| {
        transform_by_joint(palette, usize::from(joint), vertex.position) * weight
    });
    each.sum()
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
    joints: &[JointSlot],
    slopes: &mut [Vec3],
) -> Vec3 {
    slopes.fill(Vec3::ZERO);
    if vertex.row.joints.is_empty() {
        return vertex.position;
    }
    let blend = number(palette, vertex.blend);
    let whole = WeightedVertex {
        blend: None,
        ..vertex
    };
    let point = skinned_vertex(palette, whole);
    method_slopes(palette, (whole, point), joints, slopes);
    if blend >= 1.0 {
        return point;
    }
    // The slopes of `λ A + (1 − λ) L` at constant λ; a fit moves weights at one vertex, and λ belongs to the surface.
    slopes.iter_mut().for_each(|slope| *slope *= blend);
    let linear = linear_point(palette, vertex);
    OntoList::new(joints, slopes).add(|joint| {
        (transform_by_joint(palette, joint, vertex.position) - linear) * (1.0 - blend)
    });
    point * blend + linear * (1.0 - blend)
}

/// Adds the slopes of the method alone, which takes the vertex to `point`.
fn method_slopes(
    palette: &Palette,
    (vertex, point): (WeightedVertex<'_>, Vec3),
    joints: &[JointSlot],
    slopes: &mut [Vec3],
) {
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
            let signed = SignedInfluences::new(palette.signs, row.joints, row.weights, real);
            if let Some(turns) = Turns::new(signed) {
                turns.add_blend(&mut OntoList::new(joints, slopes), |joint| {
                    motions[joint].transform_point3(at_rest) - point
                });
            }
        }
        Palette::TwoPhase(palette) => two_phase(palette, vertex, joints, slopes),
        Palette::Affine(palette) => affine(palette, (vertex, point), joints, slopes),
    }
}

/// `R (N_k v − v1)` and what the second phase adds.
fn two_phase(
    palette: &TwoPhasePalette,
    vertex: WeightedVertex<'_>,
    joints: &[JointSlot],
    slopes: &mut [Vec3],
) {
    let (row, position) = (vertex.row, vertex.position);
    let center = center(row.joints, palette);
    let map = rigid_blend_vertex(row, palette, (position, center));
    let stretched = map.stretched_from_bind.transform_point3(position);
    let motion = map.posed_from_stretched;
    let mut list = OntoList::new(joints, slopes);
    // The rotation of the blend as it stands: by the product rule its own change is `add_second_phase`'s.
    list.add(|joint| {
        let own = palette.stretched_from_bind[joint].transform_point3(position);
        motion.transform_vector3(own - stretched)
    });
    let pivot = if palette.blend == RigidBlend::DirectQuaternion {
        nearest_head(row.joints, palette, stretched).unwrap_or_default()
    } else {
        center
    };
    add_second_phase(&mut list, row, palette, &motion, stretched, pivot);
}

/// `A_k v − v'`, and what the joint turns.
fn affine(
    palette: &rig::AffineDualQuatPalette,
    (vertex, point): (WeightedVertex<'_>, Vec3),
    joints: &[JointSlot],
    slopes: &mut [Vec3],
) {
    let (row, position) = (vertex.row, vertex.position);
    let images = &palette.posed_from_bind;
    let rotation = |joint: usize| palette.rotation[joint];
    let signed = SignedInfluences::new(palette.signs, row.joints, row.weights, rotation);
    if let Some(turns) = Turns::new(signed) {
        turns.add_blend(&mut OntoList::new(joints, slopes), |joint| {
            images[joint].transform_point3(position) - point
        });
    }
}

/// The point that a vertex's joints turn about; of no account to blends that have none.
fn center(joints: &[JointSlot], palette: &TwoPhasePalette) -> Vec3 {
    if !palette.blend.has_centers() {
        return Vec3::ZERO;
    }
    // The solver takes sets: sorted, each joint once.
    let mut set = joints.to_vec();
    set.sort_unstable();
    set.dedup();
    rotation_center_of_set(palette, &set)
}

/// Slopes one by one.
struct OntoList<'a> {
    joints: &'a [JointSlot],
    slopes: &'a mut [Vec3],
}

impl<'a> OntoList<'a> {
    const fn new(joints: &'a [JointSlot], slopes: &'a mut [Vec3]) -> Self {
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
