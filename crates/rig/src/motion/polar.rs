//! Polar decomposition with a proper rotation, for every 3×3 matrix.
//!
//! # Reasoning
//!
//! Any M has a singular value decomposition `M = U Σ Vᵀ`. Fix `det V = +1` by the order and sign of its columns, take the
//! two larger left vectors from M and **close the third by a cross product**, `u₃ = u₁ × u₂`. Then U is proper too, and
//!
//! ```text
//! M = (U Vᵀ) (V diag(σ₁, σ₂, s₃) Vᵀ) = R S,   s₃ = u₃ · M v₃ = ± σ₃
//! ```
//!
//! - det M > 0: `s₃ = σ₃`, the classical decomposition.
//! - det M < 0: `s₃ = −σ₃`. R maximizes `trace(RᵀM)` among proper rotations (Kabsch 1976), hence is the closest one; the
//!   reflection stays in S, along the direction of least stretch.
//! - rank 2: the cross product never looks at the lost direction, so R is still unique.
//! - rank 1, and det M < 0 with `σ₂ = σ₃`: only `R v₁ = u₁` is asked, and `R = U rot_x(φ) Vᵀ` is as close for every φ. The
//!   one closest to the identity has the largest trace, `t₁₁ + cos φ (t₂₂ + t₃₃) + sin φ (t₂₃ − t₃₂)` with `T = VᵀU`.
//! - det M < 0 with `σ₁ = σ₂ = σ₃`: v₁ is free too, and rounding would choose it. `R = M diag(−1, 1, 1) / σ` is as close as
//!   any, and turns with M: joints under one uniform mirror keep their rotations relative to each other.
//! - rank 0: R is the identity.
//!
//! The singular vectors come from one-sided Jacobi rotations (Hestenes 1958) on M itself, in f64: they keep small singular
//! values to full relative precision, where an eigen-solution of `MᵀM` would square the rounding. A rotation times a
//! diagonal has orthogonal columns and needs no sweep at all.
//!
//! # The short way
//!
//! Far from all of these cases, where `det M` is positive and not small, Newton's iteration `X ← (γ X + (γ X)⁻ᵀ) / 2` from
//! `X = M` converges to R, quadratically; with `γ² = ‖X⁻¹‖ / ‖X‖` in the norms of Frobenius three to six steps do (Higham 1986). That
//! is done in f32, whose rounding the last step takes away, in f64 again: with `A = RᵀM` the small turn ω after which A is symmetric is
//! `(tr(A) − sym(A)) ω = skew(A)`. Both ways give the same quaternion but for the last bit of f32.

use crate::Rigid;
use glam::{Affine3A, DMat3, DQuat, DVec3, Mat3, Mat3A, Quat, Vec3};

/// `M = R S` with R a proper rotation and S symmetric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polar {
    /// Unit quaternion of R.
    pub rotation: Quat,
    /// S: symmetric; positive definite when det M > 0, one negative eigenvalue when det M < 0.
    pub stretch: Mat3,
}

/// Splits a matrix into the closest proper rotation and a symmetric stretch: `M = R S`.
///
/// | M | R | S |
/// |---|---|---|
/// | det > 0 | unique | positive definite |
/// | det < 0 | closest proper rotation | smallest eigenvalue negative |
/// | det < 0, σ₂ = σ₃ < σ₁ | of those equally close, the one closest to the identity | one eigenvalue −σ₃ |
/// | det < 0, all σ equal | `M diag(−1, 1, 1) / σ`, one of many equally close | `σ diag(−1, 1, 1)` |
/// | rank 2 | unique | one eigenvalue zero |
/// | rank 1 | of those admissible, the one closest to the identity | two zero |
/// | zero | identity | zero |
///
/// Singular values that differ by less than a millionth of the largest count as equal. Non-finite input gives the identity and the
/// symmetric part of M as it is: not finite.
///
/// # Examples
///
/// ```
/// use glam::{Mat3, Quat, Vec3};
/// let rotation = Quat::from_rotation_y(0.7);
/// let stretch = Mat3::from_diagonal(Vec3::new(1.0, 2.0, 3.0));
/// let polar = rig::polar(Mat3::from_quat(rotation) * stretch);
/// assert!(polar.rotation.dot(rotation).abs() > 0.999_999);
/// assert!(polar.stretch.abs_diff_eq(stretch, 1e-5));
/// ```
///
/// # References
///
/// Shoemake and Duff 1992, "Matrix Animation and Polar Decomposition"; Kabsch 1976 for the proper rotation; Higham 1986, "Computing
/// the Polar Decomposition, with Applications".
#[must_use]
pub fn polar(matrix: Mat3) -> Polar {
    if !matrix.is_finite() {
        let stretch = crate::Stretch::from_symmetric(matrix).to_mat3();
        return Polar {
            rotation: Quat::IDENTITY,
            stretch,
        };
    }
    let (rotation, stretch) = polar64(matrix.as_dmat3());
    Polar {
        rotation: rotation.as_quat().normalize(),
        stretch: stretch.as_mat3(),
    }
}

/// Rotation and translation of an affine map, and the stretch of its linear part.
pub(crate) fn rigid_part(matrix: Affine3A) -> (Rigid, Mat3A) {
    let polar = polar(matrix.matrix3.into());
    let rigid = Rigid::new(polar.rotation, matrix.translation.into());
    (rigid, polar.stretch.into())
}

/// `M = U Σ Vᵀ` with U and V proper rotations and Σ diagonal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingularValues {
    /// Unit quaternion of U.
    pub left: Quat,
    /// The diagonal of Σ: the first two not negative, largest first; the last has the sign of det M.
    pub values: Vec3,
    /// Unit quaternion of V.
    pub right: Quat,
}

/// Splits a matrix into a rotation, a scale along the axes, and another rotation: `M = U Σ Vᵀ`. So two nodes that can turn and scale
/// along their axes hold together what one cannot, shear.
///
/// Where singular values are equal, or zero, the rotations are some of many. Non-finite input gives identities and zeros.
///
/// # Examples
///
/// ```
/// use glam::{Mat3, Vec3};
/// let shear = Mat3::from_cols(Vec3::X, Vec3::new(0.5, 1.0, 0.0), Vec3::Z);
/// let split = rig::singular_values(shear);
/// let (left, right) = (Mat3::from_quat(split.left), Mat3::from_quat(split.right));
/// let product = left * Mat3::from_diagonal(split.values) * right.transpose();
/// assert!(product.abs_diff_eq(shear, 1e-6));
/// ```
#[must_use]
pub fn singular_values(matrix: Mat3) -> SingularValues {
    let finite = if matrix.is_finite() {
        matrix
    } else {
        Mat3::ZERO
    };
    let (unit, size) = unit_size(finite.as_dmat3());
    let (left, right) = orthogonal_columns(unit);
    let [s1, s2, _] = left.map(DVec3::length);
    let first = left[0].try_normalize().unwrap_or(DVec3::X);
    // A column that is noise has no direction of its own: any will do.
    let towards = if EQUAL * s1 < s2 {
        left[1]
    } else {
        first.any_orthonormal_vector()
    };
    let turn = orthonormal(first, towards);
    let values = DVec3::new(s1, s2, turn.z_axis.dot(left[2])) * size;
    let right = DMat3::from_cols(right[0], right[1], right[2]);
    let quat = |rotation: &DMat3| DQuat::from_mat3(rotation).normalize().as_quat().normalize();
    SingularValues {
        left: quat(&turn),
        values: values.as_vec3(),
        right: quat(&right),
    }
}

/// Singular values that differ by less than this fraction of the largest are equal, and those below it zero: f32 input
/// carries noise of 6e-8 a rounding, and a direction made of noise must not choose the rotation.
pub(crate) const EQUAL: f64 = 1e-6;

/// [`polar`] in f64, for finite matrices.
pub(crate) fn polar64(matrix: DMat3) -> (DQuat, DMat3) {
    let (unit, size) = unit_size(matrix);
    if size == 0.0 {
        return (DQuat::IDENTITY, DMat3::ZERO);
    }
    if let Some(rotation) = by_newton(unit) {
        let turned = DMat3::from_quat(rotation);
        return (rotation, symmetric(turned.transpose() * unit) * size);
    }
    let rotation = closest_rotation(unit);
    (
        DQuat::from_mat3(&rotation).normalize(),
        symmetric(rotation.transpose() * unit) * size,
    )
}

/// The sign nearer to a rotation; without one the shorter way round.
pub(crate) fn nearer(rotation: DQuat, near: Option<DQuat>) -> DQuat {
    if rotation.dot(near.unwrap_or(DQuat::IDENTITY)) < 0.0 {
        -rotation
    } else {
        rotation
    }
}

/// Where a matrix whose largest element is ±1 has no smaller determinant, its second singular value is above a thousandth of the
/// first, and no case of [`closest_rotation`] but the ordinary one is near.
const ORDINARY: f64 = 1e-4;

/// R for a matrix whose largest element is ±1, if it is far from being flat and does not mirror.
fn by_newton(matrix: DMat3) -> Option<DQuat> {
    if matrix.determinant() < ORDINARY {
        return None;
    }
    let mut rotation = by_newton32(matrix.as_mat3().into())?;
    // Convergence is quadratic: one step is enough but for matrices that are almost flat.
    for _ in 0..4 {
        let a = DMat3::from_quat(rotation.conjugate()) * matrix;
        let skew = DVec3::new(
            a.y_axis.z - a.z_axis.y,
            a.z_axis.x - a.x_axis.z,
            a.x_axis.y - a.y_axis.x,
        );
        let trace = a.x_axis.x + a.y_axis.y + a.z_axis.z;
        let sums = DMat3::from_diagonal(DVec3::splat(trace)) - symmetric(a);
        let [x, y, z] = [sums.x_axis, sums.y_axis, sums.z_axis];
        // Cramer's rule: the rows of the inverse are cross products of the columns, over the determinant.
        let cofactors = [y.cross(z), z.cross(x), x.cross(y)];
        let [u, v, w] = cofactors.map(|column| column.dot(skew));
        let turn = DVec3::new(u, v, w) / x.dot(cofactors[0]);
        rotation = (rotation * DQuat::from_vec4((turn * 0.5).extend(1.0))).normalize();
        // What is left is the square of this step.
        if turn.length_squared() < 1e-8 {
            return Some(rotation);
        }
    }
    None
}

/// Newton's iteration in f32, until the next step would be about what f32 rounds.
fn by_newton32(mut x: Mat3A) -> Option<DQuat> {
    let squares = |m: &Mat3A| {
        m.x_axis.length_squared() + m.y_axis.length_squared() + m.z_axis.length_squared()
    };
    let mut is_far = true;
    for _ in 0..12 {
        let cofactors = Mat3A::from_cols(
            x.y_axis.cross(x.z_axis),
            x.z_axis.cross(x.x_axis),
            x.x_axis.cross(x.y_axis),
        );
        let determinant = x.x_axis.dot(cofactors.x_axis);
        // γ² = ‖X⁻¹‖ / ‖X‖, for the cofactors over the determinant are X⁻ᵀ.
        let factor = if is_far {
            ((squares(&cofactors) / squares(&x)).sqrt() / determinant).sqrt()
        } else {
            1.0
        };
        let next = x * (0.5 * factor) + cofactors * (0.5 / (factor * determinant));
        let change = squares(&(next - x));
        x = next;
        // What is left is about half the square of the step, 5e-5 at most: the steps in f64 do the rest.
        if change < 1e-4 {
            return Some(Quat::from_mat3a(&x).as_dquat().normalize());
        }
        // Near the rotation the factor is one, and its roots are saved.
        is_far = change > 0.1;
    }
    None
}

/// R for a matrix whose largest element is ±1.
fn closest_rotation(matrix: DMat3) -> DMat3 {
    let (left, right) = orthogonal_columns(matrix);
    let [s1, s2, s3] = left.map(DVec3::length);
    let mirrored = matrix.determinant() < 0.0;
    let equal = |a: f64, b: f64| (a - b).abs() <= EQUAL * s1;
    if mirrored && equal(s1, s3) {
        let unmirrored = DMat3::from_cols(-matrix.x_axis, matrix.y_axis, matrix.z_axis);
        return orthonormal(unmirrored.x_axis, unmirrored.y_axis);
    }
    let right = DMat3::from_cols(right[0], right[1], right[2]);
    if equal(s2, 0.0) || mirrored && equal(s2, s3) {
        let u1 = left[0] / s1;
        return closest_to_identity(orthonormal(u1, u1.any_orthonormal_vector()), right);
    }
    orthonormal(left[0], left[1]) * right.transpose()
}

/// The right-handed orthonormal columns that begin with `x` and continue towards `y` (Gram-Schmidt).
fn orthonormal(x: DVec3, y: DVec3) -> DMat3 {
    let x = x.normalize();
    let y = (y - x * x.dot(y)).normalize();
    DMat3::from_cols(x, y, x.cross(y))
}

/// Of `U rot_x(φ) Vᵀ`, the one closest to the identity; `φ = 0` when all are equally far.
fn closest_to_identity(left: DMat3, right: DMat3) -> DMat3 {
    let t = right.transpose() * left;
    let (cos, sin) = (t.y_axis.y + t.z_axis.z, t.z_axis.y - t.y_axis.z);
    left * DMat3::from_rotation_x(sin.atan2(cos)) * right.transpose()
}

/// Whether a stretch is the identity but for what f32 quaternions leave of none.
pub(crate) fn is_identity(stretch: DMat3) -> bool {
    const ROUNDING: f64 = 5e-7;
    stretch.abs_diff_eq(DMat3::IDENTITY, ROUNDING)
}

/// Whether the shortest singular value is below a millionth of the longest, or everything is zero. The elements of an f32
/// matrix carry noise of 6e-8 of the largest: ten times that, and an inverse would be more noise than matrix.
pub(crate) fn is_flat(matrix: DMat3) -> bool {
    const FLAT: f64 = 1e-6;
    let [s1, _, s3] = orthogonal_columns(unit_size(matrix).0).0.map(DVec3::length);
    s3 <= FLAT * s1
}

/// `(M / size, size)` with size the largest absolute element, so that squares of lengths neither overflow nor vanish at the
/// ends of f64's range; the zero matrix for what is all but zero.
pub(crate) fn unit_size(matrix: DMat3) -> (DMat3, f64) {
    let size = matrix.abs().to_cols_array().into_iter().fold(0.0, f64::max);
    if size < f64::MIN_POSITIVE {
        (DMat3::ZERO, 0.0)
    } else {
        (matrix * size.recip(), size)
    }
}

/// `(M + Mᵀ) / 2`: removes the rounding from a product that is symmetric by construction.
fn symmetric(matrix: DMat3) -> DMat3 {
    (matrix + matrix.transpose()) * 0.5
}

/// Columns `b_k = M v_k`, mutually orthogonal, longest first, and the right-handed orthonormal `v_k`.
pub(crate) fn orthogonal_columns(matrix: DMat3) -> ([DVec3; 3], [DVec3; 3]) {
    let mut b = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let mut v = [DVec3::X, DVec3::Y, DVec3::Z];
    // Convergence is quadratic, so few sweeps do; the bound only guards against a cycle of roundings.
    for _ in 0..16 {
        let turned = [(0, 1), (0, 2), (1, 2)].map(|(p, q)| jacobi_turn(&mut b, &mut v, p, q));
        if turned == [false; 3] {
            break;
        }
    }
    sort_by_length(&mut b, &mut v);
    if v[0].cross(v[1]).dot(v[2]) < 0.0 {
        b[2] = -b[2];
        v[2] = -v[2];
    }
    (b, v)
}

/// Turns columns p and q of both arrays about each other until `b_p · b_q = 0`; false when they were orthogonal already.
fn jacobi_turn(b: &mut [DVec3; 3], v: &mut [DVec3; 3], p: usize, q: usize) -> bool {
    let (alpha, beta, gamma) = (b[p].length_squared(), b[q].length_squared(), b[p].dot(b[q]));
    // Orthogonal as far as f64 can tell.
    if gamma.abs() <= 1e-15 * (alpha * beta).sqrt() {
        return false;
    }
    let zeta = (beta - alpha) / (2.0 * gamma);
    // The smaller root turns by at most 45°, without which sweeps need not converge.
    let t = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
    let cos = 1.0 / t.hypot(1.0);
    let sin = cos * t;
    for columns in [b, v] {
        let (x, y) = (columns[p], columns[q]);
        columns[p] = x * cos - y * sin;
        columns[q] = x * sin + y * cos;
    }
    true
}

fn sort_by_length(b: &mut [DVec3; 3], v: &mut [DVec3; 3]) {
    for (p, q) in [(0, 1), (1, 2), (0, 1)] {
        if b[p].length_squared() < b[q].length_squared() {
            b.swap(p, q);
            v.swap(p, q);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{by_newton, closest_rotation, unit_size};
    use glam::{DMat3, DQuat, DVec3};

    /// Rotations times singular values times rotations, by numbers that look random.
    fn matrices(count: u32, values: impl Fn(DVec3) -> DVec3) -> impl Iterator<Item = DMat3> {
        let mut state = 1_u32;
        let mut next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state) / f64::from(u32::MAX)
        };
        (0..count).map(move |_| {
            let mut rotation = || {
                let [x, y, z, w] = [next(), next(), next(), next()].map(|part| part - 0.5);
                DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize())
            };
            let (left, right) = (rotation(), rotation());
            let diagonal = DMat3::from_diagonal(values(DVec3::new(next(), next(), next())));
            (left * diagonal * right).as_mat3().as_dmat3()
        })
    }

    /// The largest angle between both ways, and how many matrices the short way takes.
    fn compare_ways(matrices: impl Iterator<Item = DMat3>) -> (f64, u32) {
        let (mut largest, mut taken) = (0.0_f64, 0);
        for matrix in matrices {
            let (unit, _) = unit_size(matrix);
            let Some(short) = by_newton(unit) else {
                continue;
            };
            let long = DQuat::from_mat3(&closest_rotation(unit)).normalize();
            let [near, far] = [long, -long].map(|long| 2.0 * (long - short).length());
            largest = largest.max(near.min(far));
            taken += 1;
        }
        (largest, taken)
    }

    #[test]
    fn both_ways_give_one_rotation() {
        let (ordinary, taken) = compare_ways(matrices(5_000, |v| v * 1.5 + 0.5));
        assert_eq!(taken, 5_000);
        assert!(ordinary < 1e-12, "{ordinary:e}");
        // Down to what is left to Jacobi's way.
        let (flat, taken) = compare_ways(matrices(5_000, |v| {
            DVec3::new(1.0, v.y, v.z * v.z * v.z * 0.05)
        }));
        assert!((2_000..5_000).contains(&taken), "{taken}");
        assert!(flat < 1e-12, "{flat:e}");
        let (_, mirrored) = compare_ways(matrices(50, |v| DVec3::new(1.0, 1.0 + v.y, -1.0)));
        assert_eq!(mirrored, 0);
    }
}
