//! Corrections that somebody makes in a pose, brought to rest: what a morph target has to add there.
//!
//! With its weights held, every method takes a vertex by an affine map, so that a delta d of the rest is a delta `J d` of the pose, of
//! any size: J is the linear part of the map. No change of weights over the surface belongs to it, as it does to normals.

use glam::{Affine3A, DMat3, DVec3, Mat3, Mat3A, Vec3};
use rig::{Palette, singular_values};

use crate::mapped::{MethodMap as _, mapped_blend_vertex};
use crate::palette_blend::{BlendPlace, PaletteBlend as _, with_palette_blend};
use crate::weight_slopes::WeightedVertex;

/// The usual threshold of [`rest_delta`].
pub const REST_DELTA_THRESHOLD: f32 = 0.01;

/// A correction at rest, and what it leaves of that in the pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestDelta {
    /// What is added to the vertex at rest, in the mesh's units.
    pub delta: Vec3,
    /// What the pose cannot be given: the correction that was asked for less `J delta`.
    pub remainder: Vec3,
    /// The damping μ; zero where the map is far from singular.
    pub damping: f32,
}

/// The affine map by which a method takes a vertex from the bind to the pose, with its joints, weights and number in the blend map held.
///
/// What a blend turns about, the center of spherical blending or the head of direct quaternion blending, is that of the vertex where it is.
/// An empty row gives the identity. A bulge map is left out.
///
/// # Panics
///
/// If a joint is beyond the palette.
#[must_use]
pub fn vertex_map(palette: &Palette, vertex: WeightedVertex<'_>) -> Affine3A {
    let WeightedVertex {
        position,
        row,
        blend,
    } = vertex;
    let method = || {
        with_palette_blend!(palette, |method| {
            let center = method.center(row.joints);
            method.map(row, BlendPlace { position, center }).affine()
        })
    };
    match (palette, blend) {
        // Its maps are those that a blend map would mix in.
        (Palette::Linear(_), _) | (_, None) => method(),
        (_, Some(blend)) => mapped_blend_vertex(row, blend, &palette.joint_maps(), method),
    }
}

/// The correction at rest of one in the pose: `d = J⁻¹ d'`, damped where J, the linear part of [`vertex_map`], is nearly singular.
///
/// With the singular values `s1 ≥ s2 ≥ s3` of J and `s0 = threshold s1` it is `(JᵀJ + μ² 1)⁻¹ Jᵀ d'`, `μ² = max(0, s0² − s3²)`: exact for
/// `s3 ≥ s0`, continuous in J, and never larger than `d'/s0`. A threshold of 0 never damps. Nothing where there is no such correction:
/// J is zero or not finite, or singular without damping. The remainder is then `d'`.
///
/// Reference: Y. Nakamura, H. Hanafusa, "Inverse Kinematic Solutions With Singularity Robustness for Robot Manipulator Control", 1986.
///
/// # Examples
///
/// ```
/// use glam::{Mat3A, Vec3};
/// use skin_cpu::{REST_DELTA_THRESHOLD, rest_delta};
///
/// let twice = Mat3A::from_diagonal(Vec3::new(2.0, 1.0, 1.0));
/// let found = rest_delta(twice, Vec3::X, REST_DELTA_THRESHOLD);
/// assert!(found.delta.abs_diff_eq(Vec3::X * 0.5, 1e-6));
/// // A flat map cannot be given what is across it.
/// let flat = Mat3A::from_diagonal(Vec3::new(1.0, 1.0, 0.0));
/// let found = rest_delta(flat, Vec3::Z, REST_DELTA_THRESHOLD);
/// assert_eq!((found.delta, found.remainder), (Vec3::ZERO, Vec3::Z));
/// ```
#[must_use]
pub fn rest_delta(jacobian: Mat3A, posed: Vec3, threshold: f32) -> RestDelta {
    let values = singular_values(Mat3::from(jacobian)).values.as_dvec3();
    let (largest, least) = (values.x, values.z);
    let square = (f64::from(threshold) * largest).powi(2) - least.powi(2);
    let square = square.max(0.0);
    let (matrix, asked) = (Mat3::from(jacobian).as_dmat3(), posed.as_dvec3());
    let solved = if square > 0.0 {
        let normal = matrix.transpose() * matrix + DMat3::from_diagonal(DVec3::splat(square));
        normal.inverse() * (matrix.transpose() * asked)
    } else {
        matrix.inverse() * asked
    };
    let delta = solved.as_vec3();
    // NaN or infinity of a singular matrix, and what f32 cannot hold.
    let is_found = delta.is_finite() && jacobian.is_finite();
    let (delta, remainder) = if is_found {
        (delta, (asked - matrix * delta.as_dvec3()).as_vec3())
    } else {
        (Vec3::ZERO, posed)
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a number to be shown, of values that were f32"
    )]
    let damping = square.sqrt() as f32;
    RestDelta {
        delta,
        remainder,
        damping,
    }
}
