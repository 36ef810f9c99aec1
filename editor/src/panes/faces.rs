//! Which faces the panes draw, where some are hidden.

use std::sync::Arc;

use render::VisibleFaces;
use scene::hidden::HiddenSurfaces;
use scene::placed::placed_primitives;
use session::features::view::View;

use super::Studio;

impl Studio {
    /// Lets every pane draw what is not hidden now.
    pub(super) fn choose_faces(&mut self, view: &View<'_>) {
        let hidden = &view.session.character.hidden_surfaces;
        let mut panes = self.panes.iter();
        if panes.all(|pane| pane.faces.as_ref() == Some(hidden)) {
            return;
        }
        let visible = self.visible_faces(view, hidden);
        for pane in &mut self.panes {
            let Some(drawable) = &mut pane.drawable else {
                continue;
            };
            for (mesh, visible) in drawable.meshes.iter_mut().zip(&visible) {
                mesh.draw_faces(visible.clone());
            }
            pane.faces = Some(Arc::clone(hidden));
        }
    }

    /// Those of each placed primitive; none where all are drawn.
    fn visible_faces(&self, view: &View<'_>, hidden: &HiddenSurfaces) -> Vec<Option<VisibleFaces>> {
        let placed = placed_primitives(&view.document.character).enumerate();
        let visible = placed.map(|(place, placed)| {
            let faces = hidden.faces_of(place)?;
            let triangles = placed.primitive.triangles.iter().zip(faces);
            let shown = triangles.filter(|(_, hidden)| !**hidden);
            let shown: Vec<[u32; 3]> = shown.map(|(corners, _)| *corners).collect();
            let hidden = hidden.vertices_of(place)?;
            Some(VisibleFaces::new(&self.state.device, &shown, hidden))
        });
        visible.collect()
    }
}
