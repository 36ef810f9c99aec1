//! The asymmetry of weights follows what surfaces show.

use scene::view::shading::Shading;
use session::jobs::asymmetry::AsymmetryOf;

use super::App;

impl App {
    /// Finds how much weights differ from those of the mirror image, while surfaces show it.
    pub(super) fn follow_asymmetry(&mut self) {
        let session = &self.session;
        if session.shading != Shading::Asymmetry || session.opened == 0 {
            return self.asymmetry.rest();
        }
        let of = AsymmetryOf {
            character: &self.document.character,
            opened: session.opened,
            joint: session.character.selection.active(),
            patterns: session.settings.mirror.patterns(),
            by_topology: session.settings.brush.topology,
        };
        self.asymmetry.follow(&of, &self.spawner);
    }
}
