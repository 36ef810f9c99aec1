//! The joints of a character, as arrays.
//!
//! Joints are identified by keys, not names: the builder refuses a key given twice, an unknown parent and a cycle,
//! while names may repeat and be empty, because files do it.

pub(crate) mod builder;
pub(crate) mod local_keys;
pub(crate) mod pose;

use crate::motion::polar::{is_identity, nearer, polar64};
use crate::skeleton::local_keys::KeyedRest;
use crate::{JointIndex, LocalTransform, Rigid, UserTransform};
use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3, Mat3};

/// All nodes of a scene, parent before child, with their rest frames. Built by [`SkeletonBuilder`](crate::SkeletonBuilder),
/// then never changed.
///
/// With `L_i` a node's local transform in the file and `M_i = M_p L_i`, the rest frames are the file's frames made rigid:
/// `M_i = B_i P_i` (polar; a singular `M_i`, or one whose inverse f32 cannot hold, takes `P_i = 1`), `R_i = B_p⁻¹ B_i`.
///
/// Everything is per joint, parent before child, in one order. A [`JointIndex`] belongs to one skeleton: methods that take
/// one panic when it is beyond [`len`](Self::len).
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use rig::{LocalTransform, SkeletonBuilder, SkeletonError, Trs};
///
/// let hand = Trs { translation: Vec3::X, ..Trs::IDENTITY };
/// // Keys and order are the file's; here the child comes first.
/// let builder = SkeletonBuilder::new()
///     .joint(7, Some(3), "hand", LocalTransform::Trs(hand))
///     .joint(3, None, "arm", LocalTransform::default());
/// let skeleton = builder.build()?;
/// let (arm, hand) = (skeleton.find("arm").unwrap(), skeleton.find("hand").unwrap());
/// assert!(arm < hand);
/// assert_eq!(skeleton.parent(hand), Some(arm));
/// assert_eq!(skeleton.rest_model_from_joint(hand).translation, Vec3::X);
/// # Ok::<(), SkeletonError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Skeleton {
    pub(crate) names: Vec<String>,
    pub(crate) keys: Vec<u32>,
    pub(crate) parents: Vec<Option<JointIndex>>,
    pub(crate) locals: Vec<LocalTransform>,
    pub(crate) rest_model_from_joint: Vec<Rigid>,
    pub(crate) parent_from_joint: Vec<Rigid>,
    pub(crate) rest_stretch: Vec<Mat3>,
    /// What brings the quaternion of `R_i` to the sign of the node's rotation.
    pub(crate) node_signs: Vec<f32>,
    /// What follows from all of these for keys.
    pub(crate) keyed_rests: Vec<KeyedRest>,
}

impl Skeleton {
    /// Number of joints, at most [`MAX_JOINTS`](crate::MAX_JOINTS).
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is no joint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// All joints, parent before child.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the builder refuses more than MAX_JOINTS joints"
    )]
    pub fn joints(
        &self,
    ) -> impl ExactSizeIterator<Item = JointIndex> + DoubleEndedIterator + use<> {
        (0..self.len() as u16).map(JointIndex)
    }

    /// The joint's name; names may be empty and may repeat, as in files.
    #[must_use]
    pub fn name(&self, joint: JointIndex) -> &str {
        &self.names[joint.index()]
    }

    /// Gives the joint another name; any will do.
    ///
    /// # Panics
    ///
    /// If the joint is of a larger skeleton.
    pub fn rename(&mut self, joint: JointIndex, name: impl Into<String>) {
        self.names[joint.index()] = name.into();
    }

    /// The key that the joint was given to the builder with.
    #[must_use]
    pub fn key(&self, joint: JointIndex) -> u32 {
        self.keys[joint.index()]
    }

    /// The first joint of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<JointIndex> {
        self.joints().find(|&joint| self.name(joint) == name)
    }

    /// The parent; `None` for a root.
    #[must_use]
    pub fn parent(&self, joint: JointIndex) -> Option<JointIndex> {
        self.parents[joint.index()]
    }

    /// Parents of all joints in order.
    #[must_use]
    pub fn parents(&self) -> &[Option<JointIndex>] {
        &self.parents
    }

    /// The children, in order. Looks through all later joints.
    pub fn children(&self, joint: JointIndex) -> impl Iterator<Item = JointIndex> {
        self.joints()
            .skip(joint.index() + 1)
            .filter(move |&child| self.parent(child) == Some(joint))
    }

    /// `L_i`: the node's transform in its parent, as the file has it.
    #[must_use]
    pub fn local(&self, joint: JointIndex) -> &LocalTransform {
        &self.locals[joint.index()]
    }

    /// `B_i`: the rest frame in the model.
    #[must_use]
    pub fn rest_model_from_joint(&self, joint: JointIndex) -> Rigid {
        self.rest_model_from_joint[joint.index()]
    }

    /// `R_i = B_p⁻¹ B_i`: the rest frame in the parent's; `B_i` for a root.
    #[must_use]
    pub fn parent_from_joint(&self, joint: JointIndex) -> Rigid {
        self.parent_from_joint[joint.index()]
    }

    /// `R_i` with the sign of the node's own rotation: from there keys of clips are counted, so that one that says what the node
    /// says turns by nothing, and not by a whole turn.
    #[must_use]
    pub fn keyed_rest(&self, joint: JointIndex) -> Rigid {
        let rest = self.parent_from_joint(joint);
        Rigid::new(
            rest.rotation * self.node_signs[joint.index()],
            rest.translation,
        )
    }

    /// `P_i`: symmetric, what the file's rest frame holds beside the rigid `B_i`; the identity in ordinary files.
    #[must_use]
    pub fn rest_stretch(&self, joint: JointIndex) -> Mat3 {
        self.rest_stretch[joint.index()]
    }

    /// The user's transform that a local matrix of the file amounts to: `U_i = R_i⁻¹ P_p L_i P_i⁻¹ = T_i S_i` (polar).
    ///
    /// No posed matrix is inverted. With every joint's scale inheritance on [`Children`](crate::ScaleInheritance::Children) the forward pass
    /// gives the file's frames back: `M_i = W_i P_i`. A stretch within rounding of the identity is the identity, so that a
    /// rigid clip gives rigid poses. Of both signs of the rotation it is the one of the shorter way. A local matrix that is not
    /// finite gives the rest.
    #[must_use]
    pub fn user_transform(&self, joint: JointIndex, local: &LocalTransform) -> UserTransform {
        self.user_of_affine64(joint, local.to_affine64(), None)
    }

    /// `near` says which sign the rotation has; without it, that of the shorter way.
    pub(crate) fn user_of_affine64(
        &self,
        joint: JointIndex,
        local: DAffine3,
        near: Option<DQuat>,
    ) -> UserTransform {
        let from_parent =
            self.parent_from_joint(joint).to_affine64().inverse() * self.parent_stretch64(joint);
        let rest_stretch = self.rest_stretch(joint).as_dmat3();
        // Only rests are inverted, which always have an inverse: the local matrix may be flat.
        let user = from_parent * local * linear64(rest_stretch.inverse());
        if !user.is_finite() {
            return UserTransform::IDENTITY;
        }
        let (rotation, stretch) = polar64(user.matrix3);
        let rotation = nearer(rotation, near);
        UserTransform {
            rigid: Rigid::new(rotation.as_quat().normalize(), user.translation.as_vec3()),
            linear: tidy_stretch(stretch),
        }
    }

    /// The file's local matrix that a user's transform amounts to, the way back: `L_i = P_p⁻¹ R_i U_i P_i`.
    ///
    /// For any U, singular ones included: only the rest stretch is inverted, which always can be.
    #[must_use]
    pub fn local_from_user(&self, joint: JointIndex, user: &UserTransform) -> Affine3A {
        let user64 = user.rigid.to_affine64() * linear64(user.linear.as_dmat3());
        let local = self.parent_stretch64(joint).inverse()
            * self.parent_from_joint(joint).to_affine64()
            * user64
            * linear64(self.rest_stretch(joint).as_dmat3());
        Affine3A::from_mat3_translation(local.matrix3.as_mat3(), local.translation.as_vec3())
    }

    fn parent_stretch64(&self, joint: JointIndex) -> DAffine3 {
        self.parent(joint).map_or(DAffine3::IDENTITY, |parent| {
            linear64(self.rest_stretch(parent).as_dmat3())
        })
    }
}

/// A stretch within rounding of the identity is the identity, so that a rigid clip gives rigid poses.
pub(crate) fn tidy_stretch(stretch: DMat3) -> Mat3 {
    if is_identity(stretch) {
        Mat3::IDENTITY
    } else {
        stretch.as_mat3()
    }
}

fn linear64(matrix3: DMat3) -> DAffine3 {
    DAffine3 {
        matrix3,
        translation: DVec3::ZERO,
    }
}
