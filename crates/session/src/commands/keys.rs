//! Key times of clips.

use rig::{Channel, Clip};

/// Keys this close are one.
const SAME_KEY: f32 = 1e-4;

/// The last key before a time, of any track.
#[must_use]
pub fn previous_key(clip: &Clip, time: f32) -> Option<f32> {
    key_times(clip)
        .filter(|&key| key < time - SAME_KEY)
        .reduce(f32::max)
}

/// The first key after a time, of any track.
#[must_use]
pub fn next_key(clip: &Clip, time: f32) -> Option<f32> {
    key_times(clip)
        .filter(|&key| key > time + SAME_KEY)
        .reduce(f32::min)
}

fn key_times(clip: &Clip) -> impl Iterator<Item = f32> {
    let joints = clip.tracks.iter().map(|track| match &track.channel {
        Channel::Translation(keys) | Channel::Scale(keys) => keys.times(),
        Channel::Rotation(keys) => keys.times(),
    });
    let morphs = clip.morphs.iter().map(|morph| morph.track.times());
    joints.chain(morphs).flatten().copied()
}
