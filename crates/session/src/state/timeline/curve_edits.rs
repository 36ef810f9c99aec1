//! What moved keys and pulled tangents of curves mean as edits of a clip.

use std::collections::BTreeMap;

use glam::DVec3;
use rig::{Clip, ClipEdit, HandleLength, KeyAt, KeyMode, KeyValue, NewKey, Skeleton, Tangents};

use super::clipboard::key_at;
use super::numbers::{KeyNumbers, slopes, tangent_of, value_of_numbers};

/// The edit that gives keys other numbers, as their curves are drawn: `change` gets a key and its numbers, and returns those after it.
///
/// Tangents stay, but for those of rotations, which turn along. Keys that the clip lacks are passed over.
#[must_use]
pub fn numbers_edit(
    skeleton: &Skeleton,
    clip: &Clip,
    keys: impl IntoIterator<Item = KeyAt>,
    mut change: impl FnMut(KeyAt, DVec3) -> DVec3,
) -> ClipEdit {
    let mut shown = KeyNumbers::new(skeleton, clip);
    let numbers = |at: KeyAt| Some(change(at, shown.numbers(at)?));
    edit_to_numbers(skeleton, clip, keys, numbers)
}

/// The edit that gives keys these numbers; those without any stay.
fn edit_to_numbers(
    skeleton: &Skeleton,
    clip: &Clip,
    keys: impl IntoIterator<Item = KeyAt>,
    mut numbers: impl FnMut(KeyAt) -> Option<DVec3>,
) -> ClipEdit {
    let changed = |at: KeyAt| {
        let key = key_at(clip, at)?;
        let value = value_of_numbers(skeleton, clip, at, numbers(at)?)?;
        let turned = |tangent: KeyValue| tangent.turned_along(key.value, value);
        Some(NewKey {
            value,
            tangents: key.tangents.map(|both| both.map(turned)),
            ..key
        })
    };
    ClipEdit::SetKeys(keys.into_iter().filter_map(changed).collect())
}

/// The edit that moves a number of keys by so much, where they stand now and as their curves are drawn.
#[must_use]
pub fn raise_edit(
    skeleton: &Skeleton,
    clip: &Clip,
    keys: &[KeyAt],
    (axis, by): (usize, f32),
) -> ClipEdit {
    let mut shown = KeyNumbers::new(skeleton, clip);
    let numbers = |at: KeyAt| Some(raised(shown.numbers(at)?, (axis, by)));
    edit_to_numbers(skeleton, clip, keys.iter().copied(), numbers)
}

/// The same for keys whose numbers are known.
pub(crate) fn raise_known_edit(
    skeleton: &Skeleton,
    clip: &Clip,
    known: &BTreeMap<KeyAt, DVec3>,
    (axis, by): (usize, f32),
) -> ClipEdit {
    let numbers = |at: KeyAt| Some(raised(*known.get(&at)?, (axis, by)));
    edit_to_numbers(skeleton, clip, known.keys().copied(), numbers)
}

fn raised(mut numbers: DVec3, (axis, by): (usize, f32)) -> DVec3 {
    if let Some(number) = numbers.as_mut().get_mut(axis) {
        *number += f64::from(by);
    }
    numbers
}

/// The edit that gives a key's number another slope on one side, as its curve is drawn; where the key's tangents are not free, on both. With a
/// length the tangent on that side gets it.
#[must_use]
pub fn slope_edit(
    skeleton: &Skeleton,
    clip: &Clip,
    (at, axis): (KeyAt, usize),
    (end, slope): (usize, f32),
    length: Option<HandleLength>,
) -> Option<ClipEdit> {
    let here = KeyNumbers::new(skeleton, clip).numbers(at)?;
    let pulled = PulledTangent { end, slope, length };
    pulled.edit(skeleton, clip, (at, axis), here)
}

/// A tangent of a key as it is pulled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PulledTangent {
    /// 0 towards the key, 1 away from it.
    pub(crate) end: usize,
    /// Per second.
    pub(crate) slope: f32,
    /// None leaves its length.
    pub(crate) length: Option<HandleLength>,
}

impl PulledTangent {
    /// The edit of a key's number, whose numbers are `here` as its curve has them; none where the clip has no such key, or no slope there.
    pub(crate) fn edit(
        self,
        skeleton: &Skeleton,
        clip: &Clip,
        (at, axis): (KeyAt, usize),
        here: DVec3,
    ) -> Option<ClipEdit> {
        let Self { end, slope, length } = self;
        let key = key_at(clip, at)?;
        let change = |mut slopes: glam::Vec3| {
            *slopes.as_mut().get_mut(axis)? = slope;
            Some(slopes)
        };
        let mut key = sloped_key(skeleton, clip, (key, here), end, change)?;
        if let (Some(length), Some(mode)) = (length, &mut key.mode) {
            *mode.handles.get_mut(end)? = length;
            return Some(ClipEdit::SetKeys(vec![key]));
        }
        Some(ClipEdit::SetTangents {
            key: at,
            tangents: key.tangents?,
            mode: key.mode?.tangents,
        })
    }
}

/// A key whose numbers, `here` as its curve has them, have other slopes on one side; where its tangents are not free, on both. What was
/// automatic or flat is aligned then.
pub(super) fn sloped_key(
    skeleton: &Skeleton,
    clip: &Clip,
    (key, here): (NewKey, DVec3),
    end: usize,
    change: impl Fn(glam::Vec3) -> Option<glam::Vec3>,
) -> Option<NewKey> {
    let at = KeyAt {
        target: key.target,
        time: key.time,
    };
    let mode = key.mode?;
    let kind = match mode.tangents {
        Tangents::Free => Tangents::Free,
        Tangents::Auto | Tangents::Flat | Tangents::Aligned => Tangents::Aligned,
    };
    let wanted = change(*slopes(skeleton, clip, at, here)?.get(end)?)?;
    let tangent = tangent_of(skeleton, clip, at, (key.value, here, wanted))?;
    let mut tangents = key.tangents?;
    for (side, old) in tangents.iter_mut().enumerate() {
        if side == end || kind != Tangents::Free {
            *old = tangent;
        }
    }
    Some(NewKey {
        tangents: Some(tangents),
        mode: Some(KeyMode {
            tangents: kind,
            ..mode
        }),
        ..key
    })
}
