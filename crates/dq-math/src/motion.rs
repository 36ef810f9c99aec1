//! Dual quaternions as rigid motions: conversions, and moving points and vectors.

use glam::{Affine3A, Mat3A, Mat4, Quat, Vec3};

use crate::dual_quat::DualQuat;
use crate::quaternion;

/// As a motion, a dual quaternion counts only up to a factor: everything that reads one here divides by the length of its
/// non-dual part and ignores `⟨q0, qε⟩`, so that a blend need not be normalized first. Where q0 = 0 the result is NaN.
impl DualQuat {
    /// The motion `x → R x + t` of a unit quaternion and a translation: `q0 + ε ½ (t, 0) q0`.
    ///
    /// The sign of `rotation` is kept.
    #[must_use]
    #[inline]
    pub fn from_rotation_translation(rotation: Quat, translation: Vec3) -> Self {
        let half = Quat::from_vec4((translation * 0.5).extend(0.0));
        Self::new(rotation, half * rotation)
    }

    /// The motion `x → x + t`: `1 + ε (t/2, 0)`.
    #[must_use]
    #[inline]
    pub fn from_translation(translation: Vec3) -> Self {
        Self::new(
            Quat::IDENTITY,
            Quat::from_vec4((translation * 0.5).extend(0.0)),
        )
    }

    /// The motion of a rigid 4×4 matrix, unique up to sign.
    ///
    /// The upper left 3×3 must be a rotation ([`quaternion::from_mat3`] says what becomes of others) and the last row
    /// (0, 0, 0, 1), which is not looked at.
    #[must_use]
    #[inline]
    pub fn from_mat4(matrix: Mat4) -> Self {
        let rotation = quaternion::from_mat3(glam::Mat3::from_mat4(matrix));
        Self::from_rotation_translation(rotation, matrix.w_axis.truncate())
    }

    /// The motion of a rigid affine map, unique up to sign.
    ///
    /// The 3×3 part must be a rotation ([`quaternion::from_mat3`] says what becomes of others).
    #[must_use]
    #[inline]
    pub fn from_affine3a(affine: &Affine3A) -> Self {
        let rotation = quaternion::from_mat3(affine.matrix3.into());
        Self::from_rotation_translation(rotation, affine.translation.into())
    }

    /// The motion as a 4×4 matrix.
    #[must_use]
    #[inline]
    pub fn to_mat4(self) -> Mat4 {
        let rotation = quaternion::to_mat3(self.real);
        Mat4::from_cols(
            rotation.x_axis.extend(0.0),
            rotation.y_axis.extend(0.0),
            rotation.z_axis.extend(0.0),
            self.translation().extend(1.0),
        )
    }

    /// The motion as an affine map.
    #[must_use]
    #[inline]
    pub fn to_affine3a(self) -> Affine3A {
        Affine3A {
            matrix3: Mat3A::from(quaternion::to_mat3(self.real)),
            translation: self.translation().into(),
        }
    }

    /// The rotation R as a unit quaternion, with the sign of q0.
    #[must_use]
    #[inline]
    pub fn rotation(self) -> Quat {
        self.real.normalize()
    }

    /// The translation t = 2 (w0 vε − wε v0 + v0 × vε) / ⟨q0, q0⟩, where the origin goes.
    ///
    /// This is the vector part of 2 qε q0⁻¹. The notes that go with the paper divide by ‖q0‖, which is right only for unit length.
    #[must_use]
    #[inline]
    pub fn translation(self) -> Vec3 {
        self.doubled_shift() / self.real.length_squared()
    }

    /// Moves a point: `R x + t`.
    ///
    /// `x' = x + 2 (v0 × (v0 × x + w0 x) + w0 vε − wε v0 + v0 × vε) / ⟨q0, q0⟩`
    ///
    /// Reference: K08 Algorithm 1.
    #[must_use]
    #[inline]
    pub fn transform_point3(self, point: Vec3) -> Vec3 {
        point + (self.doubled_turn(point) + self.doubled_shift()) / self.real.length_squared()
    }

    /// Turns a vector: `R x`, for directions, velocities and normals of rigid motions.
    #[must_use]
    #[inline]
    pub fn transform_vector3(self, vector: Vec3) -> Vec3 {
        vector + self.doubled_turn(vector) / self.real.length_squared()
    }

    /// 2 (w0 vε − wε v0 + v0 × vε) = ⟨q0, q0⟩ t
    #[inline]
    fn doubled_shift(self) -> Vec3 {
        let (v0, ve) = (self.real.xyz(), self.dual.xyz());
        2.0 * (self.real.w * ve - self.dual.w * v0 + v0.cross(ve))
    }

    /// 2 v0 × (v0 × x + w0 x) = ⟨q0, q0⟩ (R x − x)
    #[inline]
    fn doubled_turn(self, x: Vec3) -> Vec3 {
        let v0 = self.real.xyz();
        2.0 * v0.cross(v0.cross(x) + self.real.w * x)
    }
}

impl From<DualQuat> for Affine3A {
    #[inline]
    fn from(motion: DualQuat) -> Self {
        motion.to_affine3a()
    }
}

impl From<DualQuat> for Mat4 {
    #[inline]
    fn from(motion: DualQuat) -> Self {
        motion.to_mat4()
    }
}
