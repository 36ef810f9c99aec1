//! What follows the document: surfaces, what colors them, checks, and what the pointer points at.

use std::time::Duration;

use scene::view::shading::Shading;

use super::{Editor, Input, Output};
use crate::commands::command::{Command, Input as Event, Intent, Outcome};
use crate::features::problems::asymmetry::AsymmetryOf;
use crate::features::viewport::look_through::follow_camera_of_file;
use crate::files::watch::FileWatch;
use crate::notices::Severity;
use crate::state::painting::brush_work::BrushEvent;
use crate::state::selection::Choose;
use crate::state::transfer::transfer_work::TransferOutcome;
use crate::state::weight_table::command::WeightCommand;
use crate::state::weight_table::weights_work::MaskChange;

/// Time until the next frame while measurements of the surfaces are computed in the background.
const NUMBERS_SOON: Duration = Duration::from_millis(30);
/// Time until the next frame while progress is shown.
const PROGRESS_SOON: Duration = Duration::from_millis(100);

const STILL_LOOKING: &str = "Mirror images are still being found. Try again in a moment.";

impl Editor {
    /// Brings all that is shown up to date with the document, in the background where it takes long.
    pub(super) fn follow(&mut self, input: &Input, output: &mut Output) {
        // Before the surfaces are refreshed, so that this frame shows the stroke.
        self.paint(output);
        let is_dragged = self.is_user_at_work();
        self.shown
            .refresh(&self.document, &self.session, is_dragged);
        if self.shown.is_measuring() {
            output.go_on_within(NUMBERS_SOON);
        }
        follow_camera_of_file(&self.document, &mut self.session, &self.shown);
        self.follow_contact(input.draws);
        self.follow_asymmetry();
        self.judge();
        self.figure_numbers.follow(&self.session, &self.spawner);
        let seen = (&self.shown, &self.document.character);
        self.heats.follow(&self.session, seen, &self.spawner);
        self.motion
            .follow(&self.document, &self.session, &self.spawner);
        let with = (&self.session, &self.shown);
        self.paint_engine
            .prepare(&self.document, with, &self.spawner);
        self.check(is_dragged, output);
        self.follow_clip(is_dragged, output);
        self.sound
            .follow(&self.document, &self.session, &self.spawner);
        self.reference
            .follow(&self.document, &self.session, &self.spawner);
        let read = self
            .props
            .follow(&self.document, &self.session, &self.spawner);
        self.follow_up(read.map(|read| Outcome::Prop(read).into()), output);
        self.look_at_sources(output);
        self.follow_clip_library(input.now, output);
        self.follow_pointer(input.now, output);
    }

    /// Works on the running stroke.
    fn paint(&mut self, output: &mut Output) {
        if let Some(painted) = self.paint_engine.work(&self.document, &self.session) {
            self.apply(Event::Brush(BrushEvent::Painted(Box::new(painted))));
        }
        if self.session.painting.stroke.is_some() {
            output.go_on();
        }
    }

    /// Computes ambient occlusion where surfaces are shaded by it.
    fn follow_contact(&mut self, draws: bool) {
        if self.session.settings.contact && draws {
            let (surface, at_rest) = (self.shown.surface(), &self.shown.at_rest);
            self.contact.follow(surface, at_rest, &self.spawner);
        } else {
            self.contact.rest();
        }
    }

    /// Finds how much weights differ from those of the mirror image, while surfaces show it.
    fn follow_asymmetry(&mut self) {
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

    /// Goes to the next or previous of the places where weights differ most from those of the mirror image.
    pub(super) fn visit_asymmetry(&mut self, forward: bool) {
        let pane = self.session.comparing.active;
        let posed = self.shown.deformed_panes().get(pane);
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

    /// Judges the character and looks for advice on it, if that is asked for.
    fn judge(&mut self) {
        let judged = self
            .judgment
            .follow(&self.document, &self.session, &self.spawner);
        self.apply_each(judged);
        let advised = self
            .advice
            .follow(&self.document, &self.session, &self.spawner);
        self.apply_each(advised);
    }

    /// Looks for problems of weights, and for poses that lose volume.
    fn check(&mut self, is_dragged: bool, output: &mut Output) {
        let with = (&self.session, &self.paint_engine);
        let found = self
            .checker
            .follow(&self.document, with, is_dragged, &self.spawner);
        self.follow_up(found, output);
        let found = self
            .volume
            .follow(&self.document, &self.session, is_dragged, &self.spawner);
        self.follow_up(found, output);
        self.corrective_loss
            .follow(&self.document, &self.session, is_dragged, &self.spawner);
    }

    /// Looks for keys that can go, and at the skin along the shown clip.
    fn follow_clip(&mut self, is_dragged: bool, output: &mut Output) {
        self.key_reduction
            .follow(&self.document, &self.session, &self.spawner);
        if self.key_reduction.progress().is_some() {
            output.go_on_within(PROGRESS_SOON);
        }
        let with = (&self.session, &self.shown);
        self.skin_over_time
            .follow(&self.document, with, is_dragged, &self.spawner);
    }

    /// Reads the mesh that weights would be transferred from, the file that a skeleton would be taken from, and the one that motion comes
    /// from.
    fn look_at_sources(&mut self, output: &mut Output) {
        let with = (self.loading.loader(), &self.spawner);
        let looked = self
            .transfer_preview
            .follow(&self.document, &self.session, with);
        let looked = looked.map(|looked| TransferOutcome::Looked(Box::new(looked)));
        let looked = looked.map(|looked| Outcome::Transfer(looked).into());
        self.follow_up(looked, output);
        let with = (self.loading.loader(), &self.spawner);
        let read = self.skeleton_reading.follow(&self.session, with);
        let read = read.map(|read| Outcome::SkeletonRead(read).into());
        self.follow_up(read, output);
        let loader = self.loading.loader();
        let found =
            self.motion_reading
                .follow(&self.document, &self.session, loader, &self.spawner);
        let found = found.map(|found| Outcome::Motion(Box::new(found)).into());
        self.follow_up(found, output);
    }

    /// Looks up the vertex under the pointer.
    fn follow_pointer(&mut self, now: f64, output: &mut Output) {
        let (character, pointing) = (&self.document.character, &self.session.character.pointing);
        let with = (now, &self.spawner);
        self.surface.hide(&self.session.character.hidden_surfaces);
        let found = self.surface.follow(character, pointing, &self.shown, with);
        if !found.is_empty() && self.session.operation.is_some() {
            // What a tool makes of it is shown by the next frame.
            output.go_on();
        }
        self.apply_each(found);
    }

    /// Applies what a worker found; the next frame shows what comes of it.
    pub(super) fn follow_up(
        &mut self,
        found: impl IntoIterator<Item = Command>,
        output: &mut Output,
    ) {
        for command in found {
            self.apply(command);
            output.go_on();
        }
    }

    /// Changes the selected vertices by how they are connected, or reports why that is not possible.
    pub(super) fn revise_mask(&mut self, change: MaskChange) {
        let selection = &self.session.character.weights.vertices;
        match self.paint_engine.changed_mask(change, selection) {
            Ok(places) => {
                let chosen = WeightCommand::SelectVertices(places, Choose::Alone);
                self.apply(Intent::Weights(chosen));
            }
            Err(why) => self.apply(Outcome::Notify(Severity::Note, why.to_owned())),
        }
    }

    /// Reports failures of the background work that follows the document.
    pub(super) fn report_faults(&mut self) {
        let faults = [
            self.shown.take_fault(),
            self.contact.take_fault(),
            self.motion.take_fault(),
            self.asymmetry.take_fault(),
            self.heats.take_fault(),
            self.judgment.take_fault(),
            self.advice.take_fault(),
            self.figure_numbers.take_fault(),
            self.paint_engine.take_fault(),
            self.surface.take_fault(),
            self.volume.take_fault(),
            self.corrective_loss.take_fault(),
            self.skin_over_time.take_fault(),
            self.sound.take_fault(),
            self.reference.take_fault(),
            self.key_reduction.take_fault(),
            self.watch.as_mut().and_then(FileWatch::take_fault),
        ];
        let faults = faults.into_iter().flatten();
        self.apply_each(faults.map(|text| Outcome::Notify(Severity::Warning, text)));
    }
}
