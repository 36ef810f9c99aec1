//! Clips without the keys after their end, for what plays every key that it is given.

use super::split::split_at_times;
use super::{Channel, Clip, EulerCurves, JointTrack, MorphTrack, SAME_KEY};
use crate::{Key, KeyMode, Keyed, Segment, Tangents, Track, TrackError};

impl Clip {
    /// The clip without its keys after the end, and a key at the end in each track that had some: as files need it, where a clip
    /// lasts until its last key. Up to the end curves of vectors and numbers stay as they are, those of rotations to a fraction of a
    /// degree. [Curves of angles](EulerCurves) are cut themselves, and baked anew. None if no key stands after the end.
    ///
    /// # Errors
    ///
    /// Keys that are not finite.
    pub fn cut_at_end(&self) -> Result<Option<Self>, TrackError> {
        let end = self.duration();
        if self.last_key() <= end + SAME_KEY {
            return Ok(None);
        }
        let cycle = self.cycle();
        let mut cut = self.clone();
        for JointTrack { channel, .. } in &mut cut.tracks {
            match channel {
                Channel::Translation(track) | Channel::Scale(track) | Channel::Shear(track) => {
                    *track = cut_track(track, (end, 1), cycle)?;
                }
                Channel::Rotation(track) => *track = cut_track(track, (end, PIECES), cycle)?,
            }
        }
        for MorphTrack { track, .. } in &mut cut.morphs {
            *track = cut_track(track, (end, 1), cycle)?;
        }
        // Curves that cannot be cut leave the rotation its quaternion keys.
        for (joint, curves) in self.euler_curves() {
            if curves.baked().end() > end + SAME_KEY {
                cut = cut.with_euler(joint, cut_curves(curves, end, cycle));
            }
        }
        Ok(Some(cut))
    }
}

/// Pieces of the segment that is cut in a track of rotations: a curve of those is not the same curve between other keys.
const PIECES: u8 = 8;

fn cut_curves(curves: &EulerCurves, end: f32, cycle: Option<f32>) -> Option<EulerCurves> {
    let cut = |axis: &Option<Track<f32>>| {
        let axis = axis.as_ref();
        let cut = axis.map(|track| cut_track(track, (end, 1), cycle));
        cut.transpose().ok()
    };
    let [x, y, z] = curves.axes().each_ref().map(cut);
    EulerCurves::new(curves.order(), curves.rest(), [x?, y?, z?]).ok()
}

/// The track until a time; the track itself if it ends there, or before. A curve that is cut gets keys at the ends of so many pieces.
fn cut_track<T: Keyed>(
    track: &Track<T>,
    (end, pieces): (f32, u8),
    cycle: Option<f32>,
) -> Result<Track<T>, TrackError> {
    if track.end() <= end + SAME_KEY {
        return Ok(track.clone());
    }
    let mut keys: Vec<Key<T>> = split_at_times(track, &cuts(&track.keys(), (end, pieces)));
    keys.retain(|key| key.time <= end + SAME_KEY);
    if keys.is_empty() {
        // All keys stand after the end: until then the first is held.
        keys.push(Key {
            time: end,
            value: track.sample(end),
            tangents: [T::STILL; 2],
            mode: KeyMode {
                out: Segment::Hold,
                tangents: Tangents::Free,
                ..KeyMode::default()
            },
        });
    }
    Track::from_keys(keys, cycle)
}

/// Where the segment that is cut needs keys: at the end, and between its beginning and that where it is a curve.
fn cuts<T>(keys: &[Key<T>], (end, pieces): (f32, u8)) -> Vec<f32> {
    let place = keys.partition_point(|key| key.time < end - SAME_KEY);
    let before = place.checked_sub(1).and_then(|before| keys.get(before));
    let Some(from) = before.filter(|key| key.mode.out == Segment::Cubic) else {
        return vec![end];
    };
    let step = (end - from.time) / f32::from(pieces);
    let inside = (1..pieces).map(|piece| from.time + step * f32::from(piece));
    inside.chain([end]).collect()
}
