//! Clips: tracks of joints. Whatever else channels move stays as it came.

use std::collections::{BTreeMap, BTreeSet};

use rig::{Channel, Clip, JointIndex, Skeleton, Trs};
use serde_json::{Value, json};

use super::{Writing, index, put, set};
use crate::json::narrow;
use crate::write::authored::AuthoredClip;
use crate::write::json::describe_keys_of;

/// The channels of a node.
const PATHS: [&str; 3] = ["translation", "rotation", "scale"];

/// Tracks by the key of their joint and the path of their channel.
type Tracks<'a> = BTreeMap<(u32, &'static str), &'a Channel>;

/// What a clip has been, and is.
struct Change<'a> {
    before: Tracks<'a>,
    after: Tracks<'a>,
}

/// A channel of a node that stands still while a clip plays.
struct Held {
    node: usize,
    path: &'static str,
    value: Vec<f32>,
}

impl Writing<'_> {
    pub(super) fn write_clips(&mut self) {
        let (character, read) = (self.character, self.read);
        let read_animations = self.take("animations");
        let mut animations = Vec::with_capacity(character.clips.len());
        for clip in character.clips.iter() {
            let source = clip.source();
            let nothing = Clip::default();
            let before = source.and_then(|source| read.clips.get(source));
            let change = Change {
                before: tracks(&read.rig.skeleton, before.unwrap_or(&nothing)),
                after: tracks(&character.rig.skeleton, clip),
            };
            let written = source.and_then(|source| read_animations.get(source));
            let mut animation = written.cloned().unwrap_or_else(|| json!({}));
            write_name(&mut animation, clip);
            let is_as_read = change.before == change.after && written.is_some();
            if !is_as_read || !self.moved_below(&change.after).is_empty() {
                self.write_clip(&mut animation, change);
            }
            animations.push(animation);
        }
        self.put("animations", animations);
    }

    fn write_clip(&mut self, animation: &mut Value, change: Change<'_>) {
        let Change { before, mut after } = change;
        let holds = self.holds(&after);
        let mut samplers = super::take(animation, "samplers");
        let mut channels = Vec::new();
        for mut channel in super::take(animation, "channels") {
            let Some(target) = target(&channel) else {
                channels.push(channel);
                continue;
            };
            // Channels that could not be read, and those of nodes that are no joints, are none of ours.
            let Some(&old) = before.get(&target) else {
                let is_held = holds.iter().any(|held| self.is_of(held, target));
                let goes = is_held || after.contains_key(&target) || self.is_dissolved(target.0);
                channels.extend((!goes).then_some(channel));
                continue;
            };
            // The second channel of one target was not read; the first has taken the track.
            let Some(new) = after.remove(&target) else {
                continue;
            };
            if new != old {
                set(&mut channel, "sampler", samplers.len());
                samplers.push(describe_keys_of(new, &mut self.packer));
            }
            channels.push(channel);
        }
        for ((key, path), track) in after {
            let Some(node) = self.node_of_key(key) else {
                continue;
            };
            channels.push(channel(samplers.len(), node, path));
            samplers.push(describe_keys_of(track, &mut self.packer));
        }
        for Held { node, path, value } in holds {
            channels.push(channel(samplers.len(), node, path));
            samplers.push(self.one_key(&value));
        }
        if channels.is_empty() {
            self.show_rest(animation, &mut samplers, &mut channels);
        }
        let samplers = used_samplers(samplers, &mut channels);
        put(animation, "samplers", samplers);
        put(animation, "channels", channels);
    }

    fn is_of(&self, held: &Held, (key, path): (u32, &str)) -> bool {
        usize::try_from(key) == Ok(held.node) && held.path == path
    }

    /// The joints that the clip moves and that have a node above them for their shear.
    fn moved_below(&self, tracks: &Tracks<'_>) -> Vec<(JointIndex, usize)> {
        let skeleton = &self.character.rig.skeleton;
        let is_moved = |joint: JointIndex| {
            let key = skeleton.key(joint);
            PATHS.iter().any(|path| tracks.contains_key(&(key, *path)))
        };
        let above = self.nodes.above.iter().map(|(&joint, &node)| (joint, node));
        above.filter(|(joint, _)| is_moved(*joint)).collect()
    }

    /// What such joints and nodes are while the clip plays: tracks put a joint where its parent is, so that the node between does
    /// nothing, and what no track moves is as it rests.
    fn holds(&self, tracks: &Tracks<'_>) -> Vec<Held> {
        let skeleton = &self.character.rig.skeleton;
        let mut holds = Vec::new();
        for (joint, above) in self.moved_below(tracks) {
            let at_rest = channels_of(&skeleton.local(joint).to_trs());
            let is_free = |(path, _): &(&'static str, Vec<f32>)| {
                !tracks.contains_key(&(skeleton.key(joint), *path))
            };
            let node = self.nodes.of(joint);
            let free = at_rest.into_iter().filter(is_free);
            holds.extend(free.map(|(path, value)| Held { node, path, value }));
            let nothing = channels_of(&Trs::IDENTITY).into_iter();
            holds.extend(nothing.map(|(path, value)| Held {
                node: above,
                path,
                value,
            }));
        }
        holds
    }

    /// One key.
    fn one_key(&mut self, value: &[f32]) -> Value {
        let (threes, fours) = (value.as_chunks::<3>(), value.as_chunks::<4>());
        let output = if threes.1.is_empty() {
            self.packer.floats(threes.0, None)
        } else {
            self.packer.floats(fours.0, None)
        };
        json!({
            "input": self.packer.floats_with_bounds(&[[0.0]], None),
            "output": output,
            "interpolation": "STEP",
        })
    }

    /// A clip without tracks shows the rest: the translation of one node says so in one key.
    fn show_rest(
        &mut self,
        animation: &Value,
        samplers: &mut Vec<Value>,
        channels: &mut Vec<Value>,
    ) {
        let Some((node, at_rest)) = self.node_with_channels() else {
            return;
        };
        channels.push(channel(samplers.len(), node, "translation"));
        samplers.push(self.one_key(&at_rest));
        let name = animation.get("name").and_then(Value::as_str);
        let name = name.unwrap_or("a clip without a name");
        self.report.emptied.push(name.to_owned());
    }

    /// The first node that has no matrix, for those may not be animated, and its translation.
    fn node_with_channels(&self) -> Option<(usize, Vec<f32>)> {
        let nodes = super::items(&self.json, "nodes");
        let is_joint = |node: &usize| {
            nodes
                .get(*node)
                .is_some_and(|node| node.get("matrix").is_none())
        };
        let above = self.nodes.above.values().copied();
        let node = self
            .nodes
            .of_joint
            .iter()
            .copied()
            .chain(above)
            .find(is_joint)?;
        let at_rest = nodes
            .get(node)?
            .get("translation")
            .and_then(Value::as_array);
        let numbers =
            at_rest.map(|list| list.iter().filter_map(Value::as_f64).map(narrow).collect());
        Some((
            node,
            numbers
                .filter(|list: &Vec<f32>| list.len() == 3)
                .unwrap_or(vec![0.0; 3]),
        ))
    }

    fn node_of_key(&self, key: u32) -> Option<usize> {
        let joint = self.nodes.by_key.get(&key)?;
        Some(self.nodes.of(*joint))
    }

    fn is_dissolved(&self, key: u32) -> bool {
        usize::try_from(key).is_ok_and(|node| self.dissolved.contains(&node))
    }
}

/// The name that the clip has; none where it has none.
fn write_name(animation: &mut Value, clip: &Clip) {
    let written = animation.get("name").and_then(Value::as_str);
    if let Some(name) = clip.name().filter(|name| written != Some(name)) {
        set(animation, "name", name);
    }
}

/// The samplers that channels name, under their new numbers there.
fn used_samplers(samplers: Vec<Value>, channels: &mut [Value]) -> Vec<Value> {
    let named = channels
        .iter()
        .filter_map(|channel| index(channel, "sampler"));
    let named: BTreeSet<usize> = named.collect();
    let numbers: BTreeMap<usize, usize> = named.iter().copied().zip(0..).collect();
    for channel in channels {
        let number = index(channel, "sampler").and_then(|sampler| numbers.get(&sampler));
        if let Some(&number) = number {
            set(channel, "sampler", number);
        }
    }
    let samplers = samplers.into_iter().enumerate();
    let used = samplers.filter(|(number, _)| named.contains(number));
    used.map(|(_, sampler)| sampler).collect()
}

fn channel(sampler: usize, node: usize, path: &str) -> Value {
    json!({ "sampler": sampler, "target": { "node": node, "path": path } })
}

fn channels_of(local: &Trs) -> [(&'static str, Vec<f32>); 3] {
    let [translation, rotation, scale] = PATHS;
    [
        (translation, local.translation.to_array().to_vec()),
        (rotation, local.rotation.to_array().to_vec()),
        (scale, local.scale.to_array().to_vec()),
    ]
}

/// Of two tracks over one channel the later counts.
fn tracks<'a>(skeleton: &Skeleton, clip: &'a Clip) -> Tracks<'a> {
    let tracks = clip.tracks().iter();
    let known = tracks.filter(|track| track.joint.index() < skeleton.len());
    known
        .map(|track| {
            let path = AuthoredClip::path(&track.channel);
            ((skeleton.key(track.joint), path), &track.channel)
        })
        .collect()
}

/// The node and the path of a channel that moves one of the three channels of a node.
fn target(channel: &Value) -> Option<(u32, &'static str)> {
    let target = channel.get("target")?;
    let node = u32::try_from(index(target, "node")?).ok()?;
    let path = target.get("path")?.as_str()?;
    Some((node, PATHS.into_iter().find(|known| *known == path)?))
}
