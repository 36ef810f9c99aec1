//! A skeleton in a moment of a clip as lines, to be drawn small beside another.

use character::Character;
use glam::Vec3;
use rig::{Clip, JointIndex, Pose, forward};

/// A skeleton at a moment: bones as lines in meters.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SkeletonLines {
    /// From the head of each joint's parent to its own.
    pub bones: Vec<[Vec3; 2]>,
    /// The head of each joint of the skeleton, drawn or not.
    pub heads: Vec<Vec3>,
    /// What the picture is around: the middle of the skeleton at rest, moved as most of its joints have moved since.
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
    let corner = |pick: fn(Vec3, Vec3) -> Vec3| {
        let all = shown().map(|joint| of(&at_rest, joint));
        all.reduce(pick).unwrap_or(Vec3::ZERO)
    };
    let [least, most] = [corner(Vec3::min), corner(Vec3::max)];
    let heads = clip.map_or_else(
        || at_rest.clone(),
        |clip| at(&clip.sample(skeleton, &rest, time)),
    );
    let bone = |joint: JointIndex| {
        // All above a joint are shown with it.
        let parent = skeleton.parent(joint)?;
        Some([of(&heads, parent), of(&heads, joint)])
    };
    let moved = shown().map(|joint| of(&heads, joint) - of(&at_rest, joint));
    SkeletonLines {
        bones: shown().filter_map(bone).collect(),
        middle: least.midpoint(most) + median(&moved.collect::<Vec<_>>()),
        size: (most - least).max_element().max(1e-6),
        heads,
    }
}

/// The median of each axis; zero of nothing. Unlike the mean it leaves out the few roots that stay where hips travel, and it moves as
/// evenly as what it is of.
fn median(of: &[Vec3]) -> Vec3 {
    let axis = |pick: fn(&Vec3) -> f32| {
        let mut along: Vec<f32> = of.iter().map(pick).collect();
        let half = along.len() / 2;
        if along.is_empty() {
            return 0.0;
        }
        *along.select_nth_unstable_by(half, f32::total_cmp).1
    };
    Vec3::new(axis(|at| at.x), axis(|at| at.y), axis(|at| at.z))
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
