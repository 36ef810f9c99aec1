//! Symmetric stretch: the non-rigid part of what a user does to a joint.

use crate::motion::polar::EQUAL;
use glam::{DMat3, DQuat, DVec3, Mat3, Quat, Vec3};

/// A symmetric 3×3 matrix: scale on the diagonal, shear off it.
///
/// ```text
///     ⎡ xx xy zx ⎤
/// S = ⎢ xy yy yz ⎥
///     ⎣ zx yz zz ⎦
/// ```
///
/// Lives in the joint's own frame. Zero, negative and singular values are allowed: nothing here inverts it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stretch {
    /// `(xx, yy, zz)`: factors along the joint's axes, one at rest.
    pub scale: Vec3,
    /// `(xy, yz, zx)`: zero where the axes stay at right angles.
    pub shear: Vec3,
}

impl Stretch {
    /// No stretch: factors of one, no shear.
    pub const IDENTITY: Self = Self {
        scale: Vec3::ONE,
        shear: Vec3::ZERO,
    };

    /// Scale along the joint's axes.
    #[must_use]
    pub const fn from_scale(scale: Vec3) -> Self {
        Self {
            scale,
            shear: Vec3::ZERO,
        }
    }

    /// The symmetric part `(M + Mᵀ) / 2` of a matrix.
    #[must_use]
    pub fn from_symmetric(matrix: Mat3) -> Self {
        let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
        Self {
            scale: Vec3::new(x.x, y.y, z.z),
            shear: Vec3::new(x.y + y.x, y.z + z.y, z.x + x.z) * 0.5,
        }
    }

    /// The symmetric matrix S of scale and shear.
    #[must_use]
    pub fn to_mat3(self) -> Mat3 {
        let Self { scale, shear } = self;
        Mat3::from_cols(
            Vec3::new(scale.x, shear.x, shear.z),
            Vec3::new(shear.x, scale.y, shear.y),
            Vec3::new(shear.z, shear.y, scale.z),
        )
    }

    /// The axes along which it stretches, and by what factors: `S = V diag(σ) Vᵀ`, V a rotation.
    ///
    /// Axes come in any order and with any sign, and where factors are equal (to a millionth of the largest number) some of them
    /// are free. Of all those, these are what few and small turns make of `near`: they follow a stretch that changes continuously.
    ///
    /// # Examples
    ///
    /// ```
    /// use glam::{Mat3, Quat, Vec3};
    /// use rig::{PrincipalAxes, Stretch};
    ///
    /// let stretch = Stretch { shear: Vec3::new(0.5, 0.0, 0.0), ..Stretch::IDENTITY };
    /// let PrincipalAxes { axes, factors } = stretch.principal_axes(Quat::IDENTITY);
    /// let axes = Mat3::from_quat(axes);
    /// let again = axes * Mat3::from_diagonal(factors) * axes.transpose();
    /// assert!(again.abs_diff_eq(stretch.to_mat3(), 1e-6));
    /// assert_eq!(Stretch::from_scale(Vec3::new(1.0, 3.0, 2.0)).principal_axes(Quat::IDENTITY).factors, Vec3::new(1.0, 3.0, 2.0));
    /// ```
    #[must_use]
    pub fn principal_axes(self, near: Quat) -> PrincipalAxes {
        let matrix = self.to_mat3().as_dmat3();
        let start = DMat3::from_quat(near.as_dquat().normalize());
        let mut axes = [start.x_axis, start.y_axis, start.z_axis];
        let numbers = matrix.to_cols_array().map(f64::abs);
        let least = EQUAL * numbers.into_iter().fold(0.0, f64::max);
        // Convergence is quadratic, so few sweeps do; the bound only guards against a cycle of roundings.
        for _ in 0..16 {
            let pairs = [(0, 1), (0, 2), (1, 2)];
            if pairs.map(|pair| turn(&mut axes, matrix, pair, least)) == [false; 3] {
                break;
            }
        }
        let factors = axes.map(|axis| axis.dot(matrix * axis));
        let [x, y, z] = axes;
        let axes = DQuat::from_mat3(&DMat3::from_cols(x, y, z)).normalize();
        PrincipalAxes {
            axes: axes.as_quat().normalize(),
            factors: DVec3::from_array(factors).as_vec3(),
        }
    }
}

/// The axes along which a symmetric matrix stretches, `S = V diag(σ) Vᵀ`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrincipalAxes {
    /// V, a unit quaternion: it takes x, y and z to the axes.
    pub axes: Quat,
    /// σ, the factors along them.
    pub factors: Vec3,
}

/// A turn of two axes about the third, of at most 45°, after which the matrix has nothing between them (Jacobi 1846); false where
/// it had no more than `least`.
fn turn(axes: &mut [DVec3; 3], matrix: DMat3, (p, q): (usize, usize), least: f64) -> bool {
    let (a, b) = (axes[p], axes[q]);
    let between = a.dot(matrix * b);
    if between.abs() <= least {
        return false;
    }
    let zeta = (b.dot(matrix * b) - a.dot(matrix * a)) / (2.0 * between);
    let t = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
    let cos = 1.0 / t.hypot(1.0);
    let sin = cos * t;
    axes[p] = a * cos - b * sin;
    axes[q] = a * sin + b * cos;
    true
}

impl Default for Stretch {
    fn default() -> Self {
        Self::IDENTITY
    }
}
