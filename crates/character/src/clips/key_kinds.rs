//! What keys are to the animator, which glTF has no place for: `key_kinds` in the `extras` of an animation.
//!
//! A list with an object for each track that has marked keys: `node`, its number; `path`, one of glTF's or `shear`; `breakdown` and
//! `extreme`, the times in seconds of the keys of either kind. Keys of morph weights are not among them.

use std::collections::BTreeMap;

use rig::{Channel, Clip, JointChannel, JointIndex, JointTrack, KeyKind, Keyed, SAME_KEY, Track};

use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, NewMembers};
use crate::json::value::narrow;
use crate::model::kept::own;

/// The member of an animation.
pub(crate) const KEY_KINDS: &str = "key_kinds";

const PATHS: [(&str, JointChannel); 4] = [
    ("translation", JointChannel::Translation),
    ("rotation", JointChannel::Rotation),
    ("scale", JointChannel::Scale),
    ("shear", JointChannel::Shear),
];
const KINDS: [(&str, KeyKind); 2] = [
    ("breakdown", KeyKind::Breakdown),
    ("extreme", KeyKind::Extreme),
];

/// The marked keys of a track.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MarkedKeys {
    node: usize,
    channel: JointChannel,
    /// Times by the kinds of [`KINDS`].
    times: [Vec<f32>; 2],
}

/// The marked keys of a clip whose joints have these nodes.
pub(crate) fn marked_keys(clip: &Clip, node_of: impl Fn(JointIndex) -> usize) -> Vec<MarkedKeys> {
    let marked = clip.tracks().iter().filter_map(|track| {
        let keys = track.channel.keys();
        let of_kind = |(_, kind): (&str, KeyKind)| {
            let times = keys.times().iter().enumerate();
            let own = times.filter(|(key, _)| keys.mode(*key).kind == kind);
            own.map(|(_, time)| *time).collect::<Vec<f32>>()
        };
        let times = KINDS.map(of_kind);
        times
            .iter()
            .any(|times| !times.is_empty())
            .then(|| MarkedKeys {
                node: node_of(track.joint),
                channel: track.channel.kind(),
                times,
            })
    });
    marked.collect()
}

/// The list as the animation's extras hold it.
pub(crate) fn marked_value<'a>(marked: &[MarkedKeys]) -> Draft<'a> {
    let value = |marked: &MarkedKeys| {
        let mut members = NewMembers::new();
        members.push(("node", marked.node.into()));
        let path = PATHS.iter().find(|(_, channel)| *channel == marked.channel);
        members.push(("path", path.map_or("rotation", |(path, _)| path).into()));
        for ((name, _), times) in KINDS.iter().zip(&marked.times) {
            if !times.is_empty() {
                members.push((name, times.iter().map(|time| (*time).into()).collect()));
            }
        }
        Draft::from(members)
    };
    marked.iter().map(value).collect()
}

/// Marks the keys of tracks that an animation's extras name. What names no joint, track or key is passed over.
pub(crate) fn mark_keys(
    tracks: &mut [JointTrack],
    animation: Node<'_>,
    joints: &BTreeMap<usize, JointIndex>,
) {
    let Some(own) = own(animation) else { return };
    // All of a track at once: a list that names one again and again does not copy it as often.
    let mut marks: BTreeMap<(JointIndex, JointChannel), Vec<(f32, KeyKind)>> = BTreeMap::new();
    for entry in own.items(KEY_KINDS).iter() {
        let Some(target) = target_of(entry, joints) else {
            continue;
        };
        for (name, kind) in KINDS {
            let times = entry.items(name).iter().filter_map(Node::as_f64);
            let of_kind = times.map(|time| (narrow(time), kind));
            marks.entry(target).or_default().extend(of_kind);
        }
    }
    for times in marks.values_mut() {
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
    }
    for track in tracks {
        if let Some(times) = marks.get(&(track.joint, track.channel.kind())) {
            track.channel = with_marks(&track.channel, times);
        }
    }
}

fn target_of(
    entry: Node<'_>,
    joints: &BTreeMap<usize, JointIndex>,
) -> Option<(JointIndex, JointChannel)> {
    let node = usize::try_from(entry.get("node")?.as_u64()?).ok()?;
    let path = entry.get("path")?.as_str()?;
    let (_, channel) = PATHS.into_iter().find(|(name, _)| *name == path)?;
    Some((*joints.get(&node)?, channel))
}

/// `times` rise.
fn with_marks(channel: &Channel, times: &[(f32, KeyKind)]) -> Channel {
    fn of<T: Keyed>(track: &Track<T>, times: &[(f32, KeyKind)]) -> Track<T> {
        track.with_kinds(|key| {
            let place = times.partition_point(|(time, _)| *time < key - SAME_KEY);
            let near = times.get(place).filter(|(time, _)| *time <= key + SAME_KEY);
            near.map_or(KeyKind::Key, |(_, kind)| *kind)
        })
    }
    match channel {
        Channel::Translation(track) => Channel::Translation(of(track, times)),
        Channel::Rotation(track) => Channel::Rotation(of(track, times)),
        Channel::Scale(track) => Channel::Scale(of(track, times)),
        Channel::Shear(track) => Channel::Shear(of(track, times)),
    }
}
