//! Clips: which channels move which joints and morph weights.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rig::{Channel, Clip, ClipId, JointIndex, JointTrack, MorphTrack, Skeleton};

use crate::bytes::reader::Reader;
use crate::clips::euler_curves::with_curves;
use crate::clips::key_kinds::mark_keys;
use crate::clips::keys::{Keys, NoKeys, read_keys};
use crate::clips::still_shear::StillShear;
use crate::clips::weighted_tracks::weigh_tracks;
use crate::fault::error::ReadResult;
use crate::fault::progress::Stage;
use crate::fault::warning::WarningKind;
use crate::json::pointer::{PointerTarget, pointer_target};
use crate::json::value::{At, shorten};
use crate::model::kept::{self, is_signed};
use crate::nodes::two_nodes::TwoNodes;

/// What nodes stand for, as far as clips move them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Targets<'a> {
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) joints: &'a BTreeMap<usize, JointIndex>,
    /// Places in a pose's morph weights.
    pub(crate) morphs: &'a BTreeMap<usize, Range<usize>>,
    pub(crate) two_nodes: &'a TwoNodes,
    pub(crate) still_shear: &'a StillShear,
}

/// The nodes whose translation, rotation or scale a channel moves. Faults are left to [`read_clips`].
pub(crate) fn animated_nodes(root: &At<'_>) -> BTreeSet<usize> {
    let animations = root.items("animations").into_iter().flatten();
    let channels = animations.flat_map(|at| at.items("channels").into_iter().flatten());
    let targets = channels.filter_map(|at| at.get("target"));
    let node = |at: At<'_>| match pointer_target(at.value) {
        Some(PointerTarget::Node { node, path }) => (path != "weights").then_some(node),
        Some(PointerTarget::Other(_)) => None,
        None => {
            let path = at.value.get("path")?.as_str()?;
            let node = usize::try_from(at.get("node")?.integer().ok()?).ok()?;
            (path != "weights").then_some(node)
        }
    };
    targets.filter_map(node).collect()
}

/// All clips of the file. A channel that cannot be used is left out with a warning; one that points outside the file, or
/// whose accessors do, is an error.
pub(crate) fn read_clips(reader: &Reader<'_>, targets: Targets<'_>) -> ReadResult<Vec<Clip>> {
    let animations = reader.root.items("animations")?;
    let n_clips = animations.len();
    if let Some(at) = reader.root.get("animations") {
        reader.charge(&at, n_clips, 4 * size_of::<Clip>())?;
    }
    let mut clips = Vec::with_capacity(n_clips);
    for (index, at) in animations.enumerate() {
        reader.step(Stage::Clips, index, n_clips)?;
        let clip = read_clip(reader, index, &at, targets)?;
        clips.push(clip);
    }
    Ok(clips)
}

fn read_clip(
    reader: &Reader<'_>,
    index: usize,
    at: &At<'_>,
    targets: Targets<'_>,
) -> ReadResult<Clip> {
    let mut tracks = Tracks::default();
    let mut driven = BTreeSet::new();
    for channel in at.items("channels")? {
        let sampler = channel.require("sampler")?;
        let (_, sampler) = sampler.lookup(at, "samplers", "sampler")?;
        let Some((node, path)) = read_target(reader, &channel)? else {
            continue;
        };
        // glTF forbids two channels of one target; which was meant is not known, and the first is kept.
        if !driven.insert((node, path)) {
            let reason = "an earlier channel of the clip moves the same";
            drop_channel(reader, &channel, reason);
            continue;
        }
        let n_weights = targets.morphs.get(&node).map_or(0, Range::len);
        match read_keys(reader, &channel, &sampler, path, n_weights) {
            Ok((keys, end)) => {
                // Channels of nodes that show nothing count too: the clip lasts as long as its author meant.
                tracks.end = tracks.end.max(end);
                let has_own = targets.two_nodes.replaces(index, node);
                if !(has_own && matches!(keys, Keys::Joint(_))) {
                    tracks.add(keys, (node, is_signed(channel.value)), targets);
                }
            }
            Err(NoKeys::Unusable(reason)) => drop_channel(reader, &channel, &reason),
            Err(NoKeys::Flaw(flaw)) => return Err(flaw),
        }
    }
    tracks.add_kept(index, targets);
    let of = (targets.skeleton, targets.joints);
    targets.still_shear.add_to(&mut tracks.joints, index, of);
    weigh_tracks(reader, &mut tracks.joints, at.value, targets.joints);
    mark_keys(&mut tracks.joints, at.value, targets.joints);
    if tracks.joints.is_empty() && tracks.morphs.is_empty() {
        reader.warn_of(WarningKind::EmptyClip, at, 1);
    }
    let id = ClipId(u32::try_from(index).unwrap_or(u32::MAX));
    let clip = Clip::new(id, at.name("name"), tracks.end).with_source(Some(index));
    let (repeat, markers) = kept::read_clip(at.value);
    let clip = clip.with_repeat(repeat).with_markers(markers);
    let clip = clip.with_tracks(tracks.joints, tracks.morphs);
    Ok(with_curves(reader, clip, at.value, targets.joints))
}

/// The channel with its first rotation on the shorter way from the node's own: all keys as they are, or all as their negatives,
/// which turn the same.
fn start_near_rest(skeleton: &Skeleton, joint: JointIndex, channel: Channel) -> Channel {
    let Channel::Rotation(track) = &channel else {
        return channel;
    };
    if !begins_far(skeleton, joint, &channel) {
        return channel;
    }
    // Tangents too: the negative of a spline is a spline with all its numbers negated.
    let opposite = track.map(|value| -value, |tangent| -tangent);
    opposite.map_or(channel, Channel::Rotation)
}

/// Whether a channel is of rotations, the first of which is more than half a turn from the node's own.
pub(crate) fn begins_far(skeleton: &Skeleton, joint: JointIndex, channel: &Channel) -> bool {
    let Channel::Rotation(track) = channel else {
        return false;
    };
    // Before the first key a track holds its value.
    let first = track.sample(f32::NEG_INFINITY);
    // The dot product of unit quaternions is the cosine of half the angle between them.
    first.dot(skeleton.local_keys(joint).rotation) < 0.0
}

/// The node that a channel moves, and what of it; nothing where the channel is to be ignored.
fn read_target<'a>(reader: &Reader<'a>, channel: &At<'a>) -> ReadResult<Option<(usize, &'a str)>> {
    let target = channel.require("target")?;
    match pointer_target(target.value) {
        Some(PointerTarget::Node { node, path }) => {
            return Ok(known_node(reader, channel, node, path));
        }
        Some(PointerTarget::Other(pointer)) => {
            let pointer = shorten(pointer);
            let reason = format!("it moves {pointer:?}, which is no transform of a node");
            drop_channel(reader, channel, &reason);
            return Ok(None);
        }
        None => {}
    }
    let Some(node) = target.get("node") else {
        // Without a node a channel is to be ignored; extensions name targets of other kinds.
        if target.get("extensions").is_some() {
            drop_channel(reader, channel, "an extension says what it moves");
        }
        return Ok(None);
    };
    let (node, _) = node.lookup(&reader.root, "nodes", "node")?;
    let path = target.require("path")?.string()?;
    Ok(Some((node, path)))
}

/// What a pointer names, if the file has such a node; the extension is optional, so that a pointer at none refuses no file.
fn known_node<'a>(
    reader: &Reader<'_>,
    channel: &At<'_>,
    node: usize,
    path: &'a str,
) -> Option<(usize, &'a str)> {
    let n_nodes = reader.root.value.items("nodes").len();
    if node < n_nodes {
        return Some((node, path));
    }
    let reason = format!("it moves node {node}, and the file has {n_nodes}");
    drop_channel(reader, channel, &reason);
    None
}

fn drop_channel(reader: &Reader<'_>, channel: &At<'_>, reason: &str) {
    reader.warn_because(WarningKind::ChannelDropped, channel, reason);
}

/// What a clip has been found to move so far.
#[derive(Default)]
struct Tracks {
    joints: Vec<JointTrack>,
    morphs: Vec<MorphTrack>,
    /// Time of the last key, those of nodes that are no joints included.
    end: f32,
}

impl Tracks {
    /// The keys of joints over two nodes, as they are kept.
    fn add_kept(&mut self, animation: usize, targets: Targets<'_>) {
        for (node, channels) in targets.two_nodes.tracks(animation) {
            if let Some(&joint) = targets.joints.get(&node) {
                let channels = channels.iter().cloned();
                let tracks = channels.map(|channel| JointTrack { joint, channel });
                self.joints.extend(tracks);
            }
        }
    }

    /// Nodes outside the skeleton move nothing that is shown.
    fn add(&mut self, keys: Keys, (node, is_signed): (usize, bool), targets: Targets<'_>) {
        match keys {
            Keys::Joint(channel) => {
                let Some(&joint) = targets.joints.get(&node) else {
                    return;
                };
                let channel = if is_signed {
                    channel
                } else {
                    start_near_rest(targets.skeleton, joint, channel)
                };
                self.joints.push(JointTrack { joint, channel });
            }
            Keys::Morph(tracks) => {
                let places = targets.morphs.get(&node).cloned().into_iter().flatten();
                let moved = places.zip(tracks);
                self.morphs
                    .extend(moved.map(|(weight, track)| MorphTrack { weight, track }));
            }
        }
    }
}
