//! Numbers of keys, as the inspector and the curves have them, and the way back to values and tangents of keys.
//!
//! They are relative to rest, rotations as three angles in degrees. A rotation is sampled as a quaternion, and each sample takes the
//! triple of angles, and the turn, nearest to the one before it: no curve jumps.

use std::collections::BTreeMap;

use glam::{DQuat, DVec3, Vec3};
use rig::{
    Clip, JointChannel, JointIndex, KeyAt, KeyValue, Keys, LocalKeys, Rigid, Skeleton, Stretch,
    Target, UserTransform,
};

use super::clipboard::{channel_of, key_at, local_at, place_of, with_channel};
use crate::text::euler::double;

/// A short time, in seconds, over which slopes of angles are measured.
const SHORT: f64 = 1e-3;
/// Degrees from a key to the next, above which angles are followed between them, at so many times.
const COARSE: f64 = 60.0;
const PIECES: u8 = 8;

/// The numbers of keys as their curves have them.
pub(super) struct KeyNumbers<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    /// Of rotations, what was followed once.
    runs: BTreeMap<Target, Vec<DVec3>>,
}

impl<'a> KeyNumbers<'a> {
    pub(super) const fn new(skeleton: &'a Skeleton, clip: &'a Clip) -> Self {
        Self {
            skeleton,
            clip,
            runs: BTreeMap::new(),
        }
    }

    pub(super) fn numbers(&mut self, at: KeyAt) -> Option<DVec3> {
        let (skeleton, clip) = (self.skeleton, self.clip);
        let keys = clip.keys(at.target)?;
        let place = place_of(keys.times(), at.time)?;
        if !is_turn(at.target) {
            return Some(numbers_at(skeleton, clip, at.target, at.time));
        }
        let all = || numbers_of_keys(skeleton, clip, (at.target, keys), keys.times().len());
        let run = self.runs.entry(at.target).or_insert_with(all);
        run.get(place).copied()
    }
}

pub(super) const fn is_turn(target: Target) -> bool {
    matches!(target, Target::Joint(_, JointChannel::Rotation))
}

/// The numbers of the first so many keys: angles from the first on, each triple the one nearest to that of the key before.
pub(super) fn numbers_of_keys(
    skeleton: &Skeleton,
    clip: &Clip,
    (target, keys): (Target, Keys<'_>),
    count: usize,
) -> Vec<DVec3> {
    let times = keys.times().iter().take(count);
    let mut run = Vec::with_capacity(count);
    let mut before: Option<(f32, DVec3)> = None;
    for &time in times {
        let value = next_numbers(skeleton, clip, (target, time), before);
        before = Some((time, value));
        run.push(value);
    }
    run
}

/// The numbers of a key, whose angles run on from those of the key before, followed where these are far off.
pub(super) fn next_numbers(
    skeleton: &Skeleton,
    clip: &Clip,
    (target, time): (Target, f32),
    before: Option<(f32, DVec3)>,
) -> DVec3 {
    let value = numbers_at(skeleton, clip, target, time);
    let Some((start, last)) = before.filter(|_| is_turn(target)) else {
        return if is_turn(target) {
            near(value, value)
        } else {
            value
        };
    };
    let angles = near(value, last);
    if (angles - last).abs().max_element() <= COARSE {
        return angles;
    }
    let mut beside = last;
    for piece in 1..PIECES {
        let between = start + (time - start) * f32::from(piece) / f32::from(PIECES);
        beside = near(numbers_at(skeleton, clip, target, between), beside);
    }
    near(value, beside)
}

/// The numbers of a target at a time.
pub(super) fn numbers_at(skeleton: &Skeleton, clip: &Clip, target: Target, time: f32) -> DVec3 {
    let Some(keys) = clip.keys(target) else {
        return DVec3::ZERO;
    };
    numbers_of_key(skeleton, clip, KeyAt { target, time }, keys.sample(time))
}

fn numbers_of_key(skeleton: &Skeleton, clip: &Clip, at: KeyAt, value: KeyValue) -> DVec3 {
    match (at.target, value) {
        // An angle with keys of its own, which is in degrees already.
        (Target::Joint(..), KeyValue::Number(number)) => DVec3::new(f64::from(number), 0.0, 0.0),
        (Target::Joint(joint, channel), value) => {
            let local = around(skeleton, clip, (joint, channel), at, value);
            let user = skeleton.user_of_local_keys(joint, &local);
            let stretch = Stretch::from_symmetric(user.linear);
            match channel {
                JointChannel::Translation => user.rigid.translation.as_dvec3(),
                JointChannel::Rotation | JointChannel::Angle(_) => {
                    double::degrees(user.rigid.rotation.as_dquat())
                }
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
pub(super) fn value_of_numbers(
    skeleton: &Skeleton,
    clip: &Clip,
    at: KeyAt,
    numbers: DVec3,
) -> Option<KeyValue> {
    let number = KeyValue::Number(numbers.as_vec3().x);
    let (joint, channel) = match at.target {
        Target::Joint(_, JointChannel::Angle(_)) | Target::Morph(_) => return Some(number),
        Target::Joint(joint, channel) => (joint, channel),
    };
    let now = clip.keys(at.target)?.sample(at.time);
    let local = around(skeleton, clip, (joint, channel), at, now);
    let user = skeleton.user_of_local_keys(joint, &local);
    let mut stretch = Stretch::from_symmetric(user.linear);
    let mut rigid: Rigid = user.rigid;
    let value = numbers.as_vec3();
    match channel {
        JointChannel::Translation => rigid.translation = value,
        JointChannel::Rotation | JointChannel::Angle(_) => {
            rigid.rotation = double::rotation(numbers).as_quat();
        }
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
pub(super) fn slopes(
    skeleton: &Skeleton,
    clip: &Clip,
    at: KeyAt,
    here: DVec3,
) -> Option<[Vec3; 2]> {
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
pub(super) fn tangent_of(
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
pub(super) fn near(degrees: DVec3, before: DVec3) -> DVec3 {
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

pub(super) fn part(value: Vec3, axis: usize) -> f32 {
    value.as_ref().get(axis).copied().unwrap_or_default()
}
