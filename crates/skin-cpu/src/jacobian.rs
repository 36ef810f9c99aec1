//! Jacobians: how the skinned surface lies, the change of the weights over it included.
//!
//! A vertex at v with the weights w goes to `v' = f(v, w)`; around it, w is a function of the place. So
//!
//! ```text
//! J = ∂f/∂v + Σ_k (∂f/∂w_k) ∇w_kᵀ
//! ```
//!
//! over all joints k whose weights change there. The first term is the linear part of the vertex's map; what is here are the
//! slopes `∂f/∂w_k`. `Σ ∇w_k = 0`, so a slope counts up to a vector that all joints share, and `v'` itself is taken off: rounding
//! then grows with the distances between the images of v, not with their distance from the origin.
//!
//! With `(b_k, σ_k)` = vector and scalar of `s_k q_k q* / |q|²`, dual quaternion and affine blending have
//!
//! ```text
//! ∂v'/∂w_k = σ_k (x_k − v') + (x_k − v') × b_k − c b_k,    c = −Σ_i w_i ⟨x_i − v', b_i⟩
//! ```
//!
//! `x_k` the image of v under joint k alone. It is `vec(x_k q_k q* + N q_k*)/|q|² − 2 ⟨q, q_k⟩/|q|² v'` with `N = Σ w_i x_i q_i =
//! (v' + c) q`: c is the scalar part that the blend drops. A rotation `Q u` with Q of the same q has `x_k = R_k u` and no c.
//!
//! Reference: Tarini, Panozzo and Sorkine-Hornung 2014.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use rig::{GradientRow, InfluenceRow};

use crate::dual_quat::CANCELLED;
use crate::linear::blend_matrices;
use crate::signs::SignedInfluences;

/// A vertex of a surface over which the weights change: what a Jacobian there is asked of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceVertex<'a> {
    /// At the bind, with its morph targets.
    pub position: Vec3,
    /// Its joints and weights.
    pub row: InfluenceRow<'a>,
    /// How the weights change around it; empty where they are held constant.
    pub gradients: GradientRow<'a>,
}

/// The number of a map at a vertex, and how it changes over the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapNumber {
    /// The number, 0 to 1.
    pub value: f32,
    /// Its gradient; zero where it is held constant.
    pub gradient: Vec3,
}

/// Where a method carries a vertex, and how the surface lies there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodVertex {
    /// Where the method takes the vertex, in the model space of the pose.
    pub position: Vec3,
    /// Derivative of that position by the one at the bind; weights that change are in it.
    pub jacobian: Mat3A,
}

/// The Jacobian of `Σ w_i M_i v`, and the point.
#[inline]
pub(crate) fn blend_of_matrices(vertex: SurfaceVertex<'_>, matrices: &[Affine3A]) -> MethodVertex {
    let (InfluenceRow { joints, weights }, position) = (vertex.row, vertex.position);
    let map = blend_matrices(joints, weights, matrices);
    let point = map.transform_point3(position);
    let mut jacobian = map.matrix3;
    if !joints.is_empty() {
        let mut slopes = IntoJacobian {
            jacobian: &mut jacobian,
            gradients: vertex.gradients,
        };
        // Gradients sum to zero, so taking off `point` changes nothing but the rounding, which is smaller near the image.
        slopes.add(|joint| matrices[joint].transform_point3(position) - point);
    }
    MethodVertex {
        position: point,
        jacobian,
    }
}

/// The Jacobian at one vertex with the number λ of a blend map, and its gradient: `(1 − λ) J_L + λ J_A + (A v − L v) ∇λᵀ`, A the
/// method and L linear blending of the joints' own maps.
///
/// `method` is where the method alone carries the vertex.
///
/// # Panics
///
/// If a joint is beyond the maps.
#[must_use]
pub fn mapped_jacobian_vertex(
    vertex: SurfaceVertex<'_>,
    blend: MapNumber,
    joint_maps: &[Affine3A],
    method: &MethodVertex,
) -> Mat3A {
    let linear = blend_of_matrices(vertex, joint_maps);
    let share = blend.value.clamp(0.0, 1.0);
    // The product rule of `(1 − λ) L v + λ A v`; the last term tilts the surface where the map is steep.
    let mut jacobian = linear.jacobian * (1.0 - share) + method.jacobian * share;
    let apart = method.position - linear.position;
    add_slope(&mut jacobian, blend.gradient, apart);
    jacobian
}

/// Where slopes `∂f/∂w_k` go.
pub(crate) trait Slopes {
    /// Takes those of all joints that it has.
    fn add(&mut self, slope: impl Fn(usize) -> Vec3);
}

/// `J += Σ (∂f/∂w_k) ∇w_kᵀ`.
pub(crate) struct IntoJacobian<'a> {
    pub(crate) jacobian: &'a mut Mat3A,
    pub(crate) gradients: GradientRow<'a>,
}

impl Slopes for IntoJacobian<'_> {
    #[inline]
    fn add(&mut self, slope: impl Fn(usize) -> Vec3) {
        let GradientRow { joints, gradients } = self.gradients;
        for (&joint, &gradient) in joints.iter().zip(gradients) {
            add_slope(self.jacobian, gradient, slope(usize::from(joint)));
        }
    }
}

#[inline]
fn add_slope(jacobian: &mut Mat3A, gradient: Vec3, slope: Vec3) {
    let slope = Vec3A::from(slope);
    jacobian.x_axis += slope * gradient.x;
    jacobian.y_axis += slope * gradient.y;
    jacobian.z_axis += slope * gradient.z;
}

/// R M, R the rotation of a motion of any length.
#[inline]
pub(crate) fn rotate_columns(motion: &dq_math::DualQuat, matrix: &Mat3A) -> Mat3A {
    let turned = |column: Vec3A| Vec3A::from(motion.transform_vector3(Vec3::from(column)));
    Mat3A::from_cols(
        turned(matrix.x_axis),
        turned(matrix.y_axis),
        turned(matrix.z_axis),
    )
}

/// How each joint pulls at a blend of quaternions `q = Σ w_i s_i q_i`.
pub(crate) struct Turns<'a, R> {
    signed: SignedInfluences<'a, R>,
    /// `q* / |q|²`, which turns `q_k` into its share of the blended rotation.
    unblend: Quat,
}

impl<'a, R: Fn(usize) -> Quat + Clone> Turns<'a, R> {
    /// None where the rotations cancel.
    #[inline]
    pub(crate) fn new(signed: SignedInfluences<'a, R>) -> Option<Self> {
        let mut sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for (joint, weight) in signed.clone() {
            sum += signed.rotation(joint) * weight;
        }
        let length_squared = sum.length_squared();
        (length_squared >= CANCELLED).then(|| Self {
            signed,
            unblend: sum.conjugate() * length_squared.recip(),
        })
    }

    /// `σ x + x × b`, `(b, σ) = s_k q_k q* / |q|²`.
    #[inline]
    pub(crate) fn turn(&self, joint: usize, x: Vec3) -> Vec3 {
        let sign = self.signed.sign_of(joint);
        let (b, scalar) = self.part(joint, sign);
        x * scalar + x.cross(b)
    }

    /// The slopes of a blend of points, of which `from_blend` gives `x_k − v'`.
    #[inline]
    pub(crate) fn add_blend(&self, slopes: &mut impl Slopes, from_blend: impl Fn(usize) -> Vec3) {
        let mut dropped = 0.0;
        for (joint, weight) in self.signed.clone() {
            // `part` takes the weight as its factor, sign included: here it is `w_i s_i`, not a unit sign.
            dropped -= from_blend(joint).dot(self.part(joint, weight).0);
        }
        slopes.add(|joint| {
            let (b, scalar) = self.part(joint, self.signed.sign_of(joint));
            let x = from_blend(joint);
            x * scalar + x.cross(b) - b * dropped
        });
    }

    /// Vector and scalar of `q_k q* / |q|²` times a factor.
    #[inline]
    fn part(&self, joint: usize, factor: f32) -> (Vec3, f32) {
        let part = self.signed.rotation(joint) * self.unblend * factor;
        (Vec3::new(part.x, part.y, part.z), part.w)
    }
}
