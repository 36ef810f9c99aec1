//! How a skin was bound to the skeleton.

use crate::motion::polar::{is_flat, is_identity, polar64};
use crate::{JointIndex, JointSlot, Rigid, Skeleton};
use glam::{Affine3A, DAffine3, DMat3, DVec3, Mat3, Quat, Vec3};
use thiserror::Error;

pub(crate) mod bone_segment;
pub(crate) mod joint_slot;
pub(crate) mod listed_tree;
mod movers;
pub(crate) mod rebound;
pub(crate) mod rig;

/// The bind of one skin: which joints it lists, and where each stood when the mesh was attached.
///
/// Skins of one file share joints with different binds, so every skin has a bind of its own. With `X_i` the file's inverse
/// bind matrix and `P_i` the skeleton's [rest stretch](Skeleton::rest_stretch), what must hold exactly is
/// `C_i = W_i P_i X_i`. Hence `(P_i X_i)⁻¹ = A_i K_i` (polar): `A_i` is the joint's rigid frame at the bind, `K_i` what is left,
/// the identity in ordinary files. A joint of the skeleton that the skin does not list takes A from its nearest listed
/// descendant j (`A_i = A_j B_j⁻¹ B_i`), else from its parent.
///
/// # The mesh's own units
///
/// A mesh may be stored in other units than the skeleton: quantized to integers, or in centimeters. Then all joints share a
/// stretch, `(P_i X_i)⁻¹ = V Ã_i` with V symmetric and Ã rigid, and lengths of A are the mesh's, those of `W_i` the scene's. Where a
/// method moves rigid frames (dual quaternions, the splits), it does so with Ã: [`rest_from_bind`](Self::rest_from_bind) is V⁻¹,
/// [`rest_from_joint`](Self::rest_from_joint) is Ã. In ordinary files V = 1 and Ã = A. Where the joints share no stretch, or a
/// mirrored one, the cube root of their median volume stands for V. Where the joints are as far apart at the bind as they are at rest, the units are
/// the skeleton's: V = 1, and a stretch of the bind is the joint's own.
///
/// The list's places are the *joints* that [`Influences`](crate::Influences) and palettes mean: [`JointSlot`]s. A joint listed twice has two
/// places and two matrices; its frame A is that of the first.
///
/// # Examples
///
/// ```
/// use glam::{Affine3A, Vec3};
/// use rig::{BindPose, JointIndex, LocalTransform, SkeletonBuilder};
///
/// let skeleton = SkeletonBuilder::new().joint(0, None, "box", LocalTransform::default()).build()?;
/// // A mesh in centimeters, attached to a joint that stands two meters up.
/// let joint_from_model = Affine3A::from_scale(Vec3::splat(0.01)) * Affine3A::from_translation(-Vec3::Y * 200.0);
/// let (bind, warnings) = BindPose::new(&skeleton, &[JointIndex(0)], &[joint_from_model])?;
/// assert!(warnings.is_empty());
/// let frame = bind.model_from_joint(JointIndex(0));
/// assert!(frame.translation.abs_diff_eq(Vec3::Y * 200.0, 1e-3));
/// assert_eq!(bind.joint_from_bind(0), joint_from_model);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BindPose {
    pub(crate) joints: Vec<JointIndex>,
    /// `P_i X_i = K_i⁻¹ A_i⁻¹`, one per place of the list, as the file has it: no factorization has rounded it.
    pub(crate) joint_from_bind: Vec<Affine3A>,
    /// The rotations of these, where nothing is left of their linear part but a positive factor.
    pub(crate) place_rotations: Vec<Option<Quat>>,
    /// V: the mesh's units as a stretch, the identity in ordinary files.
    pub(crate) bind_from_rest: Mat3,
    /// V⁻¹, rounded from the inverse in f64.
    pub(crate) rest_from_bind: Mat3,
    /// `Ã_i`, one per joint of the skeleton.
    pub(crate) rest_from_joint: Vec<Rigid>,
    /// `Ã_p⁻¹ Ã_i`, one per joint of the skeleton.
    pub(crate) parent_from_joint: Vec<Rigid>,
}

/// Why a skin cannot be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BindError {
    /// Not one matrix per joint.
    #[error("the skin lists {joints} joints but has {matrices} inverse bind matrices")]
    Lengths {
        /// Number of joints that the skin lists.
        joints: usize,
        /// Number of inverse bind matrices given, which should be the same.
        matrices: usize,
    },
    /// A joint that the skeleton does not have.
    #[error(
        "place {place} of the skin names joint {joint}, but the skeleton has {joint_count} joints"
    )]
    JointOutOfRange {
        /// Place in the list.
        place: usize,
        /// The index that the list names, beyond the skeleton's last joint.
        joint: usize,
        /// Joints of the skeleton.
        joint_count: usize,
    },
    /// More joints than 16-bit influences can name.
    #[error(
        "the skin lists {found} joints; at most {} are possible",
        crate::MAX_JOINTS
    )]
    TooMany {
        /// Number of joints that the skin lists, more than [`MAX_JOINTS`](crate::MAX_JOINTS).
        found: usize,
    },
}

/// What was repaired when the bind was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BindWarning {
    /// An inverse bind matrix that is not finite, or has no inverse (its shortest axis under a millionth of its longest, where
    /// f32 has only noise): taken as the identity.
    Singular {
        /// Place in the skin's list.
        place: usize,
    },
}

impl BindPose {
    /// Binds a skin. `joints` is the skin's list, `joint_from_model` its inverse bind matrices `X_i`, of one length.
    ///
    /// A singular or non-finite matrix is taken as the identity, with a warning. No joints give an empty bind.
    ///
    /// # Errors
    ///
    /// Lists of different lengths, more than [`MAX_JOINTS`](crate::MAX_JOINTS), a joint beyond the skeleton.
    pub fn new(
        skeleton: &Skeleton,
        joints: &[JointIndex],
        joint_from_model: &[Affine3A],
    ) -> Result<(Self, Vec<BindWarning>), BindError> {
        check(skeleton, joints, joint_from_model)?;
        let mut warnings = Vec::new();
        let mut joint_from_bind = Vec::with_capacity(joints.len());
        let mut frames: Vec<Option<BindFrame>> = Vec::with_capacity(joints.len());
        for (place, (&joint, &file_matrix)) in joints.iter().zip(joint_from_model).enumerate() {
            let stretch = skeleton.rest_stretch(joint).as_dmat3();
            let frame = bind_frame(stretch, file_matrix);
            if frame.is_none() {
                warnings.push(BindWarning::Singular { place });
            }
            let matrix = frame.as_ref().map_or(Affine3A::IDENTITY, |_| file_matrix);
            joint_from_bind.push(Affine3A::from_mat3(skeleton.rest_stretch(joint)) * matrix);
            frames.push(frame);
        }
        let bind_from_rest = units(skeleton, joints, &frames);
        let rest_from_bind = bind_from_rest.inverse();
        let mut bound: Vec<Option<Rigid>> = vec![None; skeleton.len()];
        for (joint, frame) in joints.iter().zip(&frames) {
            let rigid = frame
                .as_ref()
                .map_or(Rigid::IDENTITY, |frame| frame.rigid(rest_from_bind));
            // The first place of a joint listed twice gives its frame.
            bound[joint.index()].get_or_insert(rigid);
        }
        let rest_from_joint = frames_of_joints(skeleton, &bound);
        let parent_from_joint = relative_to_parents(skeleton, &rest_from_joint);
        let bind = Self {
            joints: joints.to_vec(),
            place_rotations: even_rotations(&joint_from_bind),
            joint_from_bind,
            bind_from_rest: bind_from_rest.as_mat3(),
            rest_from_bind: rest_from_bind.as_mat3(),
            rest_from_joint,
            parent_from_joint,
        };
        Ok((bind, warnings))
    }

    /// The skin's list of joints.
    #[must_use]
    pub fn joints(&self) -> &[JointIndex] {
        &self.joints
    }

    /// Number of joints listed: the length of this skin's palettes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Whether the skin lists no joint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// The list with its slots, in order.
    #[must_use]
    pub fn slots(
        &self,
    ) -> impl ExactSizeIterator<Item = (JointSlot, JointIndex)> + DoubleEndedIterator {
        JointSlot::all().zip(self.joints.iter().copied())
    }

    /// The joint at a slot; none beyond the last.
    #[must_use]
    pub fn joint_at(&self, slot: JointSlot) -> Option<JointIndex> {
        self.joints.get(slot.index()).copied()
    }

    /// The slot of a joint in the list, the first if it is listed twice.
    #[must_use]
    pub fn slot_of(&self, joint: JointIndex) -> Option<JointSlot> {
        slot_in(&self.joints, joint)
    }

    /// `A_i`: the joint's rigid frame at the bind, in the mesh's units, for every joint of the skeleton.
    #[must_use]
    pub fn model_from_joint(&self, joint: JointIndex) -> Rigid {
        let frame = self.rest_from_joint(joint);
        Rigid {
            translation: self.bind_from_rest * frame.translation,
            ..frame
        }
    }

    /// `Ã_i`: the same frame in the skeleton's units, `(rot A_i, V⁻¹ trans A_i)`.
    #[must_use]
    pub fn rest_from_joint(&self, joint: JointIndex) -> Rigid {
        self.rest_from_joint[joint.index()]
    }

    /// [`rest_from_joint`](Self::rest_from_joint) of all joints of the skeleton.
    pub(crate) fn rest_from_joints(&self) -> &[Rigid] {
        &self.rest_from_joint
    }

    /// V⁻¹: takes a vertex from the mesh's units to the skeleton's. The identity in ordinary files.
    #[must_use]
    pub const fn rest_from_bind(&self) -> Mat3 {
        self.rest_from_bind
    }

    /// `K_i⁻¹ A_i⁻¹ = P_i X_i` for a place of the list: what a final matrix is multiplied with.
    #[must_use]
    pub fn joint_from_bind(&self, place: usize) -> Affine3A {
        self.joint_from_bind[place]
    }

    /// The rotation of [`joint_from_bind`](Self::joint_from_bind), if that is none but a rigid motion and an even stretch.
    pub(crate) fn place_rotation(&self, place: usize) -> Option<Quat> {
        self.place_rotations[place]
    }

    /// `Ã_p⁻¹ Ã_i` of all joints of the skeleton; `Ã_i` for a root.
    pub(crate) fn parent_from_joint(&self) -> &[Rigid] {
        &self.parent_from_joint
    }
}

pub(crate) fn even_rotations(joint_from_bind: &[Affine3A]) -> Vec<Option<Quat>> {
    joint_from_bind.iter().map(even_rotation).collect()
}

/// The rotation of a matrix whose linear part is a positive multiple of one, but for what f32 leaves of that.
fn even_rotation(matrix: &Affine3A) -> Option<Quat> {
    let (rotation, stretch) = polar64(Mat3::from(matrix.matrix3).as_dmat3());
    // Any diagonal element is the factor if the stretch is even; the next line asks whether it is.
    let factor = stretch.x_axis.x;
    let is_even = factor > 0.0 && is_identity(stretch * factor.recip());
    is_even.then(|| rotation.as_quat().normalize())
}

pub(crate) fn slot_in(listed: &[JointIndex], joint: JointIndex) -> Option<JointSlot> {
    let found = listed.iter().position(|&other| other == joint)?;
    // A list has no more joints than a slot can count.
    JointSlot::try_from(found).ok()
}

fn check(
    skeleton: &Skeleton,
    joints: &[JointIndex],
    matrices: &[Affine3A],
) -> Result<(), BindError> {
    if joints.len() != matrices.len() {
        return Err(BindError::Lengths {
            joints: joints.len(),
            matrices: matrices.len(),
        });
    }
    if joints.len() > crate::MAX_JOINTS {
        return Err(BindError::TooMany {
            found: joints.len(),
        });
    }
    let joint_count = skeleton.len();
    match joints.iter().position(|joint| joint.index() >= joint_count) {
        Some(place) => Err(BindError::JointOutOfRange {
            place,
            joint: joints[place].index(),
            joint_count,
        }),
        None => Ok(()),
    }
}

/// What one inverse bind matrix says: `(P X)⁻¹ = A K`, and the same with the stretch on the left, `V A`.
struct BindFrame {
    /// A: the joint's rigid frame at the bind, in the mesh's units.
    model_from_joint: Rigid,
    /// `V = A K A⁻¹` (linear parts).
    stretch: DMat3,
}

impl BindFrame {
    fn head(&self) -> DVec3 {
        self.model_from_joint.translation.as_dvec3()
    }

    /// `Ã`, given the V⁻¹ of the skin.
    fn rigid(&self, rest_from_bind: DMat3) -> Rigid {
        Rigid {
            translation: (rest_from_bind * self.head()).as_vec3(),
            ..self.model_from_joint
        }
    }
}

/// `None` when there is no inverse that f32 can hold.
fn bind_frame(stretch: DMat3, joint_from_model: Affine3A) -> Option<BindFrame> {
    let matrix3 = Mat3::from(joint_from_model.matrix3).as_dmat3();
    let translation = Vec3::from(joint_from_model.translation).as_dvec3();
    if !joint_from_model.is_finite() || is_flat(matrix3) {
        return None;
    }
    let linear = DAffine3 {
        matrix3: stretch,
        translation: DVec3::ZERO,
    };
    let model_from_bind = (linear
        * DAffine3 {
            matrix3,
            translation,
        })
    .inverse();
    let (rotation, _) = polar64(model_from_bind.matrix3);
    let frame = Rigid::new(
        rotation.as_quat().normalize(),
        model_from_bind.translation.as_vec3(),
    );
    // `M = V R` with the stretch on the left, hence `V = M Rᵀ`.
    let stretch = model_from_bind.matrix3 * DMat3::from_quat(rotation).transpose();
    (model_from_bind.is_finite() && frame.translation.is_finite()).then_some(BindFrame {
        model_from_joint: frame,
        stretch,
    })
}

/// V: the stretch of all joints, if the mesh is in units of its own, else the identity.
///
/// Either the joints' distances at the bind are those at rest (then whatever stretch a bind holds is the joint's own, about its
/// head), or they are once the stretch is undone. What fits better counts. Lengths, because a bind pose may be turned
/// against the rest pose; a skin that has none to compare takes the stretch.
fn units(skeleton: &Skeleton, joints: &[JointIndex], frames: &[Option<BindFrame>]) -> DMat3 {
    let stretch = shared_stretch(frames.iter().flatten().map(|frame| frame.stretch));
    // There is one: `shared_stretch` gives the identity else.
    let undo = stretch.inverse();
    let mut places: Vec<Option<usize>> = vec![None; skeleton.len()];
    for (place, joint) in joints.iter().enumerate() {
        places[joint.index()].get_or_insert(place);
    }
    let (mut as_it_is, mut undone) = (0.0, 0.0);
    for (joint, frame) in joints.iter().zip(frames) {
        // The nearest listed joint above: those between have no bind to measure.
        let above = std::iter::successors(skeleton.parent(*joint), |&joint| skeleton.parent(joint))
            .find_map(|above| Some((above, frames[places[above.index()]?].as_ref()?)));
        let (Some(frame), Some((above, above_frame))) = (frame, above) else {
            continue;
        };
        let head = |joint| skeleton.rest_model_from_joint(joint).translation.as_dvec3();
        let at_rest = head(*joint).distance(head(above));
        let at_bind = frame.head() - above_frame.head();
        as_it_is += (at_bind.length() - at_rest).abs();
        undone += ((undo * at_bind).length() - at_rest).abs();
    }
    if undone <= as_it_is {
        stretch
    } else {
        DMat3::IDENTITY
    }
}

/// Stretches that differ by less than this, relative to their size, are one stretch and noise.
const SAME_STRETCH: f64 = 1e-3;

/// The stretch that all joints share, else, or where it mirrors, a uniform one of their median volume; the identity for no
/// joints, and where it differs from the identity by noise only.
fn shared_stretch(stretches: impl Iterator<Item = DMat3> + Clone) -> DMat3 {
    let Some(first) = stretches.clone().next() else {
        return DMat3::IDENTITY;
    };
    let size = largest(first);
    let shared = first.determinant() > 0.0
        && stretches
            .clone()
            .all(|other| largest(other - first) <= SAME_STRETCH * size);
    let stretch = if shared {
        first
    } else {
        // The median, not the mean: a few joints with odd scales do not decide the mesh's units.
        let mut volumes: Vec<f64> = stretches
            .map(|stretch| stretch.determinant().abs())
            .collect();
        volumes.sort_unstable_by(f64::total_cmp);
        DMat3::from_diagonal(DVec3::splat(volumes[volumes.len() / 2].cbrt()))
    };
    // f32 has to hold V and its inverse.
    let usable = stretch.as_mat3().is_finite() && stretch.inverse().as_mat3().is_finite();
    if !usable || largest(stretch - DMat3::IDENTITY) <= SAME_STRETCH {
        return DMat3::IDENTITY;
    }
    stretch
}

fn largest(matrix: DMat3) -> f64 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.abs());
    x.max(y).max(z).max_element()
}

/// Gives every joint a bind frame: its own, else from the nearest bound descendant, else from its parent.
fn frames_of_joints(skeleton: &Skeleton, bound: &[Option<Rigid>]) -> Vec<Rigid> {
    let nearest = nearest_bound_descendants(skeleton, bound);
    let mut frames: Vec<Rigid> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        let rest = skeleton.rest_model_from_joint(joint);
        let remapped = |from: JointIndex, frame: Rigid| {
            frame * skeleton.rest_model_from_joint(from).inverse_times(rest)
        };
        let own = bound[joint.index()];
        let below = nearest[joint.index()]
            .and_then(|(_, from)| bound[from.index()].map(|frame| remapped(from, frame)));
        let above = skeleton
            .parent(joint)
            .map(|parent| frames[parent.index()] * skeleton.parent_from_joint(joint));
        frames.push(own.or(below).or(above).unwrap_or(rest));
    }
    frames
}

/// For every joint the nearest bound joint at or below it, with its distance; the first in order among equals.
fn nearest_bound_descendants(
    skeleton: &Skeleton,
    bound: &[Option<Rigid>],
) -> Vec<Option<(usize, JointIndex)>> {
    let mut nearest: Vec<Option<(usize, JointIndex)>> = vec![None; skeleton.len()];
    for joint in skeleton.joints().rev() {
        if bound[joint.index()].is_some() {
            nearest[joint.index()] = Some((0, joint));
        }
        let (Some(parent), Some((distance, from))) =
            (skeleton.parent(joint), nearest[joint.index()])
        else {
            continue;
        };
        let best = &mut nearest[parent.index()];
        // Children are met last to first, so an equal distance replaces: the first child wins.
        if best.is_none_or(|(other, _)| distance < other) {
            *best = Some((distance + 1, from));
        }
    }
    nearest
}

pub(crate) fn relative_to_parents(skeleton: &Skeleton, rest_from_joint: &[Rigid]) -> Vec<Rigid> {
    let joints = skeleton.parents().iter().zip(rest_from_joint);
    joints
        .map(|(parent, &frame)| {
            parent.map_or(frame, |p| rest_from_joint[p.index()].inverse_times(frame))
        })
        .collect()
}
