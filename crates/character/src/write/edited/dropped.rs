//! Nodes of dissolved joints leave the list; all behind them get other numbers.

use std::collections::BTreeSet;

use super::numbering::{Numbered, may_renumber};
use crate::json::tree::draft::{Draft, List, View};
use crate::model::source::Source;

/// Takes dissolved nodes out of the list. Where an extension may name nodes by number they stay, in no scene and without a
/// transform. Returns the new numbers of the others, none where all keep theirs.
pub(super) fn drop_nodes(
    json: &mut Draft<'_>,
    dissolved: &BTreeSet<usize>,
    source: &Source,
) -> Option<NewNumbers> {
    if dissolved.is_empty() {
        return None;
    }
    let mut nodes = json.take("nodes");
    if !may_renumber(source, Numbered::Nodes) {
        for &number in dissolved {
            for name in ["matrix", "translation", "rotation", "scale"] {
                nodes
                    .get_mut(number)
                    .into_iter()
                    .for_each(|node| node.remove(name));
            }
        }
        json.put("nodes", nodes);
        return None;
    }
    let numbers = NewNumbers::new(nodes.len(), dissolved);
    let kept = nodes.into_elements().enumerate();
    let kept = kept.filter(|(number, _)| !dissolved.contains(number));
    json.put("nodes", kept.map(|(_, node)| node).collect::<List<'_>>());
    json.change_each("nodes", |node| {
        rename_all(node, "children", &numbers);
    });
    json.change_each("scenes", |scene| {
        rename_all(scene, "nodes", &numbers);
    });
    json.change_each("skins", |skin| {
        rename_all(skin, "joints", &numbers);
        rename(skin, "skeleton", &numbers);
    });
    json.change_each("animations", |animation| {
        let is_other = |channel: View<'_>| {
            let target = channel.get("target");
            target.is_some_and(|target| !keeps(target, "node", &numbers))
        };
        animation.change_some("channels", is_other, |channel| {
            if let Some(target) = channel.member_mut("target") {
                rename(target, "node", &numbers);
            }
        });
    });
    Some(numbers)
}

/// The numbers that parts of a list get when some are gone.
pub(super) struct NewNumbers {
    /// How many there were.
    length: usize,
    /// The numbers that go, rising, for binary search.
    gone: Vec<usize>,
}

impl NewNumbers {
    pub(super) fn new(length: usize, gone: &BTreeSet<usize>) -> Self {
        let gone = gone.iter().copied().collect();
        Self { length, gone }
    }

    /// None for a part that is gone, or was never there.
    pub(super) fn of(&self, old: usize) -> Option<usize> {
        let is_there = old < self.length;
        match self.gone.binary_search(&old) {
            // Where it would stand among those that are gone is how many of them stand before it.
            Err(before) if is_there => Some(old - before),
            Ok(_) | Err(_) => None,
        }
    }
}

/// Whether a member names no part of a list, or one that keeps its number.
pub(super) fn keeps(object: View<'_>, name: &str, numbers: &NewNumbers) -> bool {
    let old = object.index(name);
    old.is_none_or(|old| numbers.of(old) == Some(old))
}

/// A member that names a part of a list gets its new number; one that names what is gone goes too.
pub(super) fn rename<'a>(object: &mut Draft<'a>, name: &'a str, numbers: &NewNumbers) {
    let Some(old) = object.index(name) else {
        return;
    };
    match numbers.of(old) {
        Some(new) if new == old => {}
        Some(new) => object.set(name, new),
        None => object.remove(name),
    }
}

fn rename_all<'a>(object: &mut Draft<'a>, name: &'a str, numbers: &NewNumbers) {
    if object.items(name).iter().all(|old| {
        let old = old.to_index();
        old.and_then(|old| numbers.of(old)) == old
    }) {
        return;
    }
    let new = object.view().indices(name).into_iter();
    let new = new.filter_map(|old| numbers.of(old));
    object.put_indices(name, new.collect());
}
