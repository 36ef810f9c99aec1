//! A skeleton in a moment of a clip as lines, to be drawn small beside another.

use character::Character;
use glam::Vec3;
use rig::{Clip, JointIndex, Pose, forward};

/// A skeleton at a moment: bones as lines in meters.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SkeletonLines {
    /// From the head of each joint's parent to its own.
    pub bones: Vec<[Vec3; 2]>,
    /// Where the first joint stands, which the picture is around.
    pub middle: Vec3,
    /// The largest extent at rest, above zero.
    pub size: f32,
}

/// The bones of the joints that skins list, and all above them; of all where no skin lists any. Without a clip at rest.
#[must_use]
pub fn skeleton_lines(character: &Character, clip: Option<&Clip>, time: f32) -> SkeletonLines {
    let skeleton = &character.rig.skeleton;
    let rest = Pose::rest(skeleton);
    let at = |pose: &Pose| -> Vec<Vec3> {
        let posed = forward(
            skeleton,
            pose.user_transforms(),
            &character.rig.scale_inheritance,
        );
        let Ok(posed) = posed else { return Vec::new() };
        let head = |joint| posed.model_from_posed_frame(joint).translation.into();
        skeleton.joints().map(head).collect()
    };
    let shows = shown_joints(character);
    let shown = || {
        skeleton
            .joints()
            .filter(|joint| shows.get(joint.index()) == Some(&true))
    };
    let at_rest = at(&rest);
    let of =
        |heads: &[Vec3], joint: JointIndex| heads.get(joint.index()).copied().unwrap_or(Vec3::ZERO);
    let corner = |pick: fn(Vec3, Vec3) -> Vec3, start: Vec3| {
        let all = shown().map(|joint| of(&at_rest, joint));
        all.fold(start, pick)
    };
    let extent = corner(Vec3::max, Vec3::NEG_INFINITY) - corner(Vec3::min, Vec3::INFINITY);
    let heads = clip.map_or_else(
        || at_rest.clone(),
        |clip| at(&clip.sample(skeleton, &rest, time)),
    );
    let bone = |joint: JointIndex| {
        // All above a joint are shown with it.
        let parent = skeleton.parent(joint)?;
        Some([of(&heads, parent), of(&heads, joint)])
    };
    SkeletonLines {
        bones: shown().filter_map(bone).collect(),
        middle: shown().next().map_or(Vec3::ZERO, |first| of(&heads, first)),
        size: extent.max_element().max(1e-6),
    }
}

/// By joint: those that skins list with all above them, or all.
fn shown_joints(character: &Character) -> Vec<bool> {
    let skeleton = &character.rig.skeleton;
    let mut shows = vec![false; skeleton.len()];
    for joint in character.rig.binds.iter().flat_map(|bind| bind.joints()) {
        if let Some(shows) = shows.get_mut(joint.index()) {
            *shows = true;
        }
    }
    if !shows.contains(&true) {
        shows.fill(true);
    }
    // Parents come before their children: going backwards each is reached after all below it.
    for joint in skeleton.joints().rev() {
        let is_shown = shows.get(joint.index()) == Some(&true);
        let parent = skeleton.parent(joint).filter(|_| is_shown);
        if let Some(shows) = parent.and_then(|parent| shows.get_mut(parent.index())) {
            *shows = true;
        }
    }
    shows
}
