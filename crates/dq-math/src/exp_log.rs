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

use crate::dual::Dual;
use crate::dual_quat::DualQuat;
use crate::dual_vec3::DualVec3;
use crate::quaternion::sinc;
use crate::signs::TIE;

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
    #[inline]
    pub fn exp(x: DualVec3) -> Self {
        let h = x.real.length();
        let c = sinc(h);
        let cos = h.cos();
        // The term that uses the axis is of the order h²: without an axis it is zero.
        let s = x.real.normalize_or_zero();
        let d = s.dot(x.dual);
        let v0 = c * x.real;
        let ve = c * x.dual + (d * (cos - c)) * s;
        // wε as sin h d: ⟨x0, xε⟩ may overflow where the two do not.
        Self::new(
            Quat::from_vec4(v0.extend(cos)),
            Quat::from_vec4(ve.extend(-d * h.sin())),
        )
    }

    /// The logarithm of a unit dual quaternion, `h s + ε (d s + h m)`: half the dual angle times the dual axis.
    ///
    /// The half angle h = atan2(‖v0‖, w0) lies in [0, π]; the sign of the dual quaternion is taken literally, so `−q̂` gives the
    /// way round the other side. Relatively accurate for the tiniest rotation. Without rotation it is `ε t/2`;
    /// for q0 = −1 (one whole turn, about no axis in particular), and for what is nearer to it than 1.2e-7, the turn is taken about
    /// the translation, or about the x axis if there is none either.
    ///
    /// [`exp`](Self::exp) is its inverse. Close to a whole turn a translation across the axis is known only to one part in
    /// `sin h / 2e-7`, for an f32 next to π says no more about its sine. The unit length of q0 is expected, as is `⟨q0, qε⟩ = 0`.
    ///
    /// Reference: K08 Lemma 13.
    #[must_use]
    #[inline]
    pub fn log(self) -> DualVec3 {
        if let Some(turn) = ScrewParts::of(self) {
            let h = turn.sin.atan2(self.real.w);
            return DualVec3::new(
                h * turn.axis,
                turn.half_shift * turn.axis + (h / turn.sin) * turn.across,
            );
        }
        // Here q0 = ±1 and `qε = ½ t q0`: the factor w takes the sign out again.
        let half_translation = self.dual.xyz() * self.real.w;
        if self.real.w < 0.0 {
            let axis = half_translation.try_normalize().unwrap_or(Vec3::X);
            DualVec3::new(PI * axis, half_translation)
        } else {
            // So small a rotation has h = sin h to the last digit, so v0 is h s already.
            DualVec3::new(self.real.xyz(), half_translation)
        }
    }

    /// The principal logarithm of a unit dual quaternion as a motion: [`log`](Self::log) of `q̂` or of `−q̂`, whichever turns by no more
    /// than half a turn.
    ///
    /// The half angle lies in [0, π/2], whatever the sign. Of a half turn, for which w is zero but for rounding (within
    /// [`TIE`](crate::signs::TIE)), both ways are as short, and neither rounding nor the sign handed in may choose: the axis is the one
    /// whose first component that is not zero is positive. The logarithm jumps there, from one way round to the other. Degenerate input as for [`log`](Self::log); with `w ≥ 0`
    /// nothing is badly conditioned.
    ///
    /// Twice this, as a 4×4 matrix, is the principal logarithm of the motion's matrix.
    ///
    /// # Examples
    ///
    /// ```
    /// use dq_math::DualQuat;
    /// use glam::{Quat, Vec3};
    ///
    /// let turn = DualQuat::from_rotation_translation(Quat::from_rotation_y(0.6), Vec3::ZERO);
    /// assert!(turn.log_principal().real.abs_diff_eq(Vec3::Y * 0.3, 1e-6));
    /// assert_eq!((-turn).log_principal(), turn.log_principal());
    /// ```
    #[must_use]
    #[inline]
    pub fn log_principal(self) -> DualVec3 {
        (self * principal_sign(self.real)).log()
    }

    /// `q̂^t = exp(t log q̂)`: the screw motion of a unit dual quaternion, t times over.
    ///
    /// The sign is taken literally, as in [`log`](Self::log). `t = 0` gives the identity, `t = 1` the motion, `t = −1` its inverse.
    ///
    /// Reference: K08 Lemmas 13 and 14.
    #[must_use]
    #[inline]
    pub fn powf(self, t: f32) -> Self {
        Self::exp(self.log() * t)
    }

    /// `q̂^â = exp(â log q̂) = cos(â θ̂/2) + ŝ sin(â θ̂/2)`: a power of a unit dual quaternion whose exponent is a dual number.
    ///
    /// With `q̂ = cos(θ̂/2) + ŝ sin(θ̂/2)` and `â = a0 + ε aε` it turns about the same axis by `a0 θ0` radians and slides along it by
    /// `a0 θε + aε θ0`: aε is a length for each radian of the whole turn. An exponent `a0 + ε 0` gives [`powf`](Self::powf).
    ///
    /// The sign is taken literally, as in [`log`](Self::log). Without rotation there is no turn to which aε could apply: a
    /// translation by t gives one by `a0 t`, the identity itself. For q0 = −1 the axis is that of [`log`](Self::log).
    ///
    /// # Examples
    ///
    /// ```
    /// use dq_math::{Dual, DualQuat};
    /// use glam::{Quat, Vec3};
    ///
    /// let turn = DualQuat::from_rotation_translation(Quat::from_rotation_y(1.0), Vec3::ZERO);
    /// // Twice the turn, as a screw whose thread rises by three units in a radian of the turn.
    /// let screw = turn.pow_dual(Dual::new(2.0, 3.0));
    /// assert!(screw.rotation().abs_diff_eq(Quat::from_rotation_y(2.0), 1e-6));
    /// assert!(screw.translation().abs_diff_eq(Vec3::new(0.0, 3.0, 0.0), 1e-6));
    /// ```
    ///
    /// Reference: K08 appendix A.4.
    #[must_use]
    #[inline]
    pub fn pow_dual(self, exponent: Dual) -> Self {
        Self::exp(self.log() * exponent)
    }
}

/// Half the distance between an f32 next to π and the next: a smaller sine is lost when the half angle is rounded.
const WHOLE_TURN: f32 = 1.2e-7;

/// The sign that makes `w` positive; where it is zero but for rounding, the first of x, y and z that is not.
#[inline]
fn principal_sign(real: Quat) -> f32 {
    let parts = [real.w, real.x, real.y, real.z];
    let first = parts.into_iter().find(|part| part.abs() > TIE);
    first.map_or(1.0, f32::signum)
}

/// A unit dual quaternion with some rotation, decomposed along and across its axis.
pub(crate) struct ScrewParts {
    /// s, of unit length
    pub(crate) axis: Vec3,
    /// sin h > 0
    pub(crate) sin: f32,
    /// d, half the translation along the axis
    pub(crate) half_shift: f32,
    /// sin h m, at right angles to s
    pub(crate) across: Vec3,
}

impl ScrewParts {
    /// `None` without rotation, or with so little (1e-19) that the square of its sine has lost digits, and the axis its unit
    /// length; and for a whole turn, or what is one but for the rounding of π.
    #[inline]
    pub(crate) fn of(q: DualQuat) -> Option<Self> {
        let (v0, ve) = (q.real.xyz(), q.dual.xyz());
        let square = v0.length_squared();
        let least = if q.real.w < 0.0 {
            WHOLE_TURN * WHOLE_TURN
        } else {
            f32::MIN_POSITIVE
        };
        (square >= least).then(|| {
            let sin = square.sqrt();
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
