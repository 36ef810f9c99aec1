//! The keys around a time, of the joints that are posed.

use rig::{Clip, JointIndex, SAME_KEY, Target};

use crate::state::clips::keys::{next_key, previous_key};

/// Times of the last key before `time` and of the first one after it, among the tracks of some joints; among all tracks without a
/// list, and where those joints have no keys.
#[must_use]
pub fn neighbor_keys(clip: &Clip, joints: Option<&[JointIndex]>, time: f32) -> [Option<f32>; 2] {
    let is_meant = |target: &Target| match target {
        Target::Joint(joint, _) => joints.is_some_and(|joints| joints.contains(joint)),
        Target::Morph(_) => false,
    };
    let own = clip.keyed_targets().filter(is_meant);
    let own: Vec<f32> = own
        .filter_map(|target| clip.keys(target))
        .flat_map(|keys| keys.times())
        .copied()
        .collect();
    if own.is_empty() {
        [previous_key(clip, time), next_key(clip, time)]
    } else {
        neighbors(own.into_iter(), time)
    }
}

fn neighbors(times: impl Iterator<Item = f32>, time: f32) -> [Option<f32>; 2] {
    let mut found = [None, None];
    for key in times {
        let [before, after] = &mut found;
        if key < time - SAME_KEY {
            *before = Some(before.map_or(key, |other: f32| other.max(key)));
        } else if key > time + SAME_KEY {
            *after = Some(after.map_or(key, |other: f32| other.min(key)));
        }
    }
    found
}
