//! One vertex by any method, and how it goes with its weights: what fits weights asks for.
//!
//! The slopes are those of exact normals (`jacobian.rs`), without a surface.

use glam::Vec3;
use rig::{InfluenceRow, JointSlot, Palette};

use crate::jacobian::Slopes;
use crate::normals::BlendedMap as _;
use crate::palette_blend::{BlendPlace, PaletteBlend as _, with_palette_blend};

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
        row,
        blend,
    } = vertex;
    if row.joints.is_empty() {
        return position;
    }
    let blend = number(palette, blend);
    if blend <= 0.0 {
        return linear_point(palette, vertex);
    }
    let point = with_palette_blend!(palette, |method| {
        let center = method.center(row.joints);
        method
            .map(row, BlendPlace { position, center })
            .point(position)
    });
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

/// See [`PaletteBlend::transform_by_joint`].
fn transform_by_joint(palette: &Palette, joint: usize, position: Vec3) -> Vec3 {
    with_palette_blend!(palette, |method| method.transform_by_joint(joint, position))
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
    with_palette_blend!(palette, |method| {
        let mut slopes = OntoList::new(joints, slopes);
        method.add_slopes(vertex.row, vertex.position, point, &mut slopes);
    });
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
