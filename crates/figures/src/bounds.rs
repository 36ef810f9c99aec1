//! How far DLB of two motions is from ScLERP, in closed form: K08 section 3.4, for every angle.

use core::f64::consts::PI;

/// The angle of DLB of the identity and a turn by `angle`, at weight `t`: `2 atan2(t sin α/2, 1 − t + t cos α/2)`.
pub(crate) fn blend_angle(t: f64, angle: f64) -> f64 {
    let (sin, cos) = (0.5 * angle).sin_cos();
    2.0 * (t * sin).atan2(1.0 - t + t * cos)
}

/// The part of a screw's translation along its axis that DLB makes at weight `t`: with `c = cos α/2`,
/// `t (t + (1 − t) c) / (1 − 2 t (1 − t)(1 − c))`.
pub(crate) fn blend_part(t: f64, angle: f64) -> f64 {
    let c = (0.5 * angle).cos();
    t * (t + (1.0 - t) * c) / (1.0 - 2.0 * t * (1.0 - t) * (1.0 - c))
}

/// A largest difference, and the smaller of the two weights where it is met; the other is one less that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) at: f64,
    pub(crate) difference: f64,
}

/// The largest difference of angle, in radians: where `t (1 − t) = (1 − sin(α/2)/(α/2)) / (2 (1 − cos α/2))`.
pub(crate) fn angle_bound(angle: f64) -> Bound {
    let half = 0.5 * angle;
    let product = (1.0 - half.sin() / half) / (2.0 * (1.0 - half.cos()));
    let at = 0.5 - (0.25 - product).sqrt();
    Bound {
        at,
        difference: at * angle - blend_angle(at, angle),
    }
}

/// The largest difference of the part of the translation: with `k = (1 + cos α/2)/(1 − cos α/2)` and `x = (1 − 2 t)²` it is
/// `√x (1 − x) / (2 (k + x))`, largest where `x² + (3 k + 1) x = k`.
pub(crate) fn translation_bound(angle: f64) -> Bound {
    let cos = (0.5 * angle).cos();
    let k = (1.0 + cos) / (1.0 - cos);
    let b = 3.0 * k + 1.0;
    // The positive root, without the difference of two close numbers.
    let x = 2.0 * k / (b + (b * b + 4.0 * k).sqrt());
    Bound {
        at: 0.5 * (1.0 - x.sqrt()),
        difference: x.sqrt() * (1.0 - x) / (2.0 * (k + x)),
    }
}

/// The smaller weight at which the angles of a half turn are furthest apart: `½ − √(1/π − ¼)`.
pub(crate) fn angle_bound_place() -> f64 {
    0.5 - (PI.recip() - 0.25).sqrt()
}

/// The largest part at half a turn: `(√5 − 1)/4 · √(√5 − 2)`.
pub(crate) fn translation_bound_of_half_turn() -> f64 {
    let root = 5_f64.sqrt();
    0.25 * (root - 1.0) * (root - 2.0).sqrt()
}

/// Twice the largest difference of n quaternions at right angles to each other, one of weight w and the others of equal weight,
/// with the weight: `k = n − 1`, over the place β of the exact mean on the arc from the one to the mean of the others.
///
/// With `cos γ = sin β/√k` the exact mean is at β where `w β = (1 − w) γ cos β / (√k sin γ)`; the linear one is at
/// `atan2((1 − w)/√k, w)`.
pub(crate) fn right_angled_difference(others: f64, beta: f64) -> Bound {
    let root = others.sqrt();
    let gamma = (beta.sin() / root).acos();
    let pull = gamma * beta.cos() / (root * gamma.sin());
    let at = pull / (beta + pull);
    Bound {
        at,
        difference: 2.0 * (beta - ((1.0 - at) / root).atan2(at)).abs(),
    }
}
