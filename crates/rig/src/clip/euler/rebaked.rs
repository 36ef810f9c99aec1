//! Where curves differ from those that quaternion keys are known of, and these keys around it.

use super::{Key, Segment, Track, free_key};
use crate::{Axis, Keys};
use glam::Quat;

/// A part of rising times of keys, outside of which curves are the same: the places of its first and its last time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Window {
    /// The part of the times of new curves in which they are others; none where an axis has got keys, or has lost them, or nothing differs.
    pub(super) fn between(
        old: &[Option<Track<f32>>; 3],
        new: &[Option<Track<f32>>; 3],
        times: &[f32],
    ) -> Option<Self> {
        let mut ends: Option<[f32; 2]> = None;
        for axis in Axis::ALL {
            let (one, other) = (old.get(axis.index())?, new.get(axis.index())?);
            let (one, other) = match (one, other) {
                (None, None) => continue,
                (Some(one), Some(other)) => (one, other),
                (Some(_), None) | (None, Some(_)) => return None,
            };
            if let Some([from, to]) = changed(one, other) {
                let [first, last] = ends.unwrap_or([from, to]);
                ends = Some([first.min(from), last.max(to)]);
            }
        }
        let [from, to] = ends?;
        let first = times.partition_point(|time| *time < from);
        let last = times.partition_point(|time| *time < to);
        Some(Self {
            first,
            last: last.min(times.len().checked_sub(1)?),
        })
    }
}

/// The times from which and until which a curve is another: those of keys that stay, without an end where the first or the last key does not. None
/// where nothing differs.
fn changed(old: &Track<f32>, new: &Track<f32>) -> Option<[f32; 2]> {
    if old == new {
        return None;
    }
    let (one, other) = (Keys::Number(old), Keys::Number(new));
    let (old_count, count) = (old.key_count(), new.key_count());
    let least = old_count.min(count);
    let front = (0..least).take_while(|&key| one.is_same_key(key, other, key));
    let front = front.count();
    let back = (0..least - front)
        .take_while(|back| one.is_same_key(old_count - 1 - back, other, count - 1 - back));
    let back = back.count();
    let time = |place: Option<usize>| new.times().get(place?).copied();
    Some([
        time(front.checked_sub(1)).unwrap_or(f32::NEG_INFINITY),
        time((back > 0).then(|| count - back)).unwrap_or(f32::INFINITY),
    ])
}

/// Known quaternion keys.
pub(super) struct OldKeys<'a> {
    times: &'a [f32],
    /// Three of each: the tangent in, the value, the tangent out.
    values: &'a [Quat],
}

impl<'a> OldKeys<'a> {
    /// Those of a track of curves; none of one that is held.
    pub(super) fn new(track: &'a Track<Quat>) -> Option<Self> {
        let (times, values) = (track.times(), track.values());
        (values.len() == 3 * times.len()).then_some(Self { times, values })
    }

    fn at(&self, time: f32) -> Option<[Quat; 3]> {
        let place = self
            .times
            .binary_search_by(|key| key.total_cmp(&time))
            .ok()?;
        self.key(place)
    }

    fn key(&self, place: usize) -> Option<[Quat; 3]> {
        let three = self.values.get(3 * place..3 * place + 3)?;
        three.try_into().ok()
    }

    /// Gives the first of some keys what is known of it: its value, and the tangent towards it. False where nothing is.
    pub(super) fn lead_in(&self, keys: &mut [Key<Quat>]) -> bool {
        let Some(first) = keys.first_mut() else {
            return false;
        };
        let Some([into, value, _]) = self.at(first.time) else {
            return false;
        };
        let sign = sign_between(value, first.value);
        (first.value, first.tangents[0]) = (value * sign, into * sign);
        true
    }

    /// Gives the last of some keys the tangent away from it that is known; false where there is none.
    pub(super) fn lead_out(&self, keys: &mut [Key<Quat>]) -> bool {
        let Some(last) = keys.last_mut() else {
            return false;
        };
        let Some([_, value, out]) = self.at(last.time) else {
            return false;
        };
        last.tangents[1] = out * sign_between(value, last.value);
        true
    }

    /// Keys with those that are known before the first of them and behind the last. Their signs are continued when they become a track.
    pub(super) fn around(&self, keys: Vec<Key<Quat>>) -> Vec<Key<Quat>> {
        let [first, last] = [keys.first(), keys.last()].map(|key| key.map(|key| key.time));
        let (Some(first), Some(last)) = (first, last) else {
            return keys;
        };
        let before = self.times.partition_point(|time| *time < first);
        let after = self.times.partition_point(|time| *time <= last);
        let known = |place: usize| {
            let ([into, value, out], time) = (self.key(place)?, self.times.get(place)?);
            Some(free_key(*time, value, [into, out], Segment::Cubic))
        };
        let mut all: Vec<Key<Quat>> = (0..before).filter_map(known).collect();
        all.extend(keys);
        all.extend((after..self.times.len()).filter_map(known));
        all
    }
}

fn sign_between(one: Quat, other: Quat) -> f32 {
    if one.dot(other) < 0.0 { -1.0 } else { 1.0 }
}
