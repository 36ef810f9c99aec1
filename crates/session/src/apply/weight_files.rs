//! Weight files: the dialog, the orders to write and read in the background, and their results.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Context;
use crate::files::export::OwnFiles;
use crate::files::file_work::{AtWork, FileAsked, NotWritten, cancelled_message, not_written};
use crate::files::weight_file_work::{
    Direction, Matching, NotRead, ReadJob, ReadWeights, WeightDialog, WeightFileIntent,
    WeightFileJob, WeightFileOutcome, WriteJob, WroteWeights, weight_file_for,
};
use crate::files::weight_files::BoundMesh;
use crate::notices::Severity;
use crate::session::{DialogFor, Request};
use crate::weighting::weight_changes::amount_words;

impl Context<'_> {
    pub(super) fn on_weight_file_intent(&mut self, intent: WeightFileIntent) {
        let work = &mut self.session.weight_files;
        match intent {
            WeightFileIntent::Ask(None) => work.cancel(),
            WeightFileIntent::Ask(Some(typed)) => {
                if let Some(dialog) = work.dialog_for(typed.direction) {
                    *dialog = typed;
                }
            }
            WeightFileIntent::Browse => {
                if let Some(dialog) = &work.dialog {
                    let asked = Request::Dialog(DialogFor::Weights(dialog.direction));
                    self.session.requests.push(asked);
                }
            }
            WeightFileIntent::Chosen(direction, file) => {
                if let Some(dialog) = work.dialog_for(direction) {
                    dialog.asked = FileAsked::offering(&file);
                    // The system's dialog has already asked whether the file may be replaced.
                    dialog.asked.exists = (dialog.direction == Direction::Export).then_some(file);
                }
            }
            WeightFileIntent::Go => self.go_on_with_weight_file(),
            WeightFileIntent::Take(file) => {
                let job = self.read_job((file, None, Matching::Number));
                self.work_in_background(job, false);
            }
        }
    }

    pub(super) fn on_weight_file_outcome(&mut self, outcome: WeightFileOutcome) {
        match outcome {
            WeightFileOutcome::Wrote(wrote) => self.wrote_weights(*wrote),
            WeightFileOutcome::Read(read) => self.take_read(*read),
        }
    }

    pub(super) fn ask_weight_file(&mut self, direction: Direction) {
        let dialog = self.weight_dialog(direction);
        let work = &mut self.session.weight_files;
        work.cancel();
        work.dialog = Some(dialog);
    }

    fn weight_dialog(&self, direction: Direction) -> WeightDialog {
        let asked = match direction {
            Direction::Export => {
                FileAsked::offering(&weight_file_for(&self.session.character.file))
            }
            Direction::Import => FileAsked::default(),
        };
        WeightDialog {
            direction,
            asked,
            mesh: self.mesh_at_work(),
            with_places: true,
            matching: Matching::Number,
        }
    }

    /// The first mesh that the active joint moves, else the first that has weights.
    fn mesh_at_work(&self) -> usize {
        let character = &self.document.character;
        let all = BoundMesh::all(character);
        let active = self.session.character.selection.active();
        let is_of_joint = |bound: &&BoundMesh| {
            let bind = character.rig.binds.get(bound.skin);
            bind.zip(active)
                .is_some_and(|(bind, active)| bind.joints().contains(&active))
        };
        let of_joint = all.iter().find(is_of_joint);
        of_joint.or_else(|| all.first()).map_or(0, |it| it.mesh)
    }

    fn go_on_with_weight_file(&mut self) {
        let Some(dialog) = self.session.weight_files.dialog.clone() else {
            return;
        };
        let file = dialog.asked.file();
        let project = self.session.project.file.as_deref();
        let character = &self.session.character.file;
        let own = OwnFiles::of(character, &self.document.original, project);
        let job = match dialog.direction {
            Direction::Import => self.read_job((file, Some(dialog.mesh), dialog.matching)),
            Direction::Export => WeightFileJob::Write(WriteJob {
                ticket: self.session.weight_files.next_ticket(),
                replaces: dialog.asked.replaces(),
                file,
                character: Arc::clone(&self.document.character),
                mesh: dialog.mesh,
                with_places: dialog.with_places,
                access: own.access(),
            }),
        };
        self.work_in_background(job, true);
    }

    fn read_job(
        &mut self,
        (file, mesh, matching): (PathBuf, Option<usize>, Matching),
    ) -> WeightFileJob {
        WeightFileJob::Read(ReadJob {
            ticket: self.session.weight_files.next_ticket(),
            opened: self.session.opened,
            file,
            character: Arc::clone(&self.document.character),
            mesh,
            matching,
            locked: self.session.character.weights.locked.clone(),
        })
    }

    /// One job at a time.
    fn work_in_background(&mut self, job: WeightFileJob, is_asked: bool) {
        let work = &mut self.session.weight_files;
        if work.busy.is_some() {
            let text = "A file of weights is being written or read. Try again in a moment.";
            return self.session.notices.push(Severity::Note, text.to_owned());
        }
        work.busy = Some(AtWork {
            ticket: job.ticket().clone(),
            file: job.file().to_owned(),
            is_asked,
        });
        self.session.requests.push(Request::WeightFile(job));
    }

    fn wrote_weights(&mut self, wrote: WroteWeights) {
        let WroteWeights { job, outcome } = wrote;
        let name = job.file.display().to_string();
        let work = &mut self.session.weight_files;
        let Some(begun) = work.ended(&job.ticket) else {
            let text = cancelled_message(&job.file, outcome.is_ok(), job.replaces);
            return self.session.notices.push(Severity::Note, text);
        };
        let text = match outcome {
            Ok(mesh) => {
                if begun.is_asked {
                    work.close();
                }
                let text = format!("The weights of {mesh} were written to {name}.");
                return self.session.notices.push(Severity::Note, text);
            }
            Err(NotWritten::Exists(existing)) => match work.dialog_for(Direction::Export) {
                Some(dialog) if begun.is_asked => {
                    return dialog.asked.found(job.file, &existing);
                }
                _ => format!("{name} is there already: nothing was written."),
            },
            Err(NotWritten::Cancelled) => not_written(&job.file),
            Err(NotWritten::Failed(text)) => text,
        };
        self.report_fault(&begun, text);
    }

    fn take_read(&mut self, read: ReadWeights) {
        let ReadWeights { job, outcome } = read;
        let Some(begun) = self.session.weight_files.ended(&job.ticket) else {
            // The user canceled it.
            return;
        };
        if job.opened != self.session.opened {
            let text = format!(
                "{}: the character is another one than when it was asked for, and nothing was taken. Import it again, if it is meant for this one.",
                short(&job.file)
            );
            return self.report_fault(&begun, text);
        }
        let is_as_then = Arc::ptr_eq(&job.character, &self.document.character)
            && job.locked == self.session.character.weights.locked;
        if !is_as_then {
            // The rows that were read belong to the character and the locks of that time, so the file is read again.
            let job = self.read_job((job.file, job.mesh, job.matching));
            return self.work_in_background(job, begun.is_asked);
        }
        match outcome {
            Ok((edits, words)) => {
                if begun.is_asked {
                    self.session.weight_files.close();
                }
                self.edit_weights("Import weights", None, &edits);
                let amount = amount_words([&job.character, &self.document.character]);
                let file = short(&job.file);
                self.say(&format!("Import weights of {file} into {words}{amount}."));
            }
            Err(not_read) => self.refuse_read((&job, &begun), not_read),
        }
    }

    /// Opens the import dialog with the error for a file that was dropped and does not fit, unless a dialog is already
    /// open.
    fn refuse_read(&mut self, (job, begun): (&ReadJob, &AtWork), not_read: NotRead) {
        if !begun.is_asked && self.session.weight_files.dialog.is_none() {
            let mut dialog = self.weight_dialog(Direction::Import);
            dialog.asked = FileAsked::offering(&job.file);
            dialog.mesh = job.mesh.unwrap_or(dialog.mesh);
            if not_read.fits_by_place {
                dialog.matching = Matching::USUAL_PLACE;
            }
            dialog.asked.fault = Some(not_read.text);
            self.session.weight_files.dialog = Some(dialog);
            return;
        }
        let work = &mut self.session.weight_files;
        if let Some(dialog) = work.dialog_for(Direction::Import)
            && begun.is_asked
            && not_read.fits_by_place
            && dialog.asked.file() == job.file
        {
            dialog.matching = Matching::USUAL_PLACE;
        }
        self.report_fault(begun, not_read.text);
    }

    /// Shows an error in the dialog that began the work, else as a notice.
    fn report_fault(&mut self, begun: &AtWork, text: String) {
        match &mut self.session.weight_files.dialog {
            Some(dialog) if begun.is_asked => dialog.asked.fault = Some(text),
            _ => self.session.notices.push(Severity::Error, text),
        }
    }
}

/// A file's name without its folder.
fn short(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}
