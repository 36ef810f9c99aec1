//! Keys moved in value by how their neighbors stand: smoothed, eased, pushed away from a line, blended to a neighbor.

use super::keys_edit::by_target;
use super::{Clip, ClipEdit, KeyAt, Keys, NewKey, Target};
use crate::{Key, Keyed, Track};
use dq_math::quaternion::{exp, log, toward};
use glam::{DVec3, Quat, Vec3};
use std::ops::Range;

/// How keys are moved in value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAdjustment {
    /// Towards a line through the keys around each, of which nearer ones weigh more.
    Smooth,
    /// Towards a slow beginning and a slow end between the neighbors of the keys.
    Ease,
    /// Away from the straight line between the neighbors of the keys; towards it below 0.
    Push,
    /// Towards the next neighbor; towards the one before below 0.
    Blend,
}

/// Keys on each side that count when one is smoothed, and in how many times the usual distance.
const AROUND: usize = 8;
const REACH: f64 = 3.0;

impl KeyAdjustment {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Smooth, Self::Ease, Self::Push, Self::Blend];

    /// The least amount, which means something; 1 is the whole of it, and the most.
    #[must_use]
    pub const fn least(self) -> f32 {
        match self {
            Self::Smooth => 0.0,
            Self::Ease | Self::Push | Self::Blend => -1.0,
        }
    }
}

impl Clip {
    /// The edit that moves keys in value by an amount, within [`KeyAdjustment::least`] and 1. Rotations go the shorter way.
    ///
    /// Selected keys without an unselected one between them are one run. Let a and b be the keys beside it, at s = 0 and s = 1, or
    /// its own first and last key, which stay, where it has none beside it. With `L(u)` from a to b:
    ///
    /// - ease: `v + amount (L(3s² − 2s³) − v)`;
    /// - push: `L(s) + (1 + amount) (v − L(s))`;
    /// - blend: `v + amount (b − v)`, below 0 `v − amount (a − v)`; at 1 the very value of b;
    /// - smooth: `v + amount m`, where m is the value at the key of the line that fits `vⱼ − v` best over at most eight keys on
    ///   each side, with weights `exp(−½ (Δt / σ)²)`; σ is the mean distance to the keys beside. Keys on a line stay on it.
    ///
    /// Tangents set by hand keep their slopes, of rotations relative to the key. An amount of 0 gives an edit without keys.
    ///
    /// Degenerate: an amount that is not finite counts as 0; keys that the clip lacks are passed over.
    #[must_use]
    pub fn adjust_edit(&self, keys: &[KeyAt], shape: KeyAdjustment, amount: f32) -> ClipEdit {
        let amount = if amount.is_finite() {
            amount.clamp(shape.least(), 1.0)
        } else {
            0.0
        };
        if amount == 0.0 {
            return ClipEdit::SetKeys(Vec::new());
        }
        let by = (shape, amount);
        let shaped = by_target(keys.iter().map(|key| (*key, ())));
        let shaped = shaped.into_iter().flat_map(|(target, times)| {
            let is_meant = |time: f32| times.contains_key(&time.to_bits());
            match self.keys(target) {
                Some(Keys::Vector(track)) => adjust_track(target, track, is_meant, by),
                Some(Keys::Rotation(track)) => adjust_track(target, track, is_meant, by),
                Some(Keys::Number(track)) => adjust_track(target, track, is_meant, by),
                None => Vec::new(),
            }
        });
        let new = shaped.collect();
        ClipEdit::SetKeys(new)
    }
}

/// A value that has differences to others, which can be averaged.
trait Shaped: Keyed {
    /// From this value to another, the shorter way.
    fn difference(self, to: Self) -> Vec3;

    /// The value so far away.
    fn moved(self, by: Vec3) -> Self;
}

impl Shaped for f32 {
    fn difference(self, to: Self) -> Vec3 {
        Vec3::new(to - self, 0.0, 0.0)
    }

    fn moved(self, by: Vec3) -> Self {
        self + by.x
    }
}

impl Shaped for Vec3 {
    fn difference(self, to: Self) -> Vec3 {
        to - self
    }

    fn moved(self, by: Vec3) -> Self {
        self + by
    }
}

impl Shaped for Quat {
    fn difference(self, to: Self) -> Vec3 {
        log(self.conjugate() * toward(self, to))
    }

    fn moved(self, by: Vec3) -> Self {
        self * exp(by)
    }
}

fn adjust_track<T: Shaped>(
    target: Target,
    track: &Track<T>,
    is_meant: impl Fn(f32) -> bool,
    (shape, amount): (KeyAdjustment, f32),
) -> Vec<NewKey> {
    let keys = track.keys();
    let mut new = Vec::new();
    for run in runs(&keys, is_meant) {
        let ends = [run.start.saturating_sub(1), run.end.min(keys.len() - 1)];
        for place in run {
            let (Some(key), [Some(a), Some(b)]) = (keys.get(place), ends.map(|end| keys.get(end)))
            else {
                continue;
            };
            let value = match shape {
                KeyAdjustment::Smooth => smoothed(&keys, place, amount),
                KeyAdjustment::Blend if amount > 0.0 => mixed(key.value, b.value, amount),
                KeyAdjustment::Blend => mixed(key.value, a.value, -amount),
                // The ends of the line stay.
                KeyAdjustment::Ease | KeyAdjustment::Push if ends.contains(&place) => continue,
                KeyAdjustment::Ease => {
                    let s = share(a, key, b);
                    let eased = s * s * (3.0 - 2.0 * s);
                    mixed(key.value, mixed(a.value, b.value, eased), amount)
                }
                KeyAdjustment::Push => {
                    let line = mixed(a.value, b.value, share(a, key, b));
                    mixed(line, key.value, 1.0 + amount)
                }
            };
            let sign = if value.is_opposite(key.value) {
                -1.0
            } else {
                1.0
            };
            let value = value.times(sign);
            let turned = |tangent: T| tangent.turned_along(key.value, value).to_value();
            new.push(NewKey {
                target,
                time: key.time,
                value: value.to_value(),
                tangents: Some(key.tangents.map(turned)),
                mode: Some(key.mode),
            });
        }
    }
    new
}

/// The runs of keys that are meant.
fn runs<T>(keys: &[Key<T>], is_meant: impl Fn(f32) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        if !is_meant(key.time) {
            continue;
        }
        match runs.last_mut().filter(|run| run.end == place) {
            Some(run) => run.end = place + 1,
            None => runs.push(place..place + 1),
        }
    }
    runs
}

/// From one value towards another, exactly there at 1.
fn mixed<T: Keyed>(from: T, to: T, amount: f32) -> T {
    if amount == 1.0 {
        to
    } else {
        from.linear(to, amount)
    }
}

fn share<T>(a: &Key<T>, key: &Key<T>, b: &Key<T>) -> f32 {
    (key.time - a.time) / (b.time - a.time)
}

/// The value of a key, moved towards the line through those around it.
fn smoothed<T: Shaped>(keys: &[Key<T>], place: usize, amount: f32) -> T {
    let Some(key) = keys.get(place) else {
        return T::STILL;
    };
    let first = place.saturating_sub(AROUND);
    let around = keys.get(first..(place + AROUND + 1).min(keys.len()));
    let away = |other: &Key<T>| f64::from(other.time) - f64::from(key.time);
    let beside = [place.checked_sub(1), Some(place + 1)];
    let gaps: Vec<f64> = beside
        .into_iter()
        .filter_map(|place| keys.get(place?))
        .map(|key| away(key).abs())
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "one or two")]
    let sigma = gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
    if sigma <= 0.0 {
        return key.value;
    }
    let (mut sums, mut values) = ([0.0; 3], [DVec3::ZERO; 2]);
    for other in around.unwrap_or_default() {
        let time = away(other) / sigma;
        if time.abs() > REACH {
            continue;
        }
        let weight = (-0.5 * time * time).exp();
        let difference = key.value.difference(other.value).as_dvec3() * weight;
        let [total, linear, square] = &mut sums;
        *total += weight;
        *linear += weight * time;
        *square += weight * time * time;
        let [value, slope] = &mut values;
        *value += difference;
        *slope += difference * time;
    }
    let ([total, linear, square], [value, slope]) = (sums, values);
    let determinant = total * square - linear * linear;
    if determinant <= 1e-12 * total * square {
        return key.value;
    }
    let fit = (value * square - slope * linear) / determinant;
    key.value.moved((fit * f64::from(amount)).as_vec3())
}
