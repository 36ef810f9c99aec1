//! Keys of a joint in `extras`: a list of tracks, each an object.
//!
//! | member | what |
//! |---|---|
//! | `path` | `translation`, `rotation`, `scale` or `shear` |
//! | `interpolation` | `STEP`, `LINEAR` or `CUBICSPLINE` |
//! | `times` | seconds, rising |
//! | `values` | the numbers of all values: three each, of a rotation four (x y z w), of a spline the tangent in, the value, the tangent out |
//! | `out` | where keys differ: how the track passes on from each, 0 held, 1 straight, 2 curved |
//! | `tangents` | with `out`: where its tangents come from, 0 automatic, 1 flat, 2 aligned, 3 free |
//! | `lengths` | with `out`, where tangents are longer or shorter than a third: of each key the tangents' shares of the time to the key before and to the next |

use glam::{Quat, Vec3};
use rig::{Channel, HandleLength, Interpolation, KeyMode, Keyed, Segment, Tangents, Track};

use crate::bytes::reader::Reader;
use crate::fault::largest::is_in_range;
use crate::json::tree::draft::{Draft, NewMembers};
use crate::json::tree::{Elements, Node};
use crate::json::value::narrow;

const KINDS: [(&str, Interpolation); 3] = [
    ("STEP", Interpolation::Step),
    ("LINEAR", Interpolation::Linear),
    ("CUBICSPLINE", Interpolation::CubicSpline),
];
const OUT: [Segment; 3] = [Segment::Hold, Segment::Linear, Segment::Cubic];
const TANGENTS: [Tangents; 4] = [
    Tangents::Auto,
    Tangents::Flat,
    Tangents::Aligned,
    Tangents::Free,
];
/// How far the length of a rotation may be from one.
const ROUNDING: f32 = 1e-3;

/// What glTF calls a kind of track.
pub(crate) fn name_of(interpolation: Interpolation) -> &'static str {
    let kind = KINDS.into_iter().find(|(_, kind)| *kind == interpolation);
    kind.map_or("LINEAR", |(name, _)| name)
}

/// A track of a joint.
pub(crate) fn keys_value<'a>(channel: &Channel) -> Draft<'a> {
    match channel {
        Channel::Translation(track) => track_value("translation", track, |value| value.to_array()),
        Channel::Rotation(track) => track_value("rotation", track, |value| value.to_array()),
        Channel::Scale(track) => track_value("scale", track, |value| value.to_array()),
        Channel::Shear(track) => track_value("shear", track, |value| value.to_array()),
    }
}

/// Keys of a number, under a name in place of a path.
pub(crate) fn number_keys_value<'a>(name: &str, track: &Track<f32>) -> Draft<'a> {
    track_value(name, track, |value| [*value])
}

fn track_value<'a, T: Keyed, const N: usize>(
    path: &str,
    track: &Track<T>,
    numbers: impl Fn(&T) -> [f32; N],
) -> Draft<'a> {
    let times = track.times().iter().copied().map(shortest);
    let values = track.values().iter().flat_map(numbers).map(shortest);
    let mut members: NewMembers<'a> = vec![
        ("path", path.into()),
        ("interpolation", name_of(track.interpolation()).into()),
        ("times", times.collect()),
        ("values", values.collect()),
    ];
    if let Some(modes) = track.modes() {
        let out = modes.iter().map(|mode| place(&OUT, &mode.out));
        let tangents = modes.iter().map(|mode| place(&TANGENTS, &mode.tangents));
        members.push(("out", out.collect()));
        members.push(("tangents", tangents.collect()));
        if modes.iter().any(|mode| mode.is_weighted()) {
            let lengths = modes.iter().flat_map(|mode| mode.handles);
            let lengths = lengths.map(|length| Draft::Float(length.share()));
            members.push(("lengths", lengths.collect()));
        }
    }
    members.into()
}

fn place<'a, T: PartialEq>(all: &[T], one: &T) -> Draft<'a> {
    all.iter()
        .position(|other| other == one)
        .unwrap_or(0)
        .into()
}

/// The shortest number that is read as this one.
fn shortest<'a>(number: f32) -> Draft<'a> {
    // Widened as it is, a number would be printed with digits that `f32` does not have: 0.1 as 0.10000000149011612.
    let short = number.to_string().parse::<f64>();
    let short = short
        .ok()
        .filter(|it| narrow(*it).to_bits() == number.to_bits());
    Draft::Float(short.unwrap_or_else(|| number.into()))
}

/// The tracks of a joint, at most one of each kind; nothing where one is none.
pub(crate) fn read_keys(reader: &Reader<'_>, list: Elements<'_>) -> Option<Vec<Channel>> {
    let mut channels: Vec<Channel> = Vec::new();
    for value in list.iter() {
        let channel = read_track(reader, value)?;
        let is_new =
            |known: &Channel| std::mem::discriminant(known) != std::mem::discriminant(&channel);
        channels.iter().all(is_new).then_some(())?;
        channels.push(channel);
    }
    (!channels.is_empty()).then_some(channels)
}

/// A track; nothing where it is none.
pub(crate) fn read_track(reader: &Reader<'_>, value: Node<'_>) -> Option<Channel> {
    let path = value.get("path")?.as_str()?;
    let keys = KeptTrack::read(reader, value)?;
    match path {
        "translation" => keys.track(Vec3::from_array).map(Channel::Translation),
        "scale" => keys.track(Vec3::from_array).map(Channel::Scale),
        "shear" => keys.track(Vec3::from_array).map(Channel::Shear),
        "rotation" => {
            let track = keys.track(Quat::from_array)?;
            let per_key = keys.per_key();
            // Of a spline the value alone, between its tangents, which need not be of any length.
            let own = track.values().iter().skip(per_key / 2).step_by(per_key);
            let is_unit = |value: &Quat| (value.length() - 1.0).abs() <= ROUNDING;
            let all = own.copied().all(|value| is_unit(&value));
            all.then_some(Channel::Rotation(track))
        }
        _ => None,
    }
}

/// Keys of a number; nothing where there are none.
pub(crate) fn read_number_track(reader: &Reader<'_>, value: Node<'_>) -> Option<Track<f32>> {
    KeptTrack::read(reader, value)?.track(|[number]: [f32; 1]| number)
}

/// A track before its numbers are values.
struct KeptTrack {
    interpolation: Interpolation,
    times: Vec<f32>,
    numbers: Vec<f32>,
    modes: Option<Vec<KeyMode>>,
}

impl KeptTrack {
    fn read(reader: &Reader<'_>, value: Node<'_>) -> Option<Self> {
        let name = value.get("interpolation")?.as_str()?;
        let kind = KINDS.into_iter().find(|(known, _)| *known == name)?;
        let (times, numbers) = (value.items("times"), value.items("values"));
        // Lists, and the tracks that are made of them.
        reader
            .charge(
                &reader.root,
                times.len() + numbers.len(),
                4 * size_of::<f32>(),
            )
            .ok()?;
        let modes = match value.get("out") {
            None => None,
            Some(_) => Some(with_lengths(
                modes(value.items("out"), value.items("tangents"))?,
                value,
            )?),
        };
        Some(Self {
            interpolation: kind.1,
            times: floats(times)?,
            numbers: floats(numbers)?,
            modes,
        })
    }

    fn per_key(&self) -> usize {
        match self.interpolation {
            Interpolation::CubicSpline => 3,
            Interpolation::Step | Interpolation::Linear => 1,
        }
    }

    fn track<T: Keyed, const N: usize>(&self, value: fn([f32; N]) -> T) -> Option<Track<T>> {
        let (values, rest) = self.numbers.as_chunks::<N>();
        rest.is_empty().then_some(())?;
        let values = values.iter().copied().map(value).collect();
        let track = Track::new(self.times.as_slice(), values, self.interpolation).ok()?;
        match &self.modes {
            Some(modes) => track.with_modes(modes.clone()).ok(),
            None => Some(track),
        }
    }
}

fn floats(list: Elements<'_>) -> Option<Vec<f32>> {
    let number = |value: Node<'_>| {
        let number = narrow(value.as_f64()?);
        is_in_range(number).then_some(number)
    };
    list.iter().map(number).collect()
}

fn modes(out: Elements<'_>, tangents: Elements<'_>) -> Option<Vec<KeyMode>> {
    fn pick<T: Copy>(all: &[T], value: Node<'_>) -> Option<T> {
        all.get(usize::try_from(value.as_u64()?).ok()?).copied()
    }
    (out.len() == tangents.len()).then_some(())?;
    let mode = |(out, tangents)| {
        Some(KeyMode {
            out: pick(&OUT, out)?,
            tangents: pick(&TANGENTS, tangents)?,
            ..KeyMode::default()
        })
    };
    out.iter().zip(tangents.iter()).map(mode).collect()
}

/// The modes with the lengths of tangents that a track names; nothing where these are none of its keys'.
fn with_lengths(mut modes: Vec<KeyMode>, value: Node<'_>) -> Option<Vec<KeyMode>> {
    if value.get("lengths").is_none() {
        return Some(modes);
    }
    let lengths = value.items("lengths");
    (lengths.len() == 2 * modes.len()).then_some(())?;
    let all = modes.iter_mut().flat_map(|mode| &mut mode.handles);
    for (length, share) in all.zip(lengths.iter()) {
        let share = share.as_f64()?;
        (0.0..=1.0).contains(&share).then_some(())?;
        *length = HandleLength::from_share(share);
    }
    Some(modes)
}

/// A hash of what a file holds of channels: FNV-1a in 64 bits.
/// Files hold it, so that it must not change. It tells an edit by another program from none, and guards against nobody.
pub(crate) struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub(crate) fn add_kind(&mut self, interpolation: &str) {
        self.add_bytes(interpolation.as_bytes());
    }

    /// A list of bytes, and how many they are.
    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        // With its length each list ends where it ends: no two rows of lists have the same bytes.
        let length = (bytes.len() as u64).to_le_bytes();
        for byte in length.iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Times and values of a channel as they are written.
    pub(crate) fn add_channel(&mut self, channel: &Channel) {
        match channel {
            Channel::Translation(track) | Channel::Scale(track) | Channel::Shear(track) => {
                self.add_track(track, |value| value.to_array());
            }
            Channel::Rotation(track) => self.add_track(track, |value| value.to_array()),
        }
    }

    fn add_track<T: Keyed, const N: usize>(
        &mut self,
        track: &Track<T>,
        numbers: impl Fn(&T) -> [f32; N],
    ) {
        self.add_kind(name_of(track.interpolation()));
        let times = track.times().iter().flat_map(|time| time.to_le_bytes());
        self.add_bytes(&times.collect::<Vec<u8>>());
        let numbers = track.values().iter().flat_map(numbers);
        let bytes = numbers.flat_map(f32::to_le_bytes);
        self.add_bytes(&bytes.collect::<Vec<u8>>());
    }

    pub(crate) fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}
