//! Spherical deform (SDEF), as vertices of PMX 2.0 files ask for it: two bones about a center of the vertex's own.
//!
//! QDEF of PMX 2.1 is dual quaternion blending of up to four bones with signs against the first:
//! [`dual_quat_blend_vertex`](crate::dual_quat_blend_vertex).

use dq_math::{DualQuat, quaternion};
use glam::{Quat, Vec3};

/// A vertex with two bones and a center, in the model space of the bind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdefVertex {
    /// The vertex.
    pub position: Vec3,
    /// Weight w0 of the first bone, 0 … 1; the second has what is left.
    pub weight: f32,
    /// C: what the vertex turns about.
    pub center: Vec3,
    /// R0 and R1: where the center is on the side of each bone; both alike for one that is not moved apart.
    pub sides: [Vec3; 2],
}

/// Where spherical deform takes a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdefPlace {
    /// In the model space of the pose.
    pub position: Vec3,
    /// The rotation that turned it about its center, and that turns its normal.
    pub rotation: Quat,
    /// C0 and C1: the centers that the bones carry.
    pub centers: [Vec3; 2],
}

/// Spherical deform of a vertex by the motions M0 and M1 of its bones, from the bind to the pose.
///
/// With `R̄ = w0 R0 + w1 R1`, `C_i = C + (R_i − R̄)/2` and q the shortest slerp from q0 to q1 at w1 it is
/// `q (v − C) q* + w0 M0 C0 + w1 M1 C1`. A weight of 1 gives that bone's motion. The rule of the program that the format is of is not
/// published; open readers of PMX agree on this one, some with the normalized linear mix for slerp.
///
/// # Examples
///
/// ```
/// use dq_math::DualQuat;
/// use glam::{Quat, Vec3};
/// use skin_cpu::{SdefVertex, sdef_vertex};
///
/// let vertex = SdefVertex { position: Vec3::X, weight: 0.5, center: Vec3::ZERO, sides: [Vec3::ZERO; 2] };
/// let turn = DualQuat::from_rotation_translation(Quat::from_rotation_y(2.0), Vec3::ZERO);
/// // Halfway between rest and the turn it keeps its distance from the axis.
/// let place = sdef_vertex(&vertex, [DualQuat::IDENTITY, turn]);
/// assert!(place.position.abs_diff_eq(Quat::from_rotation_y(1.0) * Vec3::X, 1e-6));
/// ```
#[must_use]
pub fn sdef_vertex(vertex: &SdefVertex, motions: [DualQuat; 2]) -> SdefPlace {
    let SdefVertex {
        position,
        weight,
        center,
        sides: [r0, r1],
    } = *vertex;
    let weights = [weight, 1.0 - weight];
    // Each is off the middle by the other's weight: R0 − R̄ = w1 (R0 − R1).
    let apart = (r0 - r1) * 0.5;
    let centers = [center + apart * weights[1], center - apart * weights[0]];
    let [q0, q1] = motions.map(|motion| motion.normalize().real);
    let rotation = quaternion::slerp(q0, q1, weights[1]).normalize();
    let [c0, c1] = [0, 1].map(|bone| motions[bone].transform_point3(centers[bone]) * weights[bone]);
    SdefPlace {
        position: rotation * (position - center) + c0 + c1,
        rotation,
        centers,
    }
}
