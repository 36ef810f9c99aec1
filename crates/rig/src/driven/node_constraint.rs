//! Constraints between nodes as `VRMC_node_constraint` 1.0 has them: the rotation of one node by that of another.

use crate::motion::joint_limits::{turn, twist_about, unit};
use crate::{Axis, DrivenError, JointIndex};
use core::f64::consts::{PI, TAU};
use core::fmt;
use core::str::FromStr;
use glam::{DQuat, Quat, Vec3};

/// Nearer than this, in the units of the model, two places give no direction.
const NO_WAY: f64 = 1e-6;

/// A direction along one of the axes of a node, one way or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AimAxis {
    /// The axis.
    pub axis: Axis,
    /// Whether it is the way against the axis that aims.
    pub negative: bool,
}

/// What a constraint takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstraintKind {
    /// The source's rotation relative to its rest, local to local.
    Rotation,
    /// Of that rotation the twist about an axis of the destination at rest.
    Roll(Axis),
    /// The way to the source's place: the least turn that points an axis there.
    Aim(AimAxis),
}

/// A node whose rotation follows another node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeConstraint {
    /// The node that is followed.
    pub source: JointIndex,
    /// The node that follows; what else turns it is lost.
    pub destination: JointIndex,
    /// What is taken over.
    pub kind: ConstraintKind,
    /// How much of it, from 0 to 1.
    pub weight: f32,
}

/// Local rotations at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstraintRests {
    /// `S₀`, of the source in its parent.
    pub source: Quat,
    /// `D₀`, of the destination in its parent.
    pub destination: Quat,
}

/// What an aim constraint needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimFrames {
    /// `D₀`, the local rotation of the destination at rest.
    pub destination_rest: Quat,
    /// `P`, the rotation of the destination's parent in the model, as posed.
    pub parent_rotation: Quat,
    /// Where the destination is in the model, as posed.
    pub destination_place: Vec3,
    /// Where the source is in the model, as posed.
    pub source_place: Vec3,
}

impl AimAxis {
    /// The direction, of length one.
    #[must_use]
    pub fn direction(self) -> Vec3 {
        let along = self.axis.direction();
        if self.negative { -along } else { along }
    }
}

impl fmt::Display for ConstraintKind {
    /// `rotation`, `roll X`, `aim +X`, `aim -X`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rotation => f.write_str("rotation"),
            Self::Roll(axis) => write!(f, "roll {axis:?}"),
            Self::Aim(AimAxis { axis, negative }) => {
                let sign = if negative { '-' } else { '+' };
                write!(f, "aim {sign}{axis:?}")
            }
        }
    }
}

impl FromStr for ConstraintKind {
    type Err = DrivenError;

    /// What is displayed, and nothing else.
    fn from_str(text: &str) -> Result<Self, DrivenError> {
        let rolls = Axis::ALL.into_iter().map(Self::Roll);
        let aims = Axis::ALL
            .into_iter()
            .flat_map(|axis| [false, true].map(|negative| Self::Aim(AimAxis { axis, negative })));
        let mut all = [Self::Rotation].into_iter().chain(rolls).chain(aims);
        all.find(|kind| kind.to_string() == text)
            .ok_or_else(|| DrivenError::NoKind {
                text: text.to_owned(),
            })
    }
}

impl ConstraintRests {
    /// The local rotation of the destination under a rotation constraint, with S the local rotation of the source.
    ///
    /// ```text
    /// slerp(D₀, D₀ S₀⁻¹ S, weight)        the shorter way
    /// ```
    ///
    /// Degenerate: quaternions that are not finite, or zero, count as none; a weight is clamped to 0…1, and 0 where it is no number.
    #[must_use]
    pub fn rotation(&self, source: Quat, weight: f32) -> Quat {
        let [s0, d0, s] = [self.source, self.destination, source].map(unit);
        towards(self.destination, d0 * (s0.conjugate() * s), weight)
    }

    /// The same under a roll constraint about an axis a of the destination at rest.
    ///
    /// What the source does, in its parent's axes and read in the destination's, is `δ = D₀⁻¹ (S S₀⁻¹) D₀`. Of that the destination takes
    /// the twist about a: `slerp(D₀, D₀ exp(a τ/2), weight)`, τ the twist of δ within half a turn. That is `D₀ f⁻¹ δ` of the
    /// specification, f the least rotation from a to δ a. Where that is half a turn δ has no twist: the destination rests.
    #[must_use]
    pub fn roll(&self, source: Quat, axis: Axis, weight: f32) -> Quat {
        let [s0, d0, s] = [self.source, self.destination, source].map(unit);
        let along = axis.direction().as_dvec3();
        let turned = d0.conjugate() * (s * s0.conjugate()) * d0;
        let twist = twist_about(turned, along).unwrap_or(0.0);
        // As the shorter way has it: −π to π.
        let twist = twist - TAU * (twist / TAU).round();
        let share = share(weight);
        if share == 0.0 {
            return self.destination;
        }
        (d0 * turn(along * (twist.clamp(-PI, PI) * share)))
            .normalize()
            .as_quat()
    }
}

impl AimFrames {
    /// The local rotation of the destination under an aim constraint.
    ///
    /// ```text
    /// slerp(D₀, P⁻¹ f P D₀, weight)        f the least rotation from P D₀ a to the way from the destination to the source
    /// ```
    ///
    /// Degenerate: the rest where the source is at the destination, or a place is not finite. Towards where the axis points away
    /// from, any half turn is as good.
    #[must_use]
    pub fn aim(&self, axis: AimAxis, weight: f32) -> Quat {
        let [d0, p] = [self.destination_rest, self.parent_rotation].map(unit);
        let way = self.source_place.as_dvec3() - self.destination_place.as_dvec3();
        let length = way.length();
        if !(length.is_finite() && length >= NO_WAY) {
            return self.destination_rest;
        }
        let from = (p * d0) * axis.direction().as_dvec3();
        let least = DQuat::from_rotation_arc(from.normalize(), way / length);
        towards(
            self.destination_rest,
            p.conjugate() * least * p * d0,
            weight,
        )
    }
}

/// How much: from 0 to 1.
fn share(weight: f32) -> f64 {
    match weight.is_nan() {
        true => 0.0,
        false => f64::from(weight.clamp(0.0, 1.0)),
    }
}

/// From rest the shorter way towards a rotation; the rest to the bit where it goes nowhere.
fn towards(rest: Quat, target: DQuat, weight: f32) -> Quat {
    let share = share(weight);
    if share == 0.0 {
        return rest;
    }
    unit(rest)
        .slerp(target.normalize(), share)
        .normalize()
        .as_quat()
}
