//! Clips with another course of time.

use super::split::{Straight, freeze, slopes, split_at_times};
use super::{
    AnyTrack, Channel, Clip, ClipEdit, ClipError, ClipMarker, JointTrack, MorphTrack, SAME_KEY,
};
use crate::{Key, Segment, Tangents, Track, TrackError};

/// The least slope of a warp, and so the largest its inverse has: an ease of 1 would stop time.
const LEAST: f64 = 0.01;
/// Pieces that a range is cut into, so that keys between which time is uneven follow it.
const PIECES: u8 = 16;

/// How the time of a range passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeWarp {
    /// This many times as fast; the range gets shorter or longer, and what comes after it moves along.
    Speed(f32),
    /// Slow at the beginning of the range, which lasts as long as before; 1 is the most, 0 nothing.
    EaseIn(f32),
    /// Slow at its end.
    EaseOut(f32),
    /// Slow at both ends of the range; 1 is the most, 0 nothing.
    EaseInOut(f32),
}

impl TimeWarp {
    /// Where what was at u is afterwards, and the slope there; the range is 0 … 1 on both sides but for the speed.
    ///
    /// With an ease e, progress p(u) is `(1 − e) u + e u²`, its mirror image, or `(1 − e) u + e smoothstep(u)`, and time is its
    /// inverse.
    fn at(self, u: f64) -> [f64; 2] {
        let (ease, progress): (f32, fn(f64) -> [f64; 2]) = match self {
            Self::Speed(speed) => {
                let share = 1.0 / f64::from(speed);
                return [u * share, share];
            }
            Self::EaseIn(ease) => (ease, |u| [u * u, 2.0 * u]),
            Self::EaseOut(ease) => (ease, |u| [u * (2.0 - u), 2.0 - 2.0 * u]),
            Self::EaseInOut(ease) => (ease, |u| [u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u)]),
        };
        let ease = f64::from(ease).clamp(0.0, 1.0 - LEAST);
        let eased = |at: f64| {
            let [value, slope] = progress(at);
            [
                (1.0 - ease) * at + ease * value,
                (1.0 - ease) + ease * slope,
            ]
        };
        // Progress rises, so that halving finds where it is u. Sixty halvings use up the digits of f64.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if eased(middle)[0] < u {
                low = middle;
            } else {
                high = middle;
            }
        }
        let at = if u <= 0.0 {
            0.0
        } else if u >= 1.0 {
            1.0
        } else {
            f64::midpoint(low, high)
        };
        [at, 1.0 / eased(at)[1]]
    }

    /// Where a moment is afterwards, if this is done to a range of a clip.
    #[must_use]
    pub fn time_after(self, [from, to]: [f32; 2], time: f32) -> f32 {
        let course = Course {
            from: f64::from(from),
            to: f64::from(to),
            warp: self,
            cycle: None,
        };
        course.at(time).0
    }

    const fn is_even(self) -> bool {
        matches!(self, Self::Speed(_))
    }
}

/// The course of time of a whole clip: as before, then the warp, then as before but later or earlier.
struct Course {
    from: f64,
    to: f64,
    warp: TimeWarp,
    /// The duration before, of a clip that begins again.
    cycle: Option<f32>,
}

impl Course {
    /// The new time of an old one, and the slopes just before it and just after.
    fn at(&self, time: f32) -> (f32, [f64; 2]) {
        let Self { from, to, warp, .. } = *self;
        let (time, width) = (f64::from(time), to - from);
        let u = (time - from) / width;
        let inside = |u: f64| warp.at(u);
        let end = from + width * inside(1.0)[0];
        let (new, slopes) = if time < from {
            (time, [1.0; 2])
        } else if time > to {
            (end + time - to, [1.0; 2])
        } else {
            let [at, slope] = inside(u);
            // Beyond the range time runs as it did.
            let outer = |is_end: bool| if is_end { 1.0 } else { slope };
            (from + width * at, [outer(time == from), outer(time == to)])
        };
        #[expect(clippy::cast_possible_truncation, reason = "times are f32 in clips")]
        let new = new as f32;
        (new, slopes)
    }
}

impl Clip {
    /// The clip with another course of time between two of its moments: keys go to w(t), and tangents are divided by w'.
    ///
    /// Tracks get keys at both ends of the range, and under an ease more of them inside, so that curves follow: an even speed is exact for numbers, and rotations
    /// are where they are cut to a fraction of a degree. Markers go along, and so does the end of the clip.
    ///
    /// # Errors
    ///
    /// A range that is empty or not in the clip, a speed that is not above 0; keys that would meet.
    pub fn with_time_warp(&self, [from, to]: [f32; 2], warp: TimeWarp) -> Result<Self, ClipError> {
        let is_range = from >= 0.0 && to > from + SAME_KEY && to <= self.duration() + SAME_KEY;
        if !is_range {
            return Err(ClipError::Time { time: to });
        }
        if let TimeWarp::Speed(speed) = warp
            && !(speed.is_finite() && speed > 0.0)
        {
            return Err(ClipError::Time { time: speed });
        }
        let course = Course {
            from: f64::from(from),
            to: f64::from(to),
            warp,
            cycle: self.cycle(),
        };
        let mut set = Vec::new();
        for JointTrack { joint, channel } in self.tracks() {
            let channel = match channel {
                Channel::Translation(track) => Channel::Translation(warp_track(track, &course)?),
                Channel::Rotation(track) => Channel::Rotation(warp_track(track, &course)?),
                Channel::Scale(track) => Channel::Scale(warp_track(track, &course)?),
                Channel::Shear(track) => Channel::Shear(warp_track(track, &course)?),
            };
            let joint = *joint;
            set.push(AnyTrack::Joint(JointTrack { joint, channel }));
        }
        for MorphTrack { weight, track } in self.morphs() {
            let (weight, track) = (*weight, warp_track(track, &course)?);
            set.push(AnyTrack::Morph(MorphTrack { weight, track }));
        }
        let remove = Vec::new();
        let (clip, _) = self.with_edit(&ClipEdit::SetTracks { set, remove })?;
        let moved = |marker: &ClipMarker| ClipMarker {
            time: course.at(marker.time).0,
            name: marker.name.clone(),
        };
        let markers = clip.markers().iter().map(moved).collect();
        let (clip, _) = clip.with_edit(&ClipEdit::SetMarkers(markers))?;
        let duration = course.at(self.duration()).0;
        let (clip, _) = clip.with_edit(&ClipEdit::SetDuration(duration))?;
        Ok(clip)
    }
}

fn warp_track<T: Straight>(track: &Track<T>, course: &Course) -> Result<Track<T>, TrackError> {
    let width = course.to - course.from;
    let is_even = course.warp.is_even();
    let pieces = if is_even { 1 } else { PIECES };
    let cuts = (0..=pieces).map(|piece| {
        #[expect(clippy::cast_possible_truncation, reason = "times are f32 in clips")]
        let time = (course.from + width * f64::from(piece) / f64::from(pieces)) as f32;
        time
    });
    let cuts: Vec<f32> = cuts.collect();
    let old = track.keys();
    // With keys at both ends of the range nothing outside of it bends.
    let mut keys = split_at_times(track, &cuts);
    let [first, last] =
        [keys.first(), keys.last()].map(|key| key.map_or(0.0, |key| f64::from(key.time)));
    for key in &mut keys {
        let was = f64::from(key.time);
        let (time, stretch) = course.at(key.time);
        if !is_even && was >= course.from && was <= course.to {
            // Straight lines become curves, since time bends.
            key.tangents = slopes(track, &old, key.time);
            key.mode.tangents = Tangents::Free;
            if key.mode.out == Segment::Linear && was < course.to {
                key.mode.out = Segment::Cubic;
            }
        }
        key.time = time;
        let [into, out] = key.tangents;
        #[expect(clippy::cast_possible_truncation, reason = "slopes are f32 in tracks")]
        let [mut before, mut after] = stretch.map(|slope| (1.0 / slope) as f32);
        // Nothing is before the first key, nor after the last.
        if was <= first {
            before = after;
        } else if was >= last {
            after = before;
        }
        key.tangents = [into.times(before), out.times(after)];
        // Slopes that differ on both sides can be neither automatic nor aligned.
        if before != after && key.mode.tangents != Tangents::Flat {
            key.mode.tangents = Tangents::Free;
        }
    }
    if course.cycle.is_some() && is_uneven_at_seam(&old, &keys) {
        for end in [0, keys.len() - 1] {
            freeze(&mut keys[end]);
        }
    }
    let cycle = course.cycle.map(|end| course.at(end).0);
    Track::from_keys(keys, cycle)
}

/// Whether what is beside the two ends of a loop is not stretched alike, so that an automatic tangent through them would be another.
fn is_uneven_at_seam<T: Straight>(old: &[Key<T>], new: &[Key<T>]) -> bool {
    let widths = |keys: &[Key<T>]| {
        let width = |pair: &[Key<T>]| Some(pair.get(1)?.time - pair.first()?.time);
        let last = keys.get(keys.len().checked_sub(2)?..)?;
        Some([width(keys)?, width(last)?])
    };
    let (Some(old_widths), Some(new_widths)) = (widths(old), widths(new)) else {
        return false;
    };
    let [first, last] = [0, 1].map(|end| new_widths[end] / old_widths[end]);
    let is_uneven = (first - last).abs() > 1e-5 * first.abs();
    let mut ends = [old.first(), old.last()].into_iter().flatten();
    is_uneven && ends.any(|key| key.tangents != [T::STILL; 2])
}
