//! Rotations that have quaternion keys after a change, in place of Euler curves.

use character::Character;
use rig::{Clip, JointChannel, Target};

/// How many rotations of clips lost their Euler curves between two states of a character and still have keys, as one sentence; empty if none.
#[must_use]
pub fn lost_curves_text(before: &Character, after: &Character) -> String {
    let (old, new) = (&before.rig.skeleton, &after.rig.skeleton);
    let has_curves = |clip: &&Clip| clip.euler_curves().next().is_some();
    let clips = before.clips.iter().filter(has_curves);
    let clips = clips.filter_map(|clip| Some((clip, after.clip(clip.id())?)));
    let lost = clips.flat_map(|(was, is)| {
        was.euler_curves().filter(move |(joint, _)| {
            let is_there = joint.index() < old.len();
            let now = is_there.then(|| new.joint_of_key(old.key(*joint)));
            now.flatten().is_some_and(|joint| {
                let turn = Target::Joint(joint, JointChannel::Rotation);
                is.euler(joint).is_none() && is.keys(turn).is_some()
            })
        })
    });
    let rotations = match lost.count() {
        0 => return String::new(),
        1 => "1 rotation has".to_owned(),
        count => format!("{count} rotations have"),
    };
    format!("{rotations} quaternion keys now, in place of Euler curves.")
}
