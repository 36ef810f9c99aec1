//! Marks of joints over two nodes, and keys beside their channels, where a save leaves them out: see [`two_nodes`](crate::two_nodes).

use super::Writing;
use super::clip_keys::{KEYS, WRITTEN};
use super::keeping::keep_of;
use crate::kept::{KEPT, keep};
use crate::source::Source;
use crate::still_shear::SHEAR_KEYS;
use crate::tree::draft::{Draft, List, NewMembers, View};
use crate::two_nodes::{ONE_WITH_CHILD, REST};
use crate::write::options::SaveOptions;

/// Members of nodes.
const OF_NODE: [&str; 3] = [ONE_WITH_CHILD, REST, SHEAR_KEYS];
/// Members of channels.
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
    /// Two nodes that were read as one joint are two from now on, where the options say so.
    pub(super) fn part_pairs(&self, nodes: &mut List<'a>) {
        if !self.options.plain_shear {
            return;
        }
        for number in 0..nodes.len() {
            keep_of(nodes, number, (&OF_NODE, NewMembers::new()));
        }
    }

    /// Takes keys of joints over two nodes out of an animation, where the options say so: tracks that were not edited keep their
    /// channels, with what stands in them.
    pub(super) fn drop_keys(&self, animation: &mut Draft<'a>) {
        if !self.options.plain_shear {
            return;
        }
        let is_meant = |channel: View<'_>| keeps_one_of(channel, &OF_CHANNEL);
        animation.change_some("channels", is_meant, |channel| {
            keep(channel, &OF_CHANNEL, NewMembers::new());
        });
    }
}

fn keeps_one_of(object: View<'_>, names: &[&str]) -> bool {
    let own = object.get("extras").and_then(|extras| extras.get(KEPT));
    own.is_some_and(|own| names.iter().any(|name| own.get(name).is_some()))
}
