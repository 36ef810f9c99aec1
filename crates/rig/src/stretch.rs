//! Symmetric stretch: the non-rigid part of what a user does to a joint.

use glam::{Mat3, Vec3};

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
pub struct Stretch {
    /// `(xx, yy, zz)`.
    pub scale: Vec3,
    /// `(xy, yz, zx)`.
    pub shear: Vec3,
}

impl Stretch {
    /// No stretch.
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

    /// The matrix S.
    #[must_use]
    pub fn to_mat3(self) -> Mat3 {
        let Self { scale, shear } = self;
        Mat3::from_cols(
            Vec3::new(scale.x, shear.x, shear.z),
            Vec3::new(shear.x, scale.y, shear.y),
            Vec3::new(shear.z, shear.y, scale.z),
        )
    }
}

impl Default for Stretch {
    fn default() -> Self {
        Self::IDENTITY
    }
}
