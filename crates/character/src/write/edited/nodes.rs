//! Nodes: names, local transforms, and their hierarchy.

use std::collections::{BTreeMap, BTreeSet};

use super::{Writing, by_key};
use crate::json::tree::draft::{Draft, List, NewMembers, object};
use crate::model::character::{Character, MeshInstance};
use crate::model::kept::keep;
use crate::nodes::two_nodes::{ONE_WITH_CHILD, REST};
use glam::{Affine3A, Mat4, Quat, Vec3};
use rig::{Clip, JointIndex, LocalKeys, LocalTransform, Trs, singular_values};

/// A matrix that channels come this near to, relative to its longest axis, is written as channels: matrices in files are often
/// printed with no more digits.
const CHANNELS: f32 = 2e-5;

impl<'a> Writing<'a, '_> {
    /// Nodes of joints that were dissolved stay in the list until all else is written, see [`drop_nodes`](super::dropped::drop_nodes).
    pub(super) fn write_nodes(&mut self) {
        let mut nodes = self.take("nodes");
        let n_new = self.nodes.count.saturating_sub(nodes.len());
        nodes.extend((0..n_new).map(|_| Draft::from(NewMembers::new())));
        let mut added = Vec::new();
        let (moved, sheared) = (self.animated_joints(), self.sheared_joints());
        let (character, read) = (self.character, self.read);
        let (skeleton, old) = (&character.rig.skeleton, &read.rig.skeleton);
        let old_joints = by_key(old);
        for joint in skeleton.joints() {
            let number = self.nodes.of(joint);
            if number >= nodes.len() {
                continue;
            }
            write_name(&mut nodes, number, skeleton.name(joint));
            let before = old_joints.get(&skeleton.key(joint));
            let is_moved = moved.contains(&joint);
            let is_same = before
                .is_some_and(|&before| *old.local(before) == *skeleton.local(joint))
                && !(is_moved && matches!(skeleton.local(joint), LocalTransform::Matrix(_)));
            let is_same = is_same || before.is_some() && self.idle.contains(&joint);
            let node = (!is_same).then(|| nodes.get_mut(number)).flatten();
            let outer = node.and_then(|node| self.write_local(node, joint));
            let above = self.nodes.above.get(&joint).copied();
            // Where clips shear a joint that rests unsheared, the node above does nothing in all others.
            if above.is_none() && (outer.is_some() || sheared.contains(&joint)) {
                added.push(self.add_above(joint, outer));
            }
            let above = above.filter(|_| !is_same);
            if let Some(above) = above.and_then(|above| nodes.get_mut(above)) {
                self.write_above(above, (joint, outer));
            }
        }
        // In the order in which `add_above` has counted them.
        nodes.extend(added);
        self.part_pairs(&mut nodes);
        self.write_children(&mut nodes);
        self.write_instances(&mut nodes);
        self.put("nodes", nodes);
    }

    /// The joints whose channels clips move: those may have no matrix.
    pub(super) fn animated_joints(&self) -> BTreeSet<JointIndex> {
        let tracks = self.character.clips.iter().flat_map(Clip::tracks);
        tracks.map(|track| track.joint).collect()
    }

    /// `L = (t, U, Σ) (Vᵀ)`: where a rest is sheared, all but the last rotation is for one more node above, and is returned.
    fn write_local(&self, node: &mut Draft<'a>, joint: JointIndex) -> Option<Trs> {
        let skeleton = &self.character.rig.skeleton;
        let local = skeleton.local(joint);
        let matrix = local.to_affine();
        for name in ["matrix", "translation", "rotation", "scale"] {
            node.remove(name);
        }
        // As clips take it that move some of the channels.
        let keyed = channels_of(&skeleton.local_keys(joint));
        let mut channels = [keyed, local.to_trs()].into_iter();
        if let Some(channels) = channels.find(|own| is_near(&own.to_affine(), &matrix)) {
            write_channels(node, &channels);
            return None;
        }
        // glTF allows only matrices that decompose into translation, rotation and scale.
        let split = singular_values(matrix.matrix3.into());
        let outer = Trs {
            translation: matrix.translation.into(),
            rotation: split.left,
            scale: split.values,
        };
        let inner = Trs {
            rotation: split.right.conjugate(),
            ..Trs::IDENTITY
        };
        write_channels(node, &inner);
        Some(outer)
    }

    /// One more node above that of a joint.
    fn add_above(&mut self, joint: JointIndex, at_rest: Option<Trs>) -> Draft<'a> {
        let name = self.character.rig.skeleton.name(joint);
        if at_rest.is_some() {
            self.report.sheared.push(name.to_owned());
        }
        let name = self.free_name(&format!("{name} shear"));
        let mut above = object([("name", name.into())]);
        self.write_above(&mut above, (joint, at_rest));
        let number = self.nodes.add();
        self.nodes.above.insert(joint, number);
        above
    }

    /// What the node above a joint does at rest: nothing unless the joint rests sheared. It notes that both are one.
    fn write_above(&mut self, above: &mut Draft<'a>, (joint, at_rest): (JointIndex, Option<Trs>)) {
        for name in ["matrix", "translation", "rotation", "scale"] {
            above.remove(name);
        }
        write_channels(above, &at_rest.unwrap_or(Trs::IDENTITY));
        if self.options.plain_shear {
            return;
        }
        let matrix = self.character.rig.skeleton.local(joint).to_affine();
        let rest = at_rest.map(|_| (REST, Mat4::from(matrix).to_cols_array().into()));
        let members = [(ONE_WITH_CHILD, true.into())].into_iter().chain(rest);
        let is_kept = keep(above, &[ONE_WITH_CHILD, REST], members.collect());
        self.report.not_kept += usize::from(!is_kept);
    }

    /// Children that are no joints stay where they are.
    fn write_children(&self, nodes: &mut List<'a>) {
        let hung = self.node_parents();
        let parents: BTreeMap<usize, Option<usize>> = hung.iter().copied().collect();
        let mut joining: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (node, parent) in hung {
            if let Some(parent) = parent {
                joining.entry(parent).or_default().push(node);
            }
        }
        for number in 0..nodes.len() {
            let before = nodes.get(number).map(|node| node.indices("children"));
            let before = before.unwrap_or_default();
            let mut children = before.clone();
            children.retain(|child| match parents.get(child) {
                Some(parent) => *parent == Some(number),
                None => !self.dissolved.contains(child),
            });
            let known: BTreeSet<usize> = children.iter().copied().collect();
            let joining = joining.get(&number).into_iter().flatten().copied();
            children.extend(joining.filter(|child| !known.contains(child)));
            if children != before
                && let Some(node) = nodes.get_mut(number)
            {
                node.put_indices("children", children);
            }
        }
    }

    /// The nodes of all joints, and those added above them, with their parents.
    fn node_parents(&self) -> Vec<(usize, Option<usize>)> {
        let skeleton = &self.character.rig.skeleton;
        let mut hung = Vec::new();
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint).map(|parent| self.nodes.of(parent));
            let node = self.nodes.of(joint);
            match self.nodes.above.get(&joint) {
                Some(&above) => hung.extend([(above, parent), (node, Some(above))]),
                None => hung.push((node, parent)),
            }
        }
        hung
    }

    /// Which mesh stands where, and with which skin.
    fn write_instances(&self, nodes: &mut List<'a>) {
        for (now, before) in self.character.instances.iter().zip(&self.read.instances) {
            if (now.mesh, now.skin) == (before.mesh, before.skin) {
                continue;
            }
            let Some(node) = nodes.get_mut(now.file_node) else {
                continue;
            };
            if now.mesh != before.mesh {
                node.set("mesh", now.mesh);
            }
            if now.skin != before.skin {
                match now.skin {
                    Some(skin) => node.set("skin", skin),
                    None => node.remove("skin"),
                }
            }
        }
    }
}

/// Joints that show nothing but meshes all of whose parts follow a skin, and carry no joints: glTF has a validator warn where such a
/// node is moved.
pub(super) fn idle(character: &Character) -> BTreeSet<JointIndex> {
    let skeleton = &character.rig.skeleton;
    let is_skinned = |instance: &MeshInstance| {
        let mesh = character.meshes.get(instance.mesh);
        let mut primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
        instance.skin.is_some() && primitives.all(|primitive| primitive.influences.is_some())
    };
    let (skinned, others): (Vec<_>, Vec<_>) =
        character.instances.iter().partition(|of| is_skinned(of));
    let mut idle: BTreeSet<JointIndex> = skinned.iter().map(|of| of.node).collect();
    let parents = skeleton.joints().filter_map(|joint| skeleton.parent(joint));
    let listed = character.rig.binds.iter().flat_map(|bind| bind.joints());
    let busy = others.iter().map(|of| of.node).chain(parents);
    for joint in busy.chain(listed.copied()) {
        idle.remove(&joint);
    }
    idle
}

/// A node without a name stays without one as long as its joint has none.
fn write_name(nodes: &mut List<'_>, number: usize, name: &str) {
    let node = nodes.get(number);
    let written = node.and_then(|node| node.get("name")?.as_str());
    if written.unwrap_or_default() != name
        && let Some(node) = nodes.get_mut(number)
    {
        node.set("name", name);
    }
}

/// The three channels of a node; shear is left out.
pub(super) fn channels_of(keys: &LocalKeys) -> Trs {
    Trs {
        translation: keys.translation,
        rotation: keys.rotation,
        scale: keys.stretch.scale,
    }
}

/// Channels that do nothing are left out.
pub(super) fn write_channels(node: &mut Draft<'_>, channels: &Trs) {
    let Trs {
        translation,
        rotation,
        scale,
    } = channels;
    if *translation != Vec3::ZERO {
        node.set("translation", translation.to_array());
    }
    if *rotation != Quat::IDENTITY {
        node.set("rotation", rotation.to_array());
    }
    if *scale != Vec3::ONE {
        node.set("scale", scale.to_array());
    }
}

/// Whether two matrices are the same but for what files round.
pub(super) fn is_near(one: &Affine3A, other: &Affine3A) -> bool {
    let pairs = [
        (one.matrix3.x_axis, other.matrix3.x_axis),
        (one.matrix3.y_axis, other.matrix3.y_axis),
        (one.matrix3.z_axis, other.matrix3.z_axis),
    ];
    let longest = pairs
        .iter()
        .fold(0.0, |longest: f32, (_, axis)| longest.max(axis.length()));
    pairs
        .iter()
        // Axes alone: channels take the translation over as it is.
        .all(|(one, other)| (*one - *other).length() <= CHANNELS * longest)
}
