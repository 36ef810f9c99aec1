//! What moved keys and pulled tangents of curves mean as edits of a clip.

use glam::DVec3;
use rig::{Clip, ClipEdit, KeyAt, KeyMode, KeyValue, NewKey, Skeleton, Tangents};

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
    let changed = |at: KeyAt| {
        let key = key_at(clip, at)?;
        let numbers = change(at, shown.numbers(at)?);
        let value = value_of_numbers(skeleton, clip, at, numbers)?;
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
    numbers_edit(skeleton, clip, keys.iter().copied(), |_, mut numbers| {
        if let Some(number) = numbers.as_mut().get_mut(axis) {
            *number += f64::from(by);
        }
        numbers
    })
}

/// The edit that gives a key's number another slope on one side, as its curve is drawn; where the key's tangents are not free, on both.
#[must_use]
pub fn slope_edit(
    skeleton: &Skeleton,
    clip: &Clip,
    (at, axis): (KeyAt, usize),
    (end, slope): (usize, f32),
) -> Option<ClipEdit> {
    let key = key_at(clip, at)?;
    let here = KeyNumbers::new(skeleton, clip).numbers(at)?;
    let change = |mut slopes: glam::Vec3| {
        *slopes.as_mut().get_mut(axis)? = slope;
        Some(slopes)
    };
    let key = sloped_key(skeleton, clip, (key, here), end, change)?;
    Some(ClipEdit::SetTangents {
        key: at,
        tangents: key.tangents?,
        mode: key.mode?.tangents,
    })
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
