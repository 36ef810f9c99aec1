//! Times of the keys of clips.

use rig::{Clip, SAME_KEY};

/// Time of the last key before `time`, of any track; none if there is no earlier key.
#[must_use]
pub fn previous_key(clip: &Clip, time: f32) -> Option<f32> {
    key_times(clip)
        .filter(|&key| key < time - SAME_KEY)
        .reduce(f32::max)
}

/// Time of the first key after `time`, of any track; none if there is no later key.
#[must_use]
pub fn next_key(clip: &Clip, time: f32) -> Option<f32> {
    key_times(clip)
        .filter(|&key| key > time + SAME_KEY)
        .reduce(f32::min)
}

fn key_times(clip: &Clip) -> impl Iterator<Item = f32> {
    let keys = clip.keyed_targets().filter_map(|target| clip.keys(target));
    keys.flat_map(|keys| keys.times().iter().copied())
}
