//! The dialog that brings in motion, and the step that adds the clips.

use std::sync::Arc;

use character::Character;
use rig::Clip;
use scene::report::pluralize;

use crate::features::Context;
use crate::notices::Severity;
use crate::session::{DialogFor, Request};
use crate::state::motion_in::bring::{BroughtClip, report_lines, with_brought};
use crate::state::motion_in::chosen_maps::MapSide;
use crate::state::motion_in::dialog::{MotionDialog, MotionIntent, MotionOutcome, MotionSource};

const STEP: &str = "Bring in motion";

impl Context<'_> {
    /// Opens the dialog. The bones of the open character are looked for in the background.
    pub(in crate::features) fn ask_for_motion(&mut self) {
        // Goes on counting, so that the reading of a file before is not taken for that of this one.
        let before = self.session.motion_in.dialog.as_ref();
        let reads = before.map_or(0, |dialog| dialog.reads);
        self.session.motion_in.dialog = Some(MotionDialog {
            reads,
            ..MotionDialog::default()
        });
    }

    /// Opens the dialog with a file that was dropped on the window.
    pub(in crate::features) fn take_dropped_motion(&mut self, file: &str) {
        self.ask_for_motion();
        let Some(dialog) = &mut self.session.motion_in.dialog else {
            return;
        };
        file.clone_into(&mut dialog.typed);
        dialog.take_typed();
        dialog.dropped = true;
    }

    pub(in crate::features) fn on_motion_intent(&mut self, intent: MotionIntent) {
        match intent {
            MotionIntent::Close => self.session.motion_in.dialog = None,
            MotionIntent::Browse => {
                let asked = Request::Dialog(DialogFor::Motion);
                self.session.requests.push(asked);
            }
            MotionIntent::OpenInstead => {
                let dialog = self.session.motion_in.dialog.take();
                if let Some(dialog) = dialog {
                    self.load(&dialog.file);
                }
            }
            MotionIntent::Begin => self.bring_in_motion(),
            MotionIntent::Bone(side, slot, joint) => self.change_maps(|dialog, target| {
                dialog.choose_joint(side, &slot, joint, target);
                vec![side]
            }),
            MotionIntent::Pair { source, target } => self.change_maps(|dialog, character| {
                dialog.pair(source, target, character);
                MapSide::BOTH.to_vec()
            }),
            MotionIntent::Unpair(slot) => self.change_maps(|dialog, target| {
                for side in MapSide::BOTH {
                    dialog.choose_joint(side, &slot, None, target);
                }
                MapSide::BOTH.to_vec()
            }),
            MotionIntent::Forget(side) => self.change_maps(|dialog, _target| {
                dialog.maps.choose(side, None);
                vec![side]
            }),
            other => {
                if let Some(dialog) = &mut self.session.motion_in.dialog {
                    dialog.take(other);
                }
            }
        }
    }

    /// Changes maps of the open dialog, and keeps those of the sides that `change` gives for skeletons of their names.
    pub(in crate::features) fn change_maps(
        &mut self,
        change: impl FnOnce(&mut MotionDialog, &Arc<Character>) -> Vec<MapSide>,
    ) {
        let session = &mut *self.session;
        let Some(dialog) = &mut session.motion_in.dialog else {
            return;
        };
        let target = &self.document.character;
        let sides = change(dialog, target);
        let settings = session.settings_folder.as_deref();
        let kept = sides
            .iter()
            .filter_map(|&side| dialog.keep_map(side, target, settings));
        session.requests.extend(kept.map(Request::KeepMap));
    }

    pub(in crate::features) fn on_motion_outcome(&mut self, outcome: MotionOutcome) {
        let Some(dialog) = &mut self.session.motion_in.dialog else {
            return;
        };
        match outcome {
            MotionOutcome::Read(read) => dialog.take_source(read),
            MotionOutcome::Brought(key, result) => dialog.brought = Some((key, result)),
            MotionOutcome::Bones(character, bones) => dialog.take_own(character, bones),
        }
    }

    /// Adds the clips as one step, shows the first of them, and tells how well they came over.
    fn bring_in_motion(&mut self) {
        let dialog = self.session.motion_in.dialog.as_ref();
        let ready = dialog.and_then(|dialog| {
            let source = dialog.source()?.as_ref().ok()?;
            let brought = dialog.result(&self.document.character)?.as_ref().ok()?;
            Some((Arc::clone(source), Arc::clone(brought)))
        });
        let Some((source, brought)) = ready else {
            return;
        };
        self.session.motion_in.dialog = None;
        let clips = &self.document.character.clips;
        let before = clips.len();
        let clips = with_brought(clips, &brought, self.free_clip_id());
        let first = clips.get(before).map(Clip::id);
        self.commit_clips(STEP, clips);
        self.show_clip(first);
        self.tell_of_motion(&source, &brought);
    }

    fn tell_of_motion(&mut self, source: &MotionSource, brought: &[BroughtClip]) {
        let count = pluralize(brought.len(), "clip");
        let mut lines = vec![format!("{count} of {} came over.", source.name)];
        if let [only] = brought {
            let target = &self.document.character;
            let unit = self.session.character.sheet.unit();
            lines.extend(report_lines(only, &source.character, target, unit));
        }
        let text = lines.join("\n");
        self.session.notices.push(Severity::Note, text);
    }
}

impl MotionDialog {
    fn take(&mut self, intent: MotionIntent) {
        match intent {
            MotionIntent::Type(text) => self.typed = text,
            MotionIntent::Read => self.take_typed(),
            MotionIntent::Chosen(file) => {
                self.typed = file.to_string_lossy().into_owned();
                self.take_typed();
            }
            MotionIntent::Clip(place, true) => self.left_out.retain(|other| *other != place),
            MotionIntent::Clip(place, false) => self.left_out.push(place),
            MotionIntent::Options(options) => self.options = options,
            MotionIntent::Bone(..)
            | MotionIntent::Pair { .. }
            | MotionIntent::Unpair(_)
            | MotionIntent::Forget(_)
            | MotionIntent::Close
            | MotionIntent::Browse
            | MotionIntent::OpenInstead
            | MotionIntent::Begin => {}
        }
    }
}
