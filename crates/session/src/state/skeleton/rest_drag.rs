//! Rest frames that a tool asks for: with children, partners and mesh as chosen.
//!
//! A tool changes a pose; here that change becomes one of rest frames. With R a joint's rest frame in its parent's and T, T'
//! its transform before and after, `R' = R T' T⁻¹`: in the pose that is shown the joint stands where the tool has put it.
//! While a drag goes on only the bones show it, as a pose of the skeleton that is still the old one.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};
use rig::{JointIndex, JointPairs, PairPlane, Pose, Rigid, Skeleton};

use crate::state::skeleton::skeleton_work::RestChoice;

/// A drag of rest frames, or of a joint that is being added.
#[derive(Clone, Debug)]
pub struct RestDrag {
    /// What moves with the joints: their children, nothing, or the mesh too.
    pub choice: RestChoice,
    /// Which joint is the mirror image of which; none while partners stay where they are.
    pub pairs: Option<Arc<JointPairs>>,
    /// Whether free moves keep the joint in the middle of the volume.
    pub centers: bool,
    /// The middle of the volume that was found last.
    pub middle: Option<Vec3>,
    /// The joint to add; none for a drag of joints that are there.
    pub tip: Option<Tip>,
    /// The bones to show; none before the first change.
    pub ghost: Option<Ghost>,
}

/// Bones as a drag shows them, before the skeleton is edited.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// The pose that puts the bones there.
    pub pose: Arc<Pose>,
    /// The rest frames in the model that are asked for.
    pub rest: Arc<[Rigid]>,
    /// Whether the mesh is posed so too.
    pub with_mesh: bool,
    /// Joints that are to be added: the parent, and the place in the model as posed.
    pub tips: Vec<(JointIndex, Vec3)>,
}

/// A joint that is being added.
#[derive(Clone, Debug, PartialEq)]
pub struct Tip {
    /// The joint it hangs on.
    pub parent: Bearer,
    /// The partner of that joint, if it gets one too.
    pub partner: Option<Bearer>,
    /// From the parent's head to its own, at rest in the model, where no place was chosen.
    pub usual: Vec3,
}

/// A joint as it rests and as it is posed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bearer {
    /// Index of the joint in the skeleton.
    pub joint: JointIndex,
    /// Its rest frame in the model.
    pub rest: Rigid,
    /// Its frame in the model in the pose that is shown.
    pub posed: Affine3A,
}

impl Bearer {
    /// A point of the posed model, at rest. A joint that is scaled flat has no inverse: then the point itself.
    #[must_use]
    pub fn at_rest(&self, posed: Vec3) -> Vec3 {
        if self.posed.matrix3.determinant().abs() > f32::MIN_POSITIVE {
            let local = self.posed.inverse().transform_point3(posed);
            self.rest.transform_point3(local)
        } else {
            posed
        }
    }

    /// A point of the model at rest, as posed.
    #[must_use]
    pub fn as_posed(&self, rest: Vec3) -> Vec3 {
        let local = self.rest.inverse().transform_point3(rest);
        self.posed.transform_point3(local)
    }
}

impl Tip {
    /// From the parent's head to the place in the posed model, or to the usual one, at rest.
    #[must_use]
    pub fn by(&self, place: Option<Vec3>) -> Vec3 {
        place.map_or(self.usual, |place| {
            self.parent.at_rest(place) - self.parent.rest.translation
        })
    }

    /// The places in the posed model of the joint and, if it gets one, of its partner.
    #[must_use]
    pub fn posed_places(&self, place: Option<Vec3>) -> Vec<(JointIndex, Vec3)> {
        let rest = self.parent.rest.translation + self.by(place);
        let of = |bearer: &Bearer, rest: Vec3| (bearer.joint, bearer.as_posed(rest));
        let own = of(&self.parent, rest);
        let other = self.partner.as_ref();
        let other = other.map(|other| of(other, rest * MIRROR));
        std::iter::once(own).chain(other).collect()
    }
}

/// The mirror x = 0 of points.
const MIRROR: Vec3 = Vec3::new(-1.0, 1.0, 1.0);

/// Joints, and where they are to rest in the model.
#[derive(Clone, Debug, PartialEq)]
pub struct RestMove {
    /// What moves with the joints: their children, nothing, or the mesh too.
    pub choice: RestChoice,
    set: BTreeMap<JointIndex, Rigid>,
}

impl RestMove {
    /// One joint at a frame in the model.
    #[must_use]
    pub fn of(joint: JointIndex, frame: Rigid, choice: RestChoice) -> Self {
        Self {
            choice,
            set: BTreeMap::from([(joint, frame)]),
        }
    }

    /// What a tool has done to a pose, as a change of rest frames. Selected joints below one that moves go along, whatever
    /// the choice.
    #[must_use]
    pub fn between(
        skeleton: &Skeleton,
        (before, after): (&Pose, &Pose),
        selected: &[JointIndex],
        choice: RestChoice,
    ) -> Self {
        let mut set = BTreeMap::new();
        let mut frames: Vec<(Rigid, bool)> = Vec::with_capacity(skeleton.len());
        for joint in skeleton.joints() {
            let by = difference(before, after, joint);
            let above = skeleton.parent(joint);
            let above = above.and_then(|parent| frames.get(parent.index()).copied());
            let led = above
                .filter(|(_, is_moved)| *is_moved)
                .map(|(frame, _)| frame * skeleton.parent_from_joint(joint));
            let frame = led.unwrap_or_else(|| skeleton.rest_model_from_joint(joint));
            let frame = by.map_or(frame, |by| after_own(frame, by));
            let is_moved = by.is_some() || led.is_some();
            // Where nothing leads children, those that are selected too need frames of their own.
            let alone = choice == RestChoice::OneJoint && is_moved && selected.contains(&joint);
            if by.is_some() || alone {
                set.insert(joint, frame);
            }
            frames.push((frame, is_moved));
        }
        Self { choice, set }
    }

    /// The same with the partners of the other side, mirrored in the planes of the pairs: they get the mirrored places, and turn as
    /// the mirror shows it, whatever their axes. Of two selected partners the one chosen last leads. A joint of the middle
    /// stays as far from the plane as it is.
    #[must_use]
    pub fn with_partners(
        mut self,
        skeleton: &Skeleton,
        pairs: &JointPairs,
        selected: &[JointIndex],
    ) -> Self {
        let rank = |joint: JointIndex| selected.iter().rposition(|&other| other == joint);
        for (joint, frame) in self.set.clone() {
            let Some(partner) = pairs.partner(joint) else {
                continue;
            };
            let rest = skeleton.rest_model_from_joint(joint);
            if partner == joint {
                let normal = pairs.plane_of(joint).normal;
                let off = normal.dot(frame.translation - rest.translation);
                let place = frame.translation - normal * off;
                self.set.insert(joint, Rigid::new(frame.rotation, place));
            } else if !self.set.contains_key(&partner) || rank(partner) < rank(joint) {
                let theirs = skeleton.rest_model_from_joint(partner).rotation;
                let plane = pairs.plane_of(joint);
                self.set
                    .insert(partner, mirror_frame((rest, frame), theirs, &plane));
            }
        }
        self
    }

    /// The joints whose frames are set, parents before children.
    pub fn joint_frames(&self) -> impl ExactSizeIterator<Item = (JointIndex, Rigid)> {
        self.set.iter().map(|(&joint, &frame)| (joint, frame))
    }

    /// Whether every joint rests there already.
    #[must_use]
    pub fn is_nothing(&self, skeleton: &Skeleton) -> bool {
        let mut set = self.joint_frames();
        set.all(|(joint, frame)| frame == skeleton.rest_model_from_joint(joint))
    }

    /// The rest frames of all joints in the model after the move.
    #[must_use]
    pub fn frames(&self, skeleton: &Skeleton) -> Vec<Rigid> {
        let steps = self.steps(skeleton);
        steps.into_iter().map(|step| step.frame).collect()
    }

    /// The pose of the old skeleton that puts the bones where they will be, from the pose that is shown.
    #[must_use]
    pub fn pose(&self, skeleton: &Skeleton, shown: &Pose) -> Pose {
        let mut pose = shown.clone();
        for (rigid, step) in pose.rigid.iter_mut().zip(self.steps(skeleton)) {
            if let Some(by) = step.by {
                *rigid = by * *rigid;
            }
        }
        pose
    }

    /// The pose that moves the joints from rest to their new rest.
    #[must_use]
    pub fn rest_pose(&self, skeleton: &Skeleton) -> Pose {
        self.pose(skeleton, &Pose::rest(skeleton))
    }

    fn steps(&self, skeleton: &Skeleton) -> Vec<JointStep> {
        let mut steps: Vec<JointStep> = Vec::with_capacity(skeleton.len());
        for joint in skeleton.joints() {
            let rest = skeleton.rest_model_from_joint(joint);
            let above = skeleton.parent(joint);
            let above = above.and_then(|parent| steps.get(parent.index()));
            let led = above
                .filter(|above| above.is_moved)
                .map(|above| above.frame * skeleton.parent_from_joint(joint));
            let led = led.unwrap_or(rest);
            let frame = match self.set.get(&joint) {
                Some(&frame) => frame,
                None if self.choice == RestChoice::OneJoint => rest,
                None => led,
            };
            steps.push(JointStep {
                frame,
                is_moved: frame != rest,
                // From `led · by = frame`.
                by: (frame != led).then(|| led.inverse() * frame),
            });
        }
        steps
    }
}

/// What becomes of one joint.
#[derive(Clone, Copy, Debug)]
struct JointStep {
    /// Its rest frame in the model.
    frame: Rigid,
    is_moved: bool,
    /// From where its parent leads it to that frame; none if it just follows.
    by: Option<Rigid>,
}

/// `T' T⁻¹`; none if nothing changed. A move alone keeps the rotation bit for bit.
fn difference(before: &Pose, after: &Pose, joint: JointIndex) -> Option<Rigid> {
    let (from, to) = (
        *before.rigid.get(joint.index())?,
        *after.rigid.get(joint.index())?,
    );
    if from == to {
        None
    } else if from.rotation == to.rotation {
        let by = to.translation - from.translation;
        Some(Rigid::new(Quat::IDENTITY, by))
    } else {
        Some(to * from.inverse())
    }
}

fn after_own(frame: Rigid, by: Rigid) -> Rigid {
    let moved = frame * by;
    if by.rotation == Quat::IDENTITY {
        Rigid::new(frame.rotation, moved.translation)
    } else {
        moved
    }
}

/// The frame of a partner that rests with a rotation `theirs`, for one that goes from a rest to a frame.
fn mirror_frame((rest, frame): (Rigid, Rigid), theirs: Quat, plane: &PairPlane) -> Rigid {
    let place = plane.mirror_point(frame.translation);
    if frame.rotation == rest.rotation {
        return Rigid::new(theirs, place);
    }
    let turn = frame.rotation * rest.rotation.conjugate();
    let (normal, axis) = (plane.normal, turn.xyz());
    // A mirror turns the other way about the mirrored axis: in all, the axis makes half a turn about the normal.
    let seen = normal * (2.0 * normal.dot(axis)) - axis;
    let turned = Quat::from_vec4(seen.extend(turn.w)) * theirs;
    Rigid::new(turned.normalize(), place)
}
