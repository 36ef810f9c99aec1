//! Joints that follow others by constraints: the pose that they have in the pose of the others.

use std::borrow::Cow;

use character::Character;
use rig::{ForwardError, Pose, ScaleInheritance};

/// The pose with the joints turned that follow others by the [constraints](Character::constraints) of the character; the same pose where
/// there are none.
///
/// What the pose has of their rotations is of no account, so that a pose that was given once may be given again. Channels that follow
/// angles of joints ([`rig::DrivenSet`]) come before: they see what is posed.
///
/// # Errors
///
/// `pose` and `scale_inheritance` must be as long as the skeleton; nothing is looked at where there are no constraints.
pub fn with_constraints<'a>(
    character: &Character,
    pose: &'a Pose,
    scale_inheritance: &[ScaleInheritance],
) -> Result<Cow<'a, Pose>, ForwardError> {
    let constraints = &character.constraints;
    if constraints.is_empty() {
        return Ok(Cow::Borrowed(pose));
    }
    let mut moved = pose.clone();
    constraints.apply(&character.rig.skeleton, &mut moved, scale_inheritance)?;
    Ok(Cow::Owned(moved))
}
