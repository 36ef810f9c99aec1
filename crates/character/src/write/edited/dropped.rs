//! Nodes of dissolved joints leave the list; all behind them get other numbers.

use std::collections::BTreeSet;

use serde_json::Value;

use super::numbering::{Numbered, may_renumber};
use super::{index, indices, items, put, put_indices, remove, set, take, to_index};
use crate::source::Source;

/// Takes dissolved nodes out of the list. Where an extension may name nodes by number they stay, in no scene and without a
/// transform.
pub(super) fn drop_nodes(json: &mut Value, dissolved: &BTreeSet<usize>, source: &Source) {
    if dissolved.is_empty() {
        return;
    }
    let mut nodes = take(json, "nodes");
    if !may_renumber(source, Numbered::Nodes) {
        for &number in dissolved {
            for name in ["matrix", "translation", "rotation", "scale"] {
                nodes
                    .get_mut(number)
                    .into_iter()
                    .for_each(|node| remove(node, name));
            }
        }
        put(json, "nodes", nodes);
        return;
    }
    let numbers = new_numbers(nodes.len(), dissolved);
    let kept = nodes.into_iter().enumerate();
    let kept = kept.filter(|(number, _)| !dissolved.contains(number));
    put(json, "nodes", kept.map(|(_, node)| node).collect());
    for node in each(json, "nodes") {
        rename_all(node, "children", &numbers);
    }
    for scene in each(json, "scenes") {
        rename_all(scene, "nodes", &numbers);
    }
    for skin in each(json, "skins") {
        rename_all(skin, "joints", &numbers);
        rename(skin, "skeleton", &numbers);
    }
    for animation in each(json, "animations") {
        for channel in each(animation, "channels") {
            if let Some(target) = channel.get_mut("target") {
                rename(target, "node", &numbers);
            }
        }
    }
}

/// For every number of a list the one it has when some are gone.
pub(super) fn new_numbers(length: usize, gone: &BTreeSet<usize>) -> Vec<Option<usize>> {
    let mut next = 0;
    let number = |old: usize| {
        let is_kept = !gone.contains(&old);
        next += usize::from(is_kept);
        is_kept.then(|| next - 1)
    };
    (0..length).map(number).collect()
}

/// A member that names a part of a list gets its new number; one that names what is gone goes too.
pub(super) fn rename(object: &mut Value, name: &str, numbers: &[Option<usize>]) {
    let Some(old) = index(object, name) else {
        return;
    };
    match numbers.get(old).copied().flatten() {
        Some(new) if new == old => {}
        Some(new) => set(object, name, new),
        None => remove(object, name),
    }
}

fn rename_all(object: &mut Value, name: &str, numbers: &[Option<usize>]) {
    if items(object, name).iter().all(|old| {
        let old = to_index(old);
        old.and_then(|old| numbers.get(old).copied().flatten()) == old
    }) {
        return;
    }
    let new = indices(object, name).into_iter();
    let new = new.filter_map(|old| numbers.get(old).copied().flatten());
    put_indices(object, name, new.collect());
}

pub(super) fn each<'a>(object: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    let list = object.get_mut(name).and_then(Value::as_array_mut);
    list.into_iter().flatten()
}
