//! Parents and children in a list of nodes.

use std::collections::BTreeSet;

use crate::json::tree::draft::Items;

/// No node has this number.
const NONE: u32 = u32::MAX;

/// Parents of all nodes, and the roots above them.
#[derive(PartialEq)]
pub(super) struct Forest {
    /// [`NONE`] where there is none.
    parents: Vec<u32>,
    roots: Vec<u32>,
}

impl Forest {
    /// The nodes were read, or made from such, so that they make no ring.
    pub(super) fn of(nodes: Items<'_>) -> Self {
        let mut parents = vec![NONE; nodes.len()];
        for (parent, node) in (0..).zip(nodes.iter()) {
            for child in node.items("children").iter() {
                let child = child.to_index().and_then(|child| parents.get_mut(child));
                child.into_iter().for_each(|place| *place = parent);
            }
        }
        let roots = roots(&parents);
        Self { parents, roots }
    }

    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        look_up(&self.parents, node)
    }

    pub(super) fn root(&self, node: usize) -> usize {
        look_up(&self.roots, node).unwrap_or(node)
    }

    /// The roots above some nodes.
    pub(super) fn roots(&self, nodes: &[usize]) -> BTreeSet<usize> {
        nodes.iter().map(|&node| self.root(node)).collect()
    }

    /// Whether a node is above all of these, or one of them. Each node is climbed over once.
    pub(super) fn is_above(&self, above: usize, nodes: &[usize]) -> bool {
        let mut is_below = vec![false; self.parents.len()];
        nodes.iter().all(|&start| {
            let mut next = Some(start);
            while let Some(node) = next.filter(|&node| node != above) {
                match is_below.get_mut(node) {
                    Some(known) if !*known => *known = true,
                    // A node that was climbed over before, since all so far ended below.
                    Some(_) => return true,
                    None => return false,
                }
                next = self.parent(node);
            }
            next.is_some()
        })
    }
}

fn look_up(list: &[u32], node: usize) -> Option<usize> {
    let number = list.get(node).filter(|number| **number != NONE)?;
    usize::try_from(*number).ok()
}

/// The root above each node; its own number where it is one.
fn roots(parents: &[u32]) -> Vec<u32> {
    let mut roots = vec![NONE; parents.len()];
    let mut path = Vec::new();
    for start in 0..parents.len() {
        let mut node = start;
        let root = loop {
            if let Some(root) = look_up(&roots, node) {
                break root;
            }
            path.push(node);
            match look_up(parents, node) {
                Some(parent) => node = parent,
                None => break node,
            }
        };
        let root = u32::try_from(root).unwrap_or(NONE);
        // All of the path at once, so that each node is climbed over once.
        for node in path.drain(..) {
            if let Some(place) = roots.get_mut(node) {
                *place = root;
            }
        }
    }
    roots
}
