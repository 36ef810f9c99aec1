//! The forward pass: from a pose to final matrices.

use crate::{JointIndex, Rigid, ScaleInheritance, Skeleton, UserTransform};
use glam::{Affine3A, Mat3A, Quat};
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
        /// Transforms given.
        found: usize,
    },
    /// Another number of scale inheritances.
    #[error("there are {found} scale inheritances for the {expected} joints of the skeleton")]
    ScaleInheritance {
        /// Joints of the skeleton.
        expected: usize,
        /// Entries given.
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
    let frames = Frames::of(skeleton.parents(), scale_inheritance, |joint| {
        (
            skeleton.parent_from_joint[joint],
            user[joint].rigid,
            user[joint].linear.into(),
        )
    });
    Ok(PosedSkeleton {
        skeleton,
        user,
        scale_inheritance,
        frames,
    })
}

impl<'a> PosedSkeleton<'a> {
    /// The skeleton posed.
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
        self.frames.before_stretch[joint.index()]
    }

    /// `W_i = E_i S_i`: the final matrix.
    #[must_use]
    pub fn model_from_posed_joint(&self, joint: JointIndex) -> Affine3A {
        self.frames.with_stretch[joint.index()]
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
    /// At rest each is +1; the sign of `ρ_i` does not count. A joint turned by 300° is not one turned by −60°, and of neighbours that are less
    /// than a whole turn apart the quaternions say which way. Without stretch it is the rotation of the joint's motion; under
    /// stretch it only tells the sign.
    #[must_use]
    pub fn signed_turns(&self) -> Vec<Quat> {
        let mut frames: Vec<[Quat; 2]> = Vec::with_capacity(self.user.len());
        for (joint, parent) in self.skeleton.parents().iter().enumerate() {
            let [posed, rest] = parent.map_or([Quat::IDENTITY; 2], |p| frames[p.index()]);
            let own = self.skeleton.parent_from_joint[joint].rotation;
            let turned = posed * own * self.user[joint].rigid.rotation;
            frames.push([turned.normalize(), (rest * own).normalize()]);
        }
        let turns = frames.iter();
        turns
            .map(|[posed, rest]| *posed * rest.conjugate())
            .collect()
    }

    /// The frames of the same pose with every stretch left out: products of rigid motions.
    pub(crate) fn rigid_frames(&self) -> Vec<Rigid> {
        let mut frames: Vec<Rigid> = Vec::with_capacity(self.user.len());
        for (joint, parent) in self.skeleton.parents().iter().enumerate() {
            let local = self.skeleton.parent_from_joint[joint] * self.user[joint].rigid;
            frames.push(parent.map_or(local, |parent| frames[parent.index()] * local));
        }
        frames
    }
}

/// What a joint has of its parent p.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Above {
    /// How p's stretch is inherited.
    pub(crate) inheritance: ScaleInheritance,
    /// `E_p`.
    pub(crate) before_stretch: Affine3A,
    /// `W_p`.
    pub(crate) with_stretch: Affine3A,
    /// `S_p`.
    pub(crate) stretch: Mat3A,
}

/// `E_i` and `W_i` of one joint: a step of [`forward`], of `(R_i, T_i, S_i)`.
pub(crate) fn one_frame(
    above: Option<Above>,
    (rest, rigid, stretch): (Rigid, Rigid, Mat3A),
) -> (Affine3A, Affine3A) {
    let frame = match above {
        None => rest.to_affine() * rigid.to_affine(),
        Some(above) if above.inheritance == ScaleInheritance::Children => {
            above.with_stretch * rest.to_affine() * rigid.to_affine()
        }
        Some(above) => {
            let elongated = Rigid {
                translation: above.stretch * rest.translation,
                ..rest
            };
            above.before_stretch * elongated.to_affine() * rigid.to_affine()
        }
    };
    (frame, times_linear(frame, stretch))
}

/// `E_i` and `W_i` of one recursion.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    pub(crate) before_stretch: Vec<Affine3A>,
    pub(crate) with_stretch: Vec<Affine3A>,
}

impl Frames {
    /// The recursion of [`forward`]; `joint` gives `(R_i, T_i, S_i)`.
    pub(crate) fn of(
        parents: &[Option<JointIndex>],
        scale_inheritance: &[ScaleInheritance],
        joint: impl Fn(usize) -> (Rigid, Rigid, Mat3A),
    ) -> Self {
        let mut before_stretch: Vec<Affine3A> = Vec::with_capacity(parents.len());
        let mut with_stretch: Vec<Affine3A> = Vec::with_capacity(parents.len());
        for (i, parent) in parents.iter().enumerate() {
            let (rest, rigid, stretch) = joint(i);
            let above = parent.map(JointIndex::index).map(|p| Above {
                inheritance: scale_inheritance[p],
                before_stretch: before_stretch[p],
                with_stretch: with_stretch[p],
                stretch: joint(p).2,
            });
            let (frame, last) = one_frame(above, (rest, rigid, stretch));
            before_stretch.push(frame);
            with_stretch.push(last);
        }
        Self {
            before_stretch,
            with_stretch,
        }
    }
}

/// `E S` for a linear S.
fn times_linear(frame: Affine3A, stretch: Mat3A) -> Affine3A {
    Affine3A {
        matrix3: frame.matrix3 * stretch,
        translation: frame.translation,
    }
}
