//! How far usual normals are from the exact ones in each pane, found when a pane shows it.

use scene::normal_error::{NormalError, normal_error};
use scene::surface_cache::SurfaceCache;

use super::Shown;

impl Shown {
    /// The angles of a pane's vertices, by its method and with the weights that it shows; computed at the first request after a
    /// change, on this thread: twice what skinning the pane takes. None where there is nothing to show.
    #[must_use]
    pub fn normal_error(&self, pane: usize, surfaces: &SurfaceCache) -> Option<&NormalError> {
        let found = self.normal_errors.get(pane)?;
        let found = found.get_or_init(|| self.measured_error(pane, surfaces));
        found.as_ref()
    }

    fn measured_error(&self, pane: usize, surfaces: &SurfaceCache) -> Option<NormalError> {
        let pane = self.panes.get(pane)?;
        let character = pane.character(&self.key.as_ref()?.document.character);
        let gradients = surfaces.gradients(character);
        normal_error(character, &pane.posed, &gradients).ok()
    }
}
