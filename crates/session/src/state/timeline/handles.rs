//! How long the tangents of keys are: in time, dragged and typed.

use std::collections::BTreeSet;

use rig::{Clip, ClipEdit, HandleLength, KeyAt, Keys, NewKey, Segment};

use super::clipboard::{key_at, place_of};
use super::curves::Number;
use super::key_fields::{TypedNumber, axes_of};

/// The shortest tangent that is dragged or typed, as a share: the slope of one without a length would show nowhere.
const LEAST: f64 = 0.01;

/// The seconds to the keys beside one, before it and after it; none where there is no key.
fn spans(keys: Keys<'_>, place: usize) -> [Option<f64>; 2] {
    let time = |place: usize| keys.times().get(place).copied().map(f64::from);
    let here = time(place);
    let apart = |one: Option<f64>, other: Option<f64>| Some(other? - one?);
    let before = place.checked_sub(1).and_then(time);
    [apart(before, here), apart(here, time(place + 1))]
}

/// How long the tangents of a key are in seconds, towards it and away from it; 0 where no key is on that side.
pub(super) fn handle_seconds(keys: Keys<'_>, place: usize) -> [f32; 2] {
    let [into, out] = keys.mode(place).handles.map(HandleLength::share);
    let [before, after] = spans(keys, place).map(Option::unwrap_or_default);
    #[expect(clippy::cast_possible_truncation, reason = "times of tracks are f32")]
    let seconds = [(into * before) as f32, (out * after) as f32];
    seconds
}

/// Whether a curve comes to a key, and whether one goes away from it.
pub(super) fn curved_sides(clip: &Clip, at: KeyAt) -> [bool; 2] {
    let Some(keys) = clip.keys(at.target) else {
        return [false; 2];
    };
    let Some(place) = place_of(keys.times(), at.time) else {
        return [false; 2];
    };
    let is_curved = |place: usize| keys.mode(place).out == Segment::Cubic;
    let has_next = place + 1 < keys.times().len();
    [
        place.checked_sub(1).is_some_and(is_curved),
        has_next && is_curved(place),
    ]
}

/// The length of a tangent whose end is dragged to a time, and the seconds of the shortest one; none where no key is on that side.
pub(crate) fn dragged_length(
    clip: &Clip,
    at: KeyAt,
    (end, time): (usize, f64),
) -> Option<(HandleLength, f64)> {
    let keys = clip.keys(at.target)?;
    let span = (*spans(keys, place_of(keys.times(), at.time)?).get(end)?)?;
    let side = if end == 0 { -1.0 } else { 1.0 };
    let away = (time - f64::from(at.time)) * side;
    let length = HandleLength::from_share((away / span).max(LEAST));
    Some((length, LEAST * span))
}

/// The edit that gives the tangents of keys on one side a typed length, as a share of the time to the key that they point to.
///
/// Keys without one of these numbers, and such as no curve is beside on that side, stay.
#[must_use]
pub fn length_edit(
    clip: &Clip,
    keys: &BTreeSet<KeyAt>,
    numbers: &BTreeSet<Number>,
    end: usize,
    typed: TypedNumber,
) -> ClipEdit {
    let is_meant = |at: &&KeyAt| {
        let is_curved = curved_sides(clip, **at).get(end).is_some_and(|is| *is);
        is_curved && !axes_of(numbers, at.target).is_empty()
    };
    let long = |at: &KeyAt| {
        with_lengths(clip, *at, |lengths| {
            if let Some(length) = lengths.get_mut(end) {
                let share = typed.of(length.share()).max(LEAST);
                *length = HandleLength::from_share(share);
            }
        })
    };
    ClipEdit::SetKeys(keys.iter().filter(is_meant).filter_map(long).collect())
}

/// The edit that makes the tangents of keys as long as those of plain curves. Those that are stay.
#[must_use]
pub fn reset_edit(clip: &Clip, keys: &BTreeSet<KeyAt>) -> ClipEdit {
    let weighted = keys.iter().filter(|at| {
        let mode = key_at(clip, **at).and_then(|key| key.mode);
        mode.is_some_and(|mode| mode.is_weighted())
    });
    let plain = weighted
        .filter_map(|at| with_lengths(clip, *at, |lengths| *lengths = [HandleLength::THIRD; 2]));
    ClipEdit::SetKeys(plain.collect())
}

fn with_lengths(clip: &Clip, at: KeyAt, change: impl Fn(&mut [HandleLength; 2])) -> Option<NewKey> {
    let mut key = key_at(clip, at)?;
    change(&mut key.mode.as_mut()?.handles);
    Some(key)
}
