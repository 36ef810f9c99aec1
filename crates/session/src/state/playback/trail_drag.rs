//! A key of a motion trail that is dragged: the pose in which its joint is where the pointer takes it.
//!
//! Knows no window. Every pose is computed from the one at the start, so that no errors add up.

use glam::{Quat, Vec3};
use rig::{
    ForwardError, JointIndex, Limb, LimbGoal, Pose, ScaleInheritance, Skeleton, solve_two_bone_ik,
};

use crate::state::gizmo::tool::Space;
use crate::state::gizmo::{ChangeKind, GizmoChange, places};

/// An event of a drag of a motion trail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TrailEvent {
    /// A key goes to a place.
    Drag(TrailDrag),
    /// The drag ends, and its result is one step.
    Release,
    /// The drag ends, and everything is as before.
    Cancel,
}

/// Where a key of a motion trail is dragged to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrailDrag {
    /// The joint of the trail.
    pub joint: JointIndex,
    /// The time of the key, in seconds of the clip that is shown.
    pub time: f32,
    /// The pane in which it is dragged; A is 0. Its inheritance of scale counts.
    pub pane: usize,
    /// Where the joint is to be at that time, in model space, meters.
    pub place: Vec3,
}

/// Where a joint is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointGoal {
    /// The joint.
    pub joint: JointIndex,
    /// Its place in model space, meters.
    pub place: Vec3,
    /// Whether it is translated there; else other joints turn.
    pub moves: bool,
}

/// The pose in which a joint is at a place in model space, as far as it reaches.
///
/// A joint that `moves` is translated. A hand or a foot takes its limb along by [`solve_two_bone_ik`], toes with their foot; feet keep
/// their orientation in the model, hands follow. Any other joint is turned about its parent, by the least angle that takes it towards
/// the place; its distance stays. Where it is in its parent, or the place is, the pose stays as it is.
///
/// # Errors
///
/// A pose or inheritance flags that do not fit the skeleton.
pub fn pose_with_joint_at(
    skeleton: &Skeleton,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    goal: JointGoal,
) -> Result<Pose, ForwardError> {
    let JointGoal {
        joint,
        place,
        moves,
    } = goal;
    let of = |joint| places(skeleton, pose, scale_inheritance, &[joint]);
    let mut after = pose.clone();
    let now = of(joint)?;
    let (Some(own), true) = (now.first(), place.is_finite()) else {
        return Ok(after);
    };
    let way = place - own.origin;
    let parent = skeleton.parent(joint);
    let change = |what| GizmoChange {
        space: Space::Global,
        what,
    };
    let (Some(parent), false) = (parent, moves) else {
        change(ChangeKind::Move(way)).apply(skeleton, &now, &mut after);
        return Ok(after);
    };
    if let Some(limb) = Limb::of_hand_or_foot(skeleton, joint) {
        let end = of(limb.end)?;
        let goal = LimbGoal {
            target: end.first().map_or(place, |end| end.origin + way),
            pole: None,
            hinge: None,
            keeps_orientation: limb.end_is_foot(skeleton),
        };
        return solve_two_bone_ik(skeleton, pose, scale_inheritance, limb, &goal);
    }
    let above = of(parent)?;
    if let Some(center) = above.first().map(|above| above.origin) {
        let from = (own.origin - center).try_normalize();
        let to = (place - center).try_normalize();
        if let (Some(from), Some(to)) = (from, to) {
            let (axis, angle) = Quat::from_rotation_arc(from, to).to_axis_angle();
            change(ChangeKind::Turn(axis, angle)).apply(skeleton, &above, &mut after);
        }
    }
    Ok(after)
}
