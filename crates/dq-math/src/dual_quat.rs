//! The dual quaternion and its algebra.

use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use glam::Quat;

use crate::dual::Dual;
use crate::quaternion;

/// A dual quaternion `q̂ = q0 + ε qε`.
///
/// One of unit norm is a rigid motion `x → R x + t`, with `q0` the quaternion of R and `qε = ½ (t, 0) q0`; sums and
/// multiples of such are not unit until normalized. `q̂` and `−q̂` are the same motion.
///
/// # Examples
///
/// ```
/// use dq_math::DualQuat;
/// use glam::{Quat, Vec3};
///
/// let turn = DualQuat::from_rotation_translation(Quat::from_rotation_z(1.5), Vec3::ZERO);
/// let shift = DualQuat::from_translation(Vec3::new(0.0, 0.0, 3.0));
///
/// // A product is read from right to left: turn first, then shift.
/// let p = Vec3::new(1.0, 2.0, 3.0);
/// let both = (shift * turn).transform_point3(p);
/// assert!(both.abs_diff_eq(shift.transform_point3(turn.transform_point3(p)), 1e-6));
///
/// // The inverse of a motion is its quaternion conjugate.
/// assert_eq!(turn.conjugate_quaternion() * turn * p.x, DualQuat::IDENTITY * p.x);
/// ```
///
/// Reference: K08, its appendix on dual quaternions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DualQuat {
    /// The non-dual part q0: for a motion, its rotation.
    pub real: Quat,
    /// The dual part qε: for a motion, half the translation times the rotation.
    pub dual: Quat,
}

impl DualQuat {
    /// `1 + ε 0`, the motion that does nothing.
    pub const IDENTITY: Self = Self::new(Quat::IDENTITY, ZERO);
    /// `0 + ε 0`, no motion at all: where sums begin.
    pub const ZERO: Self = Self::new(ZERO, ZERO);

    /// `real + ε dual`, taken as they are.
    #[must_use]
    #[inline]
    pub const fn new(real: Quat, dual: Quat) -> Self {
        Self { real, dual }
    }

    /// The quaternion conjugate `q0* + ε qε*`: the inverse of a unit dual quaternion.
    ///
    /// `(a b)* = b* a*`.
    #[must_use]
    #[inline]
    pub fn conjugate_quaternion(self) -> Self {
        Self::new(self.real.conjugate(), self.dual.conjugate())
    }

    /// The dual conjugate `q0 − ε qε`: of the motion `x → R x + t` it makes `x → R x − t`.
    ///
    /// It keeps the order of a product: the conjugate of `a b` is the product of the conjugates.
    #[must_use]
    #[inline]
    pub fn conjugate_dual(self) -> Self {
        Self::new(self.real, -self.dual)
    }

    /// Both conjugates, `q0* − ε qε*`: of the motion `x → R x + t` it makes `x → Rᵀ (x + t)`.
    ///
    /// This is what stands on the right of a point that is moved: `q̂ (1 + ε x)` times both conjugates of `q̂`. The paper's
    /// overlines are lost in print; with the quaternion conjugate alone the translation would cancel.
    #[must_use]
    #[inline]
    pub fn conjugate(self) -> Self {
        Self::new(self.real.conjugate(), -self.dual.conjugate())
    }

    /// The dual norm `‖q̂‖ = ‖q0‖ + ε ⟨q0, qε⟩/‖q0‖`.
    ///
    /// It is multiplicative, `‖a b‖ = ‖a‖ ‖b‖`. Where q0 = 0 it does not exist, and the dual part is NaN.
    ///
    /// Reference: K08 equation 22.
    #[must_use]
    #[inline]
    pub fn norm(self) -> Dual {
        let length = self.real.length();
        Dual::new(length, self.real.dot(self.dual) / length)
    }

    /// `q̂ / ‖q̂‖`: the unit dual quaternion of the same motion.
    ///
    /// Both conditions hold afterwards, `⟨q0, q0⟩ = 1` and `⟨q0, qε⟩ = 0`. Where q0 = 0 the result is NaN.
    #[must_use]
    #[inline]
    pub fn normalize(self) -> Self {
        let length_recip = self.real.length_recip();
        let real = self.real * length_recip;
        let dual = self.dual * length_recip;
        // The length alone leaves `⟨q0, qε⟩`, the dual part of the norm (K08 equation 22).
        Self::new(real, dual - real * real.dot(dual))
    }

    /// `q̂⁻¹ = q̂* / ‖q̂‖²`, of any dual quaternion with q0 ≠ 0 (otherwise NaN).
    ///
    /// For a unit dual quaternion [`conjugate_quaternion`](Self::conjugate_quaternion) is the same and cheaper.
    #[must_use]
    #[inline]
    pub fn inverse(self) -> Self {
        // (q0 + ε qε)⁻¹ = q0⁻¹ − ε q0⁻¹ qε q0⁻¹
        let real = quaternion::inverse(self.real);
        Self::new(real, -(real * self.dual * real))
    }

    /// `⟨a0, b0⟩`, the inner product of the non-dual parts: negative where one of the two has to be negated before a blend.
    #[must_use]
    #[inline]
    pub fn dot(self, other: Self) -> f32 {
        self.real.dot(other.real)
    }

    /// Whether all eight numbers are finite.
    #[must_use]
    #[inline]
    pub fn is_finite(self) -> bool {
        self.real.is_finite() && self.dual.is_finite()
    }

    /// Whether no one of the eight numbers differs by more than `tolerance`. The sign counts: −q̂ is not q̂.
    #[must_use]
    #[inline]
    pub fn abs_diff_eq(self, other: Self, tolerance: f32) -> bool {
        self.real.abs_diff_eq(other.real, tolerance) && self.dual.abs_diff_eq(other.dual, tolerance)
    }
}

const ZERO: Quat = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);

/// The identity, as for [`Quat`].
impl Default for DualQuat {
    #[inline]
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Add for DualQuat {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.real + other.real, self.dual + other.dual)
    }
}

impl AddAssign for DualQuat {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for DualQuat {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.real - other.real, self.dual - other.dual)
    }
}

impl Neg for DualQuat {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.real, -self.dual)
    }
}

/// `a b = a0 b0 + ε (a0 bε + aε b0)`: the motion `b`, then the motion `a`.
impl Mul for DualQuat {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::new(
            self.real * other.real,
            self.real * other.dual + self.dual * other.real,
        )
    }
}

impl Mul<f32> for DualQuat {
    type Output = Self;

    #[inline]
    fn mul(self, factor: f32) -> Self {
        Self::new(self.real * factor, self.dual * factor)
    }
}

/// `q̂ a = q0 a0 + ε (q0 aε + qε a0)`; dual numbers commute with dual quaternions.
impl Mul<Dual> for DualQuat {
    type Output = Self;

    #[inline]
    fn mul(self, factor: Dual) -> Self {
        Self::new(
            self.real * factor.real,
            self.real * factor.dual + self.dual * factor.real,
        )
    }
}
