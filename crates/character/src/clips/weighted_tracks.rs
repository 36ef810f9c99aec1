//! Tracks whose tangents have lengths, which glTF has no place for: `weighted_tracks` in the `extras` of an animation.
//!
//! A list with an object for each such track: `node`, its number, and the track as [`kept_keys`](crate::nodes::kept_keys) has it.
//!
//! The same curve is in the file by plain keys, which other programs read. If these say otherwise than the track, somebody has changed them since, and
//! the track is passed over. Tracks of morph weights are not among them.

use std::collections::BTreeMap;

use rig::{Channel, Clip, JointIndex, JointTrack, KeyValue, Keyed, Keys, Track};

use crate::bytes::reader::Reader;
use crate::json::tree::Node;
use crate::json::tree::draft::Draft;
use crate::model::kept::own;
use crate::nodes::kept_keys::{keys_value, read_track};

/// The member of an animation.
pub(crate) const WEIGHTED_TRACKS: &str = "weighted_tracks";

/// Rotations that are no farther off, by the chord between them, are the same: 0.05°.
const SAME_TURN: f32 = 4.4e-4;
/// Other values that are no farther off are, as a share of the largest of the track.
const SAME: f32 = 5e-4;

/// A track by the number of its node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WeightedTrack {
    node: usize,
    channel: Channel,
}

/// The tracks of a clip whose tangents have lengths.
pub(crate) fn weighted_tracks(
    clip: &Clip,
    node_of: impl Fn(JointIndex) -> usize,
) -> Vec<WeightedTrack> {
    let weighted = clip.tracks().iter().filter(|track| match &track.channel {
        Channel::Translation(track) | Channel::Scale(track) | Channel::Shear(track) => {
            track.is_weighted()
        }
        Channel::Rotation(track) => track.is_weighted(),
    });
    let weighted = weighted.map(|JointTrack { joint, channel }| WeightedTrack {
        node: node_of(*joint),
        channel: channel.clone(),
    });
    weighted.collect()
}

/// The list as the animation's extras hold it.
pub(crate) fn weighted_value<'a>(tracks: &[WeightedTrack]) -> Draft<'a> {
    let value = |WeightedTrack { node, channel }: &WeightedTrack| {
        let mut value = keys_value(channel);
        value.set("node", *node);
        value
    };
    tracks.iter().map(value).collect()
}

/// Puts the tracks that an animation's extras hold in place of those of the file that say the same. What names no joint and no such
/// track is passed over.
pub(crate) fn weigh_tracks(
    reader: &Reader<'_>,
    tracks: &mut [JointTrack],
    animation: Node<'_>,
    joints: &BTreeMap<usize, JointIndex>,
) {
    let Some(own) = own(animation) else { return };
    let mut places: BTreeMap<_, usize> = tracks
        .iter()
        .enumerate()
        .map(|(place, track)| (track.target(), place))
        .collect();
    for entry in own.items(WEIGHTED_TRACKS).iter() {
        let node = entry.get("node").and_then(Node::as_u64);
        let node = node.and_then(|node| usize::try_from(node).ok());
        let Some(&joint) = node.and_then(|node| joints.get(&node)) else {
            continue;
        };
        let Some(channel) = read_track(reader, entry) else {
            continue;
        };
        let kept = JointTrack { joint, channel };
        // The first of a target counts: a list that names one again and again is not compared as often.
        let Some(place) = places.remove(&kept.target()) else {
            continue;
        };
        if let Some(read) = tracks.get_mut(place)
            && says_so(&read.channel, &kept.channel)
        {
            *read = kept;
        }
    }
}

/// Whether a channel of a file says what a kept one does.
fn says_so(read: &Channel, kept: &Channel) -> bool {
    match (read.keys(), kept.keys()) {
        (Keys::Vector(read), Keys::Vector(kept)) => follows(read, kept),
        (Keys::Rotation(read), Keys::Rotation(kept)) => follows(read, kept),
        _ => false,
    }
}

/// Whether two tracks have the same values at the keys of both, and between them.
fn follows<T: Keyed>(read: &Track<T>, kept: &Track<T>) -> bool {
    let largest = kept.times().iter().map(|&time| {
        let value = kept.sample(time).to_value();
        match value {
            KeyValue::Vector(vector) => vector.abs().max_element(),
            KeyValue::Rotation(_) => 0.0,
            KeyValue::Number(number) => number.abs(),
        }
    });
    let tolerance = SAME * largest.fold(0.0, f32::max) + f32::EPSILON;
    let mut times = [read, kept].into_iter().flat_map(|track| {
        let times = track.times();
        let between = times.windows(2).map(|pair| match pair {
            [from, to] => from + 0.5 * (to - from),
            _ => 0.0,
        });
        times.iter().copied().chain(between)
    });
    let [mut of_read, mut of_kept] = [0, 0];
    times.all(|time| {
        let read = read.sample_from(&mut of_read, time).to_value();
        let kept = kept.sample_from(&mut of_kept, time).to_value();
        match (read, kept) {
            (KeyValue::Vector(read), KeyValue::Vector(kept)) => read.abs_diff_eq(kept, tolerance),
            (KeyValue::Rotation(read), KeyValue::Rotation(kept)) => {
                (read - kept).length().min((read + kept).length()) <= SAME_TURN
            }
            (KeyValue::Number(read), KeyValue::Number(kept)) => (read - kept).abs() <= tolerance,
            _ => false,
        }
    })
}
