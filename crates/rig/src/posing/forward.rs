//! The forward pass: from a pose to final matrices.

use crate::motion::frames::Frames;
use crate::{JointIndex, Pose, Rigid, ScaleInheritance, Skeleton, UserTransform};
use glam::{Affine3A, Quat};
use std::borrow::Cow;
use thiserror::Error;

/// A pose or a bind that does not fit the skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ForwardError {
    /// Another number of transforms.
    #[error("the pose has {found} joints, the skeleton {expected}")]
    Pose {
        /// Joints of the skeleton.
        expected: usize,
        /// Number of transforms that were given.
        found: usize,
    },
    /// Another number of scale inheritances.
    #[error("there are {found} scale inheritances for the {expected} joints of the skeleton")]
    ScaleInheritance {
        /// Joints of the skeleton.
        expected: usize,
        /// Number of entries that were given.
        found: usize,
    },
    /// A bind that was made for a skeleton of another size.
    #[error("the skin is bound to a skeleton of {expected} joints, the skeleton posed has {found}")]
    Bind {
        /// Joints of the skeleton that the skin was bound to.
        expected: usize,
        /// Joints of the skeleton posed.
        found: usize,
    },
}

/// A skeleton in a pose: the frames of every joint, in the space of the model.
#[derive(Clone, Debug)]
pub struct PosedSkeleton<'a> {
    skeleton: &'a Skeleton,
    user: Cow<'a, [UserTransform]>,
    scale_inheritance: &'a [ScaleInheritance],
    frames: Cow<'a, Frames>,
}

/// Memory for [`forward_into`]: what it grows to for one skeleton is enough for every pose of it.
#[derive(Clone, Debug, Default)]
pub struct PoseMemory {
    user: Vec<UserTransform>,
    frames: Frames,
}

/// Poses a skeleton. One pass over the joints, parent before child:
///
/// ```text
/// root:                                             E_i = R_i T_i
/// child of p, scale inheritance of p is Children:   E_i = W_p R_i T_i
/// child of p, scale inheritance of p is Joint:      E_i = E_p R'_i T_i,   R'_i = (rot R_i, S_p r_i)
/// always:                                           W_i = E_i S_i
/// ```
///
/// `T_i`'s own translation is not scaled by `S_p`, and the root's offset by nobody. Any 3×3 is a valid S, singular and
/// mirrored ones included: nothing is inverted.
///
/// # Errors
///
/// `user` (owned or borrowed) and `scale_inheritance` must be as long as the skeleton.
///
/// # References
///
/// Kavan et al. 2008, section 4.2 (all `Joint`: "local"; all `Children`: "global").
pub fn forward<'a>(
    skeleton: &'a Skeleton,
    user: impl Into<Cow<'a, [UserTransform]>>,
    scale_inheritance: &'a [ScaleInheritance],
) -> Result<PosedSkeleton<'a>, ForwardError> {
    let user = user.into();
    let mut frames = Frames::default();
    set_frames(&mut frames, skeleton, &user, scale_inheritance)?;
    Ok(PosedSkeleton {
        skeleton,
        user,
        scale_inheritance,
        frames: Cow::Owned(frames),
    })
}

/// [`forward`] of a pose, in memory that is used again: nothing is allocated once it has held a pose of as many joints.
///
/// # Errors
///
/// As [`forward`].
///
/// # Examples
///
/// A frame of a program: from a pose to a palette, without new memory but for the first time.
///
/// ```
/// use glam::{Affine3A, Quat, Vec3};
/// use rig::{
///     BindPose, JointIndex, LocalTransform, Method, Palette, PaletteMemory, Pose, PoseMemory, PosedSkin, ScaleInheritance, SignRule,
///     SkeletonBuilder, forward_into,
/// };
///
/// let skeleton = SkeletonBuilder::new().joint(0, None, "hips", LocalTransform::default()).build()?;
/// let (bind, _) = BindPose::new(&skeleton, &[JointIndex(0)], &[Affine3A::IDENTITY])?;
/// let mut pose = Pose::rest(&skeleton);
/// let (mut memory, mut palette_memory) = (PoseMemory::default(), PaletteMemory::default());
/// let mut palette = Palette::default();
/// for frame in 0..3_u8 {
///     pose[JointIndex(0)].rotation = Quat::from_rotation_z(f32::from(frame));
///     let posed = forward_into(&skeleton, &pose, &[ScaleInheritance::Children], &mut memory)?;
///     palette.set(Method::DualQuaternion, SignRule::First, &PosedSkin::new(&posed, &bind)?, &mut palette_memory);
///     let turned = palette.joint_maps()[0].transform_point3(Vec3::X);
///     assert!(turned.abs_diff_eq(Quat::from_rotation_z(f32::from(frame)) * Vec3::X, 1e-6));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward_into<'a>(
    skeleton: &'a Skeleton,
    pose: &Pose,
    scale_inheritance: &'a [ScaleInheritance],
    memory: &'a mut PoseMemory,
) -> Result<PosedSkeleton<'a>, ForwardError> {
    pose.user_transforms_into(&mut memory.user);
    set_frames(
        &mut memory.frames,
        skeleton,
        &memory.user,
        scale_inheritance,
    )?;
    Ok(PosedSkeleton {
        skeleton,
        user: Cow::Borrowed(&memory.user),
        scale_inheritance,
        frames: Cow::Borrowed(&memory.frames),
    })
}

/// Checks the lengths and poses.
fn set_frames(
    frames: &mut Frames,
    skeleton: &Skeleton,
    user: &[UserTransform],
    scale_inheritance: &[ScaleInheritance],
) -> Result<(), ForwardError> {
    let expected = skeleton.len();
    if user.len() != expected {
        return Err(ForwardError::Pose {
            expected,
            found: user.len(),
        });
    }
    if scale_inheritance.len() != expected {
        return Err(ForwardError::ScaleInheritance {
            expected,
            found: scale_inheritance.len(),
        });
    }
    let joint = |joint: usize| {
        let UserTransform { rigid, linear } = user[joint];
        (skeleton.parent_from_joint[joint], rigid, linear.into())
    };
    frames.set(skeleton.parents(), scale_inheritance, joint, None);
    Ok(())
}

impl<'a> PosedSkeleton<'a> {
    /// The skeleton that was posed.
    #[must_use]
    pub const fn skeleton(&self) -> &'a Skeleton {
        self.skeleton
    }

    /// What was done to the joints.
    #[must_use]
    pub fn user_transforms(&self) -> &[UserTransform] {
        &self.user
    }

    /// How each joint's stretch is inherited.
    #[must_use]
    pub const fn scale_inheritance(&self) -> &'a [ScaleInheritance] {
        self.scale_inheritance
    }

    /// `E_i`: the joint's frame before its own stretch. Rigid, unless an ancestor's stretch reaches it.
    #[must_use]
    pub fn model_from_posed_frame(&self, joint: JointIndex) -> Affine3A {
        self.frames.before_stretch(joint.index())
    }

    /// `W_i = E_i S_i`: the final matrix.
    #[must_use]
    pub fn model_from_posed_joint(&self, joint: JointIndex) -> Affine3A {
        self.frames.with_stretch(joint.index())
    }

    /// What the file's node of this joint would be in the scene: `M_i = W_i P_i`.
    #[must_use]
    pub fn model_from_node(&self, joint: JointIndex) -> Affine3A {
        let stretch = Affine3A::from_mat3(self.skeleton.rest_stretch(joint));
        self.model_from_posed_joint(joint) * stretch
    }

    /// `e_i e0_i*`: how the user has turned each joint since rest, its own turn and those above it, as a unit quaternion **with
    /// the sign that says which way round**.
    ///
    /// ```text
    /// e_i  = e_p  ρ_i τ_i      ρ_i the rotation of R_i, τ_i that of T_i with the sign that it was given
    /// e0_i = e0_p ρ_i
    /// ```
    ///
    /// At rest each is +1; the sign of `ρ_i` does not count. A joint turned by 300° is not one turned by −60°, and of neighbors that are less
    /// than a whole turn apart the quaternions say which way. Without stretch it is the rotation of the joint's motion; under
    /// stretch it only tells the sign.
    #[must_use]
    pub fn signed_turns(&self) -> Vec<Quat> {
        let mut turns = Vec::new();
        self.signed_turns_into(&mut turns);
        turns
    }

    /// [`signed_turns`](Self::signed_turns) into memory that is used again.
    ///
    /// With `e0_i* = ± B_i*`, where the sign falls out: `e_i e0_i* = (e_p e0_p*) (b_i τ_i b_i*)`.
    pub fn signed_turns_into(&self, turns: &mut Vec<Quat>) {
        turns.clear();
        turns.reserve(self.user.len());
        for (joint, parent) in self.skeleton.parents().iter().enumerate() {
            let rest = self.skeleton.rest_model_from_joint[joint].rotation;
            let own = rest * self.user[joint].rigid.rotation * rest.conjugate();
            let turned = parent.map_or(own, |p| turns[p.index()] * own);
            // Products along a chain would drift from unit length.
            turns.push(turned.normalize());
        }
    }

    /// Posed frames, and what is known of their polar parts.
    pub(crate) fn frames(&self) -> &Frames {
        &self.frames
    }

    /// The frames of the same pose with every stretch left out: products of rigid motions.
    pub(crate) fn rigid_frames_into(&self, frames: &mut Vec<Rigid>) {
        frames.clear();
        frames.reserve(self.user.len());
        // Then the posed frames are these products already.
        if !self.frames.is_stretched() {
            let joints = 0..self.user.len();
            frames.extend(joints.map(|joint| self.frames.rigid(joint)));
            return;
        }
        for (joint, parent) in self.skeleton.parents().iter().enumerate() {
            let local = self.skeleton.parent_from_joint[joint] * self.user[joint].rigid;
            frames.push(parent.map_or(local, |parent| frames[parent.index()] * local));
        }
    }
}
