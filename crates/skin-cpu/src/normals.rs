//! How a blended map acts on points, normals and tangents.

use dq_math::DualQuat;
use glam::{Affine3A, Mat3A, Vec3, Vec3A, Vec4};
use rig::WeightGradients;

use crate::two_phase::TwoPhase;

/// How normals and tangents are moved: [`NormalRule`](rig::NormalRule), with what its rule asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum NormalTransform<'a> {
    /// Normals by the inverse transpose of the vertex's blended map, tangents by its linear part.
    #[default]
    Usual,
    /// Normals by the inverse transpose of the Jacobian of the skinned surface, tangents by the Jacobian. Takes the gradients of
    /// the weights that the vertices are skinned with.
    Exact(&'a WeightGradients),
    /// Normals as tangents, by the linear part of the vertex's blended map.
    Forward,
    /// As [`Forward`](Self::Forward), with the length that comes of it: for renderers that divide by it themselves, and to measure
    /// beside other libraries, which do the same.
    ForwardUnscaled,
}

/// The map of one vertex, whatever method made it.
pub(crate) trait BlendedMap {
    /// Takes the vertex from the model space of the bind to that of the pose.
    fn point(&self, point: Vec3) -> Vec3;
    /// Turns its normal: unit, or zero where no direction is left.
    fn normal(&self, normal: Vec3) -> Vec3;
    /// Moves a vector: the linear part.
    fn vector(&self, vector: Vec3) -> Vec3;
    /// Whether it turns left hands into right ones.
    fn mirrors(&self) -> bool;

    /// Turns its tangent, at right angles to the normal that came of [`normal`](Self::normal): unit, or zero where no direction is
    /// left. The handedness w changes where the map mirrors.
    #[inline]
    fn tangent(&self, tangent: Vec4, skinned_normal: Vec3) -> Vec4 {
        // Unit first: `FLAT` is then a share of the tangent's length, whatever the scale of the map.
        let moved = unit_or_zero(self.vector(tangent.truncate()));
        let across = moved - skinned_normal * skinned_normal.dot(moved);
        let across = if across.length_squared() < FLAT * FLAT {
            Vec3::ZERO
        } else {
            // Once more, since a direction that is nearly the normal's leaves little but rounding.
            let across = unit_or_zero(across);
            unit_or_zero(across - skinned_normal * skinned_normal.dot(across))
        };
        across.extend(if self.mirrors() {
            -tangent.w
        } else {
            tangent.w
        })
    }
}

impl BlendedMap for Affine3A {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        self.transform_point3(point)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        normal_of_linear(&self.matrix3, normal)
    }

    #[inline]
    fn vector(&self, vector: Vec3) -> Vec3 {
        self.matrix3 * vector
    }

    #[inline]
    fn mirrors(&self) -> bool {
        mirrors(&self.matrix3)
    }
}

impl BlendedMap for DualQuat {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        self.transform_point3(point)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        unit_or_zero(self.transform_vector3(normal))
    }

    #[inline]
    fn vector(&self, vector: Vec3) -> Vec3 {
        self.transform_vector3(vector)
    }

    #[inline]
    fn mirrors(&self) -> bool {
        false
    }
}

impl BlendedMap for TwoPhase {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        let stretched = self.stretched_from_bind.point(point);
        self.posed_from_stretched.point(stretched)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        // Phase by phase: a rotation is its own inverse transpose, so only the stretch needs the cofactors.
        let stretched = self.stretched_from_bind.normal(normal);
        self.posed_from_stretched.normal(stretched)
    }

    #[inline]
    fn vector(&self, vector: Vec3) -> Vec3 {
        let stretched = self.stretched_from_bind.vector(vector);
        self.posed_from_stretched.vector(stretched)
    }

    #[inline]
    fn mirrors(&self) -> bool {
        self.stretched_from_bind.mirrors()
    }
}

/// A map whose linear part moves normals, too.
pub(crate) struct Forward<M>(pub(crate) M);

impl<M: BlendedMap> BlendedMap for Forward<M> {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        self.0.point(point)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        unit_or_zero(self.0.vector(normal))
    }

    #[inline]
    fn vector(&self, vector: Vec3) -> Vec3 {
        self.0.vector(vector)
    }

    #[inline]
    fn mirrors(&self) -> bool {
        self.0.mirrors()
    }
}

/// A map whose linear part moves normals, too, and leaves them the length that comes of it.
pub(crate) struct ForwardUnscaled<M>(pub(crate) M);

impl<M: BlendedMap> BlendedMap for ForwardUnscaled<M> {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        self.0.point(point)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        self.0.vector(normal)
    }

    #[inline]
    fn vector(&self, vector: Vec3) -> Vec3 {
        self.0.vector(vector)
    }

    #[inline]
    fn mirrors(&self) -> bool {
        self.0.mirrors()
    }

    #[inline]
    // The normal has kept its length; the projection onto it needs a unit one.
    fn tangent(&self, tangent: Vec4, skinned_normal: Vec3) -> Vec4 {
        self.0.tangent(tangent, unit_or_zero(skinned_normal))
    }
}

/// A map with the Jacobian of the surface around the vertex, which moves normals and tangents.
pub(crate) struct Exact<M> {
    pub(crate) map: M,
    pub(crate) jacobian: Mat3A,
}

impl<M: BlendedMap> BlendedMap for Exact<M> {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        self.map.point(point)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        normal_of_linear(&self.jacobian, normal)
    }

    #[inline]
    fn vector(&self, vector: Vec3) -> Vec3 {
        self.jacobian * vector
    }

    #[inline]
    fn mirrors(&self) -> bool {
        mirrors(&self.jacobian)
    }
}

/// The direction of `M⁻ᵀ n`, as `sign(det M) cof(M) n`, which has it without a division.
///
/// The cofactor matrix has the columns `y × z`, `z × x`, `x × y` of M's columns; it equals `det M · M⁻ᵀ`. A map that flattens
/// space to a plane counts as one that does not mirror, and gives that plane's normal. A map of rank one or zero has
/// cofactor zero and gives zero.
#[inline]
pub(crate) fn normal_of_linear(matrix: &Mat3A, normal: Vec3) -> Vec3 {
    let Some((matrix, cofactor)) = cofactor(matrix) else {
        return Vec3::ZERO;
    };
    let turned = cofactor * normal;
    let mirrored = matrix.x_axis.dot(cofactor.x_axis) < -FLAT * largest_of(&cofactor);
    unit_or_zero(if mirrored { -turned } else { turned })
}

/// Whether the determinant is negative, and more than rounding.
#[inline]
pub(crate) fn mirrors(matrix: &Mat3A) -> bool {
    cofactor(matrix).is_some_and(|(matrix, cofactor)| {
        matrix.x_axis.dot(cofactor.x_axis) < -FLAT * largest_of(&cofactor)
    })
}

/// A matrix divided by its largest component, and its cofactor matrix; none without a largest component.
#[inline]
fn cofactor(matrix: &Mat3A) -> Option<(Mat3A, Mat3A)> {
    let size = largest_of(matrix);
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    // Products of very small or large columns would leave the range of numbers.
    let matrix = *matrix * size.recip();
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let cofactor = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y));
    Some((matrix, cofactor))
}

/// A determinant below this part of the largest cofactor is rounding: the map is flat. (The largest component is 1.) So is what is
/// left of a tangent across the normal.
const FLAT: f32 = 1e-6;

/// The largest component, without its sign.
#[inline]
fn largest_of(matrix: &Mat3A) -> f32 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(Vec3A::abs);
    x.max(y).max(z).max_element()
}

/// Divides by the largest component first: squares of small or large vectors are beyond f32.
///
/// Zero becomes NaN by that division, and NaN becomes zero by the next.
#[inline]
fn unit_or_zero(vector: Vec3) -> Vec3 {
    (vector / vector.abs().max_element()).normalize_or_zero()
}
