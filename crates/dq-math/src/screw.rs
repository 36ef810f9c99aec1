//! Screw parameters of a rigid motion.

use core::f32::consts::TAU;

use glam::{Quat, Vec3};

use crate::dual_quat::DualQuat;
use crate::exp_log::ScrewParts;

/// A rigid motion as a screw: a turn about an axis in space and a shift along it.
///
/// Every rigid motion is one (Chasles); `q̂ = cos(θ̂/2) + ŝ sin(θ̂/2)` with the dual angle `θ̂ = θ0 + ε θε` and the dual axis
/// `ŝ = s0 + ε (r × s0)`.
///
/// Reference: K08 equation 3 (where θε is called pitch) and Lemma 13.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Screw {
    /// The direction s0 of the axis, of unit length; zero for the identity, which has none.
    pub axis: Vec3,
    /// The moment `r × s0` of the axis, r being any point on it; zero for a pure translation.
    pub moment: Vec3,
    /// The angle θ0 of the turn in [0, 2π], radians.
    pub angle: f32,
    /// The translation θε along the axis, in units of length.
    pub translation: f32,
}

impl Screw {
    /// The screw of a unit dual quaternion, with its sign taken literally: `−q̂` turns by 2π − θ0 about the opposite axis.
    ///
    /// Without rotation the axis is the direction of the translation, the moment zero; for the identity all are zero. For
    /// q0 = −1 the angle is 2π and the axis as without rotation. For small angles the moment is badly conditioned, for the
    /// axis is far away: use [`DualQuat::log`] to interpolate, not this.
    #[must_use]
    pub fn from_dual_quat(motion: DualQuat) -> Self {
        let cos = motion.real.w;
        if let Some(turn) = ScrewParts::of(motion) {
            return Self {
                axis: turn.axis,
                moment: turn.across / turn.sin,
                angle: 2.0 * turn.sin.atan2(cos),
                translation: 2.0 * turn.half_shift,
            };
        }
        // cos is ±1 here and takes the sign of q̂ out.
        let translation = 2.0 * cos * motion.dual.xyz();
        Self {
            axis: translation.normalize_or_zero(),
            moment: Vec3::ZERO,
            angle: if cos < 0.0 { TAU } else { 0.0 },
            translation: translation.length(),
        }
    }

    /// The unit dual quaternion of the screw: `(sin h s0, cos h) + ε (sin h m + d cos h s0, −d sin h)` with h = θ0/2 and d = θε/2.
    ///
    /// Takes an `axis` of unit length and a `moment` at right angles to it.
    #[must_use]
    pub fn to_dual_quat(self) -> DualQuat {
        let (sin, cos) = (0.5 * self.angle).sin_cos();
        let d = 0.5 * self.translation;
        let v0 = sin * self.axis;
        let ve = sin * self.moment + d * cos * self.axis;
        DualQuat::new(
            Quat::from_vec4(v0.extend(cos)),
            Quat::from_vec4(ve.extend(-d * sin)),
        )
    }

    /// The point of the axis nearest to the origin, `s0 × m`; the origin for a pure translation.
    #[must_use]
    pub fn axis_point(self) -> Vec3 {
        self.axis.cross(self.moment)
    }
}
