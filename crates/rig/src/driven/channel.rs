//! A driven channel: the angle of one joint, a curve, and what follows it.

use super::angle::unit_axis;
use crate::pairs::mirror::turn_between;
use crate::{DrivenCurve, DriverAngle, JointIndex, JointPairs, Skeleton};
use core::fmt;
use core::mem::discriminant;
use glam::{Quat, Vec3};

/// Sine of an angle below which axes are one, and cosine of one below which they are at right angles.
const PARALLEL: f32 = 1e-3;
/// Axes at right angles but for this keep their bits.
const ASKEW: f32 = 1e-6;

/// What a channel drives. Axes are directions of the driven joint's rest frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DrivenTarget {
    /// The twist of a joint about an axis, radians.
    Rotation {
        /// The joint.
        joint: JointIndex,
        /// The axis a: `q ← q exp(a v/2)`.
        axis: Vec3,
    },
    /// The place of a joint along an axis, in the units of the model.
    Translation {
        /// The joint.
        joint: JointIndex,
        /// The axis a: `t ← t + v a`.
        axis: Vec3,
    },
    /// The factor by which a joint is stretched along an axis; 1 at rest.
    Scale {
        /// The joint.
        joint: JointIndex,
        /// The axis a: `S ← S + v a aᵀ`, whose factor is `aᵀ S a`.
        axis: Vec3,
    },
    /// The shear of a joint between two axes at right angles; 0 at rest.
    Shear {
        /// The joint.
        joint: JointIndex,
        /// The axes a and b: `S ← S + v (a bᵀ + b aᵀ)`, whose shear is `aᵀ S b`. X and Y are the first number of
        /// [`Stretch::shear`](crate::Stretch::shear).
        axes: [Vec3; 2],
    },
    /// The weight of a morph target, by its place in [`Pose::morph_weights`](crate::Pose::morph_weights).
    Morph(usize),
    /// A strength that is no part of a pose, as that of a map, by its place in a list of the caller's.
    Strength(usize),
}

/// What becomes of what a driven number was before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DrivenCombine {
    /// The value is added to it: to what somebody poses, or a clip plays.
    #[default]
    Adds,
    /// The value takes its place.
    Replaces,
}

/// What follows the angle of a joint, and how.
///
/// ```text
/// value = curve(angle of the driver)        number ← number + value, or number ← value
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DrivenChannel {
    /// The angle that drives.
    pub driver: DriverAngle,
    /// What is driven.
    pub target: DrivenTarget,
    /// From the angle, radians, to the value.
    pub curve: DrivenCurve,
    /// Whether the value is added, or replaces.
    pub combine: DrivenCombine,
    /// Whether it is switched off: it is kept, and changes nothing.
    #[cfg_attr(feature = "serde", serde(default))]
    pub muted: bool,
}

/// A joint on another skeleton.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MappedJoint {
    /// What the joint is there.
    pub joint: JointIndex,
    /// The old axes of its rest frame, seen in the new ones; the identity where they stayed.
    pub turn: Quat,
}

impl MappedJoint {
    /// A joint whose axes stayed.
    #[must_use]
    pub const fn new(joint: JointIndex) -> Self {
        Self {
            joint,
            turn: Quat::IDENTITY,
        }
    }
}

impl DrivenTarget {
    /// The joint that is driven; none for a morph target or a strength.
    #[must_use]
    pub const fn joint(&self) -> Option<JointIndex> {
        match *self {
            Self::Rotation { joint, .. }
            | Self::Translation { joint, .. }
            | Self::Scale { joint, .. }
            | Self::Shear { joint, .. } => Some(joint),
            Self::Morph(_) | Self::Strength(_) => None,
        }
    }

    /// The place of the weight of the morph target that is driven; none for anything else.
    #[must_use]
    pub const fn morph(&self) -> Option<usize> {
        match *self {
            Self::Morph(weight) => Some(weight),
            Self::Rotation { .. }
            | Self::Translation { .. }
            | Self::Scale { .. }
            | Self::Shear { .. }
            | Self::Strength(_) => None,
        }
    }

    /// The joint that it turns: what that one drives follows after.
    #[must_use]
    pub const fn turned_joint(&self) -> Option<JointIndex> {
        match *self {
            Self::Rotation { joint, .. } => Some(joint),
            Self::Translation { .. }
            | Self::Scale { .. }
            | Self::Shear { .. }
            | Self::Morph(_)
            | Self::Strength(_) => None,
        }
    }

    /// The same with axes of length one, those of a shear at right angles; none where that cannot be.
    #[must_use]
    pub fn checked(&self) -> Option<Self> {
        Some(match *self {
            Self::Rotation { joint, axis } => Self::Rotation {
                joint,
                axis: unit_axis(axis)?,
            },
            Self::Translation { joint, axis } => Self::Translation {
                joint,
                axis: unit_axis(axis)?,
            },
            Self::Scale { joint, axis } => Self::Scale {
                joint,
                axis: unit_axis(axis)?,
            },
            Self::Shear { joint, axes } => {
                let [one, other] = [unit_axis(axes[0])?, unit_axis(axes[1])?];
                let along = one.dot(other);
                // Nearly at right angles: made so. Anything else is a slip.
                if along.abs() > PARALLEL {
                    return None;
                }
                let other = match along.abs() <= ASKEW {
                    true => other,
                    false => unit_axis(other - one * along)?,
                };
                Self::Shear {
                    joint,
                    axes: [one, other],
                }
            }
            Self::Morph(_) | Self::Strength(_) => *self,
        })
    }

    /// Whether both are one number: the same joint, channel and axis, whichever way that points.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let along = |one: Vec3, other: Vec3| one.cross(other).length() < PARALLEL;
        let ([a, b], [c, d]) = (self.axes(), other.axes());
        let is_along = (along(a, c) && along(b, d)) || (along(a, d) && along(b, c));
        discriminant(self) == discriminant(other)
            && self.joint() == other.joint()
            && self.slot() == other.slot()
            && is_along
    }

    /// Its axes; the one of a channel that has one twice, zero where it has none.
    const fn axes(&self) -> [Vec3; 2] {
        match *self {
            Self::Rotation { axis, .. }
            | Self::Translation { axis, .. }
            | Self::Scale { axis, .. } => [axis, axis],
            Self::Shear { axes, .. } => axes,
            Self::Morph(_) | Self::Strength(_) => [Vec3::ZERO; 2],
        }
    }

    pub(super) const fn slot(&self) -> Option<usize> {
        match *self {
            Self::Morph(slot) | Self::Strength(slot) => Some(slot),
            Self::Rotation { .. }
            | Self::Translation { .. }
            | Self::Scale { .. }
            | Self::Shear { .. } => None,
        }
    }

    /// On another joint, with axes turned by `of_axis`.
    fn on(self, to: Option<JointIndex>, of_axis: impl Fn(Vec3) -> Vec3) -> Option<Self> {
        Some(match self {
            Self::Rotation { axis, .. } => Self::Rotation {
                joint: to?,
                axis: of_axis(axis),
            },
            Self::Translation { axis, .. } => Self::Translation {
                joint: to?,
                axis: of_axis(axis),
            },
            Self::Scale { axis, .. } => Self::Scale {
                joint: to?,
                axis: of_axis(axis),
            },
            Self::Shear { axes, .. } => Self::Shear {
                joint: to?,
                axes: axes.map(of_axis),
            },
            Self::Morph(_) | Self::Strength(_) => self,
        })
    }

    /// What is driven, in words with the joint's name.
    #[must_use]
    pub fn describe(&self, skeleton: &Skeleton) -> String {
        let of =
            |what: &str, joint: JointIndex| format!("the {what} of {}", Named(skeleton, joint));
        match *self {
            Self::Rotation { joint, .. } => of("rotation", joint),
            Self::Translation { joint, .. } => of("translation", joint),
            Self::Scale { joint, .. } => of("scale", joint),
            Self::Shear { joint, .. } => of("shear", joint),
            Self::Morph(place) => format!("the weight of morph target {place}"),
            Self::Strength(place) => format!("strength {place}"),
        }
    }
}

impl DrivenChannel {
    /// The channel on another skeleton; none where its driver or what it drives is gone. Morph targets and strengths stay.
    #[must_use]
    pub fn with_joints_mapped(
        &self,
        map: impl Fn(JointIndex) -> Option<MappedJoint>,
    ) -> Option<Self> {
        let driver = map(self.driver.joint)?;
        let driven = match self.target.joint() {
            Some(joint) => Some(map(joint)?),
            None => None,
        };
        let turn = driven.map_or(Quat::IDENTITY, |driven| driven.turn);
        let to = driven.map(|driven| driven.joint);
        Some(Self {
            driver: DriverAngle {
                joint: driver.joint,
                measure: self.driver.measure.turned(driver.turn),
            },
            target: self.target.on(to, |axis| turn * axis)?,
            ..self.clone()
        })
    }

    /// The channel of the other side of the body; none where a joint has no partner.
    ///
    /// With `P_j` as [`mirror_pose`](crate::mirror_pose) has it, axes become `P_j a`, that of a translation `−P_j a`, and the curve
    /// stays: a pose seen in the mirror drives what is seen in the mirror. A morph target or a strength stays which it is; whoever
    /// knows the one of the other side puts that in its place.
    #[must_use]
    pub fn mirrored(&self, skeleton: &Skeleton, pairs: &JointPairs) -> Option<Self> {
        let other_side = |joint: JointIndex| {
            let other = pairs.partner(joint)?;
            let is_there = joint.index() < skeleton.len() && other.index() < skeleton.len();
            let turn = || turn_between(skeleton, [other, joint], pairs.plane_of(other).normal);
            is_there.then(|| MappedJoint {
                joint: other,
                turn: turn(),
            })
        };
        let mut mirrored = self.with_joints_mapped(other_side)?;
        if let DrivenTarget::Translation { axis, .. } = &mut mirrored.target {
            *axis = -*axis;
        }
        Some(mirrored)
    }
}

/// A joint's name in quotes; its number where it has none.
pub(super) struct Named<'a>(pub(super) &'a Skeleton, pub(super) JointIndex);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(skeleton, joint) = self;
        let name = skeleton.names.get(joint.index()).map(String::as_str);
        match name {
            Some(name) if !name.is_empty() => write!(f, "{name:?}"),
            _ => write!(f, "joint {}", joint.0),
        }
    }
}
