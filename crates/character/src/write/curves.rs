//! Tracks as files hold them: between all keys of a track it goes on in one way.
//!
//! A track that was edited may hold here, go straight there and curve elsewhere. Where its keys are all of one kind, that is its kind
//! in the file; else it becomes a cubic spline:
//!
//! - A curve stays what it is. Where its tangents have lengths, which files have no place for, it gets keys between, until plain cubics are as near to it
//!   as [`Track::plain`] says.
//! - A straight segment gets its slope at both ends, which is the same for vectors and numbers. A rotation goes along an arc, which a
//!   spline only comes near to: keys are set between, until it stays within [`ARC`].
//! - A value that is held gets one more key, one float before the next.
//!
//! Tangents before the first key and after the last, which show nothing, are zero.

use std::borrow::Cow;
use std::collections::BTreeSet;

use glam::{DQuat, DVec4, Quat, Vec3};
use rig::{Channel, Interpolation, Key, Keyed, Segment, Track};

use crate::json::value::narrow;

/// Degrees by which a rotation may miss the arc that it goes along: five keys within half a turn. What 32-bit floats round comes on top.
const ARC: f64 = 1e-4;

/// A straight segment as a spline.
struct Straight<T> {
    /// Slope at its beginning, per second.
    out: T,
    /// Keys within it: time, value and slope.
    between: Vec<(f32, T, T)>,
    /// Slope at its end.
    into: T,
}

/// What can go straight.
trait Segmented: Keyed {
    /// From one key, time and value, to another.
    fn straight(from: (f32, Self), to: (f32, Self)) -> Straight<Self>;
}

/// One key of a spline: time, and slope before it, value, slope after it.
type SplineKey<T> = (f32, [T; 3]);

/// A channel in one kind; borrowed where it is so already.
pub(super) fn one_kind(channel: &Channel) -> Cow<'_, Channel> {
    fn convert<'a, T: Segmented>(
        track: &'a Track<T>,
        channel: &'a Channel,
        to_channel: fn(Track<T>) -> Channel,
    ) -> Cow<'a, Channel> {
        match of_one_kind(track) {
            Cow::Borrowed(_) => Cow::Borrowed(channel),
            Cow::Owned(track) => Cow::Owned(to_channel(track)),
        }
    }
    match channel {
        Channel::Translation(track) => convert(track, channel, Channel::Translation),
        Channel::Rotation(track) => convert(track, channel, Channel::Rotation),
        Channel::Scale(track) => convert(track, channel, Channel::Scale),
        Channel::Shear(track) => convert(track, channel, Channel::Shear),
    }
}

/// A channel in one kind with one more key, which shows what the last one does, at a time after it.
pub(super) fn with_end_key(channel: &Channel, end: f32) -> Channel {
    match channel {
        Channel::Translation(track) => Channel::Translation(track_until(track, end)),
        Channel::Rotation(track) => Channel::Rotation(track_until(track, end)),
        Channel::Scale(track) => Channel::Scale(track_until(track, end)),
        Channel::Shear(track) => Channel::Shear(track_until(track, end)),
    }
}

/// One key that is held.
pub(super) fn still<T: Keyed>(value: T) -> Option<Track<T>> {
    Track::new([0.0], vec![value], Interpolation::Step).ok()
}

/// The keys of all weights of a mesh, one after another, as one channel of a file holds them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WeightKeys {
    pub(super) times: Vec<f32>,
    /// For each time a number of each weight; for a spline the slopes before it, the numbers, the slopes after it.
    pub(super) values: Vec<f32>,
    pub(super) interpolation: Interpolation,
}

impl WeightKeys {
    /// One more key, which shows what the last one does.
    pub(super) fn hold_until(&mut self, end: f32) {
        // Numbers a time: one of each weight, or three of a spline.
        let per_key = self.values.len() / self.times.len().max(1);
        let last = self.values.len() - per_key;
        let mut held = self.values.split_off(last);
        if self.interpolation == Interpolation::CubicSpline {
            let weights = per_key / 3;
            let set_zero = |slopes: Option<&mut [f32]>| slopes.unwrap_or_default().fill(0.0);
            set_zero(held.get_mut(2 * weights..));
            self.values.extend(&held);
            set_zero(held.get_mut(..weights));
        } else {
            self.values.extend(&held);
        }
        self.values.extend(held);
        self.times.push(end);
    }
}

/// Tracks of all weights of a mesh at all times at which any of them has a key. What no track moves stays at its number.
pub(super) fn join_weights(tracks: &[(Option<&Track<f32>>, f32)]) -> WeightKeys {
    let tracks = tracks
        .iter()
        .map(|&(track, number)| (track.map(of_one_kind), number));
    let tracks: Vec<(Option<Cow<'_, Track<f32>>>, f32)> = tracks.collect();
    let moving = tracks.iter().filter_map(|(track, _)| track.as_deref());
    let mut kinds = moving
        // A track of one key shows the same in every kind.
        .filter(|track| track.key_count() > 1)
        .map(Track::interpolation);
    let first = kinds.next().unwrap_or(Interpolation::Step);
    let interpolation = if kinds.all(|kind| kind == first) {
        first
    } else {
        Interpolation::CubicSpline
    };
    let is_spline = interpolation == Interpolation::CubicSpline;
    let curves = tracks.iter().map(|(track, number)| {
        let track = track.as_deref();
        let track = track.map(|track| {
            if is_spline {
                Cow::Owned(spline(&track.keys()).unwrap_or_else(|| track.clone()))
            } else {
                Cow::Borrowed(track)
            }
        });
        (track, *number)
    });
    let curves: Vec<(Option<Cow<'_, Track<f32>>>, f32)> = curves.collect();
    let times = curves
        .iter()
        .filter_map(|(track, _)| track.as_deref())
        .flat_map(Track::times);
    let times = rising(times.copied());
    let mut values = Vec::new();
    for &time in &times {
        let at = |part: usize| {
            curves.iter().map(move |(track, number)| match track {
                Some(track) => spline_at(track, time)[part],
                None if part == 1 => *number,
                None => 0.0,
            })
        };
        if is_spline {
            values.extend(at(0).chain(at(1)).chain(at(2)));
        } else {
            values.extend(at(1));
        }
    }
    WeightKeys {
        times,
        values,
        interpolation,
    }
}

/// Each time once, in order.
pub(super) fn rising(times: impl IntoIterator<Item = f32>) -> Vec<f32> {
    let mut times: Vec<f32> = times.into_iter().collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

fn of_one_kind<T: Segmented>(track: &Track<T>) -> Cow<'_, Track<T>> {
    if track.modes().is_none() {
        return Cow::Borrowed(track);
    }
    let plain = track.plain().ok().flatten();
    let keys = plain.as_ref().map_or(track, |plain| &plain.track).keys();
    // After the last key there is nothing to pass on to.
    let passing = keys.len() - 1;
    let kinds: BTreeSet<Segment> = keys.iter().take(passing).map(|key| key.mode.out).collect();
    let plain = |interpolation| {
        let values = keys.iter().map(|key| key.value).collect();
        Track::new(track.times(), values, interpolation).ok()
    };
    let made = match (kinds.first(), kinds.len()) {
        (None | Some(Segment::Hold), 0 | 1) => plain(Interpolation::Step),
        (Some(Segment::Linear), 1) => plain(Interpolation::Linear),
        _ => spline(&keys),
    };
    // Numbers at the ends of the range have no slope: then the track's own values are what there is.
    Cow::Owned(made.unwrap_or_else(|| track.clone()))
}

fn spline<T: Segmented>(keys: &[Key<T>]) -> Option<Track<T>> {
    spline_of(&spline_keys(keys))
}

fn spline_of<T: Keyed>(keys: &[SplineKey<T>]) -> Option<Track<T>> {
    let times: Vec<f32> = keys.iter().map(|(time, _)| *time).collect();
    let values = keys.iter().flat_map(|(_, parts)| *parts).collect();
    Track::new(times, values, Interpolation::CubicSpline).ok()
}

/// Rotations that mean the same as their negatives get the sign that is nearer to the key before them: files do not look for it.
fn spline_keys<T: Segmented>(keys: &[Key<T>]) -> Vec<SplineKey<T>> {
    let mut made: Vec<SplineKey<T>> = Vec::with_capacity(keys.len());
    let mut before: Option<Key<T>> = None;
    for key in keys {
        let mut key = *key;
        let mut slope = T::STILL;
        if let Some(before) = &before {
            if key.value.is_opposite(before.value) {
                key.value = key.value.times(-1.0);
                key.tangents = key.tangents.map(|tangent| tangent.times(-1.0));
            }
            slope = pass(before, &key, &mut made);
        }
        made.push((key.time, [slope, key.value, T::STILL]));
        before = Some(key);
    }
    made
}

/// Ends the segment before a key: the slope after its first key, which is the last that was made, keys within it; its slope at the end.
fn pass<T: Segmented>(before: &Key<T>, key: &Key<T>, made: &mut Vec<SplineKey<T>>) -> T {
    let (out, into) = match before.mode.out {
        Segment::Cubic => (before.tangents[1], key.tangents[0]),
        Segment::Linear => {
            let straight = T::straight((before.time, before.value), (key.time, key.value));
            set_slope(made, straight.out);
            let between = straight.between.into_iter();
            made.extend(between.map(|(time, value, slope)| (time, [slope, value, slope])));
            return straight.into;
        }
        Segment::Hold => {
            // Between two times that are neighbors there is none at which the jump could be seen.
            let last = key.time.next_down();
            if before.time < last {
                made.push((last, [T::STILL, before.value, T::STILL]));
            }
            return T::STILL;
        }
    };
    set_slope(made, out);
    into
}

fn set_slope<T>(made: &mut [SplineKey<T>], out: T) {
    if let Some((_, [_, _, slope])) = made.last_mut() {
        *slope = out;
    }
}

fn track_until<T: Segmented>(track: &Track<T>, end: f32) -> Track<T> {
    let track = of_one_kind(track);
    let is_spline = track.interpolation() == Interpolation::CubicSpline;
    let keys = track.keys();
    let Some(last) = keys.last().filter(|last| last.time < end) else {
        return track.into_owned();
    };
    let longer = if is_spline {
        let mut keys: Vec<SplineKey<T>> = keys
            .iter()
            .map(|key| (key.time, [key.tangents[0], key.value, key.tangents[1]]))
            .collect();
        set_slope(&mut keys, T::STILL);
        keys.push((end, [T::STILL, last.value, T::STILL]));
        spline_of(&keys)
    } else {
        let times: Vec<f32> = keys.iter().map(|key| key.time).chain([end]).collect();
        let values = keys.iter().map(|key| key.value).chain([last.value]);
        Track::new(times, values.collect(), track.interpolation()).ok()
    };
    longer.unwrap_or_else(|| track.into_owned())
}

/// The slope before a time, the value at it, and the slope after it.
fn spline_at(track: &Track<f32>, time: f32) -> [f32; 3] {
    let times = track.times();
    let place = times.partition_point(|&key| key < time);
    let is_key = times.get(place) == Some(&time);
    match track.values().get(3 * place..3 * place + 3) {
        Some(&[into, value, out])
            if is_key && track.interpolation() == Interpolation::CubicSpline =>
        {
            [into, value, out]
        }
        _ => {
            let slope = track.slope(time);
            [slope, track.sample(time), slope]
        }
    }
}

impl Segmented for f32 {
    fn straight(from: (f32, Self), to: (f32, Self)) -> Straight<Self> {
        let slope = (to.1 - from.1) / (to.0 - from.0);
        Straight {
            out: slope,
            between: Vec::new(),
            into: slope,
        }
    }
}

impl Segmented for Vec3 {
    fn straight(from: (f32, Self), to: (f32, Self)) -> Straight<Self> {
        let slope = (to.1 - from.1) / (to.0 - from.0);
        Straight {
            out: slope,
            between: Vec::new(),
            into: slope,
        }
    }
}

impl Segmented for Quat {
    fn straight(from: (f32, Self), to: (f32, Self)) -> Straight<Self> {
        let arc = Arc::new(from.1, to.1);
        let (start, seconds) = (f64::from(from.0), f64::from(to.0) - f64::from(from.0));
        let pieces = arc.pieces();
        let mut between: Vec<(f32, Self, Self)> = Vec::new();
        for piece in 1..pieces {
            let time = narrow(start + seconds * f64::from(piece) / f64::from(pieces));
            let before = between.last().map_or(from.0, |(time, _, _)| *time);
            // Rounded to `f32`, times of short segments may meet.
            if before < time && time < to.0 {
                let u = (f64::from(time) - start) / seconds;
                between.push((time, arc.at(u), arc.slope(u, seconds)));
            }
        }
        Straight {
            out: arc.slope(0.0, seconds),
            between,
            into: arc.slope(1.0, seconds),
        }
    }
}

/// The shorter way from one rotation to another, on the sphere of unit quaternions.
struct Arc {
    start: DVec4,
    /// Unit, where the way leads from the start.
    along: DVec4,
    /// Half of the angle between the rotations.
    angle: f64,
}

impl Arc {
    fn new(from: Quat, to: Quat) -> Self {
        let unit = |rotation: Quat| DVec4::from(DQuat::normalize(rotation.as_dquat()));
        let (start, end) = (unit(from), unit(to));
        let end = if start.dot(end) < 0.0 { -end } else { end };
        // Exact for small angles too, where the arc cosine of a dot product loses half of the digits.
        let angle = 2.0 * (end - start).length().atan2((end + start).length());
        Self {
            start,
            // Zero where both are one rotation: then all of the arc is the start.
            along: (end - start * start.dot(end)).normalize_or_zero(),
            angle,
        }
    }

    fn at(&self, u: f64) -> Quat {
        let (sin, cos) = (self.angle * u).sin_cos();
        DQuat::from_vec4(self.start * cos + self.along * sin)
            .as_quat()
            .normalize()
    }

    /// Per second, of an arc that takes so many.
    fn slope(&self, u: f64, seconds: f64) -> Quat {
        let (sin, cos) = (self.angle * u).sin_cos();
        let slope = (self.along * cos - self.start * sin) * (self.angle / seconds);
        DQuat::from_vec4(slope).as_quat()
    }

    /// The fewest pieces whose splines stay within [`ARC`].
    fn pieces(&self) -> u32 {
        let is_near = |pieces: &u32| miss(self.angle / f64::from(*pieces)) <= ARC;
        // The miss falls at least with the fourth power of the angle, so that a few are always enough.
        (1..64).find(is_near).unwrap_or(64)
    }
}

/// Degrees by which a spline misses the rotations along an arc of so many radians on the sphere of quaternions.
fn miss(angle: f64) -> f64 {
    let (sin, cos) = angle.sin_cos();
    let off = |u: f64| {
        let (u2, u3) = (u * u, u * u * u);
        // The four polynomials of a cubic Hermite spline, in the plane of the arc with the start along x.
        let (start, out) = (2.0 * u3 - 3.0 * u2 + 1.0, u3 - 2.0 * u2 + u);
        let (end, into) = (3.0 * u2 - 2.0 * u3, u3 - u2);
        let x = start + end * cos - into * angle * sin;
        let y = out * angle + end * sin + into * angle * cos;
        // Twice, as a rotation turns by twice the angle between quaternions; the spline's length is normalized away.
        2.0 * (y.atan2(x) - angle * u).abs().to_degrees()
    };
    (1..32)
        .map(|step| off(f64::from(step) / 32.0))
        .fold(0.0, f64::max)
}
