//! Numbers over time: what the curve view draws, and the edits that its keys and tangents mean.
//!
//! Numbers are those of the inspector: relative to rest, rotations as three angles in degrees. A rotation is sampled as a quaternion,
//! and each sample takes the triple of angles, and the turn, nearest to the one before it: no curve jumps.

use std::collections::BTreeMap;

use character::Character;
use glam::{DQuat, DVec3, Vec3};
use rig::{
    Clip, ClipEdit, JointChannel, JointIndex, KeyAt, KeyMode, KeyValue, Keys, LocalKeys, NewKey,
    Rigid, Segment, Skeleton, Stretch, Tangents, Target, UserTransform,
};

use scene::names::plain;

use super::clipboard::{channel_of, key_at, local_at, place_of, with_channel};
use super::rows::track_name;
use crate::text::angle_text::angle_text;
use crate::text::euler::double;

/// One number of what a track moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number {
    /// What the track moves.
    pub target: Target,
    /// 0, 1 or 2; 0 for a morph weight.
    pub axis: usize,
}

/// A number over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The number that it draws.
    pub number: Number,
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
    /// How it passes on.
    pub mode: KeyMode,
    /// Whether two of the angles turn about one axis here: their slopes say little.
    pub is_locked: bool,
}

/// Cosine of the angle about Y below which X and Z turn about one axis: within 1.1° of a right angle.
const LOCKED: f32 = 0.02;
/// A short time, in seconds, over which slopes of angles are measured.
const SHORT: f64 = 1e-3;
/// Degrees from a key to the next, above which angles are followed between them, at so many times.
const COARSE: f64 = 60.0;
const PIECES: u8 = 8;

impl Number {
    /// All numbers of a target.
    pub fn all_of(target: Target) -> impl Iterator<Item = Self> {
        let count = match target {
            Target::Joint(..) => 3,
            Target::Morph(_) => 1,
        };
        (0..count).map(move |axis| Self { target, axis })
    }

    /// A value of it as it is written: `45.2°`, `400.0° (1 turn + 40.0°)`, else `0.123`.
    #[must_use]
    pub fn text(self, value: f32) -> String {
        match self.target {
            Target::Joint(_, JointChannel::Rotation) => angle_text(value),
            Target::Joint(..) | Target::Morph(_) => plain(value, 3),
        }
    }

    /// As it is written beside its curve: `Rotation X`.
    #[must_use]
    pub fn name(self, character: &Character) -> String {
        let name = track_name(character, self.target);
        match self.target {
            Target::Joint(_, JointChannel::Shear) => {
                let axes = ["XY", "YZ", "ZX"].get(self.axis).unwrap_or(&"");
                format!("{name} {axes}")
            }
            Target::Joint(..) => {
                let axis = ["X", "Y", "Z"].get(self.axis).unwrap_or(&"");
                format!("{name} {axis}")
            }
            Target::Morph(_) => name,
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

/// The curves of a target's numbers between two times: so many points, and the keys there with one more on each side.
#[must_use]
pub fn curves(
    skeleton: &Skeleton,
    clip: &Clip,
    target: Target,
    (from, to): (f32, f32),
    points: u16,
) -> Vec<Curve> {
    let Some(keys) = clip.keys(target) else {
        return Vec::new();
    };
    let all = keys.times();
    let first = all.partition_point(|time| *time < from).saturating_sub(1);
    let last = all.partition_point(|time| *time <= to) + 1;
    let last = last.min(all.len());
    let in_sight = all.get(first..last).unwrap_or_default();
    let mut times: Vec<f32> = (0..=points)
        .map(|point| from + (to - from) * f32::from(point) / f32::from(points.max(1)))
        .collect();
    times.extend_from_slice(in_sight);
    times.sort_by(f32::total_cmp);
    times.dedup();
    let is_turn = is_turn(target);
    // Followed from the first key on: a curve looks the same, whatever part of it is in sight.
    let run = if is_turn {
        unwrapped_angles(skeleton, clip, (target, keys), first + 1)
    } else {
        Vec::new()
    };
    let before = run.last().copied().unwrap_or_default();
    let values = sample_numbers(skeleton, clip, target, (times, before));
    let shown_at = |time: f32| {
        let place = values.binary_search_by(|(other, _)| other.total_cmp(&time));
        let found = place.ok().and_then(|place| values.get(place));
        found.map_or(DVec3::ZERO, |(_, value)| *value)
    };
    // What all numbers of a key share, then each number.
    let of_keys = (first..).zip(in_sight).map(|(place, &time)| {
        let at = KeyAt { target, time };
        let here = shown_at(time);
        let into = place.checked_sub(1).map(|before| keys.mode(before).out);
        let out = (place + 1 < all.len()).then(|| keys.mode(place).out);
        let slopes = slopes(skeleton, clip, at, here);
        let slopes = [(0, into), (1, out)].map(|(end, segment)| {
            let slope = slopes.and_then(|slopes| slopes.get(end).copied());
            // What is held or straight has no tangent to be dragged.
            slope.filter(|_| segment == Some(Segment::Cubic))
        });
        (at, here, slopes, keys.mode(place))
    });
    let of_keys: Vec<_> = of_keys.collect();
    Number::all_of(target)
        .map(|number| Curve {
            number,
            points: values
                .iter()
                .map(|(time, value)| [*time, part(value.as_vec3(), number.axis)])
                .collect(),
            keys: of_keys
                .iter()
                .map(|&(at, here, slopes, mode)| CurveKey {
                    at,
                    value: part(here.as_vec3(), number.axis),
                    slopes: slopes.map(|slope| slope.map(|slope| part(slope, number.axis))),
                    mode,
                    is_locked: is_turn && here.as_vec3().y.to_radians().cos().abs() < LOCKED,
                })
                .collect(),
        })
        .collect()
}

/// The numbers at rising times; angles run on from those before.
fn sample_numbers(
    skeleton: &Skeleton,
    clip: &Clip,
    target: Target,
    (times, mut before): (Vec<f32>, DVec3),
) -> Vec<(f32, DVec3)> {
    let at = |time: f32| {
        let value = numbers_at(skeleton, clip, target, time);
        before = if is_turn(target) {
            near(value, before)
        } else {
            value
        };
        (time, before)
    };
    times.into_iter().map(at).collect()
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
    let raised = |at: &KeyAt| {
        let key = key_at(clip, *at)?;
        let mut value = shown.numbers(*at)?;
        let slot = value.as_mut().get_mut(axis)?;
        *slot += f64::from(by);
        let value = value_of_numbers(skeleton, clip, *at, value)?;
        let tangents = match (key.value, value, key.tangents) {
            // Tangents of a rotation turn with it.
            (
                KeyValue::Rotation(old),
                KeyValue::Rotation(new),
                Some([KeyValue::Rotation(into), KeyValue::Rotation(out)]),
            ) => {
                let turn = new * old.conjugate();
                Some([turn * into, turn * out].map(KeyValue::Rotation))
            }
            (_, _, tangents) => tangents,
        };
        Some(NewKey {
            value,
            tangents,
            ..key
        })
    };
    ClipEdit::SetKeys(keys.iter().filter_map(raised).collect())
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
    let mode = match key.mode?.tangents {
        Tangents::Free => Tangents::Free,
        Tangents::Auto | Tangents::Flat | Tangents::Aligned => Tangents::Aligned,
    };
    let is_free = mode == Tangents::Free;
    let here = KeyNumbers::new(skeleton, clip).numbers(at)?;
    let slopes = slopes(skeleton, clip, at, here)?;
    let mut tangents = key.tangents?;
    for (side, tangent) in tangents.iter_mut().enumerate() {
        if side != end && is_free {
            continue;
        }
        let mut wanted = *slopes.get(if is_free { side } else { end })?;
        *wanted.as_mut().get_mut(axis)? = slope;
        *tangent = tangent_of(skeleton, clip, at, (key.value, here, wanted))?;
    }
    Some(ClipEdit::SetTangents {
        key: at,
        tangents,
        mode,
    })
}

// ---- numbers as curves have them ------------------------------------------------------------------------------------

/// The numbers of keys as their curves have them.
struct KeyNumbers<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    /// Of rotations, what was followed once.
    runs: BTreeMap<Target, Vec<DVec3>>,
}

impl<'a> KeyNumbers<'a> {
    const fn new(skeleton: &'a Skeleton, clip: &'a Clip) -> Self {
        Self {
            skeleton,
            clip,
            runs: BTreeMap::new(),
        }
    }

    fn numbers(&mut self, at: KeyAt) -> Option<DVec3> {
        let (skeleton, clip) = (self.skeleton, self.clip);
        let keys = clip.keys(at.target)?;
        let place = place_of(keys.times(), at.time)?;
        if !is_turn(at.target) {
            return Some(numbers_at(skeleton, clip, at.target, at.time));
        }
        let all = || unwrapped_angles(skeleton, clip, (at.target, keys), keys.times().len());
        let run = self.runs.entry(at.target).or_insert_with(all);
        run.get(place).copied()
    }
}

const fn is_turn(target: Target) -> bool {
    matches!(target, Target::Joint(_, JointChannel::Rotation))
}

/// The angles of the first so many keys: from the first on, each triple the one nearest to that of the key before.
fn unwrapped_angles(
    skeleton: &Skeleton,
    clip: &Clip,
    (target, keys): (Target, Keys<'_>),
    count: usize,
) -> Vec<DVec3> {
    let mut before: Option<(f32, DVec3)> = None;
    let angles = keys.times().iter().take(count).map(|&time| {
        let value = numbers_at(skeleton, clip, target, time);
        let mut angles = near(value, before.map_or(value, |(_, angles)| angles));
        if let Some((start, last)) = before
            && (angles - last).abs().max_element() > COARSE
        {
            let mut beside = last;
            for piece in 1..PIECES {
                let between = start + (time - start) * f32::from(piece) / f32::from(PIECES);
                beside = near(numbers_at(skeleton, clip, target, between), beside);
            }
            angles = near(value, beside);
        }
        before = Some((time, angles));
        angles
    });
    angles.collect()
}

// ---- numbers as the inspector has them ------------------------------------------------------------------------------

/// The numbers of a target at a time.
fn numbers_at(skeleton: &Skeleton, clip: &Clip, target: Target, time: f32) -> DVec3 {
    let Some(keys) = clip.keys(target) else {
        return DVec3::ZERO;
    };
    numbers_of_key(skeleton, clip, KeyAt { target, time }, keys.sample(time))
}

fn numbers_of_key(skeleton: &Skeleton, clip: &Clip, at: KeyAt, value: KeyValue) -> DVec3 {
    match (at.target, value) {
        (Target::Joint(joint, channel), value) => {
            let local = around(skeleton, clip, (joint, channel), at, value);
            let user = skeleton.user_of_local_keys(joint, &local);
            let stretch = Stretch::from_symmetric(user.linear);
            match channel {
                JointChannel::Translation => user.rigid.translation.as_dvec3(),
                JointChannel::Rotation => double::degrees(user.rigid.rotation.as_dquat()),
                JointChannel::Scale => stretch.scale.as_dvec3(),
                JointChannel::Shear => stretch.shear.as_dvec3(),
            }
        }
        (Target::Morph(_), KeyValue::Number(number)) => DVec3::new(f64::from(number), 0.0, 0.0),
        (Target::Morph(_), KeyValue::Vector(_) | KeyValue::Rotation(_)) => DVec3::ZERO,
    }
}

/// All channels of a joint with this one's value; the others matter only where its rest is uneven.
fn around(
    skeleton: &Skeleton,
    clip: &Clip,
    (joint, channel): (JointIndex, JointChannel),
    at: KeyAt,
    value: KeyValue,
) -> LocalKeys {
    let local = if skeleton.has_even_rest(joint) {
        skeleton.local_keys(joint)
    } else {
        local_at(skeleton, clip, at)
    };
    with_channel(local, channel, value)
}

/// The value of a key that shows these numbers.
fn value_of_numbers(
    skeleton: &Skeleton,
    clip: &Clip,
    at: KeyAt,
    numbers: DVec3,
) -> Option<KeyValue> {
    let Target::Joint(joint, channel) = at.target else {
        return Some(KeyValue::Number(numbers.as_vec3().x));
    };
    let now = clip.keys(at.target)?.sample(at.time);
    let local = around(skeleton, clip, (joint, channel), at, now);
    let user = skeleton.user_of_local_keys(joint, &local);
    let mut stretch = Stretch::from_symmetric(user.linear);
    let mut rigid: Rigid = user.rigid;
    let value = numbers.as_vec3();
    match channel {
        JointChannel::Translation => rigid.translation = value,
        JointChannel::Rotation => rigid.rotation = double::rotation(numbers).as_quat(),
        JointChannel::Scale => stretch.scale = value,
        JointChannel::Shear => stretch.shear = value,
    }
    let user = UserTransform {
        rigid,
        linear: stretch.to_mat3(),
    };
    let after = channel_of(&skeleton.local_keys_of_user(joint, &user), channel);
    Some(match (now, after) {
        // The sign goes on, so that tangents keep their meaning.
        (KeyValue::Rotation(old), KeyValue::Rotation(new)) if old.dot(new) < 0.0 => {
            KeyValue::Rotation(-new)
        }
        _ => after,
    })
}

/// Slopes of a key's numbers, per second, towards it and away from it; `here` are the numbers as the curve has them.
fn slopes(skeleton: &Skeleton, clip: &Clip, at: KeyAt, here: DVec3) -> Option<[Vec3; 2]> {
    let key = key_at(clip, at)?;
    let along = key.tangents?.map(|tangent| {
        let (beside, time) = match (key.value, tangent) {
            (KeyValue::Rotation(value), KeyValue::Rotation(slope)) => {
                // In f64: in so short a time f32 would keep a few digits of the difference.
                let beside = value.as_dquat() + slope.as_dquat() * SHORT;
                return Some(turn_slope(
                    skeleton,
                    at,
                    (value.as_dquat(), beside.normalize()),
                    here,
                ));
            }
            // Linear in the slope, so that a whole second is as good as a short time, and loses less.
            (KeyValue::Vector(value), KeyValue::Vector(slope)) => {
                (KeyValue::Vector(value + slope), 1.0)
            }
            (KeyValue::Number(value), KeyValue::Number(slope)) => {
                (KeyValue::Number(value + slope), 1.0)
            }
            _ => return None,
        };
        let beside = numbers_of_key(skeleton, clip, at, beside);
        Some(((beside - here) / time).as_vec3())
    });
    match along {
        [Some(into), Some(out)] => Some([into, out]),
        _ => None,
    }
}

/// Degrees per second between two rotations that are a short time apart, in double precision.
fn turn_slope(skeleton: &Skeleton, at: KeyAt, (own, beside): (DQuat, DQuat), here: DVec3) -> Vec3 {
    let back = rest_turn(skeleton, at).conjugate();
    let from = near(double::degrees(back * own), here);
    let to = near(double::degrees(back * beside), from);
    ((to - from) / SHORT).as_vec3()
}

/// The rest rotation of a key's joint in its parent.
fn rest_turn(skeleton: &Skeleton, at: KeyAt) -> DQuat {
    match at.target {
        Target::Joint(joint, _) => skeleton.keyed_rest(joint).rotation.as_dquat().normalize(),
        Target::Morph(_) => DQuat::IDENTITY,
    }
}

/// The tangent that gives a key's numbers, which the curve has `here`, these slopes.
fn tangent_of(
    skeleton: &Skeleton,
    clip: &Clip,
    at: KeyAt,
    (value, here, slopes): (KeyValue, DVec3, Vec3),
) -> Option<KeyValue> {
    match value {
        KeyValue::Rotation(own) => {
            let rest = rest_turn(skeleton, at);
            let beside = double::rotation(here + slopes.as_dvec3() * SHORT);
            let beside = (rest * beside).normalize();
            let own = own.as_dquat();
            let beside = if beside.dot(own) < 0.0 {
                -beside
            } else {
                beside
            };
            let slope = (beside - own) * (1.0 / SHORT);
            Some(KeyValue::Rotation(slope.as_quat()))
        }
        KeyValue::Vector(own) => {
            let beside = value_of_numbers(skeleton, clip, at, here + slopes.as_dvec3())?;
            match beside {
                KeyValue::Vector(beside) => Some(KeyValue::Vector(beside - own)),
                KeyValue::Rotation(_) | KeyValue::Number(_) => None,
            }
        }
        KeyValue::Number(_) => Some(KeyValue::Number(slopes.x)),
    }
}

/// The angles of the same rotation that are nearest to those before: one of two triples, each angle with whole turns.
fn near(degrees: DVec3, before: DVec3) -> DVec3 {
    // The other triple of the same rotation: half a turn about X and Z, and Y mirrored at the right angle.
    let other = DVec3::new(degrees.x + 180.0, 180.0 - degrees.y, degrees.z + 180.0);
    let turned =
        [degrees, other].map(|triple| triple + ((before - triple) / 360.0).round() * 360.0);
    let away = |triple: &DVec3| (*triple - before).abs().element_sum();
    let [first, second] = turned;
    // Of two as near the first, whatever rounding says.
    if away(&second) < away(&first) - 1e-6 {
        second
    } else {
        first
    }
}

fn part(value: Vec3, axis: usize) -> f32 {
    value.as_ref().get(axis).copied().unwrap_or_default()
}
