//! What colors surfaces beyond materials and weights follows what they show: the asymmetry of weights, and what a pose does to vertices.

use scene::view::shading::Shading;
use session::commands::command::Outcome;
use session::jobs::asymmetry::{Asymmetry, AsymmetryOf};
use session::jobs::pose_heat::PoseHeats;
use session::notices::Severity;

use super::App;

const STILL_LOOKING: &str = "Mirror images are still being found. Try again in a moment.";

impl App {
    /// How much weights differ from those of the mirror image, while that is shown.
    #[must_use]
    pub const fn asymmetry(&self) -> &Asymmetry {
        &self.asymmetry
    }

    /// What the pose does to each vertex, while that is shown.
    #[must_use]
    pub const fn heats(&self) -> &PoseHeats {
        &self.heats
    }

    /// Finds what the pose does to each vertex, while surfaces show it, and judges the character if that is asked for.
    pub(super) fn follow_heats(&mut self) {
        let judged = self
            .judgment
            .follow(&self.document, &self.session, &self.spawner);
        judged.into_iter().for_each(|command| self.apply(command));
        let seen = (&self.shown, &self.document.character);
        self.heats.follow(&self.session, seen, &self.spawner);
    }

    /// Goes to the next or previous of the places where weights differ most from those of the mirror image.
    pub(super) fn visit_asymmetry(&mut self, forward: bool) {
        let pane = self.session.comparing.active;
        let posed = self.shown.deformed().get(pane);
        let spots = posed.and_then(|posed| {
            let of = (self.shown.at_rest.as_slice(), posed.as_slice());
            self.asymmetry.spots(of, forward)
        });
        self.apply(match spots {
            Some(spots) => Outcome::AsymmetricSpots(spots),
            None => {
                let why = self.asymmetry.fault().unwrap_or(STILL_LOOKING);
                Outcome::Notify(Severity::Note, why.to_owned())
            }
        });
    }

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
