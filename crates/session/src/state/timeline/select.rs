//! Selections of keys: what a click, a box or a key of the keyboard chooses.

use std::collections::BTreeSet;

use rig::{Clip, KeyAt};

use super::columns::ONE_COLUMN;
use super::rows::{Row, RowOf, targets_of};
use crate::state::selection::Choose;

/// The keys of a row between two times, both included.
#[must_use]
pub fn keys_between(clip: &Clip, row: RowOf, (from, to): (f32, f32)) -> Vec<KeyAt> {
    let mut found = Vec::new();
    for target in targets_of(clip, row) {
        let Some(keys) = clip.keys(target) else {
            continue;
        };
        let times = keys.times();
        let first = times.partition_point(|time| *time < from);
        let last = times.partition_point(|time| *time <= to);
        let times = times.get(first..last).unwrap_or_default();
        found.extend(times.iter().map(|&time| KeyAt { target, time }));
    }
    found
}

/// The keys of a row between two times among the rows that are shown: the row of all keys has only theirs.
#[must_use]
pub fn keys_shown(clip: &Clip, shown: &[Row], row: RowOf, times: (f32, f32)) -> Vec<KeyAt> {
    if row != RowOf::All {
        return keys_between(clip, row, times);
    }
    let whole = shown.iter().map(|row| row.of).filter(|row| is_whole(*row));
    whole
        .flat_map(|row| keys_between(clip, row, times))
        .collect()
}

/// Whether a row is a joint's, or that of all morph weights: together these have every key once.
#[must_use]
pub const fn is_whole(row: RowOf) -> bool {
    matches!(row, RowOf::Joint(_) | RowOf::Morphs)
}

/// The keys of the column of a row that begins at a time, among the rows that are shown.
#[must_use]
pub fn keys_of_column(clip: &Clip, shown: &[Row], row: RowOf, time: f32) -> Vec<KeyAt> {
    keys_shown(clip, shown, row, (time, time + ONE_COLUMN))
}

/// The selection after keys were chosen.
#[must_use]
pub fn choose_keys(selected: &BTreeSet<KeyAt>, keys: &[KeyAt], choose: Choose) -> BTreeSet<KeyAt> {
    match choose {
        Choose::Alone => keys.iter().copied().collect(),
        Choose::Add => selected.iter().chain(keys).copied().collect(),
        Choose::Toggle => {
            // Those of a column go together: it is taken out if all of it was in.
            let all_in = keys.iter().all(|key| selected.contains(key));
            let mut after = selected.clone();
            for key in keys {
                if all_in {
                    after.remove(key);
                } else {
                    after.insert(*key);
                }
            }
            after
        }
    }
}

/// Those of the keys that a clip has: undo may have taken some away.
#[must_use]
pub fn present(clip: &Clip, keys: &BTreeSet<KeyAt>) -> BTreeSet<KeyAt> {
    let has = |key: &&KeyAt| {
        let times = clip.keys(key.target).map(|keys| keys.times());
        let found = times.map(|times| times.binary_search_by(|time| time.total_cmp(&key.time)));
        matches!(found, Some(Ok(_)))
    };
    keys.iter().filter(has).copied().collect()
}

/// The keys of a clip that another state of it lacks.
#[must_use]
pub fn keys_more(clip: &Clip, than: &Clip) -> Vec<KeyAt> {
    let mut more = Vec::new();
    for target in clip.keyed_targets() {
        let Some(keys) = clip.keys(target) else {
            continue;
        };
        let times = than.keys(target).map_or(&[][..], |keys| keys.times());
        if std::ptr::eq(times, keys.times()) {
            continue;
        }
        let is_more = |time: &&f32| {
            times
                .binary_search_by(|other| other.total_cmp(time))
                .is_err()
        };
        let new = keys.times().iter().filter(is_more);
        more.extend(new.map(|&time| KeyAt { target, time }));
    }
    more
}

/// The first and the last time of the keys; none without keys.
#[must_use]
pub fn span(keys: &BTreeSet<KeyAt>) -> Option<(f32, f32)> {
    let times = || keys.iter().map(|key| key.time);
    times().reduce(f32::min).zip(times().reduce(f32::max))
}

/// The times of the selected keys of a row, rising.
#[must_use]
pub fn times_in(keys: &BTreeSet<KeyAt>, clip: &Clip, row: RowOf) -> Vec<f32> {
    let mut times: Vec<f32> = match row {
        RowOf::All => keys.iter().map(|key| key.time).collect(),
        RowOf::Joint(_) | RowOf::Morphs | RowOf::Track(_) => targets_of(clip, row)
            .flat_map(|target| {
                // Keys are sorted by target, then by time.
                let at = |time: f32| KeyAt { target, time };
                keys.range(at(f32::NEG_INFINITY)..=at(f32::INFINITY))
            })
            .map(|key| key.time)
            .collect(),
    };
    as_columns(&mut times);
    times
}

/// The times of the selected keys of the rows that are shown, rising.
#[must_use]
pub fn times_shown(keys: &BTreeSet<KeyAt>, clip: &Clip, shown: &[Row]) -> Vec<f32> {
    let whole = shown.iter().map(|row| row.of).filter(|row| is_whole(*row));
    let mut times: Vec<f32> = whole.flat_map(|row| times_in(keys, clip, row)).collect();
    as_columns(&mut times);
    times
}

fn as_columns(times: &mut Vec<f32>) {
    times.sort_by(f32::total_cmp);
    times.dedup_by(|later, kept| *later - *kept <= ONE_COLUMN);
}
