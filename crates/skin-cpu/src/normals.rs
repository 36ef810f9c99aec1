//! How a blended map acts on points and normals.

use dq_math::DualQuat;
use glam::{Affine3A, Mat3A, Vec3};

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
/// The cofactor matrix has the columns `y × z`, `z × x`, `x × y` of M's columns; it equals `det M · M⁻ᵀ`. For a map that flattens
/// space to a plane it still gives that plane's normal, of either sign. A map of rank one or zero has cofactor zero and
/// gives zero.
#[inline]
fn normal_of_linear(matrix: &Mat3A, normal: Vec3) -> Vec3 {
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let (yz, zx, xy) = (y.cross(z), z.cross(x), x.cross(y));
    let turned = yz * normal.x + zx * normal.y + xy * normal.z;
    let mirrored = x.dot(yz) < 0.0;
    unit_or_zero(Vec3::from(if mirrored { -turned } else { turned }))
}

/// Divides by the largest component first: cofactors of small or large maps have squares beyond f32.
///
/// Zero becomes NaN by that division, and NaN becomes zero by the next.
#[inline]
fn unit_or_zero(vector: Vec3) -> Vec3 {
    (vector / vector.abs().max_element()).normalize_or_zero()
}
