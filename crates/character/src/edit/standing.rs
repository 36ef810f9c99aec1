//! What stands at nodes of the file besides what is shown: other scenes, cameras, lights.

use std::collections::{BTreeMap, BTreeSet};

use rig::JointIndex;

use super::EditError;
use crate::fault::extensions::NODE_CONSTRAINT;
use crate::json::tree::Node;
use crate::model::character::Character;

impl Character {
    /// Refuses a joint that carries more than joints: it would be gone from its scene.
    pub(super) fn check_carries_nothing(&self, key: u32) -> Result<(), EditError> {
        let joint = self.joint(key)?;
        match self.joint_content(joint, key) {
            None => Ok(()),
            Some(what) => Err(EditError::Carries {
                joint: self.rig.skeleton.name(joint).to_owned(),
                what,
            }),
        }
    }

    /// What a joint carries besides joints, in words; none for one that carries joints only.
    pub(crate) fn joint_content(&self, joint: JointIndex, key: u32) -> Option<String> {
        // Instances come first, as an edit may have given them meshes that the node of the file does not name.
        let mut instances = self.instances.iter();
        let shown = instances.find(|instance| instance.node == joint);
        let shown = shown.map(|instance| format!("the mesh {:?}", self.mesh_name(instance.mesh)));
        let constraint = self.constraints.of(joint);
        let constraint = constraint.map(|_| "a constraint, by which it follows another joint,");
        let shown = shown.or_else(|| constraint.map(str::to_owned));
        let node = usize::try_from(key)
            .ok()
            .and_then(|key| self.source.tree.root().items("nodes").get(key));
        let is_read = self.source.as_read.constrains(key);
        shown.or_else(|| self.node_content(node?, is_read))
    }

    /// What a node of the file carries, in words; none for one that carries joints only. A constraint that was read is the character's, and
    /// may have left it since.
    fn node_content(&self, node: Node<'_>, has_read_constraint: bool) -> Option<String> {
        let named = |kind: &str, list: &str, member: &str| {
            let number = index(node, member)?;
            let object = self.source.tree.root().items(list).get(number);
            let name = object.and_then(|object| object.get("name")?.as_str());
            Some(name.map_or(format!("{kind} {number}"), |name| {
                format!("the {kind} {name:?}")
            }))
        };
        let extension = || {
            let extensions = node.get("extensions")?.as_object()?;
            let mut names = extensions.names();
            let name = names.find(|name| !(has_read_constraint && *name == NODE_CONSTRAINT))?;
            Some(format!("what the extension {name} puts there"))
        };
        let mesh = named("mesh", "meshes", "mesh");
        mesh.or_else(|| named("camera", "cameras", "camera"))
            .or_else(extension)
            .or_else(|| self.unread_child(node))
    }

    /// A child that is no joint: one of a node that only other scenes show.
    fn unread_child(&self, node: Node<'_>) -> Option<String> {
        // As it was read: a child that an edit has dissolved since was a joint, and is in no other scene.
        let joints = &self.source.as_read.rig.skeleton;
        let mut children = node.items("children").iter().filter_map(Node::as_u64);
        let is_unread = |&child: &u64| {
            let key = u32::try_from(child).ok();
            key.is_none_or(|key| joints.joint_of_key(key).is_none())
        };
        let child = children.find(is_unread)?;
        let nodes = self.source.tree.root().items("nodes");
        let object = usize::try_from(child)
            .ok()
            .and_then(|child| nodes.get(child));
        let name = object.and_then(|object| object.get("name")?.as_str());
        let name = name.map_or(child.to_string(), |name| format!("{name:?}"));
        Some(format!("the node {name}, which is in another scene,"))
    }

    /// The meshes at nodes outside the default scene, with the skins that they have there.
    pub(super) fn meshes_outside(&self) -> BTreeMap<usize, BTreeSet<Option<usize>>> {
        let shown = self.instances.iter().map(|instance| instance.file_node);
        let shown: BTreeSet<usize> = shown.collect();
        let mut outside: BTreeMap<usize, BTreeSet<Option<usize>>> = BTreeMap::new();
        let nodes = self.source.tree.root().items("nodes");
        let nodes = nodes.iter().enumerate();
        for (_, node) in nodes.filter(|(number, _)| !shown.contains(number)) {
            if let Some(mesh) = index(node, "mesh") {
                let skins = outside.entry(mesh).or_default();
                skins.insert(index(node, "skin"));
            }
        }
        outside
    }

    /// Parts of a mesh of the file that were not read: lines, points, parts without positions.
    pub(super) fn unread_primitives(&self, mesh: usize) -> usize {
        let object = self.source.tree.root().items("meshes").get(mesh);
        let (Some(object), Some(mesh)) = (object, self.source.as_read.meshes.get(mesh)) else {
            return 0;
        };
        let primitives = object.items("primitives").len();
        primitives.saturating_sub(mesh.primitives.len())
    }
}

fn index(object: Node<'_>, name: &str) -> Option<usize> {
    usize::try_from(object.get(name)?.as_u64()?).ok()
}
