//! Quaternion keys to curves of angles.

use super::halving::Halving;
use super::piece::hermite;
use super::{
    EulerCurves, EulerError, EulerOrder, Key, KeyMode, MOST_EULER_KEYS, Segment, Tangents, Track,
    degrees_between, key_times,
};
use crate::KeyKind;
use glam::{DQuat, DVec3, Quat};

/// Degrees that the curves may be off from the rotation that they are made of; together with what baking may be off it stays below 0.02°.
const TOLERANCE: f64 = 0.01;
/// A segment is followed in so many steps, and compared at their ends.
const STEPS: usize = 16;
/// Share of a segment over which slopes at its ends are measured.
const SHORT: f64 = 1.0 / 64.0;
/// Slopes on both sides of a key are one where they would lead no farther apart than this, in degrees, over the longer of its segments.
const ALIGNED: f64 = 0.01;

/// Curves of angles that were made of quaternion keys.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvertedRotation {
    /// The curves, with keys of all three axes at the times of the keys, and at others between them where that was needed.
    pub curves: EulerCurves,
    /// How many times of keys were added.
    pub added: usize,
    /// By how many degrees the curves are off at most. More than 0.01° only where the first and the last axis nearly fall into one, or the
    /// limit of keys was reached.
    pub error: f32,
}

impl EulerCurves {
    /// The rotation of quaternion keys as curves of angles over a rest rotation.
    ///
    /// Angles run on from key to key, along the rotation between them: each triple is the one of both, and the turn, nearest to that before. A
    /// straight segment stays straight where its angles are; others become cubic, with the slopes of the angles at both ends, and are halved by keys
    /// more until they are off by no more than 0.01°. What is held stays held.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub fn from_rotation(
        track: &Track<Quat>,
        order: EulerOrder,
        rest: Quat,
    ) -> Result<ConvertedRotation, EulerError> {
        convert(track, track.times(), order, rest)
    }

    /// The same rotation by turns in another order, with keys of all three axes at the times of all keys, marked as any key there was.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new): more keys than an axis may have.
    pub fn in_order(&self, order: EulerOrder) -> Result<ConvertedRotation, EulerError> {
        let mut converted = convert(&self.baked, &key_times(&self.axes), order, self.rest)?;
        for track in converted.curves.axes.iter_mut().flatten() {
            *track = track.with_kinds(|time| self.kind_at(time));
        }
        Ok(converted)
    }
}

/// The rotation of a track as curves with keys at these times, which are those of its keys or some of them, and more where they are needed.
fn convert(
    track: &Track<Quat>,
    times: &[f32],
    order: EulerOrder,
    rest: Quat,
) -> Result<ConvertedRotation, EulerError> {
    let keys = times.len();
    if keys > MOST_EULER_KEYS {
        return Err(EulerError::TooManyKeys { keys });
    }
    if !rest.length().is_normal() {
        return Err(EulerError::Rest);
    }
    let mut work = Conversion {
        track,
        times,
        order,
        back: rest.as_dquat().normalize().conjugate(),
        keys: Vec::with_capacity(keys),
        left: MOST_EULER_KEYS - keys,
        error: 0.0,
    };
    work.run();
    let curve = |axis: usize| {
        let keys = (0..work.keys.len()).filter_map(|place| work.key_of(place, axis));
        Track::from_keys(keys.collect(), None)
    };
    let axes = [Some(curve(0)?), Some(curve(1)?), Some(curve(2)?)];
    #[expect(clippy::cast_possible_truncation, reason = "a few digits are enough")]
    let error = work.error as f32;
    Ok(ConvertedRotation {
        curves: EulerCurves::new(order, rest, axes)?,
        added: work.keys.len().saturating_sub(keys),
        error,
    })
}

/// A key of all three axes in the making.
struct TripleKey {
    time: f32,
    angles: DVec3,
    /// Degrees per second on both sides, where it is cubic there.
    slopes: [Option<DVec3>; 2],
    out: Segment,
    kind: KeyKind,
}

struct Conversion<'a> {
    track: &'a Track<Quat>,
    /// Where there are keys in any case, rising.
    times: &'a [f32],
    order: EulerOrder,
    back: DQuat,
    keys: Vec<TripleKey>,
    /// Keys that may still be added.
    left: usize,
    error: f64,
}

/// The rotation at a time, and its angles.
#[derive(Clone, Copy)]
struct Step {
    time: f64,
    rotation: DQuat,
    angles: DVec3,
}

/// A part of the rotation, followed.
struct Followed {
    /// From its beginning to its end.
    steps: Vec<Step>,
    /// Degrees per second at both ends.
    slopes: [DVec3; 2],
}

impl Conversion<'_> {
    fn run(&mut self) {
        let mut before: Option<KeyMode> = None;
        for &time in self.times {
            let mode = self.mode(time);
            let rotation = self.rotation(time);
            match (self.keys.last(), before) {
                (Some(last), Some(before)) if before.out != Segment::Hold => {
                    let (from, angles) = (last.time, last.angles);
                    self.cover([from, time], angles, before.out == Segment::Linear);
                }
                (Some(last), _) => {
                    let angles = self.order.angles(rotation, last.angles);
                    self.push(time, angles);
                }
                (None, _) => {
                    let angles = self.first_angles(rotation);
                    self.push(time, angles);
                }
            }
            if let Some(last) = self.keys.last_mut() {
                last.kind = mode.kind;
                last.out = mode.out;
            }
            before = Some(mode);
        }
    }

    /// How the track passes on from the key at a time.
    fn mode(&self, time: f32) -> KeyMode {
        let after = self.track.times().partition_point(|key| *key <= time);
        self.track.mode(after.saturating_sub(1))
    }

    /// The angles of the first key. Where the first and the last axis are one, those beside it decide which of them has turned.
    fn first_angles(&self, rotation: DQuat) -> DVec3 {
        let [Some(first), Some(second)] = [0, 1].map(|place| self.times.get(place)) else {
            return self.order.angles(rotation, DVec3::ZERO);
        };
        let beside = self.rotation(first + (second - first) / 64.0);
        let beside = self.order.angles(beside, DVec3::ZERO);
        self.order.angles(rotation, beside)
    }

    fn push(&mut self, time: f32, angles: DVec3) {
        self.keys.push(TripleKey {
            time,
            angles,
            slopes: [None; 2],
            out: Segment::Cubic,
            kind: KeyKind::Key,
        });
    }

    /// The rotation relative to rest.
    fn rotation(&self, time: f32) -> DQuat {
        let turned = self.track.sample(time);
        (self.back * turned.as_dquat()).normalize()
    }

    /// Keys after the first time, which has one with these angles, up to the second.
    fn cover(&mut self, whole: [f32; 2], angles: DVec3, is_straight: bool) {
        let followed = self.follow(whole, angles);
        if is_straight {
            let off = self.off(&followed, None);
            if off <= TOLERANCE {
                self.error = self.error.max(off);
                self.push(whole[1], last_angles(&followed, angles));
                return;
            }
        }
        let (mut halving, mut here) = (Halving::new(whole), angles);
        while let Some([start, end]) = halving.part() {
            let followed = self.follow([start, end], here);
            let distance = f64::from(end) - f64::from(start);
            let off = self.off(&followed, Some(distance));
            if off > TOLERANCE && self.left > 0 && halving.halve() {
                self.left -= 1;
                continue;
            }
            self.error = self.error.max(off);
            if let Some(last) = self.keys.last_mut() {
                last.slopes[1] = Some(followed.slopes[0]);
            }
            here = last_angles(&followed, here);
            self.push(end, here);
            if let Some(last) = self.keys.last_mut() {
                last.slopes[0] = Some(followed.slopes[1]);
            }
            halving.pass();
        }
        if is_straight {
            // It is straight no more.
            let first = self.keys.iter_mut().rev();
            let first = first.take_while(|key| key.time >= whole[0]).last();
            if let Some(first) = first {
                first.out = Segment::Cubic;
            }
        }
    }

    fn follow(&self, [start, end]: [f32; 2], angles: DVec3) -> Followed {
        let [from, to] = [start, end].map(f64::from);
        let mut before = angles;
        let mut next = |share: f64| {
            // What single precision makes of the time is the time: slopes over short times would feel the difference.
            #[expect(clippy::cast_possible_truncation, reason = "times of tracks are f32")]
            let time = if share == 1.0 {
                end
            } else {
                (from + share * (to - from)) as f32
            };
            let rotation = self.rotation(time);
            before = self.order.angles(rotation, before);
            Step {
                time: f64::from(time),
                rotation,
                angles: before,
            }
        };
        let first = next(0.0);
        let out = slope_at(first, [next(SHORT), next(2.0 * SHORT)]);
        #[expect(clippy::cast_precision_loss, reason = "at most 16")]
        let inner = (1..STEPS).map(|step| step as f64 / STEPS as f64);
        let mut steps = vec![first];
        steps.extend(inner.map(&mut next));
        let [far, near, last] = [next(1.0 - 2.0 * SHORT), next(1.0 - SHORT), next(1.0)];
        let into = slope_at(last, [near, far]);
        steps.push(last);
        // Where times are too near to one another for single precision the way between the ends is all that is known.
        let chord = (last.angles - first.angles) / (to - from);
        Followed {
            steps,
            slopes: [out.unwrap_or(chord), into.unwrap_or(chord)],
        }
    }

    /// By how many degrees curves between the ends are off: straight ones, or cubic ones over so many seconds.
    fn off(&self, followed: &Followed, cubic: Option<f64>) -> f64 {
        let [Some(first), Some(last)] = [followed.steps.first(), followed.steps.last()] else {
            return 0.0;
        };
        let axis = |axis: usize| {
            let (start, end) = (first.angles[axis], last.angles[axis]);
            match cubic {
                Some(distance) => {
                    let [out, into] = followed.slopes.map(|slope| slope[axis] * distance);
                    hermite(start, out, end, into)
                }
                None => [start, end - start, 0.0, 0.0],
            }
        };
        let factors = [axis(0), axis(1), axis(2)];
        let off = followed.steps.iter().map(|step| {
            let u = (step.time - first.time) / (last.time - first.time);
            let angles = factors.map(|[c0, c1, c2, c3]| c0 + u * (c1 + u * (c2 + u * c3)));
            let turned = self.order.rotation(DVec3::from_array(angles));
            degrees_between(turned, step.rotation)
        });
        off.fold(0.0, f64::max)
    }

    /// A key of one axis.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "angles and slopes are f32 in tracks"
    )]
    fn key_of(&self, place: usize, axis: usize) -> Option<Key<f32>> {
        let key = self.keys.get(place)?;
        let distance = |one: usize, other: usize| {
            let (one, other) = (self.keys.get(one)?, self.keys.get(other)?);
            Some(f64::from(other.time) - f64::from(one.time))
        };
        let before = place
            .checked_sub(1)
            .and_then(|before| distance(before, place));
        let longest = before
            .unwrap_or_default()
            .max(distance(place, place + 1).unwrap_or_default());
        let [into, out] = key.slopes.map(|slope| slope.map(|slope| slope[axis]));
        let (tangents, slopes) = match (into, out) {
            (Some(into), Some(out)) if (into - out).abs() * longest <= ALIGNED => {
                (Tangents::Aligned, [0.5 * (into + out); 2])
            }
            (Some(into), Some(out)) => (Tangents::Free, [into, out]),
            (Some(one), None) | (None, Some(one)) => (Tangents::Aligned, [one; 2]),
            (None, None) => (Tangents::Free, [0.0; 2]),
        };
        Some(Key {
            time: key.time,
            value: key.angles[axis] as f32,
            tangents: slopes.map(|slope| slope as f32),
            mode: KeyMode {
                out: key.out,
                tangents,
                kind: key.kind,
                ..KeyMode::default()
            },
        })
    }
}

fn last_angles(followed: &Followed, otherwise: DVec3) -> DVec3 {
    followed.steps.last().map_or(otherwise, |last| last.angles)
}

/// The slope of the parabola through a place and two beside it, at that place; none where times are the same.
fn slope_at(here: Step, [one, two]: [Step; 2]) -> Option<DVec3> {
    let (near, far) = (one.time - here.time, two.time - here.time);
    let slope = (one.angles - here.angles) * (far / (near * (far - near)))
        - (two.angles - here.angles) * (near / (far * (far - near)));
    slope.is_finite().then_some(slope)
}
