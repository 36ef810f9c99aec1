//! Clips whose end meets their beginning.

use super::split::{Straight, freeze, shorter, slopes};
use super::{AnyTrack, Channel, Clip, JointTrack, MorphTrack, SAME_KEY};
use crate::{Key, KeyMode, Segment, Tangents, Track, TrackError};
use glam::{Quat, Vec3};

impl Clip {
    /// The tracks that bring each channel back to its value at 0 within the last `seconds` of the clip; only those that end elsewhere. With s
    /// a smoothstep over that time,
    ///
    /// ```text
    /// numbers      v'(t) = v(t) + s (v(0) − v(end))
    /// rotations    q'(t) = q(t) (q(end)⁻¹ q(0))ˢ, the shorter way
    /// ```
    ///
    /// so that what the clip did there is kept and carried along, and its speed at the end is. The values at the end are those at
    /// 0, bit for bit, but for the sign of a quaternion. Numbers are exact between keys; rotations get eight keys. Held keys stay held.
    ///
    /// # Errors
    ///
    /// Keys that are not finite.
    pub fn loop_closed(&self, seconds: f32) -> Result<Vec<AnyTrack>, TrackError> {
        let end = self.duration();
        let begin = (end - seconds.max(0.0)).clamp(0.0, end);
        let mut set = Vec::new();
        if end - begin <= SAME_KEY {
            return Ok(set);
        }
        let (window, cyclic) = ([begin, end], self.cycle());
        for JointTrack { joint, channel } in self.tracks() {
            let closed = match channel {
                Channel::Translation(track) => {
                    closed(track, window, cyclic)?.map(Channel::Translation)
                }
                Channel::Rotation(track) => closed(track, window, cyclic)?.map(Channel::Rotation),
                Channel::Scale(track) => closed(track, window, cyclic)?.map(Channel::Scale),
                Channel::Shear(track) => closed(track, window, cyclic)?.map(Channel::Shear),
            };
            let joint = *joint;
            let track = |channel| AnyTrack::Joint(JointTrack { joint, channel });
            set.extend(closed.map(track));
        }
        for MorphTrack { weight, track } in self.morphs() {
            let weight = *weight;
            let track = closed(track, window, cyclic)?;
            set.extend(track.map(|track| AnyTrack::Morph(MorphTrack { weight, track })));
        }
        Ok(set)
    }
}

/// What is put on top of a value.
trait Closing: Straight {
    /// Pieces that the window is cut into, so that curves follow.
    const PIECES: u8;

    /// `self` and its slope, with a share of what leads from `end` to `start` on top; `rate` is the slope of the share.
    fn closed(self, slope: Self, ends: [Self; 2], share: [f32; 2]) -> [Self; 2];
}

impl Closing for f32 {
    const PIECES: u8 = 1;

    fn closed(self, slope: Self, [start, end]: [Self; 2], [share, rate]: [f32; 2]) -> [Self; 2] {
        let off = start - end;
        [self + share * off, slope + rate * off]
    }
}

impl Closing for Vec3 {
    const PIECES: u8 = 1;

    fn closed(self, slope: Self, [start, end]: [Self; 2], [share, rate]: [f32; 2]) -> [Self; 2] {
        let off = start - end;
        [self + off * share, slope + off * rate]
    }
}

impl Closing for Quat {
    const PIECES: u8 = 8;

    fn closed(self, slope: Self, [start, end]: [Self; 2], [share, rate]: [f32; 2]) -> [Self; 2] {
        let turn = shorter((end.conjugate() * start).to_scaled_axis());
        let by = Self::from_scaled_axis(turn * share);
        let half = Self::from_vec4((turn * (0.5 * rate)).extend(0.0));
        let value = (self * by).normalize();
        [value, slope * by + value * half]
    }
}

/// The track with its end at its beginning; none if it ends there.
fn closed<T: Closing>(
    track: &Track<T>,
    [begin, end]: [f32; 2],
    cycle: Option<f32>,
) -> Result<Option<Track<T>>, TrackError> {
    let ends = [track.sample(0.0), track.sample(end)];
    if ends[0] == ends[1] {
        return Ok(None);
    }
    let old = track.keys();
    let mut keys: Vec<Key<T>> = old
        .iter()
        .copied()
        .filter(|key| key.time < begin - SAME_KEY)
        .collect();
    if let Some(last) = keys.last_mut() {
        freeze(last);
    }
    // Once its ends are equal, an automatic tangent would go through them.
    if let Some(first) = keys.first_mut().filter(|_| cycle.is_some()) {
        freeze(first);
    }
    for time in times_of(track, &old, [begin, end]) {
        let share = share(time, [begin, end]);
        let value = track.sample(time);
        let [into, out] = slopes(track, &old, time);
        let [closed, into] = value.closed(into, ends, share);
        let [_, out] = value.closed(out, ends, share);
        let is_held = is_held(&old, time + SAME_KEY);
        let value = if time >= end { ends[0] } else { closed };
        let sign = if value.is_opposite(closed) { -1.0 } else { 1.0 };
        keys.push(Key {
            time,
            value,
            tangents: [into, out].map(|slope| slope.times(sign)),
            mode: KeyMode {
                out: if is_held {
                    Segment::Hold
                } else {
                    Segment::Cubic
                },
                tangents: Tangents::Free,
            },
        });
    }
    Track::from_keys(keys, cycle).map(Some)
}

/// Where keys are needed: at both ends, at the track's own, and between them where it is not held.
fn times_of<T: Closing>(track: &Track<T>, old: &[Key<T>], [begin, end]: [f32; 2]) -> Vec<f32> {
    let step = (end - begin) / f32::from(T::PIECES);
    let pieces = (0..=T::PIECES).map(|piece| begin + step * f32::from(piece));
    let grid = pieces.map(|time| time.min(end));
    let needed = |&time: &f32| time == begin || time >= end - SAME_KEY || !is_held(old, time);
    let grid: Vec<f32> = grid.filter(needed).collect();
    let mut times = grid.clone();
    let mut last = f32::NEG_INFINITY;
    let own = track.times().iter();
    for &time in own.filter(|&&time| time > begin && time < end) {
        let is_apart = |other: f32| (other - time).abs() > SAME_KEY;
        if is_apart(last) && grid.iter().all(|&other| is_apart(other)) {
            times.push(time);
            last = time;
        }
    }
    times.sort_by(f32::total_cmp);
    if let Some(last) = times.last_mut() {
        *last = end;
    }
    times
}

/// Whether the value of the last key up to a time is held.
fn is_held<T>(keys: &[Key<T>], time: f32) -> bool {
    let after = keys.partition_point(|key| key.time <= time);
    let before = after.checked_sub(1).and_then(|place| keys.get(place));
    before.is_some_and(|key| key.mode.out == Segment::Hold)
}

/// Smoothstep over the window, and its slope.
fn share(time: f32, [begin, end]: [f32; 2]) -> [f32; 2] {
    let width = end - begin;
    let u = ((time - begin) / width).clamp(0.0, 1.0);
    [u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u) / width]
}
