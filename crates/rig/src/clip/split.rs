//! Tracks cut into pieces without changing their curves, and slopes on both sides of a time.

use super::SAME_KEY;
use crate::{HandleLength, Key, KeyMode, Keyed, Segment, Tangents, Track};

/// The keys of a track with keys more at these times, where there are none; times outside the keys get none. Curves of vectors stay as they
/// are, those of rotations to a fraction of a degree. Tangents are no longer automatic beside a new key.
pub(super) fn split_at_times<T: Keyed>(track: &Track<T>, times: &[f32]) -> Vec<Key<T>> {
    let mut keys = track.keys();
    for &time in times {
        let place = keys.partition_point(|key| key.time < time);
        let is_near = |key: &Key<T>| (key.time - time).abs() <= SAME_KEY;
        let around = [place.checked_sub(1), Some(place)];
        let is_there = around
            .iter()
            .flatten()
            .any(|&at| keys.get(at).is_some_and(is_near));
        if is_there || place == 0 || place == keys.len() {
            continue;
        }
        let before = keys[place - 1];
        keys.insert(
            place,
            Key {
                time,
                value: track.sample(time),
                // A cubic that is cut with its own slope is the same cubic on both sides.
                tangents: [track.slope(time); 2],
                mode: KeyMode {
                    out: before.mode.out,
                    tangents: Tangents::Free,
                    ..KeyMode::default()
                },
            },
        );
        for beside in [place - 1, place + 1] {
            freeze(&mut keys[beside]);
        }
    }
    if !track.is_weighted() {
        return keys;
    }
    let all: Vec<f32> = keys.iter().map(|key| key.time).collect();
    for key in &mut keys {
        key.mode.handles = handles_after_split(track, &all, key.time, key.mode.handles);
    }
    keys
}

/// The lengths of a key's tangents once there are keys at all these rising times, so that the curve stays as it is: those of the key where none of
/// its segments was cut.
pub(super) fn handles_after_split<T: Keyed>(
    track: &Track<T>,
    all: &[f32],
    time: f32,
    own: [HandleLength; 2],
) -> [HandleLength; 2] {
    let place = all.partition_point(|other| *other < time);
    let is_old = |time: f32| {
        let old = track.times();
        old.binary_search_by(|key| key.total_cmp(&time)).is_ok()
    };
    let [into, out] = own;
    let cut = |from: Option<&f32>, to: Option<&f32>| {
        let (&from, &to) = (from?, to?);
        let is_whole = is_old(from) && is_old(to);
        (!is_whole).then(|| track.handles_between([from, to]))
    };
    let before = place.checked_sub(1).and_then(|before| all.get(before));
    let (here, after) = (all.get(place), all.get(place + 1));
    [
        cut(before, here).map_or(into, |[_, into]| into),
        cut(here, after).map_or(out, |[out, _]| out),
    ]
}

/// Keeps the tangents of a key as they are now.
pub(super) fn freeze<T>(key: &mut Key<T>) {
    if key.mode.tangents == Tangents::Auto {
        key.mode.tangents = Tangents::Free;
    }
}

/// The slopes of a curve just before a time and just after it; along straight segments too.
pub(super) fn slopes<T: Straight>(track: &Track<T>, keys: &[Key<T>], time: f32) -> [T; 2] {
    let place = keys.partition_point(|key| key.time < time);
    let here = keys.get(place).filter(|key| key.time <= time);
    let side = |from: Option<&Key<T>>, to: Option<&Key<T>>, tangent: Option<T>| {
        let (Some(from), Some(to)) = (from, to) else {
            return T::STILL;
        };
        match from.mode.out {
            Segment::Hold => T::STILL,
            Segment::Linear => {
                let distance = to.time - from.time;
                from.value
                    .straight(to.value, (time - from.time) / distance)
                    .times(1.0 / distance)
            }
            Segment::Cubic => tangent.unwrap_or_else(|| track.slope(time)),
        }
    };
    let before = place.checked_sub(1).and_then(|before| keys.get(before));
    match here {
        Some(key) => [
            side(before, Some(key), Some(key.tangents[0])),
            side(Some(key), keys.get(place + 1), Some(key.tangents[1])),
        ],
        None => [side(before, keys.get(place), None); 2],
    }
}

/// Values with a slope along straight segments.
pub(super) trait Straight: Keyed {
    /// The derivative by u of [`linear`](Keyed::linear).
    fn straight(self, end: Self, u: f32) -> Self;
}

impl Straight for f32 {
    fn straight(self, end: Self, _: f32) -> Self {
        end - self
    }
}

impl Straight for glam::Vec3 {
    fn straight(self, end: Self, _: f32) -> Self {
        end - self
    }
}

impl Straight for glam::Quat {
    fn straight(self, end: Self, u: f32) -> Self {
        // `q(u) = q exp(u ω/2)` has the derivative `q(u) (0, ω/2)`.
        let turn = (self.conjugate() * end).to_scaled_axis();
        let turn = shorter(turn);
        let half = Self::from_vec4((turn * 0.5).extend(0.0));
        self.linear(end, u) * half
    }
}

/// The same rotation with an angle of at most half a turn.
pub(super) fn shorter(turn: glam::Vec3) -> glam::Vec3 {
    let angle = turn.length();
    if angle > core::f32::consts::PI {
        turn * ((angle - core::f32::consts::TAU) / angle)
    } else {
        turn
    }
}
