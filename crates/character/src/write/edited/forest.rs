//! Parents and children in a list of nodes.

use std::collections::BTreeSet;

use serde_json::Value;

use super::indices;

/// Parents of all nodes, and the roots above them.
#[derive(PartialEq)]
pub(super) struct Forest {
    parents: Vec<Option<usize>>,
    roots: Vec<usize>,
}

impl Forest {
    /// The nodes were read, or made from such, so that they make no ring.
    pub(super) fn of(nodes: &[Value]) -> Self {
        let mut parents = vec![None; nodes.len()];
        let children = nodes.iter().enumerate();
        let pairs = children.flat_map(|(parent, node)| {
            let children = indices(node, "children").into_iter();
            children.map(move |child| (parent, child))
        });
        for (parent, child) in pairs {
            if let Some(place) = parents.get_mut(child) {
                *place = Some(parent);
            }
        }
        let roots = roots(&parents);
        Self { parents, roots }
    }

    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().flatten()
    }

    pub(super) fn root(&self, node: usize) -> usize {
        self.roots.get(node).copied().unwrap_or(node)
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

fn roots(parents: &[Option<usize>]) -> Vec<usize> {
    let mut roots: Vec<Option<usize>> = vec![None; parents.len()];
    let mut path = Vec::new();
    for start in 0..parents.len() {
        let mut node = start;
        let root = loop {
            if let Some(root) = roots.get(node).copied().flatten() {
                break root;
            }
            path.push(node);
            match parents.get(node).copied().flatten() {
                Some(parent) => node = parent,
                None => break node,
            }
        };
        for node in path.drain(..) {
            if let Some(place) = roots.get_mut(node) {
                *place = Some(root);
            }
        }
    }
    let known = roots.into_iter().enumerate();
    known.map(|(node, root)| root.unwrap_or(node)).collect()
}
