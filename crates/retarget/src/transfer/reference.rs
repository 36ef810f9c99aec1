//! Reference poses made by laying limbs along those of the other skeleton.

use super::facing::facing_turn;
use super::frames::{Frames, user_rotations};
use super::retargeter::MappedSkeleton;
use crate::map::bone_map::BoneMap;
use glam::{DQuat, DVec3};
use rig::{HumanBone, JointIndex, Pose};

/// Bones that are laid along those of the other skeleton, with the next one, to which they go; parents first.
const LIMBS: [(HumanBone, HumanBone); 10] = [
    (HumanBone::LeftUpperArm, HumanBone::LeftLowerArm),
    (HumanBone::LeftLowerArm, HumanBone::LeftHand),
    (HumanBone::LeftHand, HumanBone::LeftMiddleProximal),
    (HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg),
    (HumanBone::LeftLowerLeg, HumanBone::LeftFoot),
    (HumanBone::RightUpperArm, HumanBone::RightLowerArm),
    (HumanBone::RightLowerArm, HumanBone::RightHand),
    (HumanBone::RightHand, HumanBone::RightMiddleProximal),
    (HumanBone::RightUpperLeg, HumanBone::RightLowerLeg),
    (HumanBone::RightLowerLeg, HumanBone::RightFoot),
];

/// A limb of two skeletons in their reference poses: where arrows that show them point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbDirection {
    /// The bone.
    pub bone: HumanBone,
    /// The angle between both directions, in radians.
    pub apart: f32,
}

/// The reference pose of `target` in which its arms and legs point where those of `source` do in its own.
///
/// From the pose that `target` has, upper arms, forearms, hands, thighs and shins turn, parents first, each by the least angle that takes its
/// direction, from its joint to that of the next bone, to that of the other skeleton in the model. So a character in an A pose stands in the
/// T pose of a capture. A source that looks another way is turned about Y first, as [`Retargeter`](super::retargeter::Retargeter) turns it. Bones that either map lacks, and those without length, stay as they are; hips, back, feet and
/// collarbones do so always.
#[must_use]
pub fn align_reference(source: &MappedSkeleton<'_>, target: &MappedSkeleton<'_>) -> Pose {
    let from = facing_frames(source, target);
    let frames = Frames::new(target.skeleton, target.reference);
    let mut pose = Pose::rest(target.skeleton);
    let mut user = target.reference.map_or_else(Vec::new, user_rotations);
    user.resize(frames.len(), DQuat::IDENTITY);
    for (bone, next) in LIMBS {
        let world = frames.world_rotations(&user);
        let places = frames.places_of(&world);
        let wanted = direction(source.map, &from.places, (bone, next));
        let now = direction(target.map, &places, (bone, next));
        let joint = target.map.joint(bone).map(JointIndex::index);
        let (Some(wanted), Some(now), Some(joint)) = (wanted, now, joint) else {
            continue;
        };
        let turned = DQuat::from_rotation_arc(now, wanted);
        let own = world.get(joint).copied().unwrap_or(DQuat::IDENTITY);
        let below = frames.at_rest_below(&world, joint);
        if let Some(user) = user.get_mut(joint) {
            *user = (below.conjugate() * turned * own).normalize();
        }
    }
    for (rigid, turn) in pose.rigid.iter_mut().zip(user) {
        rigid.rotation = turn.as_quat().normalize();
    }
    pose
}

/// How far apart arms and legs of two skeletons point in their reference poses, in the order of the body. What is far apart shows as twisted or
/// raised limbs afterwards.
#[must_use]
pub fn limb_directions(
    source: &MappedSkeleton<'_>,
    target: &MappedSkeleton<'_>,
) -> Vec<LimbDirection> {
    let from = facing_frames(source, target);
    let to = Frames::new(target.skeleton, target.reference);
    let mut all: Vec<LimbDirection> = LIMBS
        .into_iter()
        .filter_map(|limb| {
            let from = direction(source.map, &from.places, limb)?;
            let to = direction(target.map, &to.places, limb)?;
            Some(LimbDirection {
                bone: limb.0,
                apart: narrow(from.cross(to).length().atan2(from.dot(to))),
            })
        })
        .collect();
    all.sort_by_key(|limb| limb.bone);
    all
}

/// The frames of the source, turned to look where the target does.
fn facing_frames(source: &MappedSkeleton<'_>, target: &MappedSkeleton<'_>) -> Frames {
    let turn = facing_turn(source, target, DVec3::Y);
    Frames::turned(source.skeleton, source.reference, turn)
}

fn direction(
    map: &BoneMap,
    places: &[DVec3],
    (bone, next): (HumanBone, HumanBone),
) -> Option<DVec3> {
    let place = |bone| places.get(map.joint(bone)?.index()).copied();
    (place(next)? - place(bone)?).try_normalize()
}

#[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
const fn narrow(number: f64) -> f32 {
    number as f32
}
