//! The numbers of the selected keys, to be read and to be typed: frame, value and slopes.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec3, Vec3};
use rig::{Clip, ClipEdit, KeyAt, NewKey, Skeleton, Target};

use super::clipboard::key_at;
use super::curve_edits::{numbers_edit, sloped_key};
use super::curves::Number;
use super::frames::TimeUnit;
use super::handles::curved_sides;
use super::numbers::{KeyNumbers, part, slopes};
use crate::text::number_text::{NumberTextError, Quantity, evaluate};

/// More selected keys than this are not read one by one: they count as different.
const MOST: usize = 2000;

/// A number of keys that can be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyField {
    /// When they are, in seconds.
    Time,
    /// The numbers of the chosen curves.
    Value,
    /// Slopes of the chosen curves per second, towards the keys (0) or away from them (1).
    Slope(usize),
    /// Lengths of the tangents of the chosen curves' keys, as shares of the time to the key that they point to.
    Length(usize),
}

/// A number that several keys may have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Shared {
    /// No key has it.
    #[default]
    Nowhere,
    /// All that have it have the same.
    Same(f32),
    /// They differ.
    Mixed,
}

/// What the selected keys have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KeyFields {
    /// Seconds.
    pub time: Shared,
    /// The number itself.
    pub value: Shared,
    /// Slopes per second, towards the keys and away from them.
    pub slopes: [Shared; 2],
    /// Lengths of tangents, as shares of the time to the key before and to the next.
    pub lengths: [Shared; 2],
}

/// What was typed: the number itself, or by how much each becomes larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TypedNumber {
    /// All get this number.
    To(f64),
    /// Each becomes larger by it.
    By(f64),
}

impl TypedNumber {
    /// Reads a text: `+5` and `+=5` make larger, `-=5` smaller; anything else is the number itself, `-5` too.
    ///
    /// # Errors
    ///
    /// What stands there is no number of this quantity.
    pub fn read(text: &str, quantity: Quantity) -> Result<Self, NumberTextError> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("-=") {
            return Ok(Self::By(-evaluate(rest, quantity)?));
        }
        match text.strip_prefix("+=").or_else(|| text.strip_prefix('+')) {
            Some(rest) => Ok(Self::By(evaluate(rest, quantity)?)),
            None => Ok(Self::To(evaluate(text, quantity)?)),
        }
    }

    /// The number that comes of one.
    #[must_use]
    pub fn of(self, now: f64) -> f64 {
        match self {
            Self::To(number) => number,
            Self::By(more) => now + more,
        }
    }

    /// The same in a unit of which the number's has so many.
    #[must_use]
    pub const fn times(self, factor: f64) -> Self {
        match self {
            Self::To(number) => Self::To(number * factor),
            Self::By(more) => Self::By(more * factor),
        }
    }
}

impl Shared {
    fn add(&mut self, number: f32) {
        *self = match *self {
            Self::Nowhere => Self::Same(number),
            // As it would be read, whatever rounding says.
            Self::Same(known) if (known - number).abs() <= 1e-5 * known.abs().max(1.0) => {
                Self::Same(known)
            }
            Self::Same(_) | Self::Mixed => Self::Mixed,
        };
    }
}

impl KeyFields {
    fn add_lengths(&mut self, clip: &Clip, at: KeyAt) {
        let Some(mode) = key_at(clip, at).and_then(|key| key.mode) else {
            return;
        };
        let sides = self.lengths.iter_mut().zip(curved_sides(clip, at));
        for ((field, is_curved), length) in sides.zip(mode.handles) {
            if is_curved {
                #[expect(clippy::cast_possible_truncation, reason = "a number to be read")]
                let share = length.share() as f32;
                field.add(share);
            }
        }
    }
}

/// What keys have in common, and what their numbers among these have.
#[must_use]
pub fn key_fields(
    skeleton: &Skeleton,
    clip: &Clip,
    keys: &BTreeSet<KeyAt>,
    numbers: &BTreeSet<Number>,
) -> KeyFields {
    let mut fields = KeyFields::default();
    let is_many = keys.len() > MOST;
    let mut shown = KeyNumbers::new(skeleton, clip);
    for key in keys {
        fields.time.add(key.time);
        let axes = axes_of(numbers, key.target);
        if axes.is_empty() {
            continue;
        }
        if is_many {
            fields.value = Shared::Mixed;
            continue;
        }
        fields.add_lengths(clip, *key);
        let Some(here) = shown.numbers(*key) else {
            continue;
        };
        let sloped = curved_sides(clip, *key);
        let slopes = slopes(skeleton, clip, *key, here).filter(|_| sloped != [false; 2]);
        for axis in axes {
            fields.value.add(part(here.as_vec3(), axis));
            let sides = fields.slopes.iter_mut().zip(sloped);
            let sides = sides.zip(slopes.unwrap_or_default());
            let curved = sides.filter(|((_, is_curved), _)| *is_curved);
            curved.for_each(|((field, _), slope)| field.add(part(slope, axis)));
        }
    }
    fields
}

/// The axes of a target that are among these numbers.
pub(super) fn axes_of(numbers: &BTreeSet<Number>, target: Target) -> Vec<usize> {
    let of_target = Number::all_of(target).filter(|number| numbers.contains(number));
    of_target.map(|number| number.axis).collect()
}

/// The edit that gives keys a typed time; what falls on a frame of the unit is on it to the bit.
#[must_use]
pub fn timed_edit(keys: &BTreeSet<KeyAt>, typed: TypedNumber, unit: TimeUnit) -> ClipEdit {
    let at = |key: &KeyAt| {
        let time = typed.of(f64::from(key.time));
        #[expect(clippy::cast_possible_truncation, reason = "times of keys are f32")]
        let rounded = time as f32;
        let time = match unit.rate() {
            Some(rate) if rate.is_on_frame(rounded) => rate.snap(time),
            _ => rounded,
        };
        (*key, time)
    };
    ClipEdit::Retime {
        keys: keys.iter().map(at).collect(),
        tangent_factor: 1.0,
    }
}

/// Whether two of the keys are of one track: they cannot stand at one time.
#[must_use]
pub fn are_of_one_track(keys: &BTreeSet<KeyAt>) -> bool {
    let mut pairs = keys.iter().zip(keys.iter().skip(1));
    pairs.any(|(one, next)| one.target == next.target)
}

/// The edit that gives these numbers of keys a typed value.
#[must_use]
pub fn valued_edit(
    skeleton: &Skeleton,
    clip: &Clip,
    keys: &BTreeSet<KeyAt>,
    numbers: &BTreeSet<Number>,
    typed: TypedNumber,
) -> ClipEdit {
    let meant = keys.iter().copied();
    let meant = meant.filter(|key| !axes_of(numbers, key.target).is_empty());
    numbers_edit(skeleton, clip, meant, |key, mut here: DVec3| {
        for axis in axes_of(numbers, key.target) {
            if let Some(number) = here.as_mut().get_mut(axis) {
                *number = typed.of(*number);
            }
        }
        here
    })
}

/// The edit that gives these numbers of keys a typed slope per second on one side. Keys where no curve is on that side stay.
#[must_use]
pub fn sloped_edit(
    skeleton: &Skeleton,
    clip: &Clip,
    keys: &BTreeSet<KeyAt>,
    numbers: &BTreeSet<Number>,
    end: usize,
    typed: TypedNumber,
) -> ClipEdit {
    let mut shown = KeyNumbers::new(skeleton, clip);
    let mut axes: BTreeMap<Target, Vec<usize>> = BTreeMap::new();
    let sloped = |at: &KeyAt| -> Option<NewKey> {
        let axes = axes
            .entry(at.target)
            .or_insert_with(|| axes_of(numbers, at.target));
        if axes.is_empty() || !curved_sides(clip, *at).get(end).is_some_and(|is| *is) {
            return None;
        }
        let here = shown.numbers(*at)?;
        let change = |mut slopes: Vec3| {
            for &axis in axes.iter() {
                let slope = slopes.as_mut().get_mut(axis)?;
                #[expect(clippy::cast_possible_truncation, reason = "slopes are f32 in tracks")]
                let typed = typed.of(f64::from(*slope)) as f32;
                *slope = typed;
            }
            Some(slopes)
        };
        sloped_key(skeleton, clip, (key_at(clip, *at)?, here), end, change)
    };
    ClipEdit::SetKeys(keys.iter().filter_map(sloped).collect())
}
