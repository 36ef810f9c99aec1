//! Limits found for many joints at once: by what clips use, and by what bones are called.

use character::Character;
use rig::{JointIndex, JointLimits, JointPairs};

use super::joint_limits::{limit_axes, limits_of_clips};
use super::limits_by_name::limits_by_name;
use crate::document::layered_clips::{MERGE_RATE, merged_clips};
use crate::state::motion_in::kept_maps::FoundBones;

/// What limits from clips leave beyond the range that clips use: five degrees.
const MARGIN: f32 = 5.0;

/// Joints with limits that were found for them.
pub type FoundLimits = Vec<(JointIndex, JointLimits)>;

/// The range that the clips use, with five degrees beyond; joints that no clip turns are left out. Joints that have limits keep their axes.
#[must_use]
pub fn limits_from_clips(
    character: &Character,
    limits: &[Option<JointLimits>],
    pairs: &JointPairs,
    joints: &[JointIndex],
) -> FoundLimits {
    let skeleton = &character.rig.skeleton;
    // What is seen of clips is what their layers make of them.
    let clips = merged_clips(character, MERGE_RATE);
    let clips = clips.unwrap_or_else(|_too_long| character.clips.to_vec());
    let used = |&joint: &JointIndex| {
        let own = limits.get(joint.index()).copied().flatten();
        let axes = own.map_or_else(|| limit_axes(skeleton, pairs, joint), |own| own.axes);
        let used = limits_of_clips(skeleton, &clips, joint, axes, MARGIN.to_radians())?;
        Some((joint, used))
    };
    joints.iter().filter_map(used).collect()
}

/// The range that people and animals have; joints of which it is not known are left out.
#[must_use]
pub fn limits_from_names(
    character: &Character,
    bones: &FoundBones,
    pairs: &JointPairs,
    joints: &[JointIndex],
) -> FoundLimits {
    let found = limits_by_name(&character.rig.skeleton, bones.map(), pairs);
    let meant = found.into_iter();
    meant.filter(|(joint, _)| joints.contains(joint)).collect()
}
