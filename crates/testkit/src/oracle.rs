//! Blends of rigid motions in f64 by plain matrices, for tests to hold `f32` code against.
//!
//! Nothing here shares a formula with the code under test. Motions are 4×4 matrices; a screw motion is a matrix power by
//! matrix square roots and power series; a quaternion, where one cannot do without, is the 4×4 real matrix of its product.

use glam::{Affine3A, DMat3, DMat4, DQuat, DVec3, DVec4};

use crate::json::RigidInput;

/// The motion as a matrix, its rotation brought to unit length in f64.
#[must_use]
pub fn motion(rigid: RigidInput) -> DMat4 {
    let rotation = rotation_matrix(unit(rigid));
    let [x, y, z] =
        [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|axis| axis.extend(0.0));
    DMat4::from_cols(x, y, z, rigid.translation.as_dvec3().extend(1.0))
}

/// The weighted mean of matrices, Σ w M / Σ w: linear blend skinning of one vertex.
#[must_use]
pub fn linear(matrices: &[DMat4], weights: &[f32]) -> DMat4 {
    let sum: DMat4 = matrices
        .iter()
        .zip(weights)
        .fold(DMat4::ZERO, |sum, (m, &w)| sum + *m * f64::from(w));
    sum * weights.iter().copied().map(f64::from).sum::<f64>().recip()
}

/// Dual quaternion linear blending, signs against the first influence of non-zero weight, as a matrix.
///
/// K08 equation 11 spelled out: `R x = b0 x b0* / |b0|²` and `t = 2 vec(bε b0*) / |b0|²`.
#[must_use]
pub fn dual_quat_linear(rigids: &[RigidInput], weights: &[f32]) -> DMat4 {
    let pivot = weights
        .iter()
        // A weight of zero can be no pivot, as in the code under test.
        .position(|&w| w != 0.0)
        .map_or(DVec4::W, |i| DVec4::from(unit(rigids[i])));
    let (mut b0, mut be) = (DVec4::ZERO, DVec4::ZERO);
    for (&rigid, &weight) in rigids.iter().zip(weights) {
        let q0 = DVec4::from(unit(rigid));
        let qe = left_matrix(rigid.translation.as_dvec3().extend(0.0)) * q0 * 0.5;
        let weight = if pivot.dot(q0) < 0.0 {
            -f64::from(weight)
        } else {
            f64::from(weight)
        };
        b0 += weight * q0;
        be += weight * qe;
    }
    let conjugate = conjugate(b0) / b0.length_squared();
    let column = |axis: DVec3| {
        (left_matrix(b0) * (left_matrix(axis.extend(0.0)) * conjugate))
            .truncate()
            .extend(0.0)
    };
    let translation = 2.0 * (left_matrix(be) * conjugate).truncate();
    DMat4::from_cols(
        column(DVec3::X),
        column(DVec3::Y),
        column(DVec3::Z),
        translation.extend(1.0),
    )
}

/// The screw motion from `a` to `b` at `t`, `(b a⁻¹)^t a`, the short way round.
///
/// Not for exactly half a turn between the two, where there are two ways and the matrix has no principal logarithm.
#[must_use]
pub fn screw(a: DMat4, b: DMat4, t: f64) -> DMat4 {
    exp(log(b * a.inverse()) * t) * a
}

/// The exact average of motions: the b with Σ w log(b⁻¹ m) = 0, found from the first motion of non-zero weight on.
///
/// For motions less than half a turn apart; panics if it does not converge.
#[must_use]
pub fn exact_mean(motions: &[DMat4], weights: &[f32]) -> DMat4 {
    let total: f64 = weights.iter().copied().map(f64::from).sum();
    let mut mean = weights
        .iter()
        .position(|&w| w != 0.0)
        .map_or(DMat4::IDENTITY, |i| motions[i]);
    // Converges linearly, so it may take many steps; it is an oracle, and need not be fast.
    for _ in 0..1000 {
        let off = motions.iter().zip(weights).filter(|&(_, &w)| w != 0.0);
        let step = off.fold(DMat4::ZERO, |sum, (m, &w)| {
            sum + log(mean.inverse() * *m) * (f64::from(w) / total)
        });
        mean *= exp(step);
        if size(step) < 1e-12 {
            return mean;
        }
    }
    panic!("the exact mean of {motions:?} with weights {weights:?} did not converge")
}

/// The principal logarithm of a rigid motion by less than half a turn, by repeated square roots and a power series.
#[must_use]
pub fn log(motion: DMat4) -> DMat4 {
    let (mut root, mut halvings) = (motion, 0);
    // Near the identity the series has few terms: below 0.1 each is small beside the one before.
    while size(root - DMat4::IDENTITY) > 0.1 {
        root = square_root(root);
        halvings += 1;
    }
    // log(1 + x) = x − x²/2 + x³/3 − …
    let x = root - DMat4::IDENTITY;
    let (mut power, mut sum) = (DMat4::IDENTITY, DMat4::ZERO);
    for k in 1..80 {
        power *= -x;
        sum -= power * f64::from(k).recip();
    }
    sum * 2f64.powi(halvings)
}

/// The exponential of a 4×4 matrix, by halving, a power series, and squaring.
#[must_use]
pub fn exp(x: DMat4) -> DMat4 {
    let mut doublings = 0;
    let mut small = x;
    while size(small) > 0.1 {
        small *= 0.5;
        doublings += 1;
    }
    let (mut term, mut sum) = (DMat4::IDENTITY, DMat4::IDENTITY);
    for k in 1..20 {
        term = term * small * f64::from(k).recip();
        sum += term;
    }
    (0..doublings).fold(sum, |power, _| power * power)
}

/// The largest difference of any number between an affine map of the code under test and a matrix of this module.
/// Not a number counts as infinitely far.
#[must_use]
pub fn furthest(got: Affine3A, expected: DMat4) -> f64 {
    let got = glam::Mat4::from(got).as_dmat4();
    let distance = size(got - expected);
    if got.is_finite() {
        distance
    } else {
        f64::INFINITY
    }
}

/// The largest number of a matrix, by magnitude.
fn size(m: DMat4) -> f64 {
    m.to_cols_array()
        .iter()
        .fold(0.0, |largest, x| x.abs().max(largest))
}

/// The principal square root, by the iteration of Denman and Beavers (1976).
fn square_root(m: DMat4) -> DMat4 {
    let (mut root, mut inverse) = (m, DMat4::IDENTITY);
    // Converges quadratically; sixty are more than any motion here asks for.
    for _ in 0..60 {
        let next = (root + inverse.inverse()) * 0.5;
        inverse = (inverse + root.inverse()) * 0.5;
        let change = size(next - root);
        root = next;
        if change < 1e-15 * size(root) {
            break;
        }
    }
    root
}

fn unit(rigid: RigidInput) -> DQuat {
    rigid.rotation.as_dquat().normalize()
}

/// The matrix of x → q x on quaternions (x, y, z, w).
fn left_matrix(q: DVec4) -> DMat4 {
    DMat4::from_cols(
        DVec4::new(q.w, q.z, -q.y, -q.x),
        DVec4::new(-q.z, q.w, q.x, -q.y),
        DVec4::new(q.y, -q.x, q.w, -q.z),
        DVec4::new(q.x, q.y, q.z, q.w),
    )
}

fn conjugate(q: DVec4) -> DVec4 {
    DVec4::new(-q.x, -q.y, -q.z, q.w)
}

/// Rodrigues: R = 1 + 2 w [v]× + 2 [v]×², of a unit quaternion.
fn rotation_matrix(q: DQuat) -> DMat3 {
    let v = DMat3::from_cols(
        DVec3::new(0.0, q.z, -q.y),
        DVec3::new(-q.z, 0.0, q.x),
        DVec3::new(q.y, -q.x, 0.0),
    );
    DMat3::IDENTITY + v * (2.0 * q.w) + v * v * 2.0
}
