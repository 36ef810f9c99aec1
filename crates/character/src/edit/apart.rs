//! A mesh that is used with several skins, as one mesh for each.

use std::collections::BTreeSet;

use rig::JointIndex;

use crate::model::character::Character;

impl Character {
    /// The character with a mesh of its own for every skin that a mesh is used with, where one of them lists a joint that is to go;
    /// none where that is so already. Rows name places of joint lists: shared by several skins, no place could be closed.
    pub(super) fn with_meshes_apart(&self, joint: JointIndex) -> Option<Self> {
        let mut character = self.clone();
        let lists = |skin: usize| {
            let bind = self.rig.binds.get(skin);
            bind.is_some_and(|bind| bind.slot_of(joint).is_some())
        };
        let n_meshes = self.meshes.len();
        for mesh in 0..n_meshes {
            let of_mesh = self.instances.iter().filter(|of| of.mesh == mesh);
            let skins: BTreeSet<usize> = of_mesh.filter_map(|of| of.skin).collect();
            if skins.len() < 2 || !skins.iter().any(|&skin| lists(skin)) {
                continue;
            }
            // The first skin keeps the mesh as it is numbered in the file.
            let others = skins.into_iter().skip(1);
            others.for_each(|skin| character.give_own_mesh(mesh, skin));
        }
        (character.meshes.len() > n_meshes).then_some(character)
    }

    /// Instances of a mesh with a skin show a copy of it from now on.
    fn give_own_mesh(&mut self, mesh: usize, skin: usize) {
        let copy = self.meshes.get(mesh).cloned().unwrap_or_default();
        let number = self.meshes.len();
        self.meshes.push(copy);
        for instance in &mut self.instances {
            if instance.mesh == mesh && instance.skin == Some(skin) {
                instance.mesh = number;
            }
        }
    }
}
