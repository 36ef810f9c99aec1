//! Joints that follow others by constraints: the pose that they have in the pose of the others.

use std::borrow::Cow;

use character::Character;
use rig::{ForwardError, Pose, Rigid, ScaleInheritance, Stretch};

/// The pose with the joints turned that follow others by the [constraints](Character::constraints) of the character; the same pose where
/// there are none.
///
/// What the pose has of their rotations is of no account, so that a pose that was given once may be given again. Channels that follow
/// angles of joints ([`rig::DrivenSet`]) come before: they see what is posed. Where every joint rests, or stands as in the file, the pose stays as it is, though a
/// constraint that aims may turn a joint there already: rests are looked at, bound and edited as they are.
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
    if constraints.is_empty() || is_rest(pose) || stands_as_in_file(character, pose) {
        return Ok(Cow::Borrowed(pose));
    }
    let mut moved = pose.clone();
    constraints.apply(&character.rig.skeleton, &mut moved, scale_inheritance)?;
    Ok(Cow::Owned(moved))
}

/// Whether no joint has been moved from where the file has it: nodes need not stand as they were bound.
fn stands_as_in_file(character: &Character, pose: &Pose) -> bool {
    let file = character.file_pose();
    file.rigid == pose.rigid && file.stretch == pose.stretch
}

fn is_rest(pose: &Pose) -> bool {
    let rests = pose.rigid.iter().all(|own| *own == Rigid::IDENTITY);
    rests && pose.stretch.iter().all(|own| *own == Stretch::IDENTITY)
}
