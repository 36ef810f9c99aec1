//! Marks of joints over two nodes, and keys beside their channels, where a save leaves them out: see [`two_nodes`](crate::nodes::two_nodes).

use std::collections::BTreeSet;

use super::Writing;
use super::clip_keys::{KEYS, WRITTEN};
use super::clips::node_of;
use super::keeping::keep_of;
use crate::clips::still_shear::SHEAR_KEYS;
use crate::json::tree::draft::{Draft, List, NewMembers, View};
use crate::model::kept::{KEPT, keep};
use crate::model::source::Source;
use crate::nodes::two_nodes::{ONE_WITH_CHILD, REST};
use crate::write::options::SaveOptions;

/// What a node above keeps of the pair that it is one of.
const MARK: [&str; 2] = [ONE_WITH_CHILD, REST];
const OF_NODE: [&str; 3] = [ONE_WITH_CHILD, REST, SHEAR_KEYS];
/// What the channel that turns a node keeps of the keys of its joint.
const OF_CHANNEL: [&str; 2] = [KEYS, WRITTEN];

/// Whether a file that was not edited may be written as it came: not where it keeps what the options leave out.
pub(super) fn leaves_keys(options: &SaveOptions, source: &Source) -> bool {
    if !options.plain_shear {
        return true;
    }
    let root: View<'_> = source.tree.root().into();
    let mut nodes = root.items("nodes").iter();
    let animations = root.items("animations").iter();
    let mut channels = animations.flat_map(|animation| animation.items("channels").iter());
    !nodes.any(|node| keeps_one_of(node, &OF_NODE))
        && !channels.any(|channel| keeps_one_of(channel, &OF_CHANNEL))
}

impl<'a> Writing<'a, '_> {
    /// Two nodes that were read as one joint are two from now on, where the options say so; and those that were read as two, though
    /// they are marked, stay two whatever becomes of them.
    pub(super) fn part_pairs(&self, nodes: &mut List<'a>) {
        if self.options.plain_shear {
            for number in 0..nodes.len() {
                keep_of(nodes, number, &OF_NODE, NewMembers::new());
            }
        }
        for &number in &self.read.parted {
            keep_of(nodes, number, &MARK, NewMembers::new());
        }
    }

    /// Takes keys out of the channels of an animation that move `single` nodes. Tracks that were not edited keep their channels, with
    /// what stands in them.
    pub(super) fn drop_keys(&self, animation: &mut Draft<'a>, single: &BTreeSet<usize>) {
        let is_single = |channel: View<'_>| node_of(channel).is_some_and(|it| single.contains(&it));
        let is_meant = |channel: View<'_>| {
            keeps_one_of(channel, &OF_CHANNEL) && (self.options.plain_shear || is_single(channel))
        };
        animation.change_some("channels", is_meant, |channel| {
            keep(channel, &OF_CHANNEL, NewMembers::new());
        });
    }

    /// The nodes of joints that stand for one node.
    pub(super) fn single_nodes(&self) -> BTreeSet<usize> {
        let joints = self.character.rig.skeleton.joints();
        let single = joints.filter(|joint| !self.nodes.above.contains_key(joint));
        single.map(|joint| self.nodes.of(joint)).collect()
    }
}

fn keeps_one_of(object: View<'_>, names: &[&str]) -> bool {
    let own = object.get("extras").and_then(|extras| extras.get(KEPT));
    own.is_some_and(|own| names.iter().any(|name| own.get(name).is_some()))
}
