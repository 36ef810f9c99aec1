//! Keys of a track as text: packed bytes in base64, as weights are.
//!
//! A byte for the kind (0 held, 1 linear, 2 cubic, and 4 more where keys have modes, and then 8 more where tangents have lengths), the
//! number of keys as a varint, their times, their values (of cubic ones the tangent in, the value, the tangent out), all as 32-bit floats, the
//! modes, one byte each, and the lengths of the tangents, two 32-bit numbers each.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::{Quat, Vec3};
use rig::{HandleLength, Interpolation, KeyMode, Keyed, Keys, Track};

use super::packed::{Bytes, TOO_LARGE, push_varint};
use crate::document::journal::{byte_of_mode, mode_of_byte};

/// Added to the kind where modes follow.
const HAS_MODES: u8 = 4;
/// Added to the kind where lengths of tangents follow the modes.
const HAS_LENGTHS: u8 = 8;
/// How far the length of a rotation may be from 1.
const ROUNDING: f32 = 1e-3;

/// A value of keys as floats.
pub(super) trait Packed: Keyed {
    fn put(self, bytes: &mut Vec<u8>);

    fn take(bytes: &mut Bytes<'_>) -> Result<Self, &'static str>;

    /// Whether it can be a value, not a tangent.
    fn is_value(self) -> bool {
        true
    }
}

impl Packed for f32 {
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    fn take(bytes: &mut Bytes<'_>) -> Result<Self, &'static str> {
        bytes.float()
    }
}

impl Packed for Vec3 {
    fn put(self, bytes: &mut Vec<u8>) {
        for number in self.to_array() {
            number.put(bytes);
        }
    }

    fn take(bytes: &mut Bytes<'_>) -> Result<Self, &'static str> {
        Ok(Self::new(bytes.float()?, bytes.float()?, bytes.float()?))
    }
}

impl Packed for Quat {
    fn put(self, bytes: &mut Vec<u8>) {
        for number in self.to_array() {
            number.put(bytes);
        }
    }

    fn take(bytes: &mut Bytes<'_>) -> Result<Self, &'static str> {
        let [x, y, z] = Vec3::take(bytes)?.to_array();
        Ok(Self::from_xyzw(x, y, z, bytes.float()?))
    }

    fn is_value(self) -> bool {
        (self.length() - 1.0).abs() <= ROUNDING
    }
}

pub(super) fn pack_keys(keys: Keys<'_>) -> String {
    match keys {
        Keys::Vector(track) => pack_track(track),
        Keys::Rotation(track) => pack_track(track),
        Keys::Number(track) => pack_track(track),
    }
}

fn pack_track<T: Packed>(track: &Track<T>) -> String {
    let kind: u8 = match track.interpolation() {
        Interpolation::Step => 0,
        Interpolation::Linear => 1,
        Interpolation::CubicSpline => 2,
    };
    let modes = track.modes().unwrap_or_default();
    let has_lengths = modes.iter().any(|mode| mode.is_weighted());
    let has_modes = !modes.is_empty();
    let more = [(has_modes, HAS_MODES), (has_lengths, HAS_LENGTHS)];
    let more = more.iter().filter(|(has, _)| *has).map(|(_, more)| more);
    let mut bytes = vec![kind + more.sum::<u8>()];
    push_varint(
        &mut bytes,
        u32::try_from(track.key_count()).unwrap_or(u32::MAX),
    );
    for time in track.times() {
        time.put(&mut bytes);
    }
    for value in track.values() {
        value.put(&mut bytes);
    }
    bytes.extend(modes.iter().map(|mode| byte_of_mode(*mode)));
    if has_lengths {
        let lengths = modes.iter().flat_map(|mode| mode.handles);
        bytes.extend(lengths.flat_map(|length| length.parts().to_le_bytes()));
    }
    STANDARD.encode(bytes)
}

/// The track, or why it is none, a clause.
pub(super) fn unpack_track<T: Packed>(text: &str) -> Result<Track<T>, String> {
    let bytes = STANDARD.decode(text).map_err(|_not| "this is no base64")?;
    let mut rest = Bytes(&bytes);
    let kind = rest.byte()?;
    let has_modes = kind & HAS_MODES != 0;
    let has_lengths = has_modes && kind & HAS_LENGTHS != 0;
    let interpolation = match kind % HAS_MODES {
        0 => Interpolation::Step,
        1 => Interpolation::Linear,
        2 => Interpolation::CubicSpline,
        _ => return Err("its kind is none of 0, 1 and 2".to_owned()),
    };
    let per_key = if interpolation == Interpolation::CubicSpline {
        3
    } else {
        1
    };
    let count = rest.number()?;
    // A false count ends with the bytes: no memory is taken by it beforehand.
    let times: Result<Vec<f32>, &str> = (0..count).map(|_| rest.float()).collect();
    let numbers = count.checked_mul(per_key).ok_or(TOO_LARGE)?;
    let values: Result<Vec<T>, &str> = (0..numbers).map(|_| T::take(&mut rest)).collect();
    let (times, values) = (times?, values?);
    // Of the three numbers of a cubic key the one in the middle is its value.
    let own = values.iter().skip(usize::from(per_key == 3));
    let mut own = own.step_by(if per_key == 3 { 3 } else { 1 });
    let track =
        Track::new(times, values.clone(), interpolation).map_err(|error| error.to_string())?;
    if let Some(key) = own.position(|value| !value.is_value()) {
        return Err(format!("key {key} is no rotation, which has length 1"));
    }
    let track = if has_modes {
        let mode = |_| {
            let mode = mode_of_byte(rest.byte()?);
            mode.ok_or("the mode of a key is unknown")
        };
        let modes: Result<Vec<KeyMode>, &str> = (0..count).map(mode).collect();
        let mut modes = modes?;
        if has_lengths {
            take_lengths(&mut rest, &mut modes)?;
        }
        track.with_modes(modes).map_err(|error| error.to_string())?
    } else {
        track
    };
    if rest.0.is_empty() {
        Ok(track)
    } else {
        Err("there is more than its keys".to_owned())
    }
}

/// The lengths of the tangents of all keys, behind their modes.
fn take_lengths(rest: &mut Bytes<'_>, modes: &mut [KeyMode]) -> Result<(), &'static str> {
    for length in modes.iter_mut().flat_map(|mode| &mut mode.handles) {
        let bytes = [rest.byte()?, rest.byte()?, rest.byte()?, rest.byte()?];
        *length = HandleLength::from_parts(u32::from_le_bytes(bytes))
            .ok_or("a tangent is longer than the time to the next key")?;
    }
    Ok(())
}
