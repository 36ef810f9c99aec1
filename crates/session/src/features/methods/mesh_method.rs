//! The method that a mesh has of its own.

use character::MeshSkinning;
use scene::names::{mesh_name, method_title, signs_title};
use scene::view::pane_shows::{PaneShows, PaneWeights};

use crate::features::Context;

impl Context<'_> {
    /// Gives a mesh a method of its own, or none. A method that no pane would show is shown by the active one.
    pub(in crate::features) fn set_mesh_skinning(
        &mut self,
        mesh: usize,
        skinning: Option<MeshSkinning>,
    ) {
        let after = self.document.with_mesh_skinning(mesh, skinning);
        if after.same_as(self.document) {
            return;
        }
        let name = format!(
            "Set method of {}",
            mesh_name(&self.document.character, mesh)
        );
        self.commit(&name, None, after);
        if skinning.is_some() {
            self.show_per_mesh();
        }
    }

    pub(in crate::features) fn show_per_mesh(&mut self) {
        let comparing = &self.session.comparing;
        let is_shown = |shows: &PaneShows| shows.look.per_mesh;
        let is_baked = |shows: &PaneShows| shows.weights == PaneWeights::Baked;
        if comparing.panes.iter().any(is_shown) {
            return;
        }
        let active = comparing.panes.get(comparing.active);
        let pane = match active.is_some_and(is_baked) {
            true => 0,
            false => comparing.active,
        };
        if let Some(&(mut shows)) = comparing.panes.get(pane) {
            shows.look.per_mesh = true;
            self.set_pane(pane, shows);
        }
    }

    /// Chooses a mesh, whose method commands and keys change.
    pub(in crate::features) const fn choose_mesh(&mut self, mesh: usize) {
        self.session.character.mesh = mesh;
    }

    /// Gives the chosen mesh what follows from the method of its own.
    pub(in crate::features) fn change_mesh_skinning(
        &mut self,
        change: impl FnOnce(Option<MeshSkinning>) -> Option<MeshSkinning>,
    ) {
        let mesh = self.session.character.mesh;
        if let Some(own) = self.document.character.meshes.get(mesh) {
            self.set_mesh_skinning(mesh, change(own.skinning));
            self.tell_mesh(mesh);
        }
    }

    pub(in crate::features) fn choose_next_mesh(&mut self) {
        let meshes = &self.document.character.meshes;
        if meshes.get(self.session.character.mesh).is_some() {
            let mesh = (self.session.character.mesh + 1) % meshes.len();
            self.session.character.mesh = mesh;
            self.tell_mesh(mesh);
        }
    }

    /// The list of meshes may be out of sight where keys choose.
    fn tell_mesh(&mut self, mesh: usize) {
        let character = &self.document.character;
        let own = character.meshes.get(mesh).and_then(|mesh| mesh.skinning);
        let method = own.map_or("As the pane", |own| method_title(own.method));
        let signs = own.and_then(|own| own.signs).map(signs_title);
        let signs = signs.map_or_else(String::new, |signs| format!(", signs: {signs}"));
        let text = format!("Method of {}: {method}{signs}", mesh_name(character, mesh));
        self.say(&text);
    }
}
