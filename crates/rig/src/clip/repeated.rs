//! Keys of a clip repeated behind themselves.

use super::{Clip, ClipEdit, ClipError, KeyAt, Keys, NewKey, SAME_KEY, Target};
use crate::{JointChannel, Key, Keyed, Tangents, Track};
use dq_math::quaternion::powf;
use glam::{Quat, Vec3};
use std::collections::BTreeMap;
use thiserror::Error;

/// More keys than this are not made at once.
const MOST_KEYS: usize = 1_000_000;

/// Which tracks go on from where they end; the others begin again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepeatOffset {
    /// None of them: a cycle in place.
    Nothing,
    /// Translations: what walks on walks on.
    Translation,
    /// All of them: turns go on too.
    All,
}

/// Why keys cannot be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum RepeatError {
    /// All keys stand at one time.
    #[error(
        "the keys stand at one time; select those of a whole cycle, its first and its last too"
    )]
    NoRange,
    /// More keys than are kept.
    #[error("that would be more than a million keys; repeat fewer of them, or less often")]
    TooMany,
    /// What comes of it is no clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
}

impl Clip {
    /// The clip with keys repeated so many times behind the last of them, each time later by the time from the first of all to the
    /// last. What has another key between there and the end of the last copy loses it. The clip becomes as long as the copies.
    ///
    /// Where a track has keys at the first and at the last time, both are one key where copies meet: its value and its slope
    /// towards it are those of the last, its slope away from it and how it passes on those of the first. Copy n of a track that
    /// goes on has `v + n (b − a)`, of rotations `(b a⁻¹)ⁿ v`, where a and b are its first and its last key among these. Slopes of
    /// rotations stay what they are relative to their keys.
    ///
    /// # Errors
    ///
    /// [`RepeatError`]. Keys that the clip lacks are passed over.
    pub fn with_repeated_keys(
        &self,
        keys: &[KeyAt],
        times: u16,
        offset: RepeatOffset,
    ) -> Result<Self, RepeatError> {
        let first = keys
            .iter()
            .map(|key| key.time)
            .fold(f32::INFINITY, f32::min);
        let last = keys.iter().map(|key| key.time).fold(0.0, f32::max);
        if last - first <= SAME_KEY {
            return Err(RepeatError::NoRange);
        }
        if keys.len().saturating_mul(usize::from(times)) > MOST_KEYS {
            return Err(RepeatError::TooMany);
        }
        let mut meant: BTreeMap<Target, Vec<f32>> = BTreeMap::new();
        for key in keys {
            meant.entry(key.target).or_default().push(key.time);
        }
        let cycle = Cycle {
            range: [first, last],
            times,
        };
        let (mut new, mut gone) = (Vec::new(), Vec::new());
        for (target, mut own) in meant {
            own.sort_by(f32::total_cmp);
            own.dedup();
            let goes_on = match (offset, target) {
                (RepeatOffset::Nothing, _) => false,
                (RepeatOffset::Translation, target) => {
                    matches!(target, Target::Joint(_, JointChannel::Translation))
                }
                (RepeatOffset::All, _) => true,
            };
            let Some(found) = self.keys(target) else {
                continue;
            };
            let beyond = found.times().iter().copied();
            let beyond = beyond.filter(|time| cycle.is_overwritten(*time));
            gone.extend(beyond.map(|time| KeyAt { target, time }));
            match found {
                Keys::Vector(track) => cycle.repeat(target, track, &own, goes_on, &mut new),
                Keys::Rotation(track) => cycle.repeat(target, track, &own, goes_on, &mut new),
                Keys::Number(track) => cycle.repeat(target, track, &own, goes_on, &mut new),
            }
        }
        let (cleared, _) = self.with_edit(&ClipEdit::DeleteKeys(gone))?;
        let (repeated, _) = cleared.with_edit(&ClipEdit::SetKeys(new))?;
        Ok(repeated)
    }
}

/// The time that is repeated, and how often.
struct Cycle {
    range: [f32; 2],
    times: u16,
}

impl Cycle {
    fn period(&self) -> f64 {
        f64::from(self.range[1]) - f64::from(self.range[0])
    }

    /// A time so many periods later.
    fn later(&self, time: f32, periods: u16) -> f32 {
        #[expect(clippy::cast_possible_truncation, reason = "times of keys are f32")]
        let later = (f64::from(time) + f64::from(periods) * self.period()) as f32;
        later
    }

    /// Whether copies lie over what stands there.
    fn is_overwritten(&self, time: f32) -> bool {
        let [_, last] = self.range;
        time > last + SAME_KEY && time <= self.later(last, self.times) + SAME_KEY
    }

    fn repeat<T: Extended>(
        &self,
        target: Target,
        track: &Track<T>,
        own: &[f32],
        goes_on: bool,
        new: &mut Vec<NewKey>,
    ) {
        let is_own = |key: &Key<T>| {
            let found = own.binary_search_by(|time| time.total_cmp(&key.time));
            found.is_ok()
        };
        let keys: Vec<Key<T>> = track.keys().into_iter().filter(is_own).collect();
        let [Some(start), Some(end)] = [keys.first(), keys.last()] else {
            return;
        };
        let [first, last] = self.range;
        let meets = start.time - first <= SAME_KEY && last - end.time <= SAME_KEY && keys.len() > 1;
        let cycle = Repeated {
            start,
            end,
            goes_on,
            meets,
        };
        for copy in 0..=self.times {
            let copied = keys.iter().enumerate().filter_map(|(place, key)| {
                let is_last = place + 1 == keys.len();
                // The keys themselves stay, but for the one where the first copy begins.
                let stays = copy == 0 && !(is_last && meets);
                let is_met = copy > 0 && place == 0 && meets;
                let is_copied = !(stays || is_met);
                let begins_next = is_last && copy < self.times;
                let time = self.later(key.time, copy);
                let at = KeyAt { target, time };
                is_copied.then(|| cycle.copy(key, at, f32::from(copy), begins_next))
            });
            new.extend(copied);
        }
    }
}

/// The keys of one track that are repeated.
struct Repeated<'a, T> {
    start: &'a Key<T>,
    end: &'a Key<T>,
    /// Whether each copy goes on from where the one before ends.
    goes_on: bool,
    /// Whether there are keys at both ends, which become one where copies meet.
    meets: bool,
}

impl<T: Extended> Repeated<'_, T> {
    /// A key so many periods later, which is set there.
    fn copy(&self, key: &Key<T>, at: KeyAt, periods: f32, begins_next: bool) -> NewKey {
        let value = if self.goes_on {
            key.value
                .extended([self.start.value, self.end.value], periods)
        } else {
            key.value
        };
        let tangents = key.tangents.map(|it| it.turned_along(key.value, value));
        let ([mut into, mut out], mut mode) = (tangents, key.mode);
        if begins_next && self.meets {
            mode.out = self.start.mode.out;
            mode.handles[1] = self.start.mode.handles[1];
            let is_computed = matches!(mode.tangents, Tangents::Auto | Tangents::Flat);
            if mode.tangents != self.start.mode.tangents || !is_computed {
                // The first key stands here now, so its slope turns to here.
                let [_, away] = self.start.tangents;
                out = away.turned_along(self.start.value, value);
                mode.tangents = Tangents::Free;
            }
        }
        if mode.tangents == Tangents::Aligned {
            // One slope for both sides, whatever rounding has made of the two.
            into = out;
        }
        NewKey {
            target: at.target,
            time: at.time,
            value: value.to_value(),
            tangents: Some([into, out].map(T::to_value)),
            mode: Some(mode),
        }
    }
}

/// A value that differences can be added to again and again.
trait Extended: Keyed {
    /// The value so many times further on than from the one of these to the other.
    fn extended(self, [from, to]: [Self; 2], times: f32) -> Self {
        Self::sum([(1.0, self), (times, to), (-times, from), (0.0, Self::STILL)])
    }
}

impl Extended for f32 {}

impl Extended for Vec3 {}

impl Extended for Quat {
    fn extended(self, [from, to]: [Self; 2], times: f32) -> Self {
        powf(to * from.conjugate(), times) * self
    }
}
