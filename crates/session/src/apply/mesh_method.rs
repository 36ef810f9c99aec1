//! The method that a mesh has of its own.

use character::MeshSkinning;
use scene::names::mesh_name;
use scene::view::pane_shows::{PaneShows, PaneWeights};

use super::Context;

impl Context<'_> {
    /// Gives a mesh a method of its own, or none. A method that no pane would show is shown by the active one.
    pub(super) fn set_mesh_skinning(&mut self, mesh: usize, skinning: Option<MeshSkinning>) {
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

    fn show_per_mesh(&mut self) {
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
    pub(super) const fn choose_mesh(&mut self, mesh: usize) {
        self.session.character.mesh = mesh;
    }
}
