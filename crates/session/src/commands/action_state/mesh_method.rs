//! When the method of the chosen mesh can be changed.

use crate::commands::actions::MeshMethodAction;
use crate::commands::view::View;

impl MeshMethodAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let meshes = &view.document.character.meshes;
        let Some(mesh) = meshes.get(view.session.character.mesh) else {
            return Some("there is no mesh");
        };
        match self {
            Self::NextMesh => (meshes.len() < 2).then_some("there is one mesh"),
            Self::MeshSignsOfPane | Self::MeshSigns(_) => {
                let has_signs = mesh.skinning.is_some_and(|own| own.method.has_signs());
                (!has_signs).then_some("the mesh has no method of its own with signs to align")
            }
            Self::NextMeshMethod | Self::MeshMethodOfPane | Self::MeshMethod(_) => None,
        }
    }
}
