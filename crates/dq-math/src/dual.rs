//! Dual numbers.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// A dual number `a0 + ε aε` with `ε² = 0`.
///
/// A differentiable function extends to dual numbers by `f(a0 + ε aε) = f(a0) + ε aε f'(a0)`, which is [`map`](Self::map): the dual
/// part carries a derivative along. In this crate dual numbers are norms of dual quaternions (length + ε shift) and dual angles
/// (rotation + ε translation along the axis).
///
/// # Examples
///
/// ```
/// use dq_math::Dual;
///
/// let a = Dual::new(4.0, 6.0);
/// assert_eq!(a.sqrt() * a.sqrt(), a);
/// assert_eq!(a * a.inverse(), Dual::ONE);
/// ```
///
/// Reference: K08 equations 17–21.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dual {
    /// The non-dual part a0.
    pub real: f32,
    /// The dual part aε.
    pub dual: f32,
}

impl Dual {
    /// `0 + ε 0`.
    pub const ZERO: Self = Self::new(0.0, 0.0);
    /// `1 + ε 0`.
    pub const ONE: Self = Self::new(1.0, 0.0);
    /// The dual unit `0 + ε 1`, whose square is zero.
    pub const EPSILON: Self = Self::new(0.0, 1.0);

    /// `real + ε dual`.
    #[must_use]
    pub const fn new(real: f32, dual: f32) -> Self {
        Self { real, dual }
    }

    /// Any differentiable function of a dual number: `f(a0 + ε aε) = f(a0) + ε aε f'(a0)`.
    ///
    /// It is the Taylor series, of which `ε² = 0` leaves two terms. Functions made so compose by the chain rule. Where f or f' has no
    /// finite value at a0, neither has the part that is made from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use dq_math::Dual;
    ///
    /// let a = Dual::new(0.5, 3.0);
    /// // The exponential is its own derivative.
    /// let exp = a.map(f32::exp, f32::exp);
    /// assert_eq!(exp, Dual::new(0.5_f32.exp(), 3.0 * 0.5_f32.exp()));
    /// ```
    ///
    /// Reference: K08 appendix A.1.
    #[must_use]
    #[inline]
    pub fn map(self, f: impl FnOnce(f32) -> f32, derivative: impl FnOnce(f32) -> f32) -> Self {
        Self::new(f(self.real), self.dual * derivative(self.real))
    }

    /// The dual conjugate `a0 − ε aε`.
    #[must_use]
    pub const fn conjugate(self) -> Self {
        Self::new(self.real, -self.dual)
    }

    /// `1/a = 1/a0 − ε aε/a0²`.
    ///
    /// A purely dual number (a0 = 0) has no inverse: the parts are then not finite.
    ///
    /// Reference: K08 equation 18.
    #[must_use]
    pub fn inverse(self) -> Self {
        let inverse = self.real.recip();
        Self::new(inverse, -self.dual * inverse * inverse)
    }

    /// `√a = √a0 + ε aε / (2 √a0)`.
    ///
    /// Exists only for a0 > 0: at zero the dual part is not finite, below it both are NaN.
    ///
    /// Reference: K08 equation 19.
    #[must_use]
    pub fn sqrt(self) -> Self {
        self.map(f32::sqrt, |a| 0.5 / a.sqrt())
    }

    /// `sin a = sin a0 + ε aε cos a0`.
    ///
    /// Reference: K08 equation 20.
    #[must_use]
    pub fn sin(self) -> Self {
        self.map(f32::sin, f32::cos)
    }

    /// `cos a = cos a0 − ε aε sin a0`.
    ///
    /// Reference: K08 equation 21.
    #[must_use]
    pub fn cos(self) -> Self {
        self.map(f32::cos, |a| -a.sin())
    }

    /// The dual angle whose sine is proportional to `self` and whose cosine to `x`, by the same positive factor.
    ///
    /// `atan2(y, x) = atan2(y0, x0) + ε (yε x0 − y0 xε) / (x0² + y0²)`, the non-dual part in [−π, π]. Two purely dual
    /// arguments have no angle: the dual part is then NaN.
    #[must_use]
    pub fn atan2(self, x: Self) -> Self {
        let square = x.real * x.real + self.real * self.real;
        Self::new(
            self.real.atan2(x.real),
            (self.dual * x.real - self.real * x.dual) / square,
        )
    }
}

impl From<f32> for Dual {
    fn from(real: f32) -> Self {
        Self::new(real, 0.0)
    }
}

impl Add for Dual {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.real + other.real, self.dual + other.dual)
    }
}

impl Sub for Dual {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.real - other.real, self.dual - other.dual)
    }
}

impl Neg for Dual {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.real, -self.dual)
    }
}

/// `a b = a0 b0 + ε (a0 bε + aε b0)` (K08 equation 17).
impl Mul for Dual {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::new(
            self.real * other.real,
            self.real * other.dual + self.dual * other.real,
        )
    }
}

impl Mul<f32> for Dual {
    type Output = Self;

    fn mul(self, factor: f32) -> Self {
        Self::new(self.real * factor, self.dual * factor)
    }
}

/// `a / b = a0/b0 + ε (aε − (a0/b0) bε) / b0`; a purely dual divisor gives parts that are not finite.
impl Div for Dual {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let quotient = self.real / other.real;
        Self::new(quotient, (self.dual - quotient * other.dual) / other.real)
    }
}
