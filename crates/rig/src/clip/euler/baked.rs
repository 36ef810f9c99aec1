//! Curves of angles to quaternion keys.

use super::halving::Halving;
use super::piece::{Piece, Pieces};
use super::rebaked::{OldKeys, Window};
use super::{
    EulerCurves, EulerError, EulerOrder, Key, Segment, Track, degrees_between, free_key, key_times,
};
use crate::Interpolation;
use glam::{DQuat, DVec3, Quat};

/// Degrees that the keys may be off between them; half of what is promised, since it is measured at some times only.
const TOLERANCE: f64 = 0.005;
/// Between two keys the angles go by no more than so many degrees in all.
const MOST_WAY: f64 = 60.0;
/// Seconds in which a jump is made.
const JUMP: f32 = 2e-4;
/// Most quaternion keys beside those at times of keys of the curves: so many, and so many more for each of these, but no more than the last.
const BETWEEN: usize = 4_096;
const BETWEEN_KEYS: usize = 64;
const MOST_BETWEEN: usize = 200_000;
/// Most pieces that one segment begins with.
const MOST_PIECES: f64 = 4096.0;
/// Angles that differ by less, in degrees, do not jump.
const SAME: f64 = 1e-4;

/// Quaternion keys, and by how many degrees they are off.
pub(super) struct Baked {
    pub(super) track: Track<Quat>,
    /// Between each time of a key and the next; none where all is held.
    pub(super) errors: Vec<f32>,
}

/// The quaternion keys of curves in degrees over a rest rotation.
pub(super) fn bake(
    order: EulerOrder,
    rest: Quat,
    axes: &[Option<Track<f32>>; 3],
) -> Result<Baked, EulerError> {
    let times = key_times(axes);
    if times.is_empty() {
        return Err(EulerError::Empty);
    }
    let mut axes = axes.each_ref().map(|axis| Pieces::new(axis.as_ref()));
    let mut baking = Baking {
        order,
        rest: rest.as_dquat().normalize(),
        knots: Vec::with_capacity(times.len()),
        left: most_between(times.len()),
        error: 0.0,
    };
    if axes.iter().all(Pieces::is_held) {
        let held = |time: &f32| {
            let pieces = Angles(axes.each_mut().map(|axis| axis.piece_from(*time)));
            single(baking.rotation(pieces.at(f64::from(*time))))
        };
        let values = times.iter().map(held).collect();
        let track = Track::new(times, values, Interpolation::Step)?;
        return Ok(Baked {
            track,
            errors: Vec::new(),
        });
    }
    let errors = baking.run(&mut axes, &times);
    let keys = baking.knots.iter().map(Knot::key);
    let track = Track::from_keys(keys.collect(), None)?;
    Ok(Baked { track, errors })
}

/// The quaternion keys of curves that differ from others in a few keys: those of the others, but where curves are others. As [`bake`] makes
/// them; none where that is not sure, or as fast.
pub(super) fn rebake(
    old: &EulerCurves,
    axes: &[Option<Track<f32>>; 3],
) -> Result<Option<Baked>, EulerError> {
    let times = key_times(axes);
    let window = Window::between(&old.axes, axes, &times);
    let known = OldKeys::new(&old.baked);
    let (Some(window), Some(known)) = (window, known) else {
        return Ok(None);
    };
    // What was before the first key, or behind the last, is around no key any more.
    let [begins, ends] = [times.first(), times.last()];
    let old_times = old.baked.times();
    if old_times.first() < begins || old_times.last() > ends {
        return Ok(None);
    }
    let mut pieces = axes.each_ref().map(|axis| Pieces::new(axis.as_ref()));
    if pieces.iter().all(Pieces::is_held) {
        return Ok(None);
    }
    let mut baking = Baking {
        order: old.order,
        rest: old.rest.as_dquat().normalize(),
        knots: Vec::new(),
        left: most_between(times.len()),
        error: 0.0,
    };
    let (Some(inside), Some(last)) = (
        times.get(window.first..=window.last),
        times.len().checked_sub(1),
    ) else {
        return Ok(None);
    };
    let made = baking.run(&mut pieces, inside);
    let mut keys: Vec<Key<Quat>> = baking.knots.iter().map(Knot::key).collect();
    // What comes to the first of them, and what goes away from the last, is as it was.
    if window.first > 0 && !known.lead_in(&mut keys) {
        return Ok(None);
    }
    if window.last < last && !known.lead_out(&mut keys) {
        return Ok(None);
    }
    let keys = known.around(keys);
    // Where keys between had to be left out, or would have to be, all of them decide where.
    let has_all = |keys: usize, times: usize| keys.saturating_sub(times) < most_between(times);
    let had_all = has_all(old.baked.key_count(), old.errors.len() + 1);
    if !(had_all && has_all(keys.len(), times.len())) {
        return Ok(None);
    }
    // Segments behind the window are counted from the end, since there may be more or fewer in it.
    let behind = last - window.last;
    let before = old.errors.get(..window.first).unwrap_or_default();
    let after = old.errors.len().checked_sub(behind);
    let after = after.and_then(|after| old.errors.get(after..));
    let errors = [before, made.as_slice(), after.unwrap_or_default()].concat();
    let track = Track::from_keys(keys, None)?;
    Ok(Some(Baked { track, errors }))
}

/// Most quaternion keys between those at so many times of keys.
fn most_between(times: usize) -> usize {
    (BETWEEN + BETWEEN_KEYS * times).min(MOST_BETWEEN)
}

/// The three curves between two times without a key.
#[derive(Clone, Copy)]
struct Angles([Piece; 3]);

impl Angles {
    fn at(&self, time: f64) -> DVec3 {
        DVec3::from_array(self.0.map(|piece| piece.value(time)))
    }

    fn rates(&self, time: f64) -> DVec3 {
        DVec3::from_array(self.0.map(|piece| piece.slope(time)))
    }
}

/// A quaternion key in the making.
struct Knot {
    time: f32,
    value: DQuat,
    into: DQuat,
    out: DQuat,
}

struct Baking {
    order: EulerOrder,
    rest: DQuat,
    knots: Vec<Knot>,
    /// Keys that may still be set between those of the curves.
    left: usize,
    /// Of the segment that is made.
    error: f64,
}

const STILL: DQuat = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);

impl Knot {
    fn key(&self) -> Key<Quat> {
        let tangents = [self.into, self.out].map(single);
        free_key(self.time, single(self.value), tangents, Segment::Cubic)
    }
}

impl Baking {
    fn rotation(&self, degrees: DVec3) -> DQuat {
        self.rest * self.order.rotation(degrees)
    }

    fn derivative(&self, angles: &Angles, time: f32) -> DQuat {
        let time = f64::from(time);
        self.rest * self.order.derivative(angles.at(time), angles.rates(time))
    }

    /// Keys at these times of keys, and between them; by how many degrees they are off in each segment.
    fn run(&mut self, axes: &mut [Pieces; 3], times: &[f32]) -> Vec<f32> {
        let mut errors = Vec::with_capacity(times.len());
        let mut times = times.iter();
        let Some(&first) = times.next() else {
            return errors;
        };
        let mut here = first;
        let mut now = Angles(axes.each_mut().map(|axis| axis.piece_from(here)));
        self.begin(here, now);
        for &end in times {
            let next = Angles(axes.each_mut().map(|axis| axis.piece_from(end)));
            self.error = 0.0;
            self.segment([here, end], now, next);
            #[expect(clippy::cast_possible_truncation, reason = "a few digits are enough")]
            errors.push(self.error as f32);
            (here, now) = (end, next);
        }
        errors
    }

    fn begin(&mut self, time: f32, angles: Angles) {
        self.knots.push(Knot {
            time,
            value: self.rotation(angles.at(f64::from(time))),
            into: STILL,
            out: self.derivative(&angles, time),
        });
    }

    /// The keys after the first time up to the second, where `next` begins.
    fn segment(&mut self, [start, end]: [f32; 2], angles: Angles, next: Angles) {
        let (left, right) = (angles.at(f64::from(end)), next.at(f64::from(end)));
        let jumps = (left - right).abs().max_element() > SAME;
        let smooth_end = if jumps {
            end - JUMP.min(0.5 * (end - start))
        } else {
            end
        };
        // So late that single precision has no time between: the jump takes the whole segment.
        let is_between = start < smooth_end && smooth_end < end;
        if !jumps || is_between {
            self.smooth([start, smooth_end], &angles);
        }
        if jumps {
            self.jump(end, self.rotation(right));
        }
        let out = self.derivative(&next, end);
        if let Some(last) = self.knots.last_mut() {
            last.out = out;
        }
    }

    /// A key reached on the straight way from the last.
    fn jump(&mut self, time: f32, value: DQuat) {
        let mut into = STILL;
        if let Some(last) = self.knots.last_mut() {
            let sign = if last.value.dot(value) < 0.0 {
                -1.0
            } else {
                1.0
            };
            let chord = (value * sign - last.value) / (f64::from(time) - f64::from(last.time));
            last.out = chord;
            // Signs of keys are continued later, and tangents go with their keys.
            into = chord * sign;
        }
        self.knots.push(Knot {
            time,
            value,
            into,
            out: STILL,
        });
    }

    fn smooth(&mut self, [start, end]: [f32; 2], angles: &Angles) {
        let times = [start, end].map(f64::from);
        let way: f64 = angles.0.iter().map(|piece| piece.way(times)).sum();
        let pieces = (way / MOST_WAY).ceil().clamp(1.0, MOST_PIECES);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number between 1 and 4096"
        )]
        let count = (pieces as usize).clamp(1, self.left.max(1));
        self.left = self.left.saturating_sub(count - 1);
        let mut from = start;
        for piece in 1..=count {
            #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
            let share = piece as f32 / count as f32;
            let to = if piece == count {
                end
            } else {
                start + (end - start) * share
            };
            if to > from && (to < end || piece == count) {
                self.halved([from, to], angles);
                from = to;
            }
        }
    }

    /// Keys after the first time up to the second, more of them as long as the rotation between them is off.
    fn halved(&mut self, whole: [f32; 2], angles: &Angles) {
        let mut halving = Halving::new(whole);
        while let Some([start, end]) = halving.part() {
            let off = self.off([start, end], angles);
            if off > TOLERANCE && self.left > 0 && halving.halve() {
                self.left -= 1;
                continue;
            }
            self.error = self.error.max(off);
            let slope = self.derivative(angles, end);
            self.knots.push(Knot {
                time: end,
                value: self.rotation(angles.at(f64::from(end))),
                into: slope,
                out: slope,
            });
            halving.pass();
        }
    }

    /// By how many degrees a cubic between two times is off, at three times between.
    fn off(&self, [start, end]: [f32; 2], angles: &Angles) -> f64 {
        let [from, to] = [start, end].map(f64::from);
        let distance = to - from;
        let [one, other] = [from, to].map(|time| self.rotation(angles.at(time)));
        let out = self.derivative(angles, start) * distance;
        let into = self.derivative(angles, end) * distance;
        let at = |u: f64| {
            let (u2, u3) = (u * u, u * u * u);
            let blended = one * (2.0 * u3 - 3.0 * u2 + 1.0)
                + out * (u3 - 2.0 * u2 + u)
                + other * (3.0 * u2 - 2.0 * u3)
                + into * (u3 - u2);
            let length = blended.length();
            if length < 1e-9 {
                return 180.0;
            }
            let exact = self.rotation(angles.at(from + u * distance));
            degrees_between(blended / length, exact)
        };
        [0.25, 0.5, 0.75].into_iter().map(at).fold(0.0, f64::max)
    }
}

fn single(rotation: DQuat) -> Quat {
    rotation.as_quat()
}
