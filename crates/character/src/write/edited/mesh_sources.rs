//! Where each mesh of the character comes from: its mesh in the file, and the skins that move it.

use crate::model::character::Character;
use crate::model::source::AsRead;

/// By mesh of the character.
pub(super) struct MeshSources {
    origins: Vec<usize>,
    skins: Vec<Vec<usize>>,
}

impl MeshSources {
    pub(super) fn new(character: &Character, read: &AsRead) -> Self {
        let mut skins = vec![Vec::new(); character.meshes.len()];
        for instance in &character.instances {
            if let (Some(skin), Some(of_mesh)) = (instance.skin, skins.get_mut(instance.mesh)) {
                of_mesh.push(skin);
            }
        }
        Self {
            origins: origins(character, read),
            skins,
        }
    }

    /// The file's mesh that a mesh came of: itself, or the one that stood where it stands.
    pub(super) fn origin(&self, mesh: usize) -> usize {
        self.origins.get(mesh).copied().unwrap_or(mesh)
    }

    /// The skins of the instances that show a mesh, one for each that has one.
    pub(super) fn skins(&self, mesh: usize) -> &[usize] {
        self.skins.get(mesh).map_or(&[], Vec::as_slice)
    }
}

/// The file's mesh of each mesh: itself, or for one that an edit has made the one that stood where it stands first; itself, which the
/// file does not have, where it stands nowhere.
pub(super) fn origins(character: &Character, read: &AsRead) -> Vec<usize> {
    let n_read = read.meshes.len();
    let mut origins: Vec<usize> = (0..character.meshes.len()).collect();
    for (now, before) in character.instances.iter().zip(&read.instances) {
        if let Some(origin) = origins.get_mut(now.mesh)
            && n_read <= now.mesh
            && *origin == now.mesh
        {
            *origin = before.mesh;
        }
    }
    origins
}
