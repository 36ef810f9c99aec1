//! Edits of the keys of one track, whatever it holds.

use super::split::handles_after_split;
use super::{
    AnyTrack, Channel, ClipError, JointTrack, KeyAt, KeyValue, MorphTrack, NewKey, SAME_KEY, Target,
};
use crate::{HandleLength, JointChannel, Key, KeyKind, KeyMode, Keyed, Segment, Tangents, Track};
use std::collections::{BTreeMap, BTreeSet};

/// Something for each of some keys of a track, by the bits of their times.
pub(super) type ByTime<V> = BTreeMap<u32, V>;

/// An edit of a list of keys.
pub(super) trait KeysEdit {
    fn apply<T: Keyed>(
        &mut self,
        track: &Track<T>,
        keys: &mut Vec<Key<T>>,
    ) -> Result<(), ClipError>;
}

/// Keys by their tracks.
pub(super) fn by_target<V>(keys: impl Iterator<Item = (KeyAt, V)>) -> BTreeMap<Target, ByTime<V>> {
    let mut sorted: BTreeMap<Target, ByTime<V>> = BTreeMap::new();
    for (key, value) in keys {
        let of_track = sorted.entry(key.target).or_default();
        of_track.insert(key.time.to_bits(), value);
    }
    sorted
}

pub(super) fn check_time(time: f32) -> Result<(), ClipError> {
    if time.is_finite() && time >= 0.0 {
        Ok(())
    } else {
        Err(ClipError::Time { time })
    }
}

/// The channel after an edit; none without keys.
pub(super) fn edit_channel(
    channel: &Channel,
    edit: &mut impl KeysEdit,
    cycle: Option<f32>,
) -> Result<Option<Channel>, ClipError> {
    Ok(match channel {
        Channel::Translation(keys) => edit_track(keys, edit, cycle)?.map(Channel::Translation),
        Channel::Rotation(keys) => edit_track(keys, edit, cycle)?.map(Channel::Rotation),
        Channel::Scale(keys) => edit_track(keys, edit, cycle)?.map(Channel::Scale),
        Channel::Shear(keys) => edit_track(keys, edit, cycle)?.map(Channel::Shear),
    })
}

/// The track after an edit; none without keys. A track that the edit leaves as it is keeps its memory.
pub(super) fn edit_track<T: Keyed>(
    track: &Track<T>,
    edit: &mut impl KeysEdit,
    cycle: Option<f32>,
) -> Result<Option<Track<T>>, ClipError> {
    let before = track.keys();
    let mut keys = before.clone();
    edit.apply(track, &mut keys)?;
    if keys.is_empty() {
        return Ok(None);
    }
    // Automatic tangents follow from keys and cycle: the same keys may make another track.
    let is_automatic = |key: &Key<T>| key.mode.tangents == Tangents::Auto;
    if keys == before && !keys.iter().any(is_automatic) {
        return Ok(Some(track.clone()));
    }
    let edited = Track::from_keys(keys, cycle)?;
    Ok(Some(if edited == *track {
        track.clone()
    } else {
        edited
    }))
}

/// A track of a target that has none.
pub(super) fn new_track(
    target: Target,
    keys: &[NewKey],
    cycle: Option<f32>,
) -> Result<AnyTrack, ClipError> {
    let (joint, channel) = match target {
        Target::Joint(joint, channel) => (joint, channel),
        Target::Morph(weight) => {
            let track = track_of(keys, cycle)?;
            return Ok(AnyTrack::Morph(MorphTrack { weight, track }));
        }
    };
    let channel = match channel {
        JointChannel::Translation => Channel::Translation(track_of(keys, cycle)?),
        JointChannel::Rotation => Channel::Rotation(track_of(keys, cycle)?),
        JointChannel::Scale => Channel::Scale(track_of(keys, cycle)?),
        JointChannel::Shear => Channel::Shear(track_of(keys, cycle)?),
        // It has no track of its own.
        JointChannel::Angle(_) => return Err(ClipError::Value),
    };
    Ok(AnyTrack::Joint(JointTrack { joint, channel }))
}

pub(super) fn track_of<T: Keyed>(
    new: &[NewKey],
    cycle: Option<f32>,
) -> Result<Track<T>, ClipError> {
    let (keys, _) = with_keys(None, Vec::new(), new)?;
    Ok(Track::from_keys(keys, cycle)?)
}

/// Keys, and the times that were asked for with those of the keys that were there instead.
type Merged<T> = (Vec<Key<T>>, Vec<[f32; 2]>);

/// The keys with new ones: in place of those that are there, or between them; and which of the new ones stand at the time of one that was
/// there, from the time that was asked to that. Of new keys at one time the last counts. `track` is what the keys were before.
fn with_keys<T: Keyed>(
    track: Option<&Track<T>>,
    keys: Vec<Key<T>>,
    new: &[NewKey],
) -> Result<Merged<T>, ClipError> {
    let mut sorted: Vec<(usize, &NewKey)> = new.iter().enumerate().collect();
    sorted.sort_by(|(_, one), (_, other)| one.time.total_cmp(&other.time));
    let mut merged: Vec<Key<T>> = Vec::with_capacity(keys.len() + new.len());
    let mut moved = Vec::new();
    let mut old = keys.into_iter().peekable();
    // The place among `new` of what the last of the merged keys has.
    let mut set_by = None;
    for (place, new) in sorted {
        // A negative zero is a zero.
        let time = new.time + 0.0;
        while let Some(key) = old.next_if(|key| key.time < time - SAME_KEY) {
            merged.push(key);
            set_by = None;
        }
        let is_near = |key: &Key<T>| (key.time - time).abs() <= SAME_KEY;
        if !merged.last().is_some_and(is_near)
            && let Some(key) = old.next_if(is_near)
        {
            merged.push(key);
            set_by = None;
        }
        match merged.last_mut().filter(|key| is_near(key)) {
            Some(known) => {
                if set_by.is_none_or(|set_by| set_by < place) {
                    replace(known, new)?;
                    set_by = Some(place);
                }
                if known.time.to_bits() != new.time.to_bits() {
                    moved.push([new.time, known.time]);
                }
            }
            None => {
                let neighbor = merged.last().or_else(|| old.peek());
                merged.push(one_more(track, neighbor, new)?);
                set_by = Some(place);
                if time.to_bits() != new.time.to_bits() {
                    moved.push([new.time, time]);
                }
            }
        }
    }
    merged.extend(old);
    Ok((merged, moved))
}

fn tangents_of<T: Keyed>(new: &NewKey) -> Result<Option<[T; 2]>, ClipError> {
    let given = |[into, out]: [KeyValue; 2]| Some([T::from_tangent(into)?, T::from_tangent(out)?]);
    let given = new.tangents.map(given);
    given.map_or(Ok(None), |given| given.ok_or(ClipError::Value).map(Some))
}

/// A key that is there gets what the new one has.
fn replace<T: Keyed>(known: &mut Key<T>, new: &NewKey) -> Result<(), ClipError> {
    let value = T::from_value(new.value).ok_or(ClipError::Value)?;
    let given: Option<[T; 2]> = tangents_of(new)?;
    let sign = if value.is_opposite(known.value) {
        -1.0
    } else {
        1.0
    };
    // The sign stays as it is given, which counts at the first key of a track; tangents that stay follow it.
    known.value = value;
    known.tangents = given.unwrap_or_else(|| known.tangents.map(|one| one.times(sign)));
    known.mode = new.mode.unwrap_or(known.mode);
    Ok(())
}

/// One key more, beside this one.
fn one_more<T: Keyed>(
    track: Option<&Track<T>>,
    neighbor: Option<&Key<T>>,
    new: &NewKey,
) -> Result<Key<T>, ClipError> {
    let time = new.time + 0.0;
    let slope = || track.map_or(T::STILL, |track| track.slope(time));
    // It passes on as its neighbor does; a mark is of one key alone, and so are lengths of tangents.
    let unmarked = |key: &Key<T>| KeyMode {
        kind: KeyKind::Key,
        handles: [HandleLength::THIRD; 2],
        ..key.mode
    };
    let mode = new.mode.or_else(|| neighbor.map(unmarked));
    Ok(Key {
        time,
        value: T::from_value(new.value).ok_or(ClipError::Value)?,
        tangents: tangents_of(new)?.unwrap_or_else(|| [slope(); 2]),
        mode: mode.unwrap_or_default(),
    })
}

/// Adds keys, or puts them in place of those at their times.
pub(super) struct KeySetter<'a> {
    pub(super) new: &'a [NewKey],
    /// Times that were asked for, and those of the keys that were there instead.
    pub(super) moved: Vec<[f32; 2]>,
}

impl KeysEdit for KeySetter<'_> {
    fn apply<T: Keyed>(
        &mut self,
        track: &Track<T>,
        keys: &mut Vec<Key<T>>,
    ) -> Result<(), ClipError> {
        let (merged, moved) = with_keys(Some(track), std::mem::take(keys), self.new)?;
        (*keys, self.moved) = (merged, moved);
        if track.is_weighted() {
            self.part_lengths(track, keys);
        }
        Ok(())
    }
}

impl KeySetter<'_> {
    /// Gives the tangents beside new keys the lengths that the parts of the curve have, but for those of keys that are given a mode.
    fn part_lengths<T: Keyed>(&self, track: &Track<T>, keys: &mut [Key<T>]) {
        let moved = self.moved.iter();
        let moved: ByTime<f32> = moved
            .map(|[asked, there]| (asked.to_bits(), *there))
            .collect();
        let given = self.new.iter().filter(|new| new.mode.is_some());
        let given: BTreeSet<u32> = given
            .map(|new| {
                moved
                    .get(&new.time.to_bits())
                    .unwrap_or(&new.time)
                    .to_bits()
            })
            .collect();
        let all: Vec<f32> = keys.iter().map(|key| key.time).collect();
        let others = keys.iter_mut();
        for key in others.filter(|key| !given.contains(&key.time.to_bits())) {
            key.mode.handles = handles_after_split(track, &all, key.time, key.mode.handles);
        }
    }
}

/// Takes out the keys at these times.
pub(super) struct KeyFilter<'a> {
    pub(super) gone: &'a ByTime<()>,
}

impl KeysEdit for KeyFilter<'_> {
    fn apply<T: Keyed>(&mut self, _: &Track<T>, keys: &mut Vec<Key<T>>) -> Result<(), ClipError> {
        keys.retain(|key| !self.gone.contains_key(&key.time.to_bits()));
        Ok(())
    }
}

/// Moves keys in time.
pub(super) struct KeyRetimer<'a> {
    pub(super) times: &'a ByTime<f32>,
    pub(super) factor: f32,
    /// Times of the keys that were overwritten.
    pub(super) gone: Vec<f32>,
}

impl KeysEdit for KeyRetimer<'_> {
    fn apply<T: Keyed>(&mut self, _: &Track<T>, keys: &mut Vec<Key<T>>) -> Result<(), ClipError> {
        let is_moved = |key: &Key<T>| self.times.contains_key(&key.time.to_bits());
        let (mut moved, mut others): (Vec<_>, Vec<_>) = keys.drain(..).partition(is_moved);
        if self.factor < 0.0 {
            reverse_segments(&mut moved);
        }
        for key in &mut moved {
            if let Some(&time) = self.times.get(&key.time.to_bits()) {
                key.time = time + 0.0;
            }
            key.tangents = key.tangents.map(|slope| slope.times(1.0 / self.factor));
            if self.factor < 0.0 {
                key.tangents.swap(0, 1);
                key.mode.handles.swap(0, 1);
            }
        }
        // A warp or a negative factor may change their order.
        moved.sort_by(|one, other| one.time.total_cmp(&other.time));
        if let Some(pair) = moved.windows(2).find(|pair| pair[0].time >= pair[1].time) {
            return Err(ClipError::Collision { time: pair[1].time });
        }
        others.retain(|other| {
            let place = moved.partition_point(|key| key.time < other.time - SAME_KEY);
            let stays = moved
                .get(place)
                .is_none_or(|key| key.time > other.time + SAME_KEY);
            if !stays {
                self.gone.push(other.time);
            }
            stays
        });
        others.append(&mut moved);
        others.sort_by(|one, other| one.time.total_cmp(&other.time));
        *keys = others;
        Ok(())
    }
}

/// What a key passed on to comes before it, where time runs the other way: the segments keep their kinds.
fn reverse_segments<T>(moved: &mut [Key<T>]) {
    let outs: Vec<Segment> = moved.iter().map(|key| key.mode.out).collect();
    for (key, out) in moved.iter_mut().skip(1).zip(outs) {
        key.mode.out = out;
    }
}

/// Sets how keys pass on and where their tangents come from.
pub(super) struct ModeSetter<'a> {
    pub(super) times: &'a ByTime<()>,
    pub(super) out: Option<Segment>,
    pub(super) tangents: Option<Tangents>,
}

impl KeysEdit for ModeSetter<'_> {
    fn apply<T: Keyed>(&mut self, _: &Track<T>, keys: &mut Vec<Key<T>>) -> Result<(), ClipError> {
        for key in keys {
            if !self.times.contains_key(&key.time.to_bits()) {
                continue;
            }
            let before = key.mode;
            key.mode = KeyMode {
                out: self.out.unwrap_or(before.out),
                tangents: self.tangents.unwrap_or(before.tangents),
                ..before
            };
            let is_curved_now = before.out != Segment::Cubic && self.out == Some(Segment::Cubic);
            let has_none = before.tangents == Tangents::Free && key.tangents == [T::STILL; 2];
            if is_curved_now && self.tangents.is_none() && has_none {
                // A key that never had tangents gets those that do not overshoot.
                key.mode.tangents = Tangents::Auto;
            }
        }
        Ok(())
    }
}

/// Marks keys.
pub(super) struct KindSetter<'a> {
    pub(super) times: &'a ByTime<()>,
    pub(super) kind: KeyKind,
}

impl KeysEdit for KindSetter<'_> {
    fn apply<T: Keyed>(&mut self, _: &Track<T>, keys: &mut Vec<Key<T>>) -> Result<(), ClipError> {
        let marked = keys
            .iter_mut()
            .filter(|key| self.times.contains_key(&key.time.to_bits()));
        marked.for_each(|key| key.mode.kind = self.kind);
        Ok(())
    }
}

/// Sets the tangents of one key.
pub(super) struct TangentSetter {
    pub(super) time: f32,
    pub(super) tangents: [KeyValue; 2],
    pub(super) mode: Tangents,
}

impl KeysEdit for TangentSetter {
    fn apply<T: Keyed>(&mut self, _: &Track<T>, keys: &mut Vec<Key<T>>) -> Result<(), ClipError> {
        let [into, out] = self.tangents.map(T::from_tangent);
        let tangents = [into.ok_or(ClipError::Value)?, out.ok_or(ClipError::Value)?];
        let key = keys
            .iter_mut()
            .find(|key| key.time.to_bits() == self.time.to_bits());
        if let Some(key) = key {
            key.tangents = tangents;
            key.mode.tangents = self.mode;
        }
        Ok(())
    }
}

/// Computes automatic tangents anew.
pub(super) struct TangentUpdate;

impl KeysEdit for TangentUpdate {
    fn apply<T: Keyed>(&mut self, _: &Track<T>, _: &mut Vec<Key<T>>) -> Result<(), ClipError> {
        Ok(())
    }
}
