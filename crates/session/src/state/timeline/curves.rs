//! Numbers over time: what the curve view draws.
//!
//! Numbers are those of the inspector: relative to rest, rotations as three angles in degrees. A rotation is sampled as a quaternion,
//! and each sample takes the triple of angles, and the turn, nearest to the one before it: no curve jumps.

use character::Character;
use glam::DVec3;
use rig::{Clip, JointChannel, KeyAt, KeyMode, Keys, Segment, Skeleton, Target};

use scene::names::plain;

use super::handles::handle_seconds;
use super::numbers::{is_turn, near, numbers_at, numbers_of_keys, part, slopes};
use super::rows::track_name;
use crate::text::angle_text::angle_text;

/// One number of what a track moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number {
    /// What the track moves.
    pub target: Target,
    /// 0, 1 or 2; 0 for a morph weight, and for an angle with keys of its own.
    pub axis: usize,
}

/// A number over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The number that it draws.
    pub number: Number,
    /// The times of its first and of its last key, in sight or not.
    pub ends: [f32; 2],
    /// Times and values, rising in time.
    pub points: Vec<[f32; 2]>,
    /// Its keys in sight, and one beside them on each side; rising in time.
    pub keys: Vec<CurveKey>,
}

/// A key of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveKey {
    /// Target and time of the key.
    pub at: KeyAt,
    /// The number at the key, as its curve has it.
    pub value: f32,
    /// Slopes per second towards it and away from it, each where a curve is there that follows it.
    pub slopes: [Option<f32>; 2],
    /// How long its tangents are in seconds, towards it and away from it; nothing where no key is on that side.
    pub lengths: [f32; 2],
    /// How it passes on.
    pub mode: KeyMode,
    /// Whether two of the angles turn about one axis here: their slopes say little.
    pub is_locked: bool,
}

/// More keys in sight than so many times the points are thinned.
const DENSE: usize = 2;
/// Curves of fewer points are those of a small part; their keys are few enough.
const LEAST_POINTS: u16 = 100;
/// Cosine of the angle about Y below which X and Z turn about one axis: within 1.1° of a right angle.
const LOCKED: f32 = 0.02;

impl Number {
    /// All numbers of a target.
    pub fn all_of(target: Target) -> impl Iterator<Item = Self> {
        let count = match target {
            Target::Joint(_, JointChannel::Angle(_)) | Target::Morph(_) => 1,
            Target::Joint(..) => 3,
        };
        (0..count).map(move |axis| Self { target, axis })
    }

    /// Whether it is an angle, in degrees.
    #[must_use]
    pub const fn is_angle(self) -> bool {
        matches!(
            self.target,
            Target::Joint(_, JointChannel::Rotation | JointChannel::Angle(_))
        )
    }

    /// The axis that it is drawn as: X, Y or Z by 0, 1 or 2.
    #[must_use]
    pub const fn shown_axis(self) -> usize {
        match self.target {
            Target::Joint(_, JointChannel::Angle(axis)) => axis.index(),
            Target::Joint(..) | Target::Morph(_) => self.axis,
        }
    }

    /// A value of it as it is written: `45.2°`, `400.0° (1 turn + 40.0°)`, else `0.123`.
    #[must_use]
    pub fn text(self, value: f32) -> String {
        match self.target {
            Target::Joint(_, JointChannel::Rotation | JointChannel::Angle(_)) => angle_text(value),
            Target::Joint(..) | Target::Morph(_) => plain(value, 3),
        }
    }

    /// As it is written beside its curve: `Rotation X`.
    #[must_use]
    pub fn name(self, character: &Character) -> String {
        let name = track_name(character, self.target);
        match self.target {
            Target::Joint(_, JointChannel::Angle(_)) | Target::Morph(_) => name,
            Target::Joint(_, JointChannel::Shear) => {
                let axes = ["XY", "YZ", "ZX"].get(self.axis).unwrap_or(&"");
                format!("{name} {axes}")
            }
            Target::Joint(..) => {
                let axis = ["X", "Y", "Z"].get(self.axis).unwrap_or(&"");
                format!("{name} {axis}")
            }
        }
    }
}

impl Curve {
    /// The number at a time as it is drawn; none beside its points.
    #[must_use]
    pub fn at(&self, time: f32) -> Option<f32> {
        let after = self.points.partition_point(|[at, _]| *at < time);
        let [later, last] = *self.points.get(after)?;
        if later == time {
            return Some(last);
        }
        let [earlier, first] = *self.points.get(after.checked_sub(1)?)?;
        Some(first + (last - first) * (time - earlier) / (later - earlier))
    }
}

/// What is wanted of curves.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// The times in sight.
    pub(super) range: (f32, f32),
    /// How many points a curve has there, beside its keys.
    pub(super) points: u16,
    /// The keys that have slopes.
    pub(super) has_slopes: &'a dyn Fn(&KeyAt) -> bool,
}

/// The curves of a target's numbers between two times: so many points, and the keys there with one more on each side.
///
/// Where far more keys than points are in sight, a curve has the least and the largest number of each part of them, and the keys of
/// those.
#[must_use]
pub fn curves(
    skeleton: &Skeleton,
    clip: &Clip,
    target: Target,
    range: (f32, f32),
    points: u16,
) -> Vec<Curve> {
    let Some(keys) = clip.keys(target) else {
        return Vec::new();
    };
    let after = keys.times().partition_point(|time| *time <= range.1);
    let count = (after + 1).min(keys.times().len());
    let run = numbers_of_keys(skeleton, clip, (target, keys), count);
    let wanted = Wanted {
        range,
        points,
        has_slopes: &|_| true,
    };
    curves_of_run(skeleton, clip, target, keys, &run, wanted)
}

/// The same from the numbers of the keys, of which those up to the last in sight and one beside it are read.
pub(super) fn curves_of_run(
    skeleton: &Skeleton,
    clip: &Clip,
    target: Target,
    keys: Keys<'_>,
    run: &[DVec3],
    wanted: Wanted<'_>,
) -> Vec<Curve> {
    let ((from, to), all) = (wanted.range, keys.times());
    let first = all.partition_point(|time| *time < from).saturating_sub(1);
    let last = (all.partition_point(|time| *time <= to) + 1).min(all.len());
    let (Some(times), Some(run)) = (all.get(first..last), run.get(first..last)) else {
        return Vec::new();
    };
    let in_sight = InSight {
        target,
        keys,
        first,
        times,
        run,
    };
    let ends = [all.first(), all.last()].map(|end| end.copied().unwrap_or_default());
    let is_dense = times.len() > DENSE * usize::from(wanted.points.max(LEAST_POINTS));
    let sampled = if is_dense {
        Vec::new()
    } else {
        in_sight.sample(skeleton, clip, wanted)
    };
    Number::all_of(target)
        .map(|number| {
            let (points, places) = if is_dense {
                in_sight.thinned(number.axis, wanted.points)
            } else {
                let part =
                    |(time, value): &(f32, DVec3)| [*time, part(value.as_vec3(), number.axis)];
                (
                    sampled.iter().map(part).collect(),
                    (0..times.len()).collect(),
                )
            };
            let key = |place: usize| in_sight.key(skeleton, clip, (place, number.axis), wanted);
            Curve {
                number,
                ends,
                points,
                keys: places.into_iter().filter_map(key).collect(),
            }
        })
        .collect()
}

/// The keys of a target that are in sight, and one beside them on each side.
struct InSight<'a> {
    target: Target,
    keys: Keys<'a>,
    /// The place of the first of them among all keys.
    first: usize,
    times: &'a [f32],
    run: &'a [DVec3],
}

impl InSight<'_> {
    /// The numbers at the keys and at times between them; angles run on from key to key.
    fn sample(&self, skeleton: &Skeleton, clip: &Clip, wanted: Wanted<'_>) -> Vec<(f32, DVec3)> {
        let (from, to) = wanted.range;
        let count = wanted.points.max(1);
        let grid = (0..=wanted.points)
            .map(|point| from + (to - from) * f32::from(point) / f32::from(count));
        let mut before = self.run.first().copied().unwrap_or_default();
        let mut keys = self.times.iter().zip(self.run).peekable();
        let mut values = Vec::with_capacity(self.times.len() + usize::from(count) + 1);
        for time in grid {
            while let Some((at, value)) = keys.next_if(|(at, _)| **at <= time) {
                values.push((*at, *value));
                before = *value;
            }
            if values.last().is_some_and(|(last, _)| *last == time) {
                continue;
            }
            let value = numbers_at(skeleton, clip, self.target, time);
            before = if is_turn(self.target) {
                near(value, before)
            } else {
                value
            };
            values.push((time, before));
        }
        values.extend(keys.map(|(at, value)| (*at, *value)));
        values
    }

    /// The least and the largest number of so many parts of the keys, in order of time, and the places of those keys.
    fn thinned(&self, axis: usize, parts: u16) -> (Vec<[f32; 2]>, Vec<usize>) {
        let size = self.times.len().div_ceil(usize::from(parts.max(1))).max(1);
        let mut places = Vec::new();
        for (number, run) in self.run.chunks(size).enumerate() {
            let values = || {
                run.iter()
                    .map(|value| part(value.as_vec3(), axis))
                    .enumerate()
            };
            let least = values().min_by(|one, other| one.1.total_cmp(&other.1));
            let most = values().max_by(|one, other| one.1.total_cmp(&other.1));
            let mut found: Vec<usize> =
                [least, most].into_iter().flatten().map(|it| it.0).collect();
            found.sort_unstable();
            found.dedup();
            places.extend(found.into_iter().map(|place| number * size + place));
        }
        let point = |place: &usize| {
            let (time, value) = (self.times.get(*place)?, self.run.get(*place)?);
            Some([*time, part(value.as_vec3(), axis)])
        };
        (places.iter().filter_map(point).collect(), places)
    }

    fn key(
        &self,
        skeleton: &Skeleton,
        clip: &Clip,
        (place, axis): (usize, usize),
        wanted: Wanted<'_>,
    ) -> Option<CurveKey> {
        let (&time, &here) = (self.times.get(place)?, self.run.get(place)?);
        let at = KeyAt {
            target: self.target,
            time,
        };
        let number = self.first + place;
        let into = number
            .checked_sub(1)
            .map(|before| self.keys.mode(before).out);
        let has_next = number + 1 < self.keys.times().len();
        let out = has_next.then(|| self.keys.mode(number).out);
        let slopes = if (wanted.has_slopes)(&at) {
            slopes(skeleton, clip, at, here)
        } else {
            None
        };
        Some(CurveKey {
            at,
            value: part(here.as_vec3(), axis),
            slopes: [(0, into), (1, out)].map(|(end, segment)| {
                let slope = slopes.and_then(|slopes| slopes.get(end).copied());
                // What is held or straight has no tangent to be dragged.
                let slope = slope.filter(|_| segment == Some(Segment::Cubic));
                slope.map(|slope| part(slope, axis))
            }),
            lengths: handle_seconds(self.keys, number),
            mode: self.keys.mode(number),
            is_locked: is_turn(self.target) && here.as_vec3().y.to_radians().cos().abs() < LOCKED,
        })
    }
}
