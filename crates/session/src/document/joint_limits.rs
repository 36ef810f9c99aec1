//! How far joints may turn: what the file says, what edits of the skeleton make of it, and poses within it.

use std::sync::Arc;

use character::{Character, Edited, SkeletonEdit};
use glam::Quat;
use rig::{JointIndex, JointLimits, Pose};

/// Rest frames that differ by less, as quaternions, are the same.
const SAME: f32 = 1e-6;

/// Limits by joint; none where a joint may turn as it likes.
pub type LimitsOfJoints = Arc<[Option<JointLimits>]>;

/// The limits that the `extras` of a character's file hold.
#[must_use]
pub fn limits_of_file(character: &Character) -> LimitsOfJoints {
    let skeleton = &character.rig.skeleton;
    let kept = &character.source.kept.limits;
    let of = |joint| kept.get(&skeleton.key(joint)).copied();
    skeleton.joints().map(of).collect()
}

/// The limits after an edit of the skeleton: those of joints that are gone are gone, new joints have none.
///
/// A joint with other axes keeps its limits in the model. Where a pose became the rest they are counted from there
/// ([`JointLimits::at_rest`]). All other edits leave rotations relative to rest as they were, and so the limits.
pub(super) fn limits_after(
    limits: &[Option<JointLimits>],
    before: &Character,
    edit: &SkeletonEdit,
    edited: &Edited,
) -> LimitsOfJoints {
    let (was, is) = (&before.rig.skeleton, &edited.character.rig.skeleton);
    let mut after = vec![None; is.len()];
    for (joint, own) in was.joints().zip(limits) {
        let (Some(own), Some(new)) = (own, edited.new_of(joint)) else {
            continue;
        };
        let own = match edit {
            SkeletonEdit::Orient { .. } => {
                let frames = [
                    was.rest_model_from_joint(joint),
                    is.rest_model_from_joint(new),
                ];
                let [was, is] = frames.map(|frame| frame.rotation);
                let turn = (is.conjugate() * was).normalize();
                // Frames of joints that were not turned differ by rounding.
                match turn.abs_diff_eq(Quat::IDENTITY, SAME) {
                    true => *own,
                    false => JointLimits {
                        axes: own.axes.rotated(turn),
                        ..*own
                    },
                }
            }
            SkeletonEdit::TakeRest { pose, .. } => {
                let key = was.key(joint);
                let posed = pose.iter().find(|posed| posed.joint == key);
                posed.map_or(*own, |posed| own.at_rest(Quat::from_array(posed.rotation)))
            }
            _ => *own,
        };
        if let Some(slot) = after.get_mut(new.index()) {
            *slot = Some(own);
        }
    }
    after.into()
}

/// Keeps joints of a pose within their limits, and says which were beyond.
///
/// A joint that is out of its limits in `from` goes no further out than there ([`JointLimits::clamp_from`]). Joints that turned as in `from`
/// stay, bit for bit, and so do all without limits.
pub fn clamp_pose(limits: &[Option<JointLimits>], from: &Pose, pose: &mut Pose) -> Vec<JointIndex> {
    let mut clamped = Vec::new();
    for (place, own) in limits.iter().enumerate() {
        if let (Some(own), Ok(joint)) = (own, JointIndex::try_from(place))
            && clamp_joint(own, from, pose, joint)
        {
            clamped.push(joint);
        }
    }
    clamped
}

/// The same for one joint; whether it was beyond.
pub fn clamp_joint(limits: &JointLimits, from: &Pose, pose: &mut Pose, joint: JointIndex) -> bool {
    let place = joint.index();
    let (Some(from), Some(rigid)) = (from.rigid.get(place), pose.rigid.get_mut(place)) else {
        return false;
    };
    if rigid.rotation == from.rotation {
        return false;
    }
    let last = limits.axes.part(from.rotation, 0.0).twist;
    let within = limits.clamp_from(rigid.rotation, from.rotation, last);
    let is_beyond = within != rigid.rotation;
    rigid.rotation = within;
    is_beyond
}
