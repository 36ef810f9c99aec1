//! How a blended map acts on points and normals.

use dq_math::DualQuat;
use glam::{Affine3A, Mat3A, Vec3, Vec3A};

use crate::two_phase::TwoPhase;

/// The map of one vertex, whatever method made it.
pub(crate) trait VertexMap {
    /// Moves the vertex.
    fn point(&self, point: Vec3) -> Vec3;
    /// Turns its normal: unit, or zero where no direction is left.
    fn normal(&self, normal: Vec3) -> Vec3;
}

impl VertexMap for Affine3A {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        self.transform_point3(point)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        normal_of_linear(&self.matrix3, normal)
    }
}

impl VertexMap for DualQuat {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        self.transform_point3(point)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        unit_or_zero(self.transform_vector3(normal))
    }
}

impl VertexMap for TwoPhase {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        let stretched = self.stretched_from_bind.point(point);
        self.posed_from_stretched.point(stretched)
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        let stretched = self.stretched_from_bind.normal(normal);
        self.posed_from_stretched.normal(stretched)
    }
}

/// The direction of `M⁻ᵀ n`, as `sign(det M) cof(M) n`, which has it without a division.
///
/// The cofactor matrix has the columns `y × z`, `z × x`, `x × y` of M's columns; it equals `det M · M⁻ᵀ`. A map that flattens
/// space to a plane counts as one that does not mirror, and gives that plane's normal. A map of rank one or zero has
/// cofactor zero and gives zero.
#[inline]
fn normal_of_linear(matrix: &Mat3A, normal: Vec3) -> Vec3 {
    let size = largest_of(matrix);
    if !(size > 0.0 && size.is_finite()) {
        return Vec3::ZERO;
    }
    // Products of very small or large columns would leave the range of numbers.
    let matrix = *matrix * size.recip();
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let cofactor = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y));
    let turned = cofactor * normal;
    let mirrored = x.dot(cofactor.x_axis) < -FLAT * largest_of(&cofactor);
    unit_or_zero(if mirrored { -turned } else { turned })
}

/// A determinant below this part of the largest cofactor is rounding: the map is flat. (The largest component is 1.)
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
