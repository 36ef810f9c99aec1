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
//! The moment m is badly conditioned for small h (the axis is far away) but h m is not, so both directions go by the part
//! of vε across the axis, sin h m, and never form m:
//!
//! ```text
//!   d = ⟨t, s⟩/2 = w0 ⟨vε, s⟩ − wε sin h          (divides by nothing)
//!   log:  d s + h m = d s + h/sin h (vε − ⟨vε, s⟩ s)
//!   exp:  with c = sin h / h and xε = d s + h m,   vε = c xε + d (cos h − c) s
//! ```
//!
//! Near h = π, a whole turn, h/sin h is large. What is along the axis must not pass through it: hence not the shorter
//! form `k vε + d (1 − k cos h) s`, which loses the whole translation to cancellation there.

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
    /// Reference: K08 Lemma 13.
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
    /// [`exp`](Self::exp) is its inverse. Close to a whole turn a translation across the axis is known only to one part in
    /// `sin h / 2e-7`, for an f32 next to π says no more about its sine. The unit length of q0 is expected, as is `⟨q0, qε⟩ = 0`.
    ///
    /// Reference: K08 Lemma 13.
    #[must_use]
    pub fn log(self) -> DualVec3 {
        if let Some(turn) = Turn::of(self) {
            let h = turn.sin.atan2(self.real.w);
            return DualVec3::new(
                h * turn.axis,
                turn.half_shift * turn.axis + (h / turn.sin) * turn.across,
            );
        }
        let half_translation = self.dual.xyz() * self.real.w;
        if self.real.w < 0.0 {
            let axis = half_translation.try_normalize().unwrap_or(Vec3::X);
            DualVec3::new(PI * axis, half_translation)
        } else {
            DualVec3::new(self.real.xyz(), half_translation)
        }
    }

    /// `q̂^t = exp(t log q̂)`: the screw motion of a unit dual quaternion, t times over.
    ///
    /// The sign is taken literally, as in [`log`](Self::log). `t = 0` gives the identity, `t = 1` the motion, `t = −1` its inverse.
    ///
    /// Reference: K08 Lemmas 13 and 14.
    #[must_use]
    pub fn powf(self, t: f32) -> Self {
        Self::exp(self.log() * t)
    }
}

/// A unit dual quaternion with some rotation, decomposed along and across its axis.
pub(crate) struct Turn {
    /// s
    pub(crate) axis: Vec3,
    /// sin h > 0
    pub(crate) sin: f32,
    /// d, half the translation along the axis
    pub(crate) half_shift: f32,
    /// sin h m, at right angles to s
    pub(crate) across: Vec3,
}

impl Turn {
    /// `None` without rotation, or with so little that the square of its sine is zero in f32.
    pub(crate) fn of(q: DualQuat) -> Option<Self> {
        let (v0, ve) = (q.real.xyz(), q.dual.xyz());
        let sin = v0.length();
        (sin > 0.0).then(|| {
            let axis = v0 / sin;
            let along = ve.dot(axis);
            let across = ve - along * axis;
            Self {
                axis,
                sin,
                half_shift: q.real.w * along - q.dual.w * sin,
                // Once more, since h / sin h may magnify what rounding has left along the axis.
                across: across - across.dot(axis) * axis,
            }
        })
    }
}
