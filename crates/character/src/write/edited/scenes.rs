//! Scenes: their roots, and the nodes that the joints of skins have in common.

use std::collections::{BTreeMap, BTreeSet};

use super::Writing;
use super::forest::Forest;
use crate::json::tree::draft::{Draft, View, object};

impl Writing<'_, '_> {
    /// A node that became a root comes into the scenes that showed what is under it, one whose old root was shown there, and one
    /// that is new altogether into the default scene; what is a root no more, or dissolved, leaves. Then every skin gets what glTF asks
    /// of it: a node above all its joints.
    pub(super) fn write_scenes(&mut self) {
        let before = Forest::of(self.original.items("nodes"));
        let after = Forest::of(self.json.items("nodes"));
        let is_moved = before != after || !self.dissolved.is_empty();
        if is_moved {
            self.write_roots(&before, &after);
        }
        let lists_changed = self.json.items("skins") != self.original.items("skins");
        if is_moved || lists_changed {
            self.join_roots(&before);
            self.check_skeletons(&before);
        }
    }

    fn write_roots(&mut self, before: &Forest, after: &Forest) {
        let n_old = self.nodes.n_old;
        let mut scenes = self.take("scenes");
        let default = self.json.index("scene").unwrap_or(0);
        if scenes.len() == 0 {
            // Without scenes every root was shown; with one, what was dissolved is not.
            let roots = (0..n_old).filter(|&node| before.parent(node).is_none());
            let roots: Draft<'_> = roots.map(Draft::from).collect();
            scenes.push(object([("nodes", roots)]));
            self.json.set("scene", 0_usize);
        }
        let is_root = |node: &usize| after.parent(*node).is_none();
        let was_root = |node: &usize| *node < n_old && before.parent(*node).is_none();
        // What was shown below each root that is new altogether.
        let mut below: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for node in (0..n_old).filter(was_root) {
            let root = after.root(node);
            if n_old <= root {
                below.entry(root).or_default().push(node);
            }
        }
        let all = 0..self.nodes.count;
        let risen: Vec<usize> = all
            .filter(|node| is_root(node) && !was_root(node))
            .collect();
        for number in 0..scenes.len() {
            let shown = scenes.get(number).map(|scene| scene.indices("nodes"));
            let shown = shown.unwrap_or_default();
            let is_shown: BTreeSet<usize> = shown.iter().copied().collect();
            let mut roots = shown.clone();
            let sank = |node: &usize| !is_root(node) && was_root(node);
            roots.retain(|node| !self.dissolved.contains(node) && !sank(node));
            let is_here = |node: &usize| {
                let below = below.get(node).map_or(&[][..], |below| below);
                match *node {
                    node if node < n_old => is_shown.contains(&before.root(node)),
                    _ if below.is_empty() => number == default,
                    _ => below.iter().any(|node| is_shown.contains(node)),
                }
            };
            roots.extend(risen.iter().copied().filter(is_here));
            if number == default {
                self.in_order(&mut roots);
            }
            if roots != shown
                && let Some(scene) = scenes.get_mut(number)
            {
                scene.put_indices("nodes", roots);
            }
        }
        self.put("scenes", scenes);
    }

    /// Roots as the joints come that they stand for, so that they are read in that order; others stay behind the one before.
    fn in_order(&self, roots: &mut Vec<usize>) {
        let joints = (0..).zip(&self.nodes.of_joint);
        let mut places: BTreeMap<usize, usize> =
            joints.map(|(place, node)| (*node, place)).collect();
        let above = self.nodes.above.iter();
        places.extend(above.map(|(joint, above)| (*above, joint.index())));
        let mut last = 0;
        let mut placed: Vec<(usize, usize)> = Vec::with_capacity(roots.len());
        for &root in roots.iter() {
            last = places.get(&root).copied().unwrap_or(last);
            placed.push((last, root));
        }
        // A stable sort: what stands for no joint stays behind the one before it.
        placed.sort_by_key(|(place, _)| *place);
        *roots = placed.into_iter().map(|(_, root)| root).collect();
    }

    /// Skins whose joints have no node in common get one, without a transform of its own, unless they came so. Skins that share a
    /// root share the node.
    fn join_roots(&mut self, before: &Forest) {
        let now = Forest::of(self.json.items("nodes"));
        let mut groups: Vec<BTreeSet<usize>> = Vec::new();
        for (number, skin) in self.json.items("skins").iter().enumerate() {
            let old = self.original.items("skins").get(number);
            // Files break that rule too, and readers live with it: what was so is left so.
            let came_so = old.is_some_and(|skin| before.roots(&skin.indices("joints")).len() > 1);
            let mut group = now.roots(&skin.indices("joints"));
            if group.len() > 1 && !came_so {
                // Skins that share a root become one group, and so do groups that a new skin has roots of.
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
        let mut children = roots.iter().copied().collect();
        self.in_order(&mut children);
        let children: Draft<'_> = children.into_iter().map(Draft::from).collect();
        nodes.push(object([
            ("name", name.as_str().into()),
            ("children", children),
        ]));
        self.put("nodes", nodes);
        let mut scenes = self.take("scenes");
        for number in 0..scenes.len() {
            let shown = scenes.get(number).map(|scene| scene.indices("nodes"));
            let mut shown = shown.unwrap_or_default();
            let first = shown.iter_mut().find(|node| roots.contains(node));
            let Some(first) = first else { continue };
            *first = common;
            shown.retain(|node| !roots.contains(node));
            if let Some(scene) = scenes.get_mut(number) {
                scene.put_indices("nodes", shown);
            }
        }
        self.put("scenes", scenes);
        self.report.common_roots.push(name);
    }

    /// A skin's `skeleton` that was above all its joints, and is not any more, is left out.
    fn check_skeletons(&mut self, before: &Forest) {
        let now = Forest::of(self.json.items("nodes"));
        let old = self.original.items("skins");
        let mut skins = self.take("skins");
        for number in 0..skins.len() {
            let Some(skin) = skins.get(number) else {
                continue;
            };
            let Some(above) = skin.index("skeleton") else {
                continue;
            };
            let is_above =
                |forest: &Forest, skin: View<'_>| forest.is_above(above, &skin.indices("joints"));
            let was_above = old.get(number).is_some_and(|skin| is_above(before, skin));
            if was_above
                && !is_above(&now, skin)
                && let Some(skin) = skins.get_mut(number)
            {
                skin.remove("skeleton");
            }
        }
        self.put("skins", skins);
    }
}
