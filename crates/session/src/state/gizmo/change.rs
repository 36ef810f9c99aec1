//! The change that a drag asks for, and its effect on a pose.

use glam::{Mat3, Quat, Vec3};
use rig::{JointIndex, Pose, Rigid, Skeleton, Stretch, polar};

use super::JointPlace;
use crate::state::gizmo::tool::Space;

/// A matrix with a smaller determinant counts as flat and is not inverted.
const FLAT: f32 = 1e-9;
/// A smaller scale counts as zero: no factor could bring it back.
const NOTHING: f32 = 1e-6;

/// A change of every selected joint, each along its own axes of a space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GizmoChange {
    /// The space whose axes are meant.
    pub space: Space,
    /// The kind and amount of the change.
    pub what: ChangeKind,
}

/// The kind and amount of a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChangeKind {
    /// A translation in meters along the three axes.
    Move(Vec3),
    /// A rotation about this unit axis, in radians.
    Turn(Vec3, f32),
    /// Factors along the three axes.
    Scale(Vec3),
    /// Amounts of shear in XY, YZ and ZX.
    Shear(Vec3),
}

impl ChangeKind {
    /// Whether it is the identity.
    #[must_use]
    pub fn is_nothing(self) -> bool {
        match self {
            Self::Move(by) | Self::Shear(by) => by == Vec3::ZERO,
            Self::Turn(_, angle) => angle == 0.0,
            Self::Scale(by) => by == Vec3::ONE,
        }
    }

    fn is_finite(self) -> bool {
        match self {
            Self::Move(by) | Self::Shear(by) | Self::Scale(by) => by.is_finite(),
            Self::Turn(axis, angle) => axis.is_finite() && angle.is_finite(),
        }
    }
}

impl GizmoChange {
    /// Applies it to a pose, starting from `places` as they were when the drag began. All other joints, and all joints
    /// if the change is the identity, keep their numbers bit for bit.
    ///
    /// With F the axes of the space in the model and Q, Q̂, R, t, S of the [`JointPlace`]:
    ///
    /// ```text
    /// move d    t' = t + Q⁻¹ F d                         the joint moves by exactly F d in the model
    /// turn G    R' = Q̂ᵀ F G Fᵀ Q̂ R
    /// scale, shear, local             S'ₐₐ = kₐ Sₐₐ, S'ₐᵦ = Sₐᵦ + v: the numbers themselves
    /// scale, shear, parent or global  R' S' = polar(Q̂ᵀ F G Fᵀ Q̂ R S), G = diag(k) or 1 + v (eₐeᵦᵀ + eᵦeₐᵀ)
    /// ```
    ///
    /// The last line puts G after the joint's whole transform and splits the product again into a rotation and a
    /// symmetric stretch: where axes do not agree the joint turns a little, since scale across a joint's axes is shear.
    /// Only joints without a selected ancestor move and turn, so that children are not moved twice; all joints scale
    /// and shear. A flat Q has no inverse; Q̂ᵀ takes its place. To a scale of zero the factor minus one is added, since
    /// it would stay zero otherwise. A change or place that is not finite changes nothing.
    pub fn apply(&self, skeleton: &Skeleton, places: &[JointPlace], pose: &mut Pose) {
        if self.what.is_nothing() || !self.what.is_finite() {
            return;
        }
        let carries = matches!(self.what, ChangeKind::Move(_) | ChangeKind::Turn(..));
        for place in places {
            // The ancestor takes it along already.
            if carries && has_ancestor_among(skeleton, place.joint, places) {
                continue;
            }
            let changed = self.apply_to_place(place);
            let joint = place.joint.index();
            if !is_finite(&changed) {
                continue;
            }
            if let Some(rigid) = pose.rigid.get_mut(joint) {
                *rigid = changed.rigid;
            }
            if let Some(stretch) = pose.stretch.get_mut(joint) {
                *stretch = changed.stretch;
            }
        }
    }

    fn apply_to_place(&self, place: &JointPlace) -> JointPlace {
        let axes = place.axes(self.space);
        let mut place = *place;
        match self.what {
            ChangeKind::Move(by) => {
                place.rigid.translation += rest_from_model(&place) * (axes * by);
            }
            ChangeKind::Turn(axis, angle) => {
                let turn = Quat::from_axis_angle(axis, angle);
                place.rigid.rotation = match self.space {
                    // Equal to Q̂ᵀ Q̂ R G without the rounding of Q̂ᵀ Q̂.
                    Space::Local => (place.rigid.rotation * turn).normalize(),
                    Space::Parent | Space::Global => {
                        let rest_from_axes = place.rotation.conjugate() * axes;
                        let turn = rest_from_axes * turn * rest_from_axes.conjugate();
                        (turn * place.rigid.rotation).normalize()
                    }
                };
            }
            ChangeKind::Scale(by) if self.space == Space::Local => {
                place.stretch.scale = multiply_scale(place.stretch.scale, by);
            }
            ChangeKind::Shear(by) if self.space == Space::Local => place.stretch.shear += by,
            ChangeKind::Scale(by) => stretch_after(&mut place, axes, Stretch::from_scale(by)),
            ChangeKind::Shear(by) => {
                let shear = Stretch {
                    shear: by,
                    ..Stretch::IDENTITY
                };
                stretch_after(&mut place, axes, shear);
            }
        }
        place
    }
}

/// `Q⁻¹`, or `Q̂ᵀ` where Q is flat.
fn rest_from_model(place: &JointPlace) -> Mat3 {
    if place.model_from_rest.determinant().abs() > FLAT {
        place.model_from_rest.inverse()
    } else {
        Mat3::from_quat(place.rotation.conjugate())
    }
}

fn multiply_scale(scale: Vec3, by: Vec3) -> Vec3 {
    let one = |scale: f32, by: f32| {
        if scale.abs() < NOTHING {
            by - 1.0
        } else {
            scale * by
        }
    };
    // An axis with factor one keeps its zero: one minus one.
    Vec3::new(one(scale.x, by.x), one(scale.y, by.y), one(scale.z, by.z))
}

fn stretch_after(place: &mut JointPlace, axes: Quat, by: Stretch) {
    let rest_from_axes = Mat3::from_quat(place.rotation.conjugate() * axes);
    let turned = Mat3::from_quat(place.rigid.rotation);
    let by = rest_from_axes * by.to_mat3() * rest_from_axes.transpose();
    let split = polar(by * turned * place.stretch.to_mat3());
    // The polar rotation has no sign of its own: the nearer to what it was.
    let turned = Rigid::new(split.rotation, place.rigid.translation);
    place.rigid = turned.with_sign_near(place.rigid.rotation);
    place.stretch = Stretch::from_symmetric(split.stretch);
}

fn is_finite(place: &JointPlace) -> bool {
    let JointPlace { rigid, stretch, .. } = place;
    let rigid = rigid.rotation.is_finite() && rigid.translation.is_finite();
    rigid && stretch.scale.is_finite() && stretch.shear.is_finite()
}

fn has_ancestor_among(skeleton: &Skeleton, joint: JointIndex, places: &[JointPlace]) -> bool {
    let parent = |&joint: &JointIndex| skeleton.parent(joint);
    let mut ancestors = std::iter::successors(skeleton.parent(joint), parent);
    ancestors.any(|ancestor| places.iter().any(|place| place.joint == ancestor))
}
