//! Tracks with times of their own, given keys at the times of all.
//!
//! What goes straight between two keys goes straight between any two times there, at the same speed, rotations too: more keys change nothing. Files whose keys were
//! thinned out have times of one grid, so that the union of them is no more than the grid.

use glam::{DQuat, Vec4};

/// All times of some lists, rising.
pub(crate) fn union<'a>(lists: impl Iterator<Item = &'a [f32]>) -> Vec<f32> {
    let mut all: Vec<f32> = lists.flatten().copied().collect();
    all.sort_by(f32::total_cmp);
    all.dedup();
    all
}

/// Rotations at other times, of keys at `times` with signs that go on from one to the next.
pub(crate) fn rotations_at(times: &[f32], keys: &[[f32; 4]], at: &[f32]) -> Vec<[f32; 4]> {
    let rotation = |key: usize| DQuat::from_array(keys[key].map(f64::from)).normalize();
    let sample = |&time: &f32| {
        let (key, u) = between(times, time);
        let turned = rotation(key).slerp(rotation(key + 1), u);
        turned.as_quat().to_array()
    };
    at.iter().map(sample).collect()
}

/// Vectors at other times.
pub(crate) fn vectors_at(times: &[f32], keys: &[[[f32; 4]; 1]], at: &[f32]) -> Vec<[[f32; 4]; 1]> {
    let vector = |key: usize| Vec4::from_array(keys[key][0]).as_dvec4();
    let sample = |&time: &f32| {
        let (key, u) = between(times, time);
        let moved = vector(key).lerp(vector(key + 1), u);
        [moved.as_vec4().to_array()]
    };
    at.iter().map(sample).collect()
}

/// The key before a time, never the last one, and how far it is to the next; held before the first and after the last.
fn between(times: &[f32], time: f32) -> (usize, f64) {
    let after = times.partition_point(|&key| key <= time);
    let key = after.saturating_sub(1).min(times.len() - 2);
    let (from, to) = (f64::from(times[key]), f64::from(times[key + 1]));
    (
        key,
        ((f64::from(time) - from) / (to - from)).clamp(0.0, 1.0),
    )
}
