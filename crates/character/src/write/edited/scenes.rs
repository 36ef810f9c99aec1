//! Scenes: their roots, and the node that the joints of a skin have in common.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Writing, index, indices, items, put_indices, set};

/// Parents of all nodes.
pub(super) type Parents = BTreeMap<usize, usize>;

impl Writing<'_> {
    /// Joints that became roots come into the scenes that their old roots are in, new ones into the default scene; what is a root
    /// no more, or gone, leaves. Then every skin gets what glTF asks of it: a node above all its joints.
    pub(super) fn write_scenes(&mut self) {
        let before = parents(items(&self.character.source.json, "nodes"));
        let after = parents(items(&self.json, "nodes"));
        let is_moved = before != after || !self.gone().is_empty() || self.has_new_nodes();
        if is_moved {
            self.write_roots(&before, &after);
        }
        let lists_changed =
            items(&self.json, "skins") != items(&self.character.source.json, "skins");
        if is_moved || lists_changed {
            self.join_roots();
            self.check_skeletons();
        }
    }

    fn has_new_nodes(&self) -> bool {
        items(&self.character.source.json, "nodes").len() < self.nodes.count
    }

    fn write_roots(&mut self, before: &Parents, after: &Parents) {
        let gone = self.gone();
        let n_old = items(&self.character.source.json, "nodes").len();
        let mut scenes = self.take("scenes");
        let default = index(&self.json, "scene").unwrap_or(0);
        if scenes.is_empty() {
            // Without scenes every root was shown; with one, what is gone is not.
            let roots = (0..n_old).filter(|node| !before.contains_key(node));
            scenes.push(json!({ "nodes": roots.collect::<Vec<_>>() }));
            set(&mut self.json, "scene", 0);
        }
        let old_joints = self.nodes.of_joint.iter().copied();
        let old_joints = old_joints.filter(|node| *node < n_old && before.contains_key(node));
        let risen: Vec<usize> = old_joints
            .chain(n_old..self.nodes.count)
            .filter(|node| !after.contains_key(node))
            .collect();
        for (number, scene) in scenes.iter_mut().enumerate() {
            let shown = indices(scene, "nodes");
            let mut roots = shown.clone();
            let sank = |node: &usize| after.contains_key(node) && !before.contains_key(node);
            roots.retain(|node| !gone.contains(node) && !sank(node));
            let is_here = |node: &usize| match *node {
                node if n_old <= node => number == default,
                node => shown.contains(&root(node, before)),
            };
            roots.extend(risen.iter().copied().filter(is_here));
            if roots != shown {
                put_indices(scene, "nodes", roots);
            }
        }
        self.put("scenes", scenes);
    }

    /// Skins whose joints have no node in common get one, without a transform of its own, unless they came so.
    fn join_roots(&mut self) {
        let source = &self.character.source.json;
        let old_parents = parents(items(source, "nodes"));
        let now = parents(items(&self.json, "nodes"));
        let mut apart: BTreeSet<usize> = BTreeSet::new();
        for (number, skin) in items(&self.json, "skins").iter().enumerate() {
            let roots = roots(skin, &now);
            let came_so = items(source, "skins")
                .get(number)
                .is_some_and(|skin| self::roots(skin, &old_parents).len() > 1);
            if roots.len() > 1 && !came_so {
                apart.extend(roots);
            }
        }
        if apart.is_empty() {
            return;
        }
        let name = self.free_name("skeleton root");
        let common = self.nodes.add();
        let mut nodes = self.take("nodes");
        nodes.push(json!({ "name": name, "children": apart }));
        self.put("nodes", nodes);
        let mut scenes = self.take("scenes");
        for scene in &mut scenes {
            let shown = indices(scene, "nodes");
            let Some(first) = shown.iter().position(|node| apart.contains(node)) else {
                continue;
            };
            let mut roots: Vec<usize> = shown;
            roots[first] = common;
            roots.retain(|node| !apart.contains(node));
            put_indices(scene, "nodes", roots);
        }
        self.put("scenes", scenes);
        self.report.common_root = Some(name);
    }

    /// A skin's `skeleton` that is not above all its joints any more is left out.
    fn check_skeletons(&mut self) {
        let now = parents(items(&self.json, "nodes"));
        let mut skins = self.take("skins");
        for skin in &mut skins {
            let Some(above) = index(skin, "skeleton") else {
                continue;
            };
            let joints = indices(skin, "joints");
            let is_above = |joint: &usize| chain(*joint, &now).any(|node| node == above);
            if !joints.iter().all(is_above) {
                super::remove(skin, "skeleton");
            }
        }
        self.put("skins", skins);
    }
}

pub(super) fn parents(nodes: &[Value]) -> Parents {
    let mut parents = Parents::new();
    for (parent, node) in nodes.iter().enumerate() {
        parents.extend(
            indices(node, "children")
                .into_iter()
                .map(|child| (child, parent)),
        );
    }
    parents
}

/// A node and all above it. The nodes were read, so that they make no ring.
fn chain(node: usize, parents: &Parents) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(node), |node| parents.get(node).copied())
}

pub(super) fn root(node: usize, parents: &Parents) -> usize {
    chain(node, parents).last().unwrap_or(node)
}

/// The roots above a skin's joints.
fn roots(skin: &Value, parents: &Parents) -> BTreeSet<usize> {
    let joints = indices(skin, "joints");
    joints
        .into_iter()
        .map(|joint| root(joint, parents))
        .collect()
}
