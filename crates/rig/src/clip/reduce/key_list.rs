//! The keys of a track of which some are gone.

use crate::{Key, Keyed, Segment, Tangents, Track};

/// All keys of a track, and which of them are left.
#[derive(Debug)]
pub(super) struct KeyList<T> {
    keys: Vec<Key<T>>,
    is_left: Vec<bool>,
    before: Vec<Option<usize>>,
    after: Vec<Option<usize>>,
    left: usize,
    /// Whether tangents follow from the keys beside them.
    is_automatic: bool,
}

impl<T: Keyed> KeyList<T> {
    /// The keys of a track; of one that stands still only the first is left.
    pub(super) fn new(track: &Track<T>) -> Self {
        let keys = track.keys();
        let count = keys.len();
        let mut list = Self {
            is_left: vec![true; count],
            before: (0..count).map(|key| key.checked_sub(1)).collect(),
            after: (1..=count)
                .map(|key| (key < count).then_some(key))
                .collect(),
            left: count,
            is_automatic: keys.iter().any(|key| key.mode.tangents == Tangents::Auto),
            keys,
        };
        if list.stands_still() {
            (1..count).for_each(|key| list.remove(key));
        }
        list
    }

    fn stands_still(&self) -> bool {
        let curves = self.keys.iter().any(|key| key.mode.out == Segment::Cubic);
        let first = self.keys.first();
        self.keys.iter().all(|key| {
            let is_flat = !curves || key.tangents == [T::STILL; 2];
            is_flat && first.is_some_and(|first| first.value == key.value)
        })
    }

    /// Which keys are left.
    pub(super) fn keep_flags(&self) -> &[bool] {
        &self.is_left
    }

    /// Takes a key out.
    pub(super) fn remove(&mut self, key: usize) {
        if !std::mem::replace(&mut self.is_left[key], false) {
            return;
        }
        self.left -= 1;
        let (before, after) = (self.before[key], self.after[key]);
        if let Some(before) = before {
            self.after[before] = after;
        }
        if let Some(after) = after {
            self.before[after] = before;
        }
    }

    /// The track without a key, right between two times and maybe nowhere else; outside of them nothing changes. None if the key is
    /// gone or the last one.
    pub(super) fn without(&self, key: usize, cycle: Option<f32>) -> Option<(Track<T>, [f32; 2])> {
        if !self.is_left[key] || self.left < 2 {
            return None;
        }
        // Automatic tangents of the keys beside it change, so the segments beyond them too.
        let reach = if self.is_automatic { 2 } else { 1 };
        let before = self.next_keys(key, reach + 1, &self.before);
        let after = self.next_keys(key, reach + 1, &self.after);
        // Automatic tangents of a loop go through its ends: a key near one end shows at the other.
        let goes_round = cycle.is_some() && self.is_automatic;
        let is_near_end = before.len() <= reach || after.len() <= reach;
        if goes_round && is_near_end {
            let others = (0..self.keys.len()).filter(|&it| it != key && self.is_left[it]);
            let keys = others.map(|it| self.keys[it]).collect();
            let span = [f32::NEG_INFINITY, f32::INFINITY];
            return Some((Track::from_keys(keys, cycle).ok()?, span));
        }
        let time = |run: &[usize]| run.get(reach - 1).map(|&it| self.keys[it].time);
        let span = [
            time(&before).unwrap_or(f32::NEG_INFINITY),
            time(&after).unwrap_or(f32::INFINITY),
        ];
        // A few keys on both sides do: the curve beyond them does not depend on this one.
        let around = before.iter().rev().chain(&after);
        let keys = around.map(|&it| self.keys[it]).collect();
        Some((Track::from_keys(keys, None).ok()?, span))
    }

    /// Up to so many keys that are left, from a key on.
    fn next_keys(&self, key: usize, most: usize, next: &[Option<usize>]) -> Vec<usize> {
        let run = std::iter::successors(next[key], |&it| next[it]);
        run.take(most).collect()
    }
}
