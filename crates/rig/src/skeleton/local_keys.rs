//! What clips key of a joint, and the way from and to what a user does to it.

use crate::motion::polar::{nearer, polar64};
use crate::skeleton::tidy_stretch;
use crate::{JointIndex, LocalTransform, Rigid, Skeleton, Stretch, UserTransform};
use glam::{DAffine3, DMat3, DQuat, Mat3, Quat, Vec3};

/// Rounding below which a matrix counts as symmetric, or as a multiple of the identity, relative to its largest element.
const ROUNDING: f64 = 1e-6;

/// A node in its parent as clips key it: `x → t + Q H x`, Q a rotation, H symmetric.
///
/// Without shear this is a node of glTF. With it every affine map has keys, by the polar decomposition.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LocalKeys {
    /// t, in the parent's units.
    pub translation: Vec3,
    /// Unit quaternion of Q.
    pub rotation: Quat,
    /// H: scale on the diagonal, shear off it.
    pub stretch: Stretch,
}

/// What keys of a joint are counted from, made once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeyedRest {
    /// The inverse of the rotation of [`Skeleton::keyed_rest`].
    back: DQuat,
    /// None where a stretch is not even.
    even: Option<EvenRest>,
}

impl KeyedRest {
    /// Of a joint of a skeleton that is otherwise complete.
    pub(crate) fn of(skeleton: &Skeleton, joint: JointIndex) -> Self {
        let above = skeleton.parent(joint);
        let parent = above.map_or(Some(1.0), |above| {
            multiple_of_one(skeleton.rest_stretch(above))
        });
        let own = multiple_of_one(skeleton.rest_stretch(joint));
        let rotation = skeleton.keyed_rest(joint).rotation.as_dquat().normalize();
        Self {
            back: rotation.conjugate(),
            even: parent
                .zip(own)
                .map(|(parent, own)| EvenRest { parent, own }),
        }
    }
}

/// How much the rest frames of a joint and of its parent are scaled, where both are evenly.
#[derive(Clone, Copy, Debug, PartialEq)]
struct EvenRest {
    /// `P_p = parent · 1`.
    parent: f64,
    /// `P_i = own · 1`.
    own: f64,
}

impl LocalKeys {
    /// A node at its parent.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        stretch: Stretch::IDENTITY,
    };

    /// A node's local transform. A matrix keeps its shear; its rotation turns by half a turn at the most.
    pub(crate) fn of(local: &LocalTransform) -> Self {
        match local {
            LocalTransform::Trs(trs) => Self {
                translation: trs.translation,
                rotation: trs.rotation,
                stretch: Stretch::from_scale(trs.scale),
            },
            matrix @ LocalTransform::Matrix(_) => Self::from_affine64(matrix.to_affine64(), None),
        }
    }

    /// The same transform as a matrix.
    #[must_use]
    pub fn to_affine(&self) -> glam::Affine3A {
        let wide = self.to_affine64();
        glam::Affine3A::from_mat3_translation(wide.matrix3.as_mat3(), wide.translation.as_vec3())
    }

    /// The local transform of a node: a matrix where there is shear, which channels of files cannot hold.
    #[must_use]
    pub fn to_local(&self) -> LocalTransform {
        if self.stretch.shear == Vec3::ZERO {
            LocalTransform::Trs(crate::Trs {
                translation: self.translation,
                rotation: self.rotation,
                scale: self.stretch.scale,
            })
        } else {
            LocalTransform::Matrix(self.to_affine())
        }
    }

    pub(crate) fn to_affine64(self) -> DAffine3 {
        DAffine3 {
            matrix3: DMat3::from_quat(self.rotation.as_dquat().normalize())
                * self.stretch.to_mat3().as_dmat3(),
            translation: self.translation.as_dvec3(),
        }
    }

    /// The polar parts of a matrix; `near` says which rotation it has where the matrix leaves a choice: if the rest of it is
    /// symmetric, that one stays.
    pub(crate) fn from_affine64(matrix: DAffine3, near: Option<DQuat>) -> Self {
        // With a symmetric rest the rotation at hand is right as it is, also where the rest mirrors or is flat: scaling never turns.
        let stays = near.filter(|near| {
            let stretch = DMat3::from_quat(near.conjugate()) * matrix.matrix3;
            is_symmetric(stretch)
        });
        let (rotation, stretch) = match stays {
            Some(near) => (near, DMat3::from_quat(near.conjugate()) * matrix.matrix3),
            None => {
                let (rotation, stretch) = polar64(matrix.matrix3);
                (nearer(rotation, near), stretch)
            }
        };
        Self {
            translation: matrix.translation.as_vec3(),
            rotation: rotation.as_quat().normalize(),
            stretch: Stretch::from_symmetric(stretch.as_mat3()),
        }
    }
}

impl Default for LocalKeys {
    fn default() -> Self {
        Self::IDENTITY
    }
}

fn is_symmetric(matrix: DMat3) -> bool {
    let apart = matrix - matrix.transpose();
    let largest = |of: DMat3| {
        of.to_cols_array()
            .into_iter()
            .fold(0.0, |a: f64, b| a.max(b.abs()))
    };
    largest(apart) <= ROUNDING * largest(matrix)
}

/// The factor, if the matrix is a positive multiple of the identity.
fn multiple_of_one(matrix: Mat3) -> Option<f64> {
    let matrix = matrix.as_dmat3();
    let factor = (matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z) / 3.0;
    let apart = matrix - DMat3::from_diagonal(glam::DVec3::splat(factor));
    let is_even = apart
        .to_cols_array()
        .iter()
        .all(|number| number.abs() <= ROUNDING * factor);
    (factor > 0.0 && is_even).then_some(factor)
}

impl Skeleton {
    /// A joint's local transform as clips key it. A matrix keeps its shear here.
    #[must_use]
    pub fn local_keys(&self, joint: JointIndex) -> LocalKeys {
        LocalKeys::of(self.local(joint))
    }

    /// Whether each channel of what a user does to a joint is one channel of its keys, but for constants, between keys too. Not where
    /// the rest frame of the joint or of its parent is scaled unevenly, sheared or mirrored: there rotation, scale and shear hang
    /// together.
    #[must_use]
    pub fn has_even_rest(&self, joint: JointIndex) -> bool {
        self.even_rest(joint).is_some()
    }

    fn even_rest(&self, joint: JointIndex) -> Option<EvenRest> {
        self.keyed_rests[joint.index()].even
    }

    /// The user's transform that keys of a joint amount to: `U_i = R_i⁻¹ P_p L_i P_i⁻¹ = T_i S_i`.
    ///
    /// Where the [rest is scaled evenly](Self::has_even_rest), T is what the translation and rotation say, S what the stretch says, negative
    /// and flat ones included; elsewhere the polar decomposition tells them apart, as [`user_transform`](Self::user_transform)
    /// does. Either way T has the sign that says the way round: that of the keys, relative to the file's node.
    /// Numbers that are not finite give the rest.
    #[must_use]
    pub fn user_of_local_keys(&self, joint: JointIndex, local: &LocalKeys) -> UserTransform {
        let KeyedRest { back, even } = self.keyed_rests[joint.index()];
        let Some(split) = even else {
            let near = back * local.rotation.as_dquat();
            return self.user_of_affine64(joint, local.to_affine64(), Some(near));
        };
        let from = self.parent_from_joint(joint).translation.as_dvec3();
        // The translation of `R_i⁻¹ P_p L_i P_i⁻¹`, of which an even `P_p` is a factor.
        let translation = back * (local.translation.as_dvec3() * split.parent - from);
        let rotation = (back * local.rotation.as_dquat()).normalize();
        let rotation = rotation.as_quat().normalize();
        let factor = split.parent / split.own;
        // So it is for most joints of most clips, which are spared the arithmetic.
        let linear = if factor == 1.0 && local.stretch == Stretch::IDENTITY {
            Mat3::IDENTITY
        } else {
            tidy_stretch(local.stretch.to_mat3().as_dmat3() * factor)
        };
        let user = UserTransform {
            rigid: Rigid::new(rotation, translation.as_vec3()),
            linear,
        };
        let is_finite = user.rigid.translation.is_finite() && rotation.is_finite();
        if is_finite && linear.is_finite() {
            user
        } else {
            UserTransform::IDENTITY
        }
    }

    /// The keys of a joint that show a user's transform: `L_i = P_p⁻¹ R_i U_i P_i = Q H`, the way back from
    /// [`user_of_local_keys`](Self::user_of_local_keys).
    ///
    /// Q is `R_i` times the user's rotation, so that scaling never turns, wherever that leaves a symmetric H; else H is that
    /// of the polar decomposition.
    #[must_use]
    pub fn local_keys_of_user(&self, joint: JointIndex, user: &UserTransform) -> LocalKeys {
        let rest = self.keyed_rest(joint);
        let (turned, own) = (
            rest.rotation.as_dquat().normalize(),
            user.rigid.rotation.as_dquat(),
        );
        let Some(split) = self.even_rest(joint) else {
            let above = self.parent(joint).map_or(DMat3::IDENTITY, |above| {
                self.rest_stretch(above).as_dmat3().inverse()
            });
            let linear = user.linear.as_dmat3() * self.rest_stretch(joint).as_dmat3();
            let local =
                linear64(above) * rest.to_affine64() * user.rigid.to_affine64() * linear64(linear);
            return LocalKeys::from_affine64(local, Some((turned * own).normalize()));
        };
        let place = rest.translation.as_dvec3() + turned * user.rigid.translation.as_dvec3();
        let stretch = user.linear.as_dmat3() * (split.own / split.parent);
        LocalKeys {
            translation: (place / split.parent).as_vec3(),
            rotation: (turned * own).normalize().as_quat().normalize(),
            stretch: Stretch::from_symmetric(stretch.as_mat3()),
        }
    }
}

fn linear64(matrix3: DMat3) -> DAffine3 {
    DAffine3 {
        matrix3,
        translation: glam::DVec3::ZERO,
    }
}
