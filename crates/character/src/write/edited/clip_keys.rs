//! Keys of joints over two nodes, beside the channels that other programs read: see [`two_nodes`](crate::nodes::two_nodes).

use std::collections::BTreeMap;

use rig::{Channel, Clip, JointTrack};

use super::Writing;
use super::clips::{ChannelTarget, Tracks};
use super::shear::joints_of;
use crate::json::tree::draft::{Draft, NewMembers};
use crate::nodes::kept_keys::{Digest, keys_value};
use crate::nodes::two_nodes::PATHS;
use crate::write::curves::one_kind;

/// Members of a channel that turns a node.
const SIGNED: &str = "signed";
pub(super) const KEYS: &str = "keys";
pub(super) const WRITTEN: &str = "written";

/// The keys of a joint that a clip moves over two nodes.
pub(super) struct KeptKeys<'c> {
    node: usize,
    above: usize,
    now: Vec<&'c Channel>,
    /// None where it had no keys, or one node.
    before: Option<Vec<&'c Channel>>,
}

impl KeptKeys<'_> {
    pub(super) fn is_as_read(&self) -> bool {
        self.before.as_ref() == Some(&self.now)
    }

    /// The channels of both nodes.
    fn targets(&self) -> [ChannelTarget; 6] {
        let [translation, rotation, scale] = PATHS;
        let of = |node| [(node, translation), (node, rotation), (node, scale)];
        let ([a, b, c], [d, e, f]) = (of(self.above), of(self.node));
        [a, b, c, d, e, f]
    }
}

/// What channels are to keep, by the nodes that they turn: nothing where it stays what it is.
#[derive(Default)]
pub(super) struct ToKeep<'a>(BTreeMap<usize, Option<[(&'static str, Draft<'a>); 2]>>);

impl<'a> ToKeep<'a> {
    /// The members that a channel is given, and which of those that it has go.
    pub(super) fn of(&mut self, node: usize) -> (&'static [&'static str], NewMembers<'a>) {
        match self.0.remove(&node) {
            Some(None) => (&[SIGNED], Vec::new()),
            Some(Some(members)) => (&[SIGNED, KEYS, WRITTEN], members.into()),
            None => (&[SIGNED, KEYS, WRITTEN], Vec::new()),
        }
    }
}

impl<'a> Writing<'a, '_> {
    /// The joints that a clip moves over two nodes, with their keys now and in the file.
    pub(super) fn kept_keys<'c>(
        &self,
        clip: &'c Clip,
        after: &Tracks<'c>,
        came: Option<&'c Clip>,
        before: &Tracks<'c>,
    ) -> Vec<KeptKeys<'c>> {
        if self.options.plain_shear {
            return Vec::new();
        }
        let skeleton = &self.character.rig.skeleton;
        let channels =
            |tracks: &'c [JointTrack]| tracks.iter().map(|track| &track.channel).collect();
        let kept = joints_of(skeleton, clip).filter_map(|(joint, tracks)| {
            let above = *self.nodes.above.get(&joint)?;
            let mut kept = KeptKeys {
                node: self.nodes.of(joint),
                above,
                now: channels(tracks),
                before: None,
            };
            let is_over_both = |tracks: &Tracks<'_>| {
                let mut targets = kept.targets().into_iter();
                targets.all(|target| tracks.contains_key(&target))
            };
            if !is_over_both(after) || self.idle.contains(&joint) {
                return None;
            }
            let key = skeleton.key(joint);
            if is_over_both(before) && self.read.above.get(&key) == Some(&above) {
                let read = &self.read.rig.skeleton;
                let mut came = came.into_iter().flat_map(|clip| joints_of(read, clip));
                let own = came.find(|(joint, _)| read.key(*joint) == key);
                kept.before = own.map(|(_, tracks)| channels(tracks));
            }
            Some(kept)
        });
        kept.collect()
    }

    /// What channels are to keep. Where keys, or what is written of them, are not those of the file, all channels of both nodes are
    /// written anew, for they are told by one hash.
    pub(super) fn keys_to_keep(
        &self,
        kept: &[KeptKeys<'_>],
        before: &mut Tracks<'_>,
        after: &Tracks<'_>,
    ) -> ToKeep<'a> {
        let mut to_keep = ToKeep::default();
        for of in kept {
            let targets = of.targets();
            let mut all = targets.iter();
            if of.is_as_read() && all.all(|target| before.get(target) == after.get(target)) {
                to_keep.0.insert(of.node, None);
                continue;
            }
            let mut digest = Digest::default();
            let channels = targets.iter().filter_map(|target| after.get(target));
            // Of the keys as they are written, which is what a reader hashes.
            channels.for_each(|channel| digest.add_channel(&one_kind(channel)));
            targets
                .iter()
                .for_each(|target| drop(before.remove(target)));
            let keys: Draft<'a> = of.now.iter().map(|channel| keys_value(channel)).collect();
            let members = [(KEYS, keys), (WRITTEN, digest.text().into())];
            to_keep.0.insert(of.node, Some(members));
        }
        to_keep
    }
}
