//! Clips: tracks of joints and of morph weights. Whatever else channels move stays as it came.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Writing;
use super::clip_keys::{KeptKeys, ToKeep};
use super::keeping::{KeptOfClip, number_at_last};
use super::nodes::{channels_of, write_channels};
use super::shear::{Resampling, has_shear, is_rest_sheared, is_sheared, joints_of};
use super::weight_tracks::{NodeWeights, changed_weights};
use crate::clips::animation::begins_far;
use crate::json::pointer::node_and_path;
use crate::json::tree::draft::{Draft, Items, List, NewMembers, View, object};
use crate::json::value::narrow;
use crate::model::kept::keep;
use crate::model::source::AsRead;
use crate::nodes::two_nodes::PATHS;
use crate::write::authored::AuthoredClip;
use crate::write::curves::{WeightKeys, join_weights, still, with_end_key};
use crate::write::json::{describe_keys_of, describe_weights};
use glam::Vec3;
use rig::{Channel, Clip, Interpolation, JointIndex, JointTrack, Skeleton, Trs};

/// A node and the path of one of its channels.
pub(super) type ChannelTarget = (usize, &'static str);

/// What moves which channels of nodes: borrowed where it is a track of the clip, owned where it was made for the file.
pub(super) type Tracks<'a> = BTreeMap<ChannelTarget, Cow<'a, Channel>>;

/// What a clip has been, and is to be.
struct ClipChange<'a> {
    before: Tracks<'a>,
    after: Tracks<'a>,
    /// Joints over two nodes.
    kept: Vec<KeptKeys<'a>>,
    /// Nodes whose morph weights other tracks move than before.
    weights: BTreeMap<usize, NodeWeights<'a>>,
    /// Seconds to the end.
    duration: f32,
}

impl<'a, 'w> Writing<'a, 'w> {
    pub(super) fn write_clips(&mut self) {
        let (character, read) = (self.character, self.read);
        let read_animations = self.take("animations");
        let joints = read.rig.skeleton.joints();
        let read_joints = joints.map(|joint| (read.rig.skeleton.key(joint), joint));
        let read_joints = read_joints.collect();
        let single = self.single_nodes();
        let numbers = self.numbers_at_last();
        let clips_before = self.clips_before();
        let mut animations = Vec::with_capacity(character.clips.len());
        for clip in character.clips.iter() {
            let source = clip.source();
            let before = source.and_then(|source| clips_before.get(source));
            let written = source.and_then(|source| read_animations.get_cloned(source));
            let is_new = written.is_none();
            let mut animation = written.unwrap_or_else(|| NewMembers::new().into());
            write_name(&mut animation, clip);
            let tracks_before = before.map_or_else(BTreeMap::new, |clip| tracks_read(read, clip));
            let mut after = self.tracks(clip);
            self.leave_idle(&tracks_before, &mut after);
            let change = ClipChange {
                kept: self.kept_keys(clip, &after, before, &tracks_before),
                before: tracks_before,
                after,
                weights: changed_weights(read, before, character, clip),
                duration: clip.duration(),
            };
            let is_as_long = before.is_some_and(|before| before.duration() == clip.duration());
            let end = |clip: &Clip| (clip.repeat(), clip.markers().to_vec());
            let node_of = |joint| {
                let node = self.nodes.of(joint);
                number_at_last(numbers.as_ref(), node).unwrap_or(node)
            };
            let own = KeptOfClip::new(clip, node_of);
            let own_before =
                before.map(|before| KeptOfClip::new(before, |joint| node_read(read, joint)));
            if before.map(end).unwrap_or_default() != end(clip)
                || own_before.unwrap_or_default() != own
            {
                self.keep_clip(&mut animation, clip, &own);
            }
            let is_same =
                is_as_long && change.is_none() && !self.is_turned(&change.after, &read_joints);
            if is_new || !is_same {
                self.write_clip(&mut animation, change);
            }
            self.drop_keys(&mut animation, &single);
            animations.push(animation);
        }
        self.put("animations", animations.into());
    }

    /// The clips of the file. Where other channels are kept than those by which they were taken back, their keys count as they stand
    /// there: unchanged, they would still show what the former channels added.
    fn clips_before(&self) -> &'w [Clip] {
        let came = &self.character.source.kept.driven;
        let kept = self.options.kept.as_ref();
        let is_other = kept.is_some_and(|kept| kept.driven != *came);
        let in_file = self.read.clips_in_file.as_deref();
        in_file.filter(|_| is_other).unwrap_or(&self.read.clips)
    }

    fn write_clip(&mut self, animation: &mut Draft<'a>, change: ClipChange<'_>) {
        let mut samplers = animation.take("samplers");
        let old_channels = animation.take("channels");
        let mut channels = self.channels_that_stay(&change, old_channels);
        let ClipChange {
            mut before,
            mut after,
            kept,
            weights,
            duration,
        } = change;
        let weights = weights.into_iter().filter(|(_, of)| of.is_moved());
        let mut weights: BTreeMap<usize, WeightKeys> = weights
            .map(|(node, of)| (node, join_weights(&of.tracks)))
            .collect();
        // Channels that are not ours make the clip as long as their last key too.
        let foreign = channels.iter().filter(|channel| {
            target(channel.view()).is_none_or(|target| !after.contains_key(&target))
        });
        let end = foreign.filter_map(|channel| self.end_of(samplers.items(), channel.view()));
        // Below every time where no such channel is left.
        let end = end.fold(f32::NEG_INFINITY, f32::max);
        hold_until(duration, end, &mut after, &mut weights);
        let mut kept = self.keys_to_keep(&kept, &mut before, &after);
        for channel in &mut channels {
            let Some(target) = target(channel.view()) else {
                continue;
            };
            let Some(new) = after.remove(&target) else {
                continue;
            };
            self.sign(channel, target.0, &new, &mut kept);
            if before.get(&target) != Some(&new) {
                channel.set("sampler", samplers.len());
                samplers.push(describe_keys_of(&new, &mut self.packer));
            }
        }
        for ((node, path), track) in after {
            let mut channel = channel(samplers.len(), node, path);
            self.sign(&mut channel, node, &track, &mut kept);
            channels.push(channel);
            samplers.push(describe_keys_of(&track, &mut self.packer));
        }
        for (node, weights) in weights {
            channels.push(channel(samplers.len(), node, "weights"));
            samplers.push(describe_weights(&weights, &mut self.packer));
        }
        // An animation has at least one channel in glTF.
        if channels.is_empty() {
            self.show_rest(animation, duration, &mut samplers, &mut channels);
        }
        // Last, when it is known which samplers are still named.
        let samplers = renumber_samplers(samplers, &mut channels);
        animation.put("samplers", samplers);
        animation.put("channels", channels);
    }

    /// Whether tracks begin on another side of their node's rotation than in the file, since the rest pose was turned.
    fn is_turned(&self, tracks: &Tracks<'_>, read_joints: &BTreeMap<u32, JointIndex>) -> bool {
        let (now, read) = (&self.character.rig.skeleton, &self.read.rig.skeleton);
        now.joints().any(|joint| {
            let node = self.nodes.of(joint);
            tracks.get(&(node, "rotation")).is_some_and(|track| {
                let was = u32::try_from(node)
                    .ok()
                    .and_then(|key| read_joints.get(&key));
                let was = was.is_some_and(|&joint| begins_far(read, joint, track));
                was != begins_far(now, joint, track)
            })
        })
    }

    /// Notes in a channel that its rotations begin more than half a turn from the node's own, where they do: a sign that readers
    /// need not heed, and that we do. And the keys of its joint, where that has two nodes.
    fn sign(
        &mut self,
        channel: &mut Draft<'a>,
        node: usize,
        track: &Channel,
        kept: &mut ToKeep<'a>,
    ) {
        if !matches!(track, Channel::Rotation(_)) {
            return;
        }
        let skeleton = &self.character.rig.skeleton;
        let mut joints = skeleton.joints();
        let joint = joints.find(|&joint| self.nodes.of(joint) == node);
        let is_far = joint.is_some_and(|joint| begins_far(skeleton, joint, track));
        let own = is_far.then(|| ("signed", true.into()));
        let (names, keys) = kept.of(node);
        let members = own.into_iter().chain(keys).collect();
        let is_kept = keep(channel, names, members);
        self.report.not_kept += usize::from(!is_kept);
    }

    /// The channels of the file but for those whose tracks are gone, or are written anew.
    fn channels_that_stay(&self, change: &ClipChange<'_>, channels: List<'a>) -> Vec<Draft<'a>> {
        let mut moved: BTreeSet<ChannelTarget> = BTreeSet::new();
        let stays = |channel: &Draft<'a>| {
            let channel = channel.view();
            let Some(target) = target(channel) else {
                let moved = node_and_path(channel).filter(|(_, path)| *path == "weights");
                return moved.is_none_or(|(node, _)| !change.weights.contains_key(&node));
            };
            // Channels that could not be read, and those of nodes that are no joints, are none of ours. The second channel of one
            // target was not read; the first has the track.
            let is_wanted = change.after.contains_key(&target);
            match change.before.contains_key(&target) {
                true => is_wanted && moved.insert(target),
                false => !is_wanted && !self.is_dissolved(target.0),
            }
        };
        channels.into_elements().filter(stays).collect()
    }

    /// The tracks over joints as nodes have them.
    fn tracks<'c>(&mut self, clip: &'c Clip) -> Tracks<'c> {
        let skeleton = &self.character.rig.skeleton;
        let nodes = &self.nodes;
        let of = |joint| (nodes.of(joint), nodes.above.get(&joint).copied());
        let (tracks, resampled) = tracks_of(skeleton, clip, of);
        self.report_shear(clip, &resampled);
        tracks
    }

    /// What moves nodes that move nothing stays as it came.
    fn leave_idle<'c>(&self, before: &Tracks<'c>, after: &mut Tracks<'c>) {
        for &joint in &self.idle {
            let node = self.nodes.of(joint);
            for path in PATHS {
                match before.get(&(node, path)) {
                    Some(own) => after.insert((node, path), own.clone()),
                    None => after.remove(&(node, path)),
                };
            }
        }
    }

    /// Time of the last key of a channel that stays as it came.
    fn end_of(&self, samplers: Items<'_>, channel: View<'_>) -> Option<f32> {
        let sampler = samplers.get(channel.index("sampler")?)?;
        let accessors = self.character.source.tree.root().items("accessors");
        let times = accessors.get(sampler.index("input")?)?;
        let most = times.items("max").get(0)?;
        most.as_f64().map(narrow)
    }

    /// A clip without tracks shows the rest: the translation of one node says so in one key, and one at the end.
    fn show_rest(
        &mut self,
        animation: &Draft<'_>,
        duration: f32,
        samplers: &mut List<'a>,
        channels: &mut Vec<Draft<'a>>,
    ) {
        let Some((node, at_rest)) = self.node_with_channels() else {
            return;
        };
        let Some(track) = still(at_rest) else {
            return;
        };
        let track = with_end_key(&Channel::Translation(track), duration);
        channels.push(channel(samplers.len(), node, "translation"));
        samplers.push(describe_keys_of(&track, &mut self.packer));
        let name = animation.get("name").and_then(View::as_str);
        let name = name.unwrap_or("a clip without a name");
        self.report.emptied.push(name.to_owned());
    }

    /// The first node that has no matrix, for those may not be animated, and its translation. Rather one that shows no skinned mesh:
    /// those do not follow their node.
    fn node_with_channels(&mut self) -> Option<(usize, Vec3)> {
        let nodes = self.json.items("nodes");
        let has = |node: &usize, name| {
            nodes
                .get(*node)
                .is_some_and(|node| node.get(name).is_some())
        };
        let above = self.nodes.above.values().copied();
        let all = self.nodes.of_joint.iter().copied().chain(above);
        let mut free = all.filter(|node| *node < nodes.len() && !has(node, "matrix"));
        let first = free.next();
        let mut rest = first.into_iter().chain(free);
        let Some(node) = rest.find(|node| !has(node, "skin")) else {
            return self
                .replace_matrix()
                .or(first.map(|node| (node, Vec3::ZERO)));
        };
        let at_rest = nodes.get(node)?.items("translation");
        let numbers = at_rest.iter().filter_map(View::as_f64).map(narrow);
        let numbers: Vec<f32> = numbers.collect();
        let place = <[f32; 3]>::try_from(numbers).map_or(Vec3::ZERO, Vec3::from_array);
        Some((node, place))
    }

    /// The first joint whose matrix channels can say, which they do from now on.
    fn replace_matrix(&mut self) -> Option<(usize, Vec3)> {
        let skeleton = &self.character.rig.skeleton;
        let mut joints = skeleton.joints().filter(|joint| !self.idle.contains(joint));
        let joint = joints.find(|&joint| !is_rest_sheared(skeleton, joint))?;
        let channels = channels_of(&skeleton.local_keys(joint));
        let number = self.nodes.of(joint);
        let mut nodes = self.take("nodes");
        if let Some(node) = nodes.get_mut(number) {
            node.remove("matrix");
            write_channels(node, &channels);
        }
        self.put("nodes", nodes);
        Some((number, channels.translation))
    }

    fn is_dissolved(&self, node: usize) -> bool {
        self.dissolved.contains(&node)
    }
}

impl ClipChange<'_> {
    /// Whether the file says it all.
    fn is_none(&self) -> bool {
        self.weights.is_empty()
            && self.before == self.after
            && self.kept.iter().all(KeptKeys::is_as_read)
    }
}

/// What no track moves of a joint that rests sheared and that a clip does not shear; and the node above it, which does nothing then.
fn rest_channels(
    skeleton: &Skeleton,
    joint: JointIndex,
    (node, above): (usize, Option<usize>),
) -> Vec<(ChannelTarget, Cow<'static, Channel>)> {
    let at_rest = channels_of(&skeleton.local_keys(joint));
    let nodes = [
        Some((node, at_rest)),
        above.map(|above| (above, Trs::IDENTITY)),
    ];
    let channels = nodes.into_iter().flatten().flat_map(|(node, channels)| {
        let [translation, rotation, scale] = PATHS;
        let Trs {
            translation: place,
            rotation: turn,
            scale: factors,
        } = channels;
        [
            (translation, still(place).map(Channel::Translation)),
            (rotation, still(turn).map(Channel::Rotation)),
            (scale, still(factors).map(Channel::Scale)),
        ]
        .map(|(path, channel)| ((node, path), channel))
    });
    channels
        .filter_map(|(target, channel)| Some((target, Cow::Owned(channel?))))
        .collect()
}

/// Files say no more of an end than the time of the last key: where a clip goes on after that, one track gets a key there.
fn hold_until(
    duration: f32,
    end_of_others: f32,
    tracks: &mut Tracks<'_>,
    weights: &mut BTreeMap<usize, WeightKeys>,
) {
    let ends = tracks
        .values()
        .filter_map(|track| track.times().last().copied());
    let ends = ends.chain(weights.values().filter_map(|of| of.times.last().copied()));
    if duration <= ends.fold(end_of_others, f32::max) {
        return;
    }
    // Held values have no sum to round, and straight ones a short one.
    let rank = |track: &Channel| {
        let (interpolation, is_rotation) = match track {
            Channel::Translation(keys) | Channel::Scale(keys) | Channel::Shear(keys) => {
                (keys.interpolation(), false)
            }
            Channel::Rotation(keys) => (keys.interpolation(), true),
        };
        let kinds = [
            Interpolation::Step,
            Interpolation::Linear,
            Interpolation::CubicSpline,
        ];
        (
            kinds.iter().position(|kind| *kind == interpolation),
            is_rotation,
        )
    };
    if let Some(track) = tracks.values_mut().min_by_key(|track| rank(track)) {
        *track = Cow::Owned(with_end_key(track, duration));
    } else if let Some(weights) = weights.values_mut().next() {
        weights.hold_until(duration);
    }
}

/// The name that the clip has; none where it has none.
fn write_name(animation: &mut Draft<'_>, clip: &Clip) {
    let written = animation.get("name").and_then(View::as_str);
    match clip.name() {
        Some(name) if written != Some(name) => animation.set("name", name),
        None if written.is_some() => animation.remove("name"),
        Some(_) | None => {}
    }
}

/// The samplers that channels name, under their new numbers there.
fn renumber_samplers<'a>(samplers: List<'a>, channels: &mut [Draft<'a>]) -> List<'a> {
    let named = channels
        .iter()
        .filter_map(|channel| channel.index("sampler"));
    let named: BTreeSet<usize> = named.collect();
    let numbers: BTreeMap<usize, usize> = named.iter().copied().zip(0..).collect();
    for channel in channels {
        let old = channel.index("sampler");
        let number = old.and_then(|sampler| numbers.get(&sampler)).copied();
        if let Some(number) = number.filter(|number| Some(*number) != old) {
            channel.set("sampler", number);
        }
    }
    let samplers = samplers.into_elements().enumerate();
    let used = samplers.filter(|(number, _)| named.contains(number));
    used.map(|(_, sampler)| sampler).collect()
}

fn channel<'a>(sampler: usize, node: usize, path: &str) -> Draft<'a> {
    let target = object([("node", node.into()), ("path", path.into())]);
    object([("sampler", sampler.into()), ("target", target)])
}

/// The tracks over joints as nodes have them, those that stand for joints and those above; and what was keyed anew.
fn tracks_of<'c>(
    skeleton: &Skeleton,
    clip: &'c Clip,
    nodes: impl Fn(JointIndex) -> (usize, Option<usize>),
) -> (Tracks<'c>, Vec<Resampling>) {
    let (mut tracks, mut resampled) = (Tracks::new(), Vec::new());
    for (joint, own) in joints_of(skeleton, clip) {
        let (node, above) = nodes(joint);
        let both = above.filter(|_| is_sheared(skeleton, joint, own) || has_shear(own));
        let resampling = both.map(|above| (above, Resampling::of(skeleton, joint, own)));
        let written = resampling.and_then(|(above, resampling)| {
            let nodes = resampling.channels(skeleton, own)?;
            resampled.push(resampling);
            Some((above, nodes))
        });
        if let Some((above, nodes)) = written {
            let of = |node| move |(path, channel)| ((node, path), channel);
            tracks.extend(nodes.above.into_iter().map(of(above)));
            tracks.extend(nodes.node.into_iter().map(of(node)));
            continue;
        }
        if is_rest_sheared(skeleton, joint) {
            tracks.extend(rest_channels(skeleton, joint, (node, above)));
        }
        let own = own.iter().filter_map(|JointTrack { channel, .. }| {
            Some(((node, AuthoredClip::path(channel)?), Cow::Borrowed(channel)))
        });
        tracks.extend(own);
    }
    (tracks, resampled)
}

/// The tracks of joints that were read from a clip of the file.
fn tracks_read<'c>(read: &AsRead, clip: &'c Clip) -> Tracks<'c> {
    let skeleton = &read.rig.skeleton;
    let nodes = |joint| {
        let above = read.above.get(&skeleton.key(joint)).copied();
        (node_read(read, joint), above)
    };
    tracks_of(skeleton, clip, nodes).0
}

/// The node of a joint as it was read.
fn node_read(read: &AsRead, joint: JointIndex) -> usize {
    let key = read.rig.skeleton.key(joint);
    usize::try_from(key).unwrap_or(usize::MAX)
}

/// The node and the path of a channel that moves one of the three channels of a node.
fn target(channel: View<'_>) -> Option<ChannelTarget> {
    let (node, path) = node_and_path(channel)?;
    Some((node, PATHS.into_iter().find(|known| *known == path)?))
}

pub(super) fn node_of(channel: View<'_>) -> Option<usize> {
    node_and_path(channel).map(|(node, _)| node)
}
