//! Keys set into curves that stay as they are.

use super::split::handles_after_split;
use super::{Clip, ClipEdit, KeyAt, Keys, NewKey, SAME_KEY, Target};
use crate::{HandleLength, Key, KeyKind, KeyMode, Keyed, Segment, Tangents, Track};
use std::collections::{BTreeMap, BTreeSet};

impl Clip {
    /// The edit that sets keys where a track has none, and leaves its curve as it is: each new key has the value and the slope there.
    ///
    /// Tangents that are automatic beside a new key would follow it. They become aligned, as they are. Numbers and vectors keep
    /// their curves but for rounding. A cubic of rotations is normalized, and one through a key more is not quite the same: with
    /// keys 90° apart it is off by less than 1° between them, and by far less where they are closer.
    ///
    /// Degenerate: keys that are there already, targets without a track, times before 0 and such as are not finite are passed over.
    #[must_use]
    pub fn insert_edit(&self, keys: &[KeyAt]) -> ClipEdit {
        let mut times: BTreeMap<Target, Vec<f32>> = BTreeMap::new();
        for key in keys {
            if key.time.is_finite() && key.time >= 0.0 {
                times.entry(key.target).or_default().push(key.time);
            }
        }
        let mut new = Vec::new();
        for (target, mut times) in times {
            times.sort_by(f32::total_cmp);
            times.dedup_by(|later, kept| *later - *kept <= SAME_KEY);
            let is_cyclic = self.cycle().is_some();
            match self.keys(target) {
                Some(Keys::Vector(track)) => insert(target, track, &times, is_cyclic, &mut new),
                Some(Keys::Rotation(track)) => insert(target, track, &times, is_cyclic, &mut new),
                Some(Keys::Number(track)) => insert(target, track, &times, is_cyclic, &mut new),
                None => {}
            }
        }
        ClipEdit::SetKeys(new)
    }
}

/// The new keys of a track, and those beside them as they have to be now.
fn insert<T: Keyed>(
    target: Target,
    track: &Track<T>,
    times: &[f32],
    is_cyclic: bool,
    new: &mut Vec<NewKey>,
) {
    let old = track.keys();
    let first_new = new.len();
    let mut beside: BTreeSet<usize> = BTreeSet::new();
    let mut is_last_held = false;
    for &time in times {
        let after = old.partition_point(|key| key.time <= time);
        let before = after.checked_sub(1);
        let is_near =
            |key: Option<&Key<T>>| key.is_some_and(|key| (key.time - time).abs() <= SAME_KEY);
        let last = before.and_then(|before| old.get(before));
        if is_near(last) || is_near(old.get(after)) {
            continue;
        }
        let mode = mode_between(last, old.get(after));
        is_last_held |= after == old.len();
        beside.extend(before);
        if after < old.len() {
            beside.insert(after);
        }
        let slope = track.slope(time);
        new.push(NewKey {
            target,
            time,
            value: track.sample(time).to_value(),
            tangents: Some([slope.to_value(); 2]),
            mode: Some(mode),
        });
    }
    if is_cyclic && (beside.contains(&0) || beside.contains(&(old.len() - 1))) {
        // The ends of a loop have one tangent.
        beside.extend([0, old.len() - 1]);
    }
    let mut all: Vec<f32> = track.times().to_vec();
    all.extend(new.iter().skip(first_new).map(|key| key.time));
    all.sort_by(f32::total_cmp);
    for key in new.iter_mut().skip(first_new) {
        if let Some(mode) = &mut key.mode {
            mode.handles = handles_after_split(track, &all, key.time, mode.handles);
        }
    }
    let changed = beside.into_iter().filter_map(|place| {
        let key = old.get(place)?;
        let mut mode = mode_beside(&old, place)?;
        mode.handles = handles_after_split(track, &all, key.time, mode.handles);
        if is_last_held && place + 1 == old.len() {
            mode.out = Segment::Linear;
        }
        (mode != key.mode).then(|| NewKey {
            target,
            time: key.time,
            value: key.value.to_value(),
            tangents: Some(key.tangents.map(T::to_value)),
            mode: Some(mode),
        })
    });
    new.extend(changed);
}

/// The mode of a key beside a new one: its automatic tangents stay as they are, where they count.
fn mode_beside<T>(keys: &[Key<T>], place: usize) -> Option<KeyMode> {
    let is_curved = |place: Option<usize>| {
        let key = place.and_then(|place| keys.get(place));
        key.is_some_and(|key| key.mode.out == Segment::Cubic)
    };
    let counts = is_curved(Some(place)) || is_curved(place.checked_sub(1));
    let mut mode = keys.get(place)?.mode;
    if mode.tangents == Tangents::Auto && counts {
        mode.tangents = Tangents::Aligned;
    }
    Some(mode)
}

/// How a key passes on that is set between these, one of which may be missing.
fn mode_between<T>(last: Option<&Key<T>>, next: Option<&Key<T>>) -> KeyMode {
    match (last, next) {
        (Some(last), Some(_)) => inner_mode(last.mode),
        // Beyond its ends a track stands still, and so does a straight line between equal values.
        (last, _) => KeyMode {
            out: Segment::Linear,
            tangents: last.map_or(Tangents::Free, |last| last.mode.tangents),
            ..KeyMode::default()
        },
    }
}

/// How a key passes on that is set between two others.
const fn inner_mode(before: KeyMode) -> KeyMode {
    let tangents = match (before.out, before.tangents) {
        (Segment::Cubic, Tangents::Auto | Tangents::Flat | Tangents::Aligned) => Tangents::Aligned,
        (_, tangents) => tangents,
    };
    KeyMode {
        out: before.out,
        tangents,
        kind: KeyKind::Key,
        handles: [HandleLength::THIRD; 2],
    }
}
