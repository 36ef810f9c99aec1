//! When a wave comes to the third corner of a triangle, if one knows it of two.

use std::f64::consts::PI;

use glam::{DVec2, DVec3};

/// How much two distances may contradict the side between them, as a share of it, and count as lying on its line.
const ON_THE_LINE: f64 = 1e-4;

/// What is known at a point of the wave that came there first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wave {
    /// How far it has come.
    pub(super) distance: f64,
    /// How far it had come where it started, or last went around something: since then it went straight.
    pub(super) start: f64,
}

impl Wave {
    /// No wave has come: infinitely far, so that any is shorter.
    pub(super) const NEVER: Self = Self::with_distance(f64::INFINITY);

    /// One that went straight all the way.
    pub(super) const fn with_distance(distance: f64) -> Self {
        Self {
            distance,
            start: 0.0,
        }
    }
}

/// A corner `a` of a triangle, and what is opposite: `b` and `c`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    /// |c − a|, the way along the side to `c`
    long: f64,
    /// |b − a|, the side that a wave comes straight over
    side: f64,
    /// (b − a) · (c − a)
    dot: f64,
    /// |(b − a) × (c − a)|, twice the area
    cross: f64,
}

impl Corner {
    /// From `c − a` and `b − a`.
    pub(super) fn new(to_c: DVec3, to_b: DVec3) -> Self {
        Self {
            long: to_c.length(),
            side: to_b.length(),
            dot: to_b.dot(to_c),
            cross: to_b.cross(to_c).length(),
        }
    }

    /// The same corner, `b` and `c` exchanged.
    pub(super) const fn mirrored(self) -> Self {
        Self {
            long: self.side,
            side: self.long,
            ..self
        }
    }

    /// Whether a wave can go on from `a` to `c` and come sooner than one that is known there.
    ///
    /// It can if that one comes later than `a`'s. Else it could only come over the side, straight from a place at the distance
    /// `r` of `c`. The law of cosines, with the angle γ at `c` the least that counts, makes `a` the farther from that place
    /// only if `|c − a| > 2 r cos γ`; and `r` is not less than the distance of `a` without `|c − a|`.
    pub(super) fn can_pass(self, at_a: Wave, at_c: Wave) -> bool {
        if at_a.distance < at_c.distance {
            return true;
        }
        let r = at_a.distance - at_a.start - self.long;
        let along = self.long * self.long - self.dot;
        if along <= 0.0 || r <= 0.0 {
            return true;
        }
        // With cos γ = along / (|c − a| |b − c|), squared, for |b − c| is not at hand.
        let opposite_squared = self.long * self.long + self.side * self.side - 2.0 * self.dot;
        let (left, right) = (self.long * self.long, 2.0 * r * along);
        right * right < left * left * opposite_squared
    }

    /// The wave at `c` over the triangle, from those at `a` and `b`; that at `b` may not have come yet.
    ///
    /// Either it comes straight, from a place on the other side of `ab` than `c`, in the triangle's plane; or around `a`,
    /// started anew at `start`. The way around `b` is not looked at: it is when the wave goes on from `b`.
    pub(super) fn across(self, [at_a, at_b]: [Wave; 2], start: f64) -> Wave {
        let around = Wave {
            distance: at_a.distance + self.long,
            start,
        };
        // Where the two started at different places, the flatter front of the farther one.
        let start = at_a.start.min(at_b.start);
        let (to_a, to_b) = (at_a.distance - start, at_b.distance - start);
        let side = self.side;
        let fits = (to_a - to_b).abs() <= side * (1.0 + ON_THE_LINE)
            && side * (1.0 - ON_THE_LINE) <= to_a + to_b;
        // False for an infinite distance too, and a side without length has no place beyond it.
        if !fits || side == 0.0 {
            return around;
        }
        // In the plane: a is the origin, b at (side, 0), c above, and the place at (x, −y).
        // (d_a − d_b)(d_a + d_b), for the difference of the squares cancels where the two are nearly equal.
        let x = ((to_a - to_b) * (to_a + to_b) / side + side) / 2.0;
        // Below zero by what `fits` lets through, and by rounding.
        let y = (to_a * to_a - x * x).max(0.0).sqrt();
        let (c_x, c_y) = (self.dot / side, self.cross / side);
        let (across, up) = (c_x - x, c_y + y);
        // Where the line from the place to c meets the side, times `up`: compared without a division.
        let through = x * up + across * y;
        // A triangle in a line and a place on it are no way through.
        let is_through = 0.0 <= through && through <= side * up && 0.0 < up;
        let distance = start + DVec2::new(across, up).length();
        if is_through && distance <= around.distance {
            Wave { distance, start }
        } else {
            around
        }
    }
}

/// The sum of the angles of corners at `a`, each 0 to π.
///
/// Angles are added by multiplying complex numbers, `(dot + i cross)`, and counting the half turns: one arc tangent for all.
pub(super) fn turn(corners: impl Iterator<Item = Corner>) -> f64 {
    let (mut real, mut imaginary, mut half_turns) = (1.0_f64, 0.0_f64, 0.0);
    for Corner { dot, cross, .. } in corners {
        // Only the direction counts. Scaled, the product of many corners stays within f64.
        let scale = 1.0 / (dot.abs() + cross);
        // A side without length has no angle.
        if !scale.is_finite() {
            continue;
        }
        let (x, y) = (dot * scale, cross * scale);
        (real, imaginary) = (real * x - imaginary * y, real * y + imaginary * x);
        if imaginary < 0.0 || (imaginary == 0.0 && real < 0.0) {
            (real, imaginary) = (-real, -imaginary);
            half_turns += 1.0;
        }
    }
    half_turns * PI + imaginary.atan2(real)
}
