//! What a track may hold: numbers, vectors, rotations.

use crate::clip::KeyValue;
use dq_math::quaternion;
use glam::{DQuat, DVec3, Quat, Vec3, Vec4};

/// A value that keys can be set on. Implemented for `f32`, [`Vec3`] and [`Quat`].
pub trait Keyed: Copy + PartialEq + std::fmt::Debug {
    /// The tangent of a curve that stands still.
    const STILL: Self;

    /// From `self` at `u = 0` to `end` at `u = 1`.
    #[must_use]
    fn linear(self, end: Self, u: f32) -> Self;

    /// `Σ weight · value`, as it comes out.
    #[must_use]
    fn sum(terms: [(f32, Self); 4]) -> Self;

    /// [`sum`](Self::sum), made a valid value again (rotations are normalized).
    #[must_use]
    fn blend(terms: [(f32, Self); 4]) -> Self;

    /// Whether every number is finite.
    fn is_finite(self) -> bool;

    /// `factor · self`, for tangents.
    #[must_use]
    fn times(self, factor: f32) -> Self;

    /// Whether the value means the same as its negative, and the negative is nearer to `before`.
    fn is_opposite(self, before: Self) -> bool;

    /// The slope per second through a key, in the tangent's units, that neither overshoots its neighbors nor runs back: `before` and
    /// `after` are their distances in seconds and their values.
    ///
    /// With the slopes a and b to the neighbors, over the distances h₀ and h₁, each number gets
    /// `m = 3 (h₀ + h₁) / ((2 h₁ + h₀) / a + (h₁ + 2 h₀) / b)` if `a b > 0`, else 0. A rotation turns about the axis between
    /// both turns, `ω = max(0, â·b̂) m(|a|, |b|) unit(â + b̂)`, with the tangent `½ q (0, ω)`.
    ///
    /// Fritsch and Butland 1984, "A method for constructing local monotone piecewise cubic interpolants".
    #[must_use]
    fn automatic(self, before: (f32, Self), after: (f32, Self)) -> Self;

    /// A tangent of the unit rotation `self`: without the part that only changes its length. Other values have no such part.
    #[must_use]
    fn tangent(self, slope: Self) -> Self;

    /// The tangent `self` of the value `from` as one of the value `to`: that of a rotation turns along, `to from⁻¹ self`, so that it stays
    /// the same relative to its key; others stay.
    #[must_use]
    fn turned_along(self, from: Self, to: Self) -> Self;

    /// The value as edits of any track hold it.
    fn to_value(self) -> KeyValue;

    /// The value, if it is one of this kind. Rotations are normalized; none without a direction.
    fn from_value(value: KeyValue) -> Option<Self>;

    /// A tangent, if it is one of this kind.
    fn from_tangent(value: KeyValue) -> Option<Self>;
}

impl KeyValue {
    /// A tangent of the value `from` as one of `to`, as [`Keyed::turned_along`] has it; of another kind than these it stays.
    #[must_use]
    pub fn turned_along(self, from: Self, to: Self) -> Self {
        match (self, from, to) {
            (Self::Rotation(tangent), Self::Rotation(from), Self::Rotation(to)) => {
                Self::Rotation(tangent.turned_along(from, to))
            }
            _ => self,
        }
    }
}

/// The slope at a key between the slopes `a` before it, over `h0` seconds, and `b` after it, over `h1`.
fn monotone_slope((h0, a): (f64, f64), (h1, b): (f64, f64)) -> f64 {
    // At an extreme any other slope would overshoot.
    if a * b <= 0.0 || !(a * b).is_finite() {
        return 0.0;
    }
    let slope = 3.0 * (h0 + h1) / ((2.0 * h1 + h0) / a + (h1 + 2.0 * h0) / b);
    if slope.is_finite() { slope } else { 0.0 }
}

#[expect(clippy::cast_possible_truncation, reason = "slopes are f32 in tracks")]
impl Keyed for f32 {
    const STILL: Self = 0.0;

    fn linear(self, end: Self, u: f32) -> Self {
        self + (end - self) * u
    }

    fn sum(terms: [(f32, Self); 4]) -> Self {
        terms.iter().map(|(weight, value)| weight * value).sum()
    }

    fn blend(terms: [(f32, Self); 4]) -> Self {
        Self::sum(terms)
    }

    fn is_finite(self) -> bool {
        self.is_finite()
    }

    fn times(self, factor: f32) -> Self {
        self * factor
    }

    fn is_opposite(self, _: Self) -> bool {
        false
    }

    fn automatic(self, (h0, before): (f32, Self), (h1, after): (f32, Self)) -> Self {
        let (h0, h1) = (f64::from(h0), f64::from(h1));
        let a = (f64::from(self) - f64::from(before)) / h0;
        let b = (f64::from(after) - f64::from(self)) / h1;
        monotone_slope((h0, a), (h1, b)) as Self
    }

    fn tangent(self, slope: Self) -> Self {
        slope
    }

    fn turned_along(self, _: Self, _: Self) -> Self {
        self
    }

    fn to_value(self) -> KeyValue {
        KeyValue::Number(self)
    }

    fn from_value(value: KeyValue) -> Option<Self> {
        match value {
            KeyValue::Number(number) => Some(number),
            KeyValue::Vector(_) | KeyValue::Rotation(_) => None,
        }
    }

    fn from_tangent(value: KeyValue) -> Option<Self> {
        Self::from_value(value)
    }
}

impl Keyed for Vec3 {
    const STILL: Self = Self::ZERO;

    fn linear(self, end: Self, u: f32) -> Self {
        self.lerp(end, u)
    }

    fn sum(terms: [(f32, Self); 4]) -> Self {
        terms.iter().map(|&(weight, value)| value * weight).sum()
    }

    fn blend(terms: [(f32, Self); 4]) -> Self {
        Self::sum(terms)
    }

    fn is_finite(self) -> bool {
        Self::is_finite(self)
    }

    fn times(self, factor: f32) -> Self {
        self * factor
    }

    fn is_opposite(self, _: Self) -> bool {
        false
    }

    fn automatic(self, (h0, before): (f32, Self), (h1, after): (f32, Self)) -> Self {
        Self::new(
            self.x.automatic((h0, before.x), (h1, after.x)),
            self.y.automatic((h0, before.y), (h1, after.y)),
            self.z.automatic((h0, before.z), (h1, after.z)),
        )
    }

    fn tangent(self, slope: Self) -> Self {
        slope
    }

    fn turned_along(self, _: Self, _: Self) -> Self {
        self
    }

    fn to_value(self) -> KeyValue {
        KeyValue::Vector(self)
    }

    fn from_value(value: KeyValue) -> Option<Self> {
        match value {
            KeyValue::Vector(vector) => Some(vector),
            KeyValue::Number(_) | KeyValue::Rotation(_) => None,
        }
    }

    fn from_tangent(value: KeyValue) -> Option<Self> {
        Self::from_value(value)
    }
}

impl Keyed for Quat {
    const STILL: Self = Self::from_xyzw(0.0, 0.0, 0.0, 0.0);

    /// SLERP along the shorter arc.
    fn linear(self, end: Self, u: f32) -> Self {
        quaternion::slerp(self, end, u)
    }

    fn sum(terms: [(f32, Self); 4]) -> Self {
        let sum = terms.iter().fold(Vec4::ZERO, |sum, &(weight, value)| {
            sum + Vec4::from(value) * weight
        });
        Self::from_vec4(sum)
    }

    /// The sum, normalized; no sign is changed. A sum of length zero gives the identity.
    fn blend(terms: [(f32, Self); 4]) -> Self {
        let sum = Vec4::from(Self::sum(terms));
        Self::from_vec4(sum.try_normalize().unwrap_or(Vec4::W))
    }

    fn is_finite(self) -> bool {
        Self::is_finite(self)
    }

    fn times(self, factor: f32) -> Self {
        Self::from_vec4(Vec4::from(self) * factor)
    }

    fn is_opposite(self, before: Self) -> bool {
        self.dot(before) < 0.0
    }

    fn automatic(self, (h0, before): (f32, Self), (h1, after): (f32, Self)) -> Self {
        let own = self.as_dquat();
        let (h0, h1) = (f64::from(h0), f64::from(h1));
        // A turn leaves its own axis where it is, so both are seen in the frame of this key.
        let a = turn(before.as_dquat().conjugate() * own) / h0;
        let b = turn(own.conjugate() * after.as_dquat()) / h1;
        let (Some(along_a), Some(along_b)) = (a.try_normalize(), b.try_normalize()) else {
            return Self::STILL;
        };
        // Opposite turns: the key is an extreme.
        let Some(axis) = (along_a + along_b).try_normalize() else {
            return Self::STILL;
        };
        let speed = monotone_slope((h0, a.length()), (h1, b.length()));
        let omega = axis * (speed * along_a.dot(along_b).max(0.0));
        let half = DQuat::from_vec4((omega * 0.5).extend(0.0));
        (own * half).as_quat()
    }

    fn tangent(self, slope: Self) -> Self {
        let (own, slope) = (Vec4::from(self), Vec4::from(slope));
        Self::from_vec4(slope - own * own.dot(slope))
    }

    fn turned_along(self, from: Self, to: Self) -> Self {
        // Rounding would change tangents of a value that stays.
        if from == to {
            self
        } else {
            to * from.conjugate() * self
        }
    }

    fn to_value(self) -> KeyValue {
        KeyValue::Rotation(self)
    }

    fn from_value(value: KeyValue) -> Option<Self> {
        let length = Self::from_tangent(value)?.length();
        let rotation = Self::from_tangent(value)?;
        // Zero, subnormal, infinite and NaN have no direction that f32 can hold.
        length.is_normal().then(|| rotation / length)
    }

    fn from_tangent(value: KeyValue) -> Option<Self> {
        match value {
            KeyValue::Rotation(rotation) => Some(rotation),
            KeyValue::Number(_) | KeyValue::Vector(_) => None,
        }
    }
}

/// The rotation vector of the shorter turn, radians.
fn turn(rotation: DQuat) -> DVec3 {
    let shorter = if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    };
    let sine = shorter.xyz().length();
    // So small a sine is the angle to the last digit, and nothing is divided by it.
    if sine < 1e-12 {
        return 2.0 * shorter.xyz();
    }
    shorter.xyz() / sine * (2.0 * sine.atan2(shorter.w))
}
