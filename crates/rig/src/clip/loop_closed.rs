//! Clips whose end meets their beginning.

use super::split::{Straight, freeze, shorter, slopes};
use super::{AnyTrack, Channel, Clip, JointTrack, MorphTrack, SAME_KEY};
use crate::{Key, KeyMode, Segment, Tangents, Track, TrackError};
use glam::{Quat, Vec3};

impl Clip {
    /// The tracks that bring each channel back to its value at 0 within the last `seconds` of the clip; only those that end elsewhere.
    /// For captured motion, which has keys all along; a clip keyed by hand is closed by
    /// [`last_keys_as_first`](Self::last_keys_as_first). Keys after the end go. With s
    /// a smoothstep over that time,
    ///
    /// ```text
    /// numbers      v'(t) = v(t) + s (v(0) − v(end))
    /// rotations    q'(t) = q(t) (q(end)⁻¹ q(0))ˢ, the shorter way
    /// ```
    ///
    /// so that what the clip did there is kept and carried along, and its speed at the end is. The values at the end are those at
    /// 0, bit for bit, but for the sign of a quaternion. Numbers are exact between keys; rotations get eight keys. Held keys stay held.
    /// Tracks whose tangents have lengths get [plain](Track::plain) keys.
    ///
    /// # Errors
    ///
    /// Keys that are not finite.
    pub fn loop_closed(&self, seconds: f32) -> Result<Vec<AnyTrack>, TrackError> {
        let end = self.duration();
        let begin = (end - seconds.max(0.0)).clamp(0.0, end);
        self.close_tracks(&Window {
            begin,
            end,
            rate: None,
        })
    }

    /// The same with new keys on frames, `rate` of them a second: the last `seconds` begin at the frame before them, and rotations get
    /// at least eight keys, or one at each frame. The end of the clip has a key wherever it is. A rate that is not above 0 gives
    /// [`loop_closed`](Self::loop_closed).
    ///
    /// # Errors
    ///
    /// Keys that are not finite.
    pub fn loop_closed_on_frames(
        &self,
        seconds: f32,
        rate: f64,
    ) -> Result<Vec<AnyTrack>, TrackError> {
        if !(rate.is_finite() && rate > 0.0) {
            return self.loop_closed(seconds);
        }
        let end = self.duration();
        let begin = f64::from((end - seconds.max(0.0)).clamp(0.0, end));
        let first = (begin * rate + ON_FRAME).floor().max(0.0);
        self.close_tracks(&Window {
            begin: time_of(first, rate).min(end),
            end,
            rate: Some(rate),
        })
    }

    fn close_tracks(&self, window: &Window) -> Result<Vec<AnyTrack>, TrackError> {
        let mut set = Vec::new();
        if window.end - window.begin <= SAME_KEY {
            return Ok(set);
        }
        let cyclic = self.cycle();
        for JointTrack { joint, channel } in self.tracks() {
            let closed = match channel {
                Channel::Translation(track) => {
                    close_track(track, window, cyclic)?.map(Channel::Translation)
                }
                Channel::Rotation(track) => {
                    close_track(track, window, cyclic)?.map(Channel::Rotation)
                }
                Channel::Scale(track) => close_track(track, window, cyclic)?.map(Channel::Scale),
                Channel::Shear(track) => close_track(track, window, cyclic)?.map(Channel::Shear),
            };
            let joint = *joint;
            let track = |channel| AnyTrack::Joint(JointTrack { joint, channel });
            set.extend(closed.map(track));
        }
        for MorphTrack { weight, track } in self.morphs() {
            let weight = *weight;
            let track = close_track(track, window, cyclic)?;
            set.extend(track.map(|track| AnyTrack::Morph(MorphTrack { weight, track })));
        }
        Ok(set)
    }
}

/// How far from a frame a time on it may be, in frames.
const ON_FRAME: f64 = 1e-3;

/// The last part of the clip, and the frames a second on which keys belong; none for even pieces.
struct Window {
    begin: f32,
    end: f32,
    rate: Option<f64>,
}

impl Window {
    /// The same from a key that stands a rounding beside its beginning: that is replaced, and its slopes are those of the key.
    fn snap_to_key<T>(&self, keys: &[Key<T>]) -> Self {
        let place = keys.partition_point(|key| key.time < self.begin - SAME_KEY);
        let beside = keys
            .get(place)
            .filter(|key| key.time <= self.begin + SAME_KEY);
        Self {
            begin: beside.map_or(self.begin, |key| key.time.min(self.end)),
            ..*self
        }
    }

    /// Times from the beginning to the end that cut it into this many pieces; on frames into at least as many, or one a frame.
    /// The beginning is as it is, and not on its frame again: it may be that of a key beside the frame.
    fn grid(&self, pieces: u8) -> Vec<f32> {
        let Self { begin, end, rate } = *self;
        let Some(rate) = rate else {
            let step = (end - begin) / f32::from(pieces);
            let times = (0..=pieces).map(|piece| begin + step * f32::from(piece));
            return times.map(|time| time.min(end)).collect();
        };
        let first = (f64::from(begin) * rate).round();
        let frames = f64::from(end) * rate - first;
        let step = (frames / f64::from(pieces)).floor().max(1.0);
        let times = (0_u32..).map(|piece| time_of(first + step * f64::from(piece), rate));
        let later = times.skip_while(|time| *time <= begin + SAME_KEY);
        let inside = std::iter::once(begin).chain(later);
        let inside = inside.take_while(|time| *time < end - SAME_KEY);
        inside.chain([end]).collect()
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded once, to the precision of keys"
)]
fn time_of(frame: f64, rate: f64) -> f32 {
    (frame / rate) as f32
}

/// What is put on top of a value.
trait CloseLoop: Straight {
    /// Pieces that the window is cut into, so that curves follow.
    const PIECES: u8;

    /// `self` and its slope, with a share of what leads from `end` to `start` on top; `rate` is the slope of the share.
    fn close(self, slope: Self, ends: [Self; 2], share: [f32; 2]) -> [Self; 2];
}

impl CloseLoop for f32 {
    const PIECES: u8 = 1;

    fn close(self, slope: Self, [start, end]: [Self; 2], [share, rate]: [f32; 2]) -> [Self; 2] {
        let off = start - end;
        [self + share * off, slope + rate * off]
    }
}

impl CloseLoop for Vec3 {
    const PIECES: u8 = 1;

    fn close(self, slope: Self, [start, end]: [Self; 2], [share, rate]: [f32; 2]) -> [Self; 2] {
        let off = start - end;
        [self + off * share, slope + off * rate]
    }
}

impl CloseLoop for Quat {
    const PIECES: u8 = 8;

    fn close(self, slope: Self, [start, end]: [Self; 2], [share, rate]: [f32; 2]) -> [Self; 2] {
        let turn = shorter((end.conjugate() * start).to_scaled_axis());
        let by = Self::from_scaled_axis(turn * share);
        // The axis stands still, so the turn's derivative is the turn times `(0, ω/2)`.
        let half = Self::from_vec4((turn * (0.5 * rate)).extend(0.0));
        let value = (self * by).normalize();
        [value, slope * by + value * half]
    }
}

/// The track with its end at its beginning; none if it ends there.
fn close_track<T: CloseLoop>(
    track: &Track<T>,
    window: &Window,
    cycle: Option<f32>,
) -> Result<Option<Track<T>>, TrackError> {
    let ends = [track.sample(0.0), track.sample(window.end)];
    if ends[0] == ends[1] {
        return Ok(None);
    }
    // With a smoothstep on top, a curve with lengths of tangents is none with such lengths.
    let plain = track.plain()?;
    let track = plain.as_ref().map_or(track, |plain| &plain.track);
    let old = track.keys();
    let window = &window.snap_to_key(&old);
    let Window { begin, end, .. } = *window;
    let mut keys: Vec<Key<T>> = old
        .iter()
        .copied()
        .filter(|key| key.time < begin - SAME_KEY)
        .collect();
    // An automatic tangent here would follow from keys that are replaced.
    if let Some(last) = keys.last_mut() {
        freeze(last);
    }
    // Once its ends are equal, an automatic tangent would go through them.
    if let Some(first) = keys.first_mut().filter(|_| cycle.is_some()) {
        freeze(first);
    }
    for time in times_of(track, &old, window) {
        let share = share(time, [begin, end]);
        let value = track.sample(time);
        let [into, out] = slopes(track, &old, time);
        let [closed, into] = value.close(into, ends, share);
        let [_, out] = value.close(out, ends, share);
        let is_held = is_held(&old, time + SAME_KEY);
        // The very value at 0, where the sum would round.
        let value = if time >= end { ends[0] } else { closed };
        let sign = if value.is_opposite(closed) { -1.0 } else { 1.0 };
        keys.push(Key {
            time,
            value,
            tangents: [into, out].map(|slope| slope.times(sign)),
            mode: KeyMode {
                out: if is_held {
                    Segment::Hold
                } else {
                    Segment::Cubic
                },
                tangents: Tangents::Free,
                ..KeyMode::default()
            },
        });
    }
    Track::from_keys(keys, cycle).map(Some)
}

/// Where keys are needed: at both ends, at the track's own, and between them where it is not held.
fn times_of<T: CloseLoop>(track: &Track<T>, old: &[Key<T>], window: &Window) -> Vec<f32> {
    let Window { begin, end, .. } = *window;
    let needed = |&time: &f32| time == begin || time >= end - SAME_KEY || !is_held(old, time);
    let grid: Vec<f32> = window.grid(T::PIECES).into_iter().filter(needed).collect();
    let mut times = grid.clone();
    let mut last = f32::NEG_INFINITY;
    let own = track.times().iter();
    for &time in own.filter(|&&time| time > begin && time < end) {
        let is_apart = |other: f32| (other - time).abs() > SAME_KEY;
        if is_apart(last) && grid.iter().all(|&other| is_apart(other)) {
            times.push(time);
            last = time;
        }
    }
    times.sort_by(f32::total_cmp);
    if let Some(last) = times.last_mut() {
        *last = end;
    }
    times
}

/// Whether the value of the last key up to a time is held.
fn is_held<T>(keys: &[Key<T>], time: f32) -> bool {
    let after = keys.partition_point(|key| key.time <= time);
    let before = after.checked_sub(1).and_then(|place| keys.get(place));
    before.is_some_and(|key| key.mode.out == Segment::Hold)
}

/// Smoothstep over the window, and its slope.
fn share(time: f32, [begin, end]: [f32; 2]) -> [f32; 2] {
    let width = end - begin;
    let u = ((time - begin) / width).clamp(0.0, 1.0);
    [u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u) / width]
}
