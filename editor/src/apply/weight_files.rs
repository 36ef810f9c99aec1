//! Files of weights: what is asked, and what came of writing and reading them aside.

use std::path::PathBuf;
use std::sync::Arc;

use super::Bench;
use crate::command::Action;
use crate::notices::Severity;
use crate::session::{DialogFor, Request};
use crate::weight_file_work::{
    Direction, Matching, NotRead, NotWritten, ReadJob, ReadWeights, WeightDialog,
    WeightFileCommand, WeightFileJob, WriteJob, weight_file_for,
};
use crate::weight_files::BoundMesh;

impl Bench<'_> {
    pub(super) fn run_weight_files(&mut self, action: Action) {
        match action {
            Action::ExportWeights => self.ask_weight_file(Direction::Export),
            Action::ImportWeights => self.ask_weight_file(Direction::Import),
            _ => {}
        }
    }

    pub(super) fn apply_weight_file(&mut self, command: WeightFileCommand) {
        let work = &mut self.session.weight_files;
        match command {
            WeightFileCommand::Ask(dialog) => work.dialog = dialog,
            WeightFileCommand::Browse => {
                if let Some(dialog) = &work.dialog {
                    let asked = Request::Dialog(DialogFor::Weights(dialog.direction));
                    self.session.requests.push(asked);
                }
            }
            WeightFileCommand::Chosen(file) => {
                if let Some(dialog) = &mut work.dialog {
                    dialog.path = file.to_string_lossy().into_owned();
                    // The system's dialog has asked.
                    dialog.exists = (dialog.direction == Direction::Export).then_some(file);
                    dialog.fault = None;
                }
            }
            WeightFileCommand::Go => self.go_on_with_weight_file(),
            WeightFileCommand::Take(file) => self.read_weights(file, None, Matching::Number),
            WeightFileCommand::Wrote(file, outcome) => self.wrote_weights(file, outcome),
            WeightFileCommand::Read(read) => self.take_read(*read),
        }
    }

    fn ask_weight_file(&mut self, direction: Direction) {
        let dialog = self.weight_dialog(direction);
        self.session.weight_files.dialog = Some(dialog);
    }

    fn weight_dialog(&self, direction: Direction) -> WeightDialog {
        let path = match direction {
            Direction::Export => weight_file_for(&self.session.file)
                .to_string_lossy()
                .into_owned(),
            Direction::Import => String::new(),
        };
        WeightDialog {
            direction,
            path,
            mesh: self.mesh_at_work(),
            with_places: true,
            matching: Matching::Number,
            fault: None,
            exists: None,
        }
    }

    /// The first mesh that the active joint moves, else the first that has weights.
    fn mesh_at_work(&self) -> usize {
        let character = &self.document.character;
        let all = BoundMesh::all(character);
        let active = self.session.selection.active();
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
        let file = dialog.file();
        match dialog.direction {
            Direction::Import => self.read_weights(file, Some(dialog.mesh), dialog.matching),
            Direction::Export => self.work_aside(WeightFileJob::Write(WriteJob {
                replaces: dialog.replaces(),
                file,
                character: Arc::clone(&self.document.character),
                mesh: dialog.mesh,
                with_places: dialog.with_places,
            })),
        }
    }

    fn read_weights(&mut self, file: PathBuf, mesh: Option<usize>, matching: Matching) {
        self.work_aside(WeightFileJob::Read(ReadJob {
            file,
            character: Arc::clone(&self.document.character),
            mesh,
            matching,
            locked: self.session.weights.locked.clone(),
        }));
    }

    /// One at a time.
    fn work_aside(&mut self, job: WeightFileJob) {
        let work = &mut self.session.weight_files;
        if work.busy.is_some() {
            let text = "A file of weights is being written or read. Try again in a moment.";
            return self.session.notices.push(Severity::Note, text.to_owned());
        }
        work.busy = Some(job.file().to_owned());
        self.session.requests.push(Request::WeightFile(job));
    }

    fn wrote_weights(&mut self, file: PathBuf, outcome: Result<String, NotWritten>) {
        let work = &mut self.session.weight_files;
        work.busy = None;
        let name = file.display().to_string();
        match (outcome, &mut work.dialog) {
            (Ok(mesh), _) => {
                work.dialog = None;
                let text = format!("The weights of {mesh} were written to {name}.");
                self.session.notices.push(Severity::Note, text);
            }
            (Err(NotWritten::Exists), Some(dialog)) => {
                dialog.fault = Some(format!(
                    "{name} is there already. Replacing it keeps the version before beside it as .bak."
                ));
                dialog.exists = Some(file);
            }
            (Err(NotWritten::Failed(text)), Some(dialog)) => dialog.fault = Some(text),
            (Err(fault), None) => {
                let text = match fault {
                    NotWritten::Exists => format!("{name} is there already: nothing was written."),
                    NotWritten::Failed(text) => text,
                };
                self.session.notices.push(Severity::Error, text);
            }
        }
    }

    fn take_read(&mut self, read: ReadWeights) {
        self.session.weight_files.busy = None;
        let ReadWeights { job, outcome } = read;
        if !Arc::ptr_eq(&job.character, &self.document.character) {
            // The rows are those of what was there when they were read.
            return self.read_weights(job.file, job.mesh, job.matching);
        }
        match outcome {
            Ok((edits, words)) => {
                self.session.weight_files.dialog = None;
                self.edit_weights("Import weights", None, &edits);
                let name = job.file.file_name().unwrap_or(job.file.as_os_str());
                let text = format!("{}: {words}.", name.to_string_lossy());
                self.session.notices.push(Severity::Note, text);
            }
            Err(not_read) => self.refuse_read(&job, not_read),
        }
    }

    /// What was dropped and does not fit is asked about, as what was typed.
    fn refuse_read(&mut self, job: &ReadJob, not_read: NotRead) {
        let asked = self.session.weight_files.dialog.take();
        let asked = asked.filter(|dialog| dialog.direction == Direction::Import);
        let mut dialog = asked.unwrap_or_else(|| self.weight_dialog(Direction::Import));
        dialog.path = job.file.to_string_lossy().into_owned();
        dialog.mesh = job.mesh.unwrap_or(dialog.mesh);
        if not_read.fits_by_place {
            dialog.matching = Matching::USUAL_PLACE;
        }
        dialog.fault = Some(not_read.text);
        self.session.weight_files.dialog = Some(dialog);
    }
}
