//! A pose: what the user does to every joint, relative to rest.

use crate::{JointIndex, Rigid, Skeleton, Stretch};
use core::ops::{Index, IndexMut};
use glam::{Affine3A, Mat3, Vec3};

/// What the user does to a joint, in the joint's rest frame: `U = T S`, first the linear map S, then the rigid motion T.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UserTransform {
    /// T, the rigid motion after the linear map.
    pub rigid: Rigid,
    /// S: any 3×3 matrix; symmetric where it comes from a [`Pose`].
    pub linear: Mat3,
}

impl UserTransform {
    /// Rest: the joint is where the skeleton has it.
    pub const IDENTITY: Self = Self {
        rigid: Rigid::IDENTITY,
        linear: Mat3::IDENTITY,
    };

    /// `T S` as one matrix.
    #[must_use]
    pub fn to_affine(&self) -> Affine3A {
        self.rigid.to_affine() * Affine3A::from_mat3_translation(self.linear, Vec3::ZERO)
    }
}

impl Default for UserTransform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// A pose relative to rest: per joint a rigid motion and a symmetric stretch, and the weights of the morph targets.
///
/// `rigid` and `stretch` are as long as the skeleton. The morph weights of all meshes lie one after another; who owns which
/// is the caller's business.
#[derive(Clone, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// `T_i`, in the joint's rest frame; unit quaternions.
    pub rigid: Vec<Rigid>,
    /// `S_i`, in the joint's rest frame.
    pub stretch: Vec<Stretch>,
    /// Weights of morph targets; any number, any value.
    pub morph_weights: Vec<f32>,
}

impl Pose {
    /// Nothing moved, `U = 1`, without morph weights.
    #[must_use]
    pub fn rest(skeleton: &Skeleton) -> Self {
        Self {
            rigid: vec![Rigid::IDENTITY; skeleton.len()],
            stretch: vec![Stretch::IDENTITY; skeleton.len()],
            morph_weights: Vec::new(),
        }
    }

    /// What the file shows when no clip plays: rest, but for joints under a singular scale, whose rest frame cannot hold it.
    ///
    /// Without morph weights, which the skeleton does not know.
    #[must_use]
    pub fn of_file(skeleton: &Skeleton) -> Self {
        let mut pose = Self::rest(skeleton);
        for joint in skeleton.joints() {
            pose.set_user_transform(
                joint.index(),
                &skeleton.user_transform(joint, skeleton.local(joint)),
            );
        }
        pose
    }

    /// Number of joints: of the shorter list, should the two differ.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rigid.len().min(self.stretch.len())
    }

    /// Whether there is no joint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `U_i = T_i S_i` of all joints, as [`forward`](crate::forward) takes them; [`len`](Self::len) of them, in new memory.
    #[must_use]
    pub fn user_transforms(&self) -> Vec<UserTransform> {
        let mut user = Vec::new();
        self.user_transforms_into(&mut user);
        user
    }

    /// [`user_transforms`](Self::user_transforms) into memory that is used again.
    pub fn user_transforms_into(&self, user: &mut Vec<UserTransform>) {
        let joints = self.rigid.iter().zip(&self.stretch);
        user.clear();
        user.extend(joints.map(|(&rigid, stretch)| UserTransform {
            rigid,
            linear: stretch.to_mat3(),
        }));
    }

    /// Becomes a copy of another pose, in the memory that it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.rigid.clone_from(&other.rigid);
        self.stretch.clone_from(&other.stretch);
        self.morph_weights.clone_from(&other.morph_weights);
    }

    /// Sets a joint from `T_i S_i`; of S only the symmetric part is kept.
    pub(crate) fn set_user_transform(&mut self, joint: usize, user: &UserTransform) {
        self.rigid[joint] = user.rigid;
        self.stretch[joint] = Stretch::from_symmetric(user.linear);
    }
}

/// `T_i` of a joint. Its stretch is `pose.stretch[joint.index()]`.
impl Index<JointIndex> for Pose {
    type Output = Rigid;

    /// # Panics
    ///
    /// If the joint is of a larger skeleton.
    fn index(&self, joint: JointIndex) -> &Rigid {
        &self.rigid[joint.index()]
    }
}

impl IndexMut<JointIndex> for Pose {
    /// # Panics
    ///
    /// If the joint is of a larger skeleton.
    fn index_mut(&mut self, joint: JointIndex) -> &mut Rigid {
        &mut self.rigid[joint.index()]
    }
}
