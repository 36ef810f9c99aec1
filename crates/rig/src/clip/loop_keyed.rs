//! Clips keyed by hand whose end meets their beginning: the last key becomes the first.

use super::{AnyTrack, Channel, Clip, JointTrack, MorphTrack, SAME_KEY};
use crate::clip::track::SAME_ENDS;
use crate::{HandleLength, Key, KeyMode, Keyed, Segment, Track, TrackError};

impl Clip {
    /// The tracks that end as they begin, by one key each: at the end of the clip stands the value at 0, in place of a key that is
    /// there; only those that end elsewhere. All other keys stay.
    ///
    /// That key has the mode of the first one: where that is automatic, the curve runs smoothly through the ends of a clip that
    /// [loops](Self::cycle); where its tangents are its own, the curve comes in with the slope with which it goes out. The values are
    /// equal bit for bit, but for the sign of a quaternion, which is that of the shorter way from the key before.
    ///
    /// # Errors
    ///
    /// Keys that are not finite.
    pub fn last_keys_as_first(&self) -> Result<Vec<AnyTrack>, TrackError> {
        let (end, cycle) = (self.duration(), self.cycle());
        let mut set = Vec::new();
        if end <= SAME_KEY {
            return Ok(set);
        }
        for &JointTrack { joint, ref channel } in self.tracks() {
            let closed = match channel {
                Channel::Translation(track) => {
                    close_track(track, end, cycle)?.map(Channel::Translation)
                }
                Channel::Rotation(track) => close_track(track, end, cycle)?.map(Channel::Rotation),
                Channel::Scale(track) => close_track(track, end, cycle)?.map(Channel::Scale),
                Channel::Shear(track) => close_track(track, end, cycle)?.map(Channel::Shear),
            };
            let track = |channel| AnyTrack::Joint(JointTrack { joint, channel });
            set.extend(closed.map(track));
        }
        for &MorphTrack { weight, ref track } in self.morphs() {
            let closed = close_track(track, end, cycle)?;
            set.extend(closed.map(|track| AnyTrack::Morph(MorphTrack { weight, track })));
        }
        Ok(set)
    }

    /// The share of frames, `rate` of them a second, at which the tracks of the clip have keys, between the first and the last of each:
    /// near 1 for captured motion, small for a clip keyed by hand. Tracks with one key do not count; 0 without others.
    #[must_use]
    pub fn key_density(&self, rate: f64) -> f64 {
        let (mut keys, mut frames) = (0.0, 0.0);
        for times in self.keyed_targets().filter_map(|target| self.keys(target)) {
            let times = times.times();
            if let [first, .., last] = times {
                #[expect(clippy::cast_precision_loss, reason = "a number of keys")]
                let count = times.len() as f64;
                keys += count;
                frames += (f64::from(*last) - f64::from(*first)) * rate + 1.0;
            }
        }
        if frames > 0.0 { keys / frames } else { 0.0 }
    }
}

/// The track with a last key like its first; none if it ends where it begins.
fn close_track<T: Keyed>(
    track: &Track<T>,
    end: f32,
    cycle: Option<f32>,
) -> Result<Option<Track<T>>, TrackError> {
    let [start, last] = [track.sample(0.0), track.sample(end)];
    let sign = if start.is_opposite(last) { -1.0 } else { 1.0 };
    let value = start.times(sign);
    // Sums have four terms.
    let nothing = (0.0, value);
    let apart = T::sum([(1.0, value), (-1.0, last), nothing, nothing]);
    let is_closed = apart.to_value().largest() < SAME_ENDS;
    let mut keys = track.keys();
    let Some(&first) = keys.first().filter(|_| !is_closed) else {
        return Ok(None);
    };
    // Before its first key a track stands still.
    let slope = if first.time <= SAME_KEY && first.mode.out == Segment::Cubic {
        first.tangents[1].times(sign)
    } else {
        T::STILL
    };
    let closing = |time: f32, out: Segment, [into, _]: [HandleLength; 2]| Key {
        time,
        value,
        tangents: [slope; 2],
        mode: KeyMode {
            out,
            handles: [into, first.mode.handles[1]],
            ..first.mode
        },
    };
    let place = keys.partition_point(|key| key.time < end - SAME_KEY);
    match keys.get_mut(place).filter(|key| key.time <= end + SAME_KEY) {
        Some(there) => *there = closing(there.time, there.mode.out, there.mode.handles),
        None => {
            let before = place.checked_sub(1).and_then(|before| keys.get(before));
            let out = before.map_or(first.mode.out, |key| key.mode.out);
            keys.insert(place, closing(end, out, [HandleLength::THIRD; 2]));
        }
    }
    Track::from_keys(keys, cycle).map(Some)
}
