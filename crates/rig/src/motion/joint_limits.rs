//! How far a joint may turn: twist and swing, each within limits of its own.

use glam::{DQuat, DVec3, Quat, Vec2, Vec3};

/// A half axis below this is none: what turns that way is locked.
const LOCKED: f64 = 1e-6;
/// Below this length of (w, v·a) a swing is half a turn, and its twist undefined.
const HALF_TURN: f64 = 1e-6;
/// An excess within this is rounding.
const ROUNDING: f32 = 1e-5;
/// Axes that are off by more than this are made anew: printed numbers are nearer.
const ASKEW: f32 = 1e-5;
/// Axes that are off by more than this are none: numbers that were printed with four digits are nearer.
const NO_AXES: f32 = 1e-3;

/// The rotation of a joint relative to its rest, as a twist about an axis and a swing after it: `q = s t`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingTwist {
    /// Radians about the axis, in (−2π, 2π]: `2 atan2(v·a, w)`, with the sign of the quaternion as given. 300° is 300°, and not −60°.
    pub twist: f32,
    /// Rotation vector of the swing, radians about the two swing axes; its length is at most π.
    pub swing: Vec2,
}

/// The axes of a joint's limits, in its rest frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LimitAxes {
    /// The axis of the twist, along the bone; of length one.
    pub twist: Vec3,
    /// The axes of the swing: of length one, at right angles to it and to each other, `swing[0] × swing[1] = twist`.
    pub swing: [Vec3; 2],
}

/// How far a joint may turn.
///
/// The twist lies between two angles. The swing, as a rotation vector, lies in an ellipse, whose half axes may be others for each sign:
/// a knee bends one way only. A half axis of 0 locks its direction; two opposite ones of 0 make a hinge. Limits may leave the rest
/// pose out.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointLimits {
    /// The axes.
    pub axes: LimitAxes,
    /// Least and largest twist, radians from −2π to 2π; the first is not above the second.
    pub twist: [f32; 2],
    /// Half axes of the swing about each swing axis, towards minus and plus: radians, not negative.
    pub swing: [[f32; 2]; 2],
}

impl LimitAxes {
    /// Axes about a direction, the first swing axis as near as possible to another; the y axis, or x, where that says nothing.
    ///
    /// Degenerate: a direction without length gives the axes of y.
    #[must_use]
    pub fn about(twist: Vec3, near: Vec3) -> Self {
        let twist = twist.try_normalize().unwrap_or(Vec3::Y);
        let across = |way: Vec3| (way - twist * way.dot(twist)).try_normalize();
        let is_across =
            |way: &Vec3| way.length_squared() > 0.0 && way.angle_between(twist).sin() > 1e-3;
        let first = [near, Vec3::Y, Vec3::X].into_iter().filter(is_across);
        let first = first.filter_map(across).next();
        let first = first.unwrap_or_else(|| twist.any_orthonormal_vector());
        Self::of_two(twist, first)
    }

    /// Axes by two of them, as they are: the third is their product. [`JointLimits::checked`] says whether they are axes.
    #[must_use]
    pub fn of_two(twist: Vec3, swing: Vec3) -> Self {
        Self {
            twist,
            swing: [swing, twist.cross(swing)],
        }
    }

    /// The same axes in another frame, into which `rotation` leads.
    #[must_use]
    pub fn rotated(&self, rotation: Quat) -> Self {
        Self::of_two(rotation * self.twist, rotation * self.swing[0])
    }

    /// The parts of a rotation.
    ///
    /// Where the swing is half a turn the twist is undefined: it is `last`, and the swing what remains, with its sign as it comes.
    ///
    /// Degenerate: a quaternion that is not finite, or zero, counts as none.
    #[must_use]
    pub fn part(&self, rotation: Quat, last: f32) -> SwingTwist {
        let (twist, swing) = self.part64(unit(rotation), f64::from(last));
        SwingTwist {
            twist: narrow(twist),
            swing: Vec2::new(narrow(swing[0]), narrow(swing[1])),
        }
    }

    /// The rotation that has these parts: `exp(swing/2) exp(a twist/2)`.
    #[must_use]
    pub fn join(&self, parts: SwingTwist) -> Quat {
        let swing = [f64::from(parts.swing.x), f64::from(parts.swing.y)];
        self.join64(f64::from(parts.twist), swing).as_quat()
    }

    fn part64(&self, q: DQuat, last: f64) -> (f64, [f64; 2]) {
        let axis = self.twist.as_dvec3();
        let own = twist_about(q, axis);
        let twist = own.unwrap_or(last);
        let swing = q * turn(axis * twist).conjugate();
        // Only of a half turn the sign says nothing: there it stays as it comes.
        let swing = if swing.w < 0.0 && own.is_some() {
            -swing
        } else {
            swing
        };
        let vector = rotation_vector(swing);
        (twist, self.swing.map(|axis| vector.dot(axis.as_dvec3())))
    }

    fn join64(&self, twist: f64, swing: [f64; 2]) -> DQuat {
        let [first, second] = self.swing.map(|axis| axis.as_dvec3());
        let swing = turn(first * swing[0] + second * swing[1]);
        (swing * turn(self.twist.as_dvec3() * twist)).normalize()
    }
}

impl JointLimits {
    /// Limits that let everything through.
    #[must_use]
    pub const fn free(axes: LimitAxes) -> Self {
        const TURN: f32 = core::f32::consts::TAU;
        Self {
            axes,
            twist: [-TURN, TURN],
            swing: [[TURN; 2]; 2],
        }
    }

    /// These limits where they can be used: axes of length one at right angles, as far as numbers that were printed are, and angles as the
    /// fields say. The axes are made exact, but those that are as exact as rounding keep their bits.
    ///
    /// Degenerate: none for axes that are no such frame, angles that are not finite or beyond 2π, a least twist above the largest, a
    /// negative half axis.
    #[must_use]
    pub fn checked(&self) -> Option<Self> {
        const TURN: f32 = core::f32::consts::TAU;
        let LimitAxes { twist, swing } = self.axes;
        let exact = LimitAxes::about(twist, swing[0]);
        let off = exact.swing.iter().zip(swing);
        let off = off.map(|(exact, own)| exact.distance(own));
        let off = off.fold(exact.twist.distance(twist), f32::max);
        let [low, high] = self.twist;
        let is_usable = off <= NO_AXES
            && low <= high
            && (-TURN..=TURN).contains(&low)
            && (-TURN..=TURN).contains(&high)
            && self
                .swing
                .iter()
                .flatten()
                .all(|half| (0.0..=TURN).contains(half));
        let axes = if off <= ASKEW { self.axes } else { exact };
        is_usable.then_some(Self { axes, ..*self })
    }

    /// The limits of a joint that rests where `rest` had turned it: with `q = rest q'`, those of q'.
    ///
    /// With `rest = s t` the swing axes turn by t⁻¹, the range of the twist moves by its angle, and each half axis by its part of the swing.
    /// That is exact for a twist, for a turn about one swing axis of a joint that turns about no other, and for both; else the ellipse of a
    /// turned swing is none, and this is the nearest one of these axes. Half axes end at 0: the new rest may be outside.
    #[must_use]
    pub fn at_rest(&self, rest: Quat) -> Self {
        const TURN: f32 = core::f32::consts::TAU;
        let parts = self.axes.part(rest, 0.0);
        let back = Quat::from_axis_angle(self.axes.twist, -parts.twist);
        let moved = parts.swing.to_array();
        let swing = [0, 1].map(|place: usize| {
            let [minus, plus] = self.swing[place];
            // What is locked, or limits nothing, stays so.
            let half = |half: f32, by: f32| match f64::from(half) < LOCKED || half >= TURN {
                true => half,
                false => (half + by).clamp(0.0, TURN),
            };
            [half(minus, moved[place]), half(plus, -moved[place])]
        });
        let is_free = self.twist[1] - self.twist[0] >= 2.0 * TURN;
        let twist = self.twist.map(|angle| match is_free {
            true => angle,
            false => (angle - parts.twist).clamp(-TURN, TURN),
        });
        Self {
            axes: LimitAxes::of_two(self.axes.twist, back * self.axes.swing[0]),
            twist,
            swing,
        }
    }

    /// The rotation within the limits that is nearest in twist, and in the direction of its swing; itself where it is within.
    ///
    /// Of the swing, components in locked directions are dropped first, so that a hinge keeps its angle; then it is scaled by
    /// `min(1, 1/k)`, `k = √((x/σ₁)² + (y/σ₂)²)`. Doing it again changes nothing but rounding. `last` is the twist where that is
    /// undefined, see [`LimitAxes::part`]. The sign of the quaternion stays, up to that of whole turns of the twist.
    #[must_use]
    pub fn clamp(&self, rotation: Quat, last: f32) -> Quat {
        self.clamp_within(rotation, last, None)
    }

    /// The same for an edit of a joint that may be out of its limits before: it stays where it is, and goes no further out.
    ///
    /// The limits are widened to hold `from`: those of the twist to its twist, k is measured against that of its swing, and what is locked may
    /// be as far out as there.
    #[must_use]
    pub fn clamp_from(&self, rotation: Quat, from: Quat, last: f32) -> Quat {
        self.clamp_within(rotation, last, Some(from))
    }

    /// The parts of a rotation after [`clamp`](Self::clamp), or [`clamp_from`](Self::clamp_from) where `from` is given.
    #[must_use]
    pub fn clamped_parts(&self, rotation: Quat, last: f32, from: Option<Quat>) -> SwingTwist {
        let (twist, swing) = self.clamped64(rotation, last, from);
        SwingTwist {
            twist: narrow(twist),
            swing: Vec2::new(narrow(swing[0]), narrow(swing[1])),
        }
    }

    /// Whether a rotation is within the limits, but for rounding.
    #[must_use]
    pub fn allows(&self, rotation: Quat, last: f32) -> bool {
        let parts = self.axes.part(rotation, last);
        let clamped = self.clamped_parts(rotation, last, None);
        (parts.twist - clamped.twist).abs() <= ROUNDING
            && parts.swing.abs_diff_eq(clamped.swing, ROUNDING)
    }

    /// The limits of the other side of the body: in the mirror at right angles to `normal`, twist and swing turn the other way round.
    ///
    /// Axes are mirrored as directions, and the second swing axis turned round so that they stay right-handed.
    #[must_use]
    pub fn mirrored(&self, normal: Vec3) -> Self {
        let mirror = |axis: Vec3| axis - normal * (2.0 * axis.dot(normal));
        let [of_first, of_second] = self.swing;
        Self {
            axes: LimitAxes::of_two(mirror(self.axes.twist), mirror(self.axes.swing[0])),
            twist: [-self.twist[1], -self.twist[0]],
            // A rotation about a mirrored axis goes the other way; about the one that was turned round too it goes as before.
            swing: [[of_first[1], of_first[0]], of_second],
        }
    }

    fn clamp_within(&self, rotation: Quat, last: f32, from: Option<Quat>) -> Quat {
        let clamped = self.clamped64(rotation, last, from);
        let whole = self.axes.part64(unit(rotation), f64::from(last));
        if clamped == whole {
            return rotation;
        }
        self.axes.join64(clamped.0, clamped.1).as_quat()
    }

    fn clamped64(&self, rotation: Quat, last: f32, from: Option<Quat>) -> (f64, [f64; 2]) {
        let last = f64::from(last);
        let (twist, swing) = self.axes.part64(unit(rotation), last);
        let from = from.map(|from| self.axes.part64(unit(from), last));
        let [mut low, mut high] = self.twist.map(f64::from);
        let (mut most, mut out) = (1.0_f64, [0.0; 2]);
        if let Some((twist, swing)) = from {
            (low, high) = (low.min(twist), high.max(twist));
            most = most.max(self.excess(swing));
            out = swing;
        }
        let swing = self.unlocked(swing, out);
        let excess = self.excess(swing);
        let factor = if excess > most { most / excess } else { 1.0 };
        let twist = match low <= high {
            true => twist.clamp(low, high),
            // Limits that are no numbers limit nothing.
            false if low.is_finite() => low,
            false => twist,
        };
        (twist, swing.map(|part| part * factor))
    }

    /// The half axis towards which a swing goes about one of the axes.
    fn half_axis(&self, place: usize, towards: f64) -> f64 {
        let [minus, plus] = self.swing[place];
        f64::from(if towards < 0.0 { minus } else { plus })
    }

    /// A swing without what is locked of it; where it was `out` there before it may stay, and go back.
    fn unlocked(&self, swing: [f64; 2], out: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|place: usize| {
            let part = swing[place];
            match self.half_axis(place, part) < LOCKED {
                true => part.clamp(out[place].min(0.0), out[place].max(0.0)),
                false => part,
            }
        })
    }

    /// k of a swing, in directions that are not locked.
    fn excess(&self, swing: [f64; 2]) -> f64 {
        let share = [0, 1].map(|place: usize| {
            let half = self.half_axis(place, swing[place]);
            if half < LOCKED {
                0.0
            } else {
                swing[place] / half
            }
        });
        share[0].hypot(share[1])
    }
}

/// The signed twist of a rotation about a unit axis, `2 atan2(v·a, w)` in (−2π, 2π]; none where the swing is half a turn.
pub(crate) fn twist_about(q: DQuat, axis: DVec3) -> Option<f64> {
    let along = q.xyz().dot(axis);
    (q.w.hypot(along) >= HALF_TURN).then(|| 2.0 * along.atan2(q.w))
}

/// A rotation in double precision, of length one; none where it is not finite, or zero.
pub(crate) fn unit(rotation: Quat) -> DQuat {
    let wide = rotation.as_dquat();
    let length = wide.length();
    if length.is_finite() && length > 0.0 {
        wide / length
    } else {
        DQuat::IDENTITY
    }
}

/// The rotation by a vector, radians.
pub(crate) fn turn(vector: DVec3) -> DQuat {
    DQuat::from_scaled_axis(vector)
}

/// `2 log q`, of length 0 to 2π.
fn rotation_vector(q: DQuat) -> DVec3 {
    let sine = q.xyz().length();
    match q.xyz().try_normalize() {
        Some(axis) => axis * (2.0 * sine.atan2(q.w)),
        None => DVec3::ZERO,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
pub(crate) const fn narrow(number: f64) -> f32 {
    number as f32
}
