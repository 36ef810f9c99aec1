//! The signed angle of a joint that drives others.

use crate::motion::joint_limits::{narrow, twist_about, unit};
use crate::{JointIndex, LimitAxes};
use glam::{Quat, Vec3};

/// Sine of the angle between two axes below which they are one.
const PARALLEL: f32 = 1e-3;
/// Axes that are off from length one by no more keep their bits.
const ASKEW: f32 = 1e-6;

/// Which angle of a joint's rotation relative to its rest is measured. Axes are directions of the joint's rest frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DriverMeasure {
    /// The twist about an axis: `2 atan2(v·a, w)`, in (−2π, 2π] with the sign of the quaternion as given, so that 300° is 300°.
    Twist {
        /// The axis a, along the bone for what is called a twist, across it for the bend of a hinge.
        axis: Vec3,
    },
    /// The part about an axis of the swing that follows a twist about the bone, in [−π, π].
    ///
    /// With `q = s t` as [`LimitAxes::part`] has it, this is the part of the rotation vector of s along the axis. What the joint
    /// twists says nothing here, and neither does the sign of the quaternion.
    Swing {
        /// The axis; what of it goes along the bone is left out.
        axis: Vec3,
        /// The axis of the twist, along the bone.
        bone: Vec3,
    },
}

/// A joint and the angle of it that drives something.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DriverAngle {
    /// The joint that drives.
    pub joint: JointIndex,
    /// What is measured of it.
    pub measure: DriverMeasure,
}

impl DriverMeasure {
    /// The angle of a rotation relative to rest, radians. It depends on nothing before, but where it is undefined: there it is `last`.
    ///
    /// Undefined are both measures where the swing is half a turn, `|(w, v·a)| < 1e-6`.
    ///
    /// Degenerate: a quaternion that is not finite, or zero, counts as none; an axis without length gives `last`.
    #[must_use]
    pub fn angle(&self, rotation: Quat, last: f32) -> f32 {
        let q = unit(rotation);
        let about = match self {
            Self::Twist { axis } | Self::Swing { bone: axis, .. } => axis.as_dvec3(),
        };
        let twist = about.try_normalize().and_then(|axis| twist_about(q, axis));
        match (self, twist) {
            (_, None) => last,
            (Self::Twist { .. }, Some(twist)) => narrow(twist),
            (Self::Swing { axis, bone }, Some(_)) => {
                let axes = LimitAxes::about(*bone, *axis);
                axes.part(rotation, 0.0).swing.x
            }
        }
    }

    /// The same with axes of length one; none where an axis has no length or is not finite, or that of a swing goes along the bone.
    #[must_use]
    pub fn checked(&self) -> Option<Self> {
        Some(match *self {
            Self::Twist { axis } => Self::Twist {
                axis: unit_axis(axis)?,
            },
            Self::Swing { axis, bone } => {
                let (axis, bone) = (unit_axis(axis)?, unit_axis(bone)?);
                if axis.cross(bone).length() < PARALLEL {
                    return None;
                }
                Self::Swing { axis, bone }
            }
        })
    }

    /// The same in other axes of the joint, in which `turn` gives the old ones.
    #[must_use]
    pub fn turned(&self, turn: Quat) -> Self {
        match *self {
            Self::Twist { axis } => Self::Twist { axis: turn * axis },
            Self::Swing { axis, bone } => Self::Swing {
                axis: turn * axis,
                bone: turn * bone,
            },
        }
    }
}

/// A direction with length one; none without a length, or where it is not finite.
pub(super) fn unit_axis(axis: Vec3) -> Option<Vec3> {
    let wide = axis.as_dvec3();
    let length = wide.length();
    if !(length.is_finite() && length > 0.0) {
        return None;
    }
    let is_unit = (length - 1.0).abs() <= f64::from(ASKEW);
    Some(if is_unit {
        axis
    } else {
        (wide / length).as_vec3()
    })
}
