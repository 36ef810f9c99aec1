//! Rigid motions: a rotation followed by a translation.

use core::ops::Mul;
use dq_math::DualQuat;
use glam::{Affine3A, DAffine3, Quat, Vec3};

/// The rigid motion `x → R x + t`.
///
/// `rotation` is a unit quaternion. Composition `a * b` does `b` first.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rigid {
    /// Unit quaternion of `R`.
    pub rotation: Quat,
    /// `t`, added after the rotation.
    pub translation: Vec3,
}

impl Rigid {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self {
        rotation: Quat::IDENTITY,
        translation: Vec3::ZERO,
    };

    /// `x → R x + t`.
    #[must_use]
    pub const fn new(rotation: Quat, translation: Vec3) -> Self {
        Self {
            rotation,
            translation,
        }
    }

    /// The motion that undoes this one: `x → Rᵀ (x − t)`.
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.conjugate();
        Self {
            rotation,
            translation: rotation * -self.translation,
        }
    }

    /// The same motion, its quaternion with the sign nearer to a rotation: for one that comes from where signs are lost.
    #[must_use]
    pub fn with_sign_near(self, rotation: Quat) -> Self {
        if self.rotation.dot(rotation) < 0.0 {
            Self::new(-self.rotation, self.translation)
        } else {
            self
        }
    }

    /// The same motion as an affine matrix.
    #[must_use]
    pub fn to_affine(self) -> Affine3A {
        Affine3A::from_rotation_translation(self.rotation, self.translation)
    }

    /// The same motion as a unit dual quaternion with the sign of `rotation`.
    #[must_use]
    pub fn to_dual_quat(self) -> DualQuat {
        DualQuat::from_rotation_translation(self.rotation, self.translation)
    }

    /// `R x + t`.
    #[must_use]
    pub fn transform_point3(self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }

    /// `self⁻¹ · other`, in f64: far from the origin the difference of two translations would lose its digits.
    pub(crate) fn inverse_times(self, other: Self) -> Self {
        let relative = self.to_affine64().inverse() * other.to_affine64();
        let rotation = self.rotation.as_dquat().conjugate() * other.rotation.as_dquat();
        Self::new(
            rotation.as_quat().normalize(),
            relative.translation.as_vec3(),
        )
    }

    /// In double precision, for the decompositions when data enters.
    pub(crate) fn to_affine64(self) -> DAffine3 {
        DAffine3::from_rotation_translation(
            self.rotation.as_dquat().normalize(),
            self.translation.as_dvec3(),
        )
    }
}

impl Default for Rigid {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Mul for Rigid {
    type Output = Self;

    /// Does `rhs` first. The product's quaternion is normalized again, so that long chains stay rigid.
    fn mul(self, rhs: Self) -> Self {
        Self {
            rotation: (self.rotation * rhs.rotation).normalize(),
            translation: self.transform_point3(rhs.translation),
        }
    }
}
