//! A node's transform in its parent, as a file gives it.

use glam::{Affine3A, DAffine3, DMat3, Quat, Vec3};

/// Translation, rotation, scale: `x → t + R diag(s) x`, the form that clips animate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trs {
    /// `t`, in the parent's units.
    pub translation: Vec3,
    /// Unit quaternion of `R`.
    pub rotation: Quat,
    /// `s`; zero and negative values are allowed.
    pub scale: Vec3,
}

impl Trs {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
    };

    /// The same transform as an affine matrix.
    #[must_use]
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

impl Default for Trs {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// `parent_from_node` as a file gives it: three channels, or a matrix that clips cannot reach.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LocalTransform {
    /// Translation, rotation and scale, which clips can move.
    Trs(Trs),
    /// Any affine matrix, with shear or mirrored too.
    Matrix(Affine3A),
}

impl LocalTransform {
    /// The transform as an affine matrix.
    #[must_use]
    pub fn to_affine(&self) -> Affine3A {
        match self {
            Self::Trs(trs) => trs.to_affine(),
            Self::Matrix(matrix) => *matrix,
        }
    }

    /// The transform as channels.
    ///
    /// A matrix loses its shear here: columns are normalized, a negative determinant goes to the scale of x. A matrix whose
    /// determinant f32 cannot tell from zero keeps the lengths of its columns as scale, and leaves the rotation at the identity.
    #[must_use]
    pub fn to_trs(&self) -> Trs {
        match self {
            Self::Trs(trs) => *trs,
            Self::Matrix(matrix) if matrix.matrix3.determinant().abs() > f32::MIN_POSITIVE => {
                let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
                Trs {
                    translation,
                    rotation: rotation.normalize(),
                    scale,
                }
            }
            Self::Matrix(matrix) => {
                let [x, y, z] = [
                    matrix.matrix3.x_axis,
                    matrix.matrix3.y_axis,
                    matrix.matrix3.z_axis,
                ];
                let scale = Vec3::new(x.length(), y.length(), z.length());
                Trs {
                    translation: matrix.translation.into(),
                    rotation: Quat::IDENTITY,
                    scale,
                }
            }
        }
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Trs(trs) => {
                trs.translation.is_finite() && trs.rotation.is_finite() && trs.scale.is_finite()
            }
            Self::Matrix(matrix) => matrix.is_finite(),
        }
    }

    /// In double precision, for the decompositions when data enters. Channels are composed in double precision too: rounding the
    /// product of rotation and scale first would look like shear afterwards.
    pub(crate) fn to_affine64(self) -> DAffine3 {
        match self {
            Self::Trs(trs) => DAffine3 {
                matrix3: DMat3::from_quat(trs.rotation.as_dquat().normalize())
                    * DMat3::from_diagonal(trs.scale.as_dvec3()),
                translation: trs.translation.as_dvec3(),
            },
            Self::Matrix(matrix) => DAffine3 {
                matrix3: glam::Mat3::from(matrix.matrix3).as_dmat3(),
                translation: Vec3::from(matrix.translation).as_dvec3(),
            },
        }
    }
}

impl Default for LocalTransform {
    fn default() -> Self {
        Self::Trs(Trs::IDENTITY)
    }
}
