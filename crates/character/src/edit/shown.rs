//! Which meshes stand at nodes, and how often each mesh is shown: for edits of many instances at once.

use std::collections::{BTreeSet, HashMap};

use rig::JointIndex;

use super::EditError;
use crate::model::character::{Character, Mesh};

/// How many instances show each mesh.
pub(super) struct ShownMeshes {
    counts: HashMap<usize, usize>,
    /// Meshes that nodes outside the scene show.
    outside: BTreeSet<usize>,
}

impl ShownMeshes {
    pub(super) fn of(character: &Character) -> Self {
        let mut counts = HashMap::new();
        for instance in &character.instances {
            *counts.entry(instance.mesh).or_default() += 1;
        }
        Self {
            counts,
            outside: character.meshes_outside().into_keys().collect(),
        }
    }

    /// Takes one instance from those that show a mesh; whether it was the only one.
    fn leave(&mut self, mesh: usize) -> bool {
        let count = self.counts.entry(mesh).or_default();
        let is_only = *count <= 1 && !self.outside.contains(&mesh);
        if !is_only {
            *count = count.saturating_sub(1);
        }
        is_only
    }
}

impl Character {
    /// The joints of these keys with the instances that stand at each and are meant, in the order of the keys.
    pub(super) fn instances_at(
        &self,
        nodes: &[u32],
        is_meant: impl Fn(usize) -> bool,
    ) -> Result<Vec<(JointIndex, Vec<usize>)>, EditError> {
        let skeleton = &self.rig.skeleton;
        let joints = skeleton.joints();
        let of_key: HashMap<u32, JointIndex> =
            joints.map(|joint| (skeleton.key(joint), joint)).collect();
        let mut places: HashMap<JointIndex, Vec<usize>> = HashMap::new();
        for (place, instance) in self.instances.iter().enumerate() {
            if is_meant(place) {
                places.entry(instance.node).or_default().push(place);
            }
        }
        let at = nodes.iter().map(|&key| {
            let joint = of_key.get(&key).copied();
            let joint = joint.ok_or(rig::EditError::NoJoint { key })?;
            Ok((joint, places.get(&joint).cloned().unwrap_or_default()))
        });
        at.collect()
    }

    /// Gives an instance another mesh in place of the one that it shows. A mesh that stands elsewhere too, or outside the scene, stays,
    /// and the other is added.
    pub(super) fn replace_mesh(&mut self, place: usize, made: Mesh, shown: &mut ShownMeshes) {
        let Some(instance) = self.instances.get_mut(place) else {
            return;
        };
        let own = self.meshes.get_mut(instance.mesh);
        match own.filter(|_| shown.leave(instance.mesh)) {
            Some(own) => *own = made,
            None => {
                instance.mesh = self.meshes.len();
                self.meshes.push(made);
            }
        }
    }
}
