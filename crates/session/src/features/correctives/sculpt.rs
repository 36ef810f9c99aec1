//! The begin and the end of strokes that shape a corrective.

use std::sync::Arc;

use character::{MorphGround, MorphShape};
use scene::names::decimal;
use scene::view::pane_shows::{PaneShows, PaneWeights};

use crate::document::correctives::Corrective;
use crate::features::Context;
use crate::notices::Severity;
use crate::shown::{pane_pose, shown_pose};
use crate::state::painting::sculpt::{LEAST_SHARE, SculptTool, Sculpting};

const SMOOTHED: &str = "This pane smooths its surface, which no shape at rest can follow exactly. Switch “Corrective smooth” off in this pane, and sculpt again.";
const TWISTED: &str = "This pane spreads twists over bones, which shapes are not brought to rest by. Switch “Spread twists” off in this pane, and sculpt again.";
const OTHER_WEIGHTS: &str = "This pane shows other weights than those that are edited. Sculpt in a pane that shows the current ones.";
const WITHOUT: &str = "This pane shows the character without correctives, or by less than they have. Sculpt in another one, or use “Stronger correctives” until it shows all of them.";

impl Context<'_> {
    /// What a stroke in a pane shapes, or why it cannot.
    pub(in crate::features) fn sculpting(
        &mut self,
        pane: usize,
        tool: SculptTool,
    ) -> Option<Arc<Sculpting>> {
        let corrective = self.chosen_corrective()?;
        match self.try_sculpting(pane, tool, corrective) {
            Ok(sculpting) => Some(Arc::new(sculpting)),
            Err(why) => {
                self.say(&why);
                None
            }
        }
    }

    fn try_sculpting(
        &self,
        pane: usize,
        tool: SculptTool,
        corrective: Corrective,
    ) -> Result<Sculpting, String> {
        let shows = self.session.comparing.panes.get(pane).copied();
        let shows = shows.unwrap_or_default();
        if let Some(why) = why_not_in(shows) {
            return Err(why.to_owned());
        }
        let pose = shown_pose(self.document, self.session);
        let share = pose.morph_weights.get(corrective.weight).copied();
        let share = share.unwrap_or(0.0);
        if share < LEAST_SHARE {
            let name = self.corrective_name(&corrective);
            return Err(format!(
                "{name} is there by {} % in this pose, too little to shape it. Use “Go to pose of corrective”, or make a new one for this pose.",
                decimal(100.0 * share, 0)
            ));
        }
        let posed = pane_pose(self.document, &pose, shows);
        let posed = posed.map_err(|error| format!("This pose cannot be sculpted: {error}."))?;
        let mesh = self.document.character.meshes.get(corrective.mesh);
        Ok(Sculpting {
            tool,
            corrective,
            share,
            posed: posed.posed,
            before: mesh.map_or_else(MorphShape::default, |mesh| {
                MorphShape::of(mesh, corrective.target)
            }),
            ground: mesh.map(MorphGround::of).unwrap_or_default(),
        })
    }

    /// The document with the shape that a stroke has made; none, and told, where it cannot be.
    pub(in crate::features) fn take_shape(&mut self, sculpting: &Sculpting, shape: MorphShape) {
        let Sculpting {
            corrective, ground, ..
        } = sculpting;
        match self.document.with_shape_on(corrective, shape, ground) {
            Ok(after) => *self.document = after,
            Err(error) => {
                self.cancel_stroke();
                let text = format!("The corrective cannot be shaped: {error}.");
                self.session.notices.push(Severity::Error, text);
            }
        }
    }

    /// Says what of a stroke the pose could not be given.
    pub(in crate::features) fn tell_of_missing(&mut self, (points, most): (usize, f32)) {
        if points == 0 {
            return;
        }
        let most = self.session.settings.units.length(most);
        self.say(&format!(
            "{points} points are pressed flat in this pose, so that no shape at rest takes them all the way: what was pulled is damped there, and up to {most} is missing. Pose less far, or choose another method."
        ));
    }

    /// The name of the step of a stroke.
    pub(in crate::features) fn sculpt_step(&self, sculpting: &Sculpting) -> String {
        let name = self.corrective_name(&sculpting.corrective);
        match sculpting.tool {
            SculptTool::Grab => format!("Sculpt {name}"),
            SculptTool::Smooth => format!("Smooth {name}"),
            SculptTool::Erase => format!("Erase {name}"),
        }
    }
}

fn why_not_in(shows: PaneShows) -> Option<&'static str> {
    if shows.look.smooth.is_some() {
        return Some(SMOOTHED);
    }
    if shows.look.twist {
        return Some(TWISTED);
    }
    if shows.weights != PaneWeights::Current {
        return Some(OTHER_WEIGHTS);
    }
    (shows.left_out > 0).then_some(WITHOUT)
}
