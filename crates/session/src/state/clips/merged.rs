//! Clips made of two: one behind the other, or one over the other. For the window and the command line alike.

use std::collections::BTreeSet;

use character::Character;
use rig::{
    Clip, HumanBone, JoinedClip, JointChannel, JointIndex, LaidClip, ScaleInheritance, Target,
};
use scene::deform::base_pose;
use scene::names::clip_name;

use super::clip_tools::{JoinChoice, LayChoice};
use crate::state::motion_in::bring::bone_map;

/// The usual fade between two clips, seconds: half of the shorter one at most, so that both are seen.
#[must_use]
pub fn usual_fade(wanted: f32, clips: [&Clip; 2]) -> f32 {
    let [one, other] = clips.map(Clip::duration);
    wanted.min(0.5 * one.min(other))
}

/// What two clips are called together.
#[must_use]
pub fn merged_name(first: &Clip, other: &Clip) -> String {
    format!("{} + {}", clip_name(first), clip_name(other))
}

/// A clip and the next one as one, see [`Clip::joined`]. What goes on over the ground are the hips, of a body without such the first joint
/// that one of the clips moves.
///
/// # Errors
///
/// Why they cannot be joined, a clause.
pub fn joined_clip(
    character: &Character,
    scale_inheritance: &[ScaleInheritance],
    [first, next]: [&Clip; 2],
    choice: JoinChoice,
    rate: f64,
) -> Result<Clip, String> {
    if let Some(why) = choice.why_not([first.duration(), next.duration()]) {
        let both = |time: f32| {
            let frames = (f64::from(time) * rate).round();
            format!("{time:.2} s ({frames} frames)")
        };
        let [one, other] = [first, next]
            .map(|clip| format!("{} lasts {}", clip_name(clip), both(clip.duration())));
        let fade = both(choice.fade);
        return Err(format!("{why}: {one}, {other}, and {fade} were asked for"));
    }
    let mover = choice.goes_on.then(|| mover(character, [first, next]));
    let join = JoinedClip {
        next,
        fade: choice.fade,
        rate,
        mover: mover.flatten(),
    };
    let base = base_pose(character);
    let joined = first.joined(&character.rig.skeleton, &base, scale_inheritance, &join);
    joined.map_err(|error| error.to_string())
}

/// A clip with another one over it, see [`Clip::with_clip_over`]; over these joints alone, if they are given.
///
/// # Errors
///
/// Why it cannot lie over it, a clause.
pub fn laid_clip(
    character: &Character,
    [below, above]: [&Clip; 2],
    choice: LayChoice,
    joints: Option<&BTreeSet<JointIndex>>,
    rate: f64,
) -> Result<Clip, String> {
    if let Some(why) = choice.why_not(joints.map_or(1, BTreeSet::len)) {
        return Err(why.to_owned());
    }
    let moves = |target: Target| match target {
        Target::Joint(joint, _) => joints.is_none_or(|joints| joints.contains(&joint)),
        Target::Morph(_) => joints.is_none(),
    };
    if !above.targets().any(moves) {
        let which = joints.map_or("nothing", |_| "none of these joints");
        return Err(format!("{} moves {which}", clip_name(above)));
    }
    let laid = LaidClip {
        clip: above,
        layer: choice.layer,
        weight: choice.weight,
        joints,
        rate,
    };
    let base = base_pose(character);
    let merged = below.with_clip_over(&character.rig.skeleton, &base, &laid);
    merged.map_err(|error| error.to_string())
}

/// The joint whose way over the ground goes on.
fn mover(character: &Character, clips: [&Clip; 2]) -> Option<JointIndex> {
    let moved = |kind: JointChannel| {
        let targets = clips.into_iter().flat_map(Clip::targets);
        let joints = targets.filter_map(move |target| match target {
            Target::Joint(joint, channel) if channel == kind => Some(joint),
            _ => None,
        });
        joints.min()
    };
    let hips = bone_map(character).joint(HumanBone::Hips);
    hips.or_else(|| moved(JointChannel::Translation))
        .or_else(|| moved(JointChannel::Rotation))
}
