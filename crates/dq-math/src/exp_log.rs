//! Exponential, logarithm and powers of dual quaternions.
//!
//! Write a unit dual quaternion as a screw motion: half angle h about the unit axis s through a point with moment m, and
//! half the translation along it, d. Then
//!
//! ```text
//!   q0 = (v0, w0) = (sin h s,  cos h)
//!   qε = (vε, wε) = (sin h m + d cos h s,  −d sin h)
//!   log q̂ = h s + ε (d s + h m)
//! ```
//!
//! The moment m is badly conditioned for small h (the axis is far away) but h m is not, so both directions eliminate m:
//!
//! ```text
//!   sin h m = vε − d cos h s
//!   d s + h m = k vε + d (1 − k cos h) s       with k = h / sin h, → 1 as h → 0
//!   vε = c xε + d (cos h − c) s                with c = 1 / k,  xε = d s + h m
//! ```
//!
//! and d is ⟨t, s⟩/2 = w0 ⟨vε, s⟩ − wε sin h, which divides by nothing.

use core::f32::consts::PI;

use glam::{Quat, Vec3};

use crate::dual_quat::DualQuat;
use crate::dual_vec3::DualVec3;
use crate::quaternion::sinc;

impl DualQuat {
    /// The unit dual quaternion `exp(x0 + ε xε)`.
    ///
    /// With h = ‖x0‖: `(sin h/h x0, cos h) + ε (sin h/h xε + ⟨x0, xε⟩ (cos h − sin h/h)/h² x0, −sin h/h ⟨x0, xε⟩)`.
    /// Total: for x0 = 0, which the paper leaves undefined and needs, it is `1 + ε xε`, a translation by 2 xε.
    ///
    /// # Examples
    ///
    /// ```
    /// use dq_math::{DualQuat, DualVec3};
    /// use glam::Vec3;
    ///
    /// let shift = DualQuat::exp(DualVec3::new(Vec3::ZERO, Vec3::X));
    /// assert_eq!(shift.translation(), Vec3::new(2.0, 0.0, 0.0));
    /// ```
    ///
    /// Reference: K08 Lemma 13, equation 24.
    #[must_use]
    pub fn exp(x: DualVec3) -> Self {
        let h = x.real.length();
        let c = sinc(h);
        let cos = h.cos();
        // The term that uses the axis is of the order h²: without an axis it is zero.
        let s = x.real.normalize_or_zero();
        let d = s.dot(x.dual);
        let v0 = c * x.real;
        let ve = c * x.dual + (d * (cos - c)) * s;
        Self::new(
            Quat::from_vec4(v0.extend(cos)),
            Quat::from_vec4(ve.extend(-c * x.real.dot(x.dual))),
        )
    }

    /// The logarithm of a unit dual quaternion, `h s + ε (d s + h m)`: half the dual angle times the dual axis.
    ///
    /// The half angle h = atan2(‖v0‖, w0) lies in [0, π]; the sign of the dual quaternion is taken literally, so `−q̂` gives the
    /// way round the other side. Relatively accurate for the tiniest rotation. Without rotation it is `ε t/2`;
    /// for q0 = −1 (one whole turn, about no axis in particular) the turn is taken about the translation, or about the x
    /// axis if there is none either.
    ///
    /// [`exp`](Self::exp) is its inverse. The unit length of q0 is expected, as is `⟨q0, qε⟩ = 0`.
    ///
    /// Reference: K08 Lemma 13, equation 25.
    #[must_use]
    pub fn log(self) -> DualVec3 {
        let (v0, ve) = (self.real.xyz(), self.dual.xyz());
        let sin = v0.length();
        // Below this the square of ‖v0‖ is zero in f32, and v0 itself is its own sine.
        if sin > 0.0 {
            let s = v0 / sin;
            let h = sin.atan2(self.real.w);
            let d = self.real.w * ve.dot(s) - self.dual.w * sin;
            let k = h / sin;
            DualVec3::new(h * s, k * ve + d * (1.0 - k * self.real.w) * s)
        } else if self.real.w < 0.0 {
            whole_turn(ve * self.real.w)
        } else {
            DualVec3::new(v0, ve * self.real.w)
        }
    }

    /// `q̂^t = exp(t log q̂)`: the screw motion of a unit dual quaternion, t times over.
    ///
    /// The sign is taken literally, as in [`log`](Self::log). `t = 0` gives the identity, `t = 1` the motion, `t = −1` its inverse.
    ///
    /// Reference: K08 Lemma 13 and section 3.
    #[must_use]
    pub fn powf(self, t: f32) -> Self {
        Self::exp(self.log() * t)
    }
}

/// The logarithm of `−1 − ε half_translation`: half angle π about the direction of the translation.
fn whole_turn(half_translation: Vec3) -> DualVec3 {
    let axis = half_translation.try_normalize().unwrap_or(Vec3::X);
    DualVec3::new(PI * axis, half_translation)
}
