//! Scenes: their roots, and the nodes that the joints of skins have in common.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::forest::Forest;
use super::{Writing, index, indices, items, put_indices, remove, set};

impl Writing<'_> {
    /// A node that became a root comes into the scenes that showed what is under it, one whose old root was shown there, and one
    /// that is new altogether into the default scene; what is a root no more, or dissolved, leaves. Then every skin gets what glTF asks
    /// of it: a node above all its joints.
    pub(super) fn write_scenes(&mut self) {
        let before = Forest::of(items(self.original, "nodes"));
        let after = Forest::of(items(&self.json, "nodes"));
        let is_moved = before != after || !self.dissolved.is_empty();
        if is_moved {
            self.write_roots(&before, &after);
        }
        let lists_changed = items(&self.json, "skins") != items(self.original, "skins");
        if is_moved || lists_changed {
            self.join_roots(&before);
            self.check_skeletons(&before);
        }
    }

    fn write_roots(&mut self, before: &Forest, after: &Forest) {
        let n_old = self.nodes.n_old;
        let mut scenes = self.take("scenes");
        let default = index(&self.json, "scene").unwrap_or(0);
        if scenes.is_empty() {
            // Without scenes every root was shown; with one, what was dissolved is not.
            let roots = (0..n_old).filter(|&node| before.parent(node).is_none());
            scenes.push(json!({ "nodes": roots.collect::<Vec<_>>() }));
            set(&mut self.json, "scene", 0);
        }
        let is_root = |node: &usize| after.parent(*node).is_none();
        let was_root = |node: &usize| *node < n_old && before.parent(*node).is_none();
        // What was shown below each new root.
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.count];
        for node in (0..n_old).filter(was_root) {
            if let Some(below) = below.get_mut(after.root(node)) {
                below.push(node);
            }
        }
        let all = 0..self.nodes.count;
        let risen: Vec<usize> = all
            .filter(|node| is_root(node) && !was_root(node))
            .collect();
        for (number, scene) in scenes.iter_mut().enumerate() {
            let shown = indices(scene, "nodes");
            let is_shown: BTreeSet<usize> = shown.iter().copied().collect();
            let mut roots = shown.clone();
            let sank = |node: &usize| !is_root(node) && was_root(node);
            roots.retain(|node| !self.dissolved.contains(node) && !sank(node));
            let is_here = |node: &usize| {
                let below = below.get(*node).map_or(&[][..], |below| below);
                match *node {
                    node if node < n_old => is_shown.contains(&before.root(node)),
                    _ if below.is_empty() => number == default,
                    _ => below.iter().any(|node| is_shown.contains(node)),
                }
            };
            roots.extend(risen.iter().copied().filter(is_here));
            if roots != shown {
                put_indices(scene, "nodes", roots);
            }
        }
        self.put("scenes", scenes);
    }

    /// Skins whose joints have no node in common get one, without a transform of its own, unless they came so. Skins that share a
    /// root share the node.
    fn join_roots(&mut self, before: &Forest) {
        let now = Forest::of(items(&self.json, "nodes"));
        let mut groups: Vec<BTreeSet<usize>> = Vec::new();
        for (number, skin) in items(&self.json, "skins").iter().enumerate() {
            let old = items(self.original, "skins").get(number);
            let came_so = old.is_some_and(|skin| before.roots(&indices(skin, "joints")).len() > 1);
            let mut group = now.roots(&indices(skin, "joints"));
            if group.len() > 1 && !came_so {
                let (separate, joined): (Vec<_>, Vec<_>) = groups
                    .into_iter()
                    .partition(|known| known.is_disjoint(&group));
                group.extend(joined.into_iter().flatten());
                groups = separate;
                groups.push(group);
            }
        }
        for group in groups {
            self.join(&group);
        }
    }

    fn join(&mut self, roots: &BTreeSet<usize>) {
        let name = self.free_name("skeleton root");
        let common = self.nodes.add();
        let mut nodes = self.take("nodes");
        nodes.push(json!({ "name": name, "children": roots }));
        self.put("nodes", nodes);
        let mut scenes = self.take("scenes");
        for scene in &mut scenes {
            let mut shown = indices(scene, "nodes");
            let first = shown.iter_mut().find(|node| roots.contains(node));
            if let Some(first) = first {
                *first = common;
                shown.retain(|node| !roots.contains(node));
                put_indices(scene, "nodes", shown);
            }
        }
        self.put("scenes", scenes);
        self.report.common_roots.push(name);
    }

    /// A skin's `skeleton` that was above all its joints, and is not any more, is left out.
    fn check_skeletons(&mut self, before: &Forest) {
        let now = Forest::of(items(&self.json, "nodes"));
        let old = items(self.original, "skins");
        let mut skins = self.take("skins");
        for (number, skin) in skins.iter_mut().enumerate() {
            let Some(above) = index(skin, "skeleton") else {
                continue;
            };
            let is_above =
                |forest: &Forest, skin: &Value| forest.is_above(above, &indices(skin, "joints"));
            let was_above = old.get(number).is_some_and(|skin| is_above(before, skin));
            if was_above && !is_above(&now, skin) {
                remove(skin, "skeleton");
            }
        }
        self.put("skins", skins);
    }
}
