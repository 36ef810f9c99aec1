//! Dual vectors: what logarithms of motions are.

use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use glam::Vec3;

use crate::dual::Dual;

/// A dual vector `x0 + ε xε`: a dual quaternion without scalar part.
///
/// The logarithm of a rigid motion is one: the half angle times the axis, and ε times what moves it along and off the
/// origin. They add and scale like any six numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DualVec3 {
    /// The non-dual part x0.
    pub real: Vec3,
    /// The dual part xε.
    pub dual: Vec3,
}

impl DualVec3 {
    /// `0 + ε 0`, the logarithm of standing still.
    pub const ZERO: Self = Self::new(Vec3::ZERO, Vec3::ZERO);

    /// `real + ε dual`.
    #[must_use]
    #[inline]
    pub const fn new(real: Vec3, dual: Vec3) -> Self {
        Self { real, dual }
    }

    /// The Euclidean length of all six numbers, which mixes radians and units of length: of use only to see that
    /// something is nearly zero.
    #[must_use]
    #[inline]
    pub fn length(self) -> f32 {
        (self.real.length_squared() + self.dual.length_squared()).sqrt()
    }
}

impl Add for DualVec3 {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.real + other.real, self.dual + other.dual)
    }
}

impl AddAssign for DualVec3 {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for DualVec3 {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.real - other.real, self.dual - other.dual)
    }
}

impl Neg for DualVec3 {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.real, -self.dual)
    }
}

impl Mul<f32> for DualVec3 {
    type Output = Self;

    #[inline]
    fn mul(self, factor: f32) -> Self {
        Self::new(self.real * factor, self.dual * factor)
    }
}

/// `x a = x0 a0 + ε (x0 aε + xε a0)`: of the logarithm of a screw motion, one that turns a0 times as far, and that slides a0 times
/// as far and by aε more for each radian of the turn.
impl Mul<Dual> for DualVec3 {
    type Output = Self;

    #[inline]
    fn mul(self, factor: Dual) -> Self {
        Self::new(
            self.real * factor.real,
            self.real * factor.dual + self.dual * factor.real,
        )
    }
}
