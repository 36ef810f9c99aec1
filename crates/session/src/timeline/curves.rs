//! Numbers over time: what the curve view draws, and the edits that its keys and tangents mean.
//!
//! Numbers are those of the inspector: relative to rest, rotations as three angles in degrees. A rotation is sampled as a quaternion,
//! and each sample takes the triple of angles, and the turn, nearest to the one before it: no curve jumps.

use glam::{DQuat, DVec3, Vec3};
use rig::{
    Clip, ClipEdit, JointChannel, JointIndex, KeyAt, KeyMode, KeyValue, LocalKeys, NewKey, Rigid,
    Segment, Skeleton, Stretch, Tangents, Target, UserTransform,
};

use scene::names::plain;

use super::clipboard::{channel_of, key_at, local_at, with_channel};
use super::rows::track_name;
use crate::text::euler::{double, single};

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
    /// Which.
    pub number: Number,
    /// Times and values, rising in time.
    pub points: Vec<[f32; 2]>,
    /// Its keys, rising in time.
    pub keys: Vec<CurveKey>,
}

/// A key of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveKey {
    /// Which key.
    pub at: KeyAt,
    /// The number there.
    pub value: f32,
    /// Slopes per second towards it and away from it, each where a curve is there that follows it.
    pub slopes: [Option<f32>; 2],
    /// How it passes on.
    pub mode: KeyMode,
    /// Whether two of the angles turn about one axis here: their slopes say little.
    pub is_locked: bool,
}

/// Cosine of the angle about Y below which X and Z turn about one axis.
const LOCKED: f32 = 0.02;
/// A short time, in seconds, over which slopes of angles are measured.
const SHORT: f64 = 1e-3;

impl Number {
    /// All numbers of a target.
    pub fn all_of(target: Target) -> impl Iterator<Item = Self> {
        let count = match target {
            Target::Joint(..) => 3,
            Target::Morph(_) => 1,
        };
        (0..count).map(move |axis| Self { target, axis })
    }

    /// A value of it as it is written: `45.2°`, else `0.123`.
    #[must_use]
    pub fn text(self, value: f32) -> String {
        match self.target {
            Target::Joint(_, JointChannel::Rotation) => format!("{}°", plain(value, 1)),
            Target::Joint(..) | Target::Morph(_) => plain(value, 3),
        }
    }

    /// As it is written beside its curve: `Rotation X`.
    #[must_use]
    pub fn name(self) -> String {
        let name = track_name(self.target);
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

/// The curves of a target's numbers: its keys in all, and so many points between two times.
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
    let mut times: Vec<f32> = (0..=points)
        .map(|point| from + (to - from) * f32::from(point) / f32::from(points.max(1)))
        .collect();
    times.extend_from_slice(all);
    times.sort_by(f32::total_cmp);
    times.dedup();
    let is_turn = matches!(target, Target::Joint(_, JointChannel::Rotation));
    let mut before = DVec3::ZERO;
    let values: Vec<(f32, Vec3)> = times
        .into_iter()
        .map(|time| {
            let value = seen(skeleton, clip, target, time);
            let value = if is_turn { near(value, before) } else { value };
            before = value;
            (time, value.as_vec3())
        })
        .collect();
    let key_of = |place: usize, time: f32, axis: usize| {
        let at = KeyAt { target, time };
        let seen = values.iter().find(|(other, _)| *other == time);
        let value = seen.map_or(0.0, |(_, value)| part(*value, axis));
        let into = place.checked_sub(1).map(|before| keys.mode(before).out);
        let out = (place + 1 < all.len()).then(|| keys.mode(place).out);
        let slopes = slopes(skeleton, clip, at);
        let slope = |end: usize, segment: Option<Segment>| {
            let is_curve = segment == Some(Segment::Cubic);
            let slope = slopes.and_then(|slopes| slopes.get(end).copied());
            slope.filter(|_| is_curve).map(|slope| part(slope, axis))
        };
        let middle = seen.map_or(0.0, |(_, value)| value.y);
        CurveKey {
            at,
            value,
            slopes: [slope(0, into), slope(1, out)],
            mode: keys.mode(place),
            is_locked: is_turn && middle.to_radians().cos().abs() < LOCKED,
        }
    };
    Number::all_of(target)
        .map(|number| Curve {
            number,
            points: values
                .iter()
                .map(|(time, value)| [*time, part(*value, number.axis)])
                .collect(),
            keys: (0..)
                .zip(all)
                .map(|(place, time)| key_of(place, *time, number.axis))
                .collect(),
        })
        .collect()
}

/// The edit that moves a number of keys by so much, where they stand now.
#[must_use]
pub fn raised(
    skeleton: &Skeleton,
    clip: &Clip,
    keys: &[KeyAt],
    (axis, by): (usize, f32),
) -> ClipEdit {
    let raised = |at: &KeyAt| {
        let key = key_at(clip, *at)?;
        let mut value = seen_of(skeleton, clip, *at, key.value);
        let slot = value.as_mut().get_mut(axis)?;
        *slot += f64::from(by);
        let value = kept(skeleton, clip, *at, value)?;
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

/// The edit that gives a key's number another slope on one side; where the key's tangents are not free, on both.
#[must_use]
pub fn sloped(
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
    let slopes = slopes(skeleton, clip, at)?;
    let mut tangents = key.tangents?;
    for (side, tangent) in tangents.iter_mut().enumerate() {
        if side != end && is_free {
            continue;
        }
        let mut wanted = *slopes.get(if is_free { side } else { end })?;
        *wanted.as_mut().get_mut(axis)? = slope;
        *tangent = tangent_of(skeleton, clip, at, (key.value, wanted))?;
    }
    Some(ClipEdit::SetTangents {
        key: at,
        tangents,
        mode,
    })
}

// ---- numbers as the inspector has them ------------------------------------------------------------------------------

/// The numbers of a target at a time.
fn seen(skeleton: &Skeleton, clip: &Clip, target: Target, time: f32) -> DVec3 {
    let Some(keys) = clip.keys(target) else {
        return DVec3::ZERO;
    };
    seen_of(skeleton, clip, KeyAt { target, time }, keys.sample(time))
}

fn seen_of(skeleton: &Skeleton, clip: &Clip, at: KeyAt, value: KeyValue) -> DVec3 {
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
fn kept(skeleton: &Skeleton, clip: &Clip, at: KeyAt, numbers: DVec3) -> Option<KeyValue> {
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
        JointChannel::Rotation => rigid.rotation = single::rotation(value),
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

/// Slopes of a key's numbers, per second, towards it and away from it.
fn slopes(skeleton: &Skeleton, clip: &Clip, at: KeyAt) -> Option<[Vec3; 2]> {
    let key = key_at(clip, at)?;
    let here = seen_of(skeleton, clip, at, key.value);
    let along = key.tangents?.map(|tangent| {
        let (beside, time) = match (key.value, tangent) {
            (KeyValue::Rotation(value), KeyValue::Rotation(slope)) => {
                let beside = value.as_dquat() + slope.as_dquat() * SHORT;
                return Some(turn_slope(
                    skeleton,
                    at,
                    (value.as_dquat(), beside.normalize()),
                ));
            }
            (KeyValue::Vector(value), KeyValue::Vector(slope)) => {
                (KeyValue::Vector(value + slope), 1.0)
            }
            (KeyValue::Number(value), KeyValue::Number(slope)) => {
                (KeyValue::Number(value + slope), 1.0)
            }
            _ => return None,
        };
        let beside = seen_of(skeleton, clip, at, beside);
        Some(((beside - here) / time).as_vec3())
    });
    match along {
        [Some(into), Some(out)] => Some([into, out]),
        _ => None,
    }
}

/// Degrees per second between two rotations that are a short time apart, in double precision.
fn turn_slope(skeleton: &Skeleton, at: KeyAt, (here, beside): (DQuat, DQuat)) -> Vec3 {
    let back = rest_turn(skeleton, at).conjugate();
    let from = double::degrees(back * here);
    let to = near(double::degrees(back * beside), from);
    ((to - from) / SHORT).as_vec3()
}

/// The rest rotation of a key's joint in its parent.
fn rest_turn(skeleton: &Skeleton, at: KeyAt) -> DQuat {
    match at.target {
        Target::Joint(joint, _) => skeleton
            .parent_from_joint(joint)
            .rotation
            .as_dquat()
            .normalize(),
        Target::Morph(_) => DQuat::IDENTITY,
    }
}

/// The tangent that gives a key's numbers these slopes.
fn tangent_of(
    skeleton: &Skeleton,
    clip: &Clip,
    at: KeyAt,
    (value, slopes): (KeyValue, Vec3),
) -> Option<KeyValue> {
    let here = seen_of(skeleton, clip, at, value);
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
            let beside = kept(skeleton, clip, at, here + slopes.as_dvec3())?;
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
    let triples = double::triples(double::rotation(degrees));
    let turned = triples.map(|triple| triple + ((before - triple) / 360.0).round() * 360.0);
    let away = |triple: &DVec3| (*triple - before).abs().element_sum();
    let [first, second] = turned;
    if away(&second) < away(&first) - 1e-6 {
        second
    } else {
        first
    }
}

fn part(value: Vec3, axis: usize) -> f32 {
    value.as_ref().get(axis).copied().unwrap_or_default()
}
