//! When the method of the chosen mesh can be changed, and which it has.

use crate::commands::actions::MeshMethodAction;
use crate::commands::view::View;
use crate::document::Document;
use crate::session::Session;

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

    /// Which method and signs the chosen mesh has.
    pub(super) fn checked(self, document: &Document, session: &Session) -> Option<bool> {
        let mesh = document.character.meshes.get(session.character.mesh)?;
        let own = mesh.skinning;
        let signs = own.and_then(|own| own.signs);
        match self {
            Self::NextMesh | Self::NextMeshMethod => None,
            Self::MeshMethodOfPane => Some(own.is_none()),
            Self::MeshMethod(name) => Some(own.is_some_and(|own| own.method.name() == name)),
            Self::MeshSignsOfPane => Some(signs.is_none()),
            Self::MeshSigns(rule) => Some(signs == Some(rule)),
        }
    }
}
