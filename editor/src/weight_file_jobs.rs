//! Writes and reads files of weights on a thread, so that the window never waits.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use eframe::egui;
use whole_file::write_with_backup;

use crate::command::Command;
use crate::notices::Severity;
use crate::weight_file_work::{
    NotRead, NotWritten, ReadJob, ReadWeights, WeightFileCommand, WeightFileJob, WriteJob,
};
use crate::weight_files::{
    BoundMesh, Refused, Taken, WeightText, exported, fitting, format_of, taken, text_of,
};
use crate::weights_work::WeightsWork;

/// The window's end.
#[derive(Debug)]
pub struct WeightFiles {
    sender: Sender<WeightFileCommand>,
    receiver: Receiver<WeightFileCommand>,
}

impl Default for WeightFiles {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver }
    }
}

impl WeightFiles {
    /// Begins to write or read. Where no thread can be started, that is told in the place of an answer.
    pub fn start(&self, job: WeightFileJob, ctx: &egui::Context) -> Option<Command> {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let work = move || {
            let done = match job {
                WeightFileJob::Write(job) => written(job),
                WeightFileJob::Read(job) => read(job),
            };
            // The window may be gone by now; then nobody wants to know.
            let _gone = sender.send(done);
            ctx.request_repaint();
        };
        let thread = thread::Builder::new().name("file of weights".to_owned());
        let fault = thread.spawn(work).err()?;
        let text = format!("No thread could be started for the file of weights: {fault}.");
        Some(Command::Notify(Severity::Error, text))
    }

    /// What has been done since the last call, as commands.
    pub fn receive(&self) -> Vec<Command> {
        self.receiver.try_iter().map(Command::WeightFile).collect()
    }
}

fn written(job: WriteJob) -> WeightFileCommand {
    let outcome = write(&job);
    WeightFileCommand::Wrote(job.file, outcome)
}

fn write(job: &WriteJob) -> Result<String, NotWritten> {
    let failed = |refused: Refused| NotWritten::Failed(refused.to_string());
    let format = format_of(&job.file).map_err(failed)?;
    let mut bound = BoundMesh::all(&job.character).into_iter();
    let bound = bound.find(|bound| bound.mesh == job.mesh);
    let bound = bound.ok_or_else(|| failed(Refused::NothingBound))?;
    if !job.replaces && job.file.exists() {
        return Err(NotWritten::Exists);
    }
    let text = exported(&job.character, &bound, format, job.with_places);
    write_with_backup(&job.file, text.as_bytes())
        .map_err(|error| NotWritten::Failed(error.to_string()))?;
    Ok(bound.name)
}

fn read(job: ReadJob) -> WeightFileCommand {
    let outcome = match read_text(&job) {
        Ok(taken) => {
            let words = taken.to_string();
            Ok((taken.edits, words))
        }
        Err(refused) => Err(NotRead {
            fits_by_place: matches!(
                refused,
                Refused::OtherCount {
                    has_places: true,
                    ..
                }
            ),
            text: refused.to_string(),
        }),
    };
    WeightFileCommand::Read(Box::new(ReadWeights { job, outcome }))
}

fn read_text(job: &ReadJob) -> Result<Taken, Refused> {
    let format = format_of(&job.file)?;
    let text = text_of(&job.file)?;
    let file = short(&job.file);
    let text = WeightText {
        file: &file,
        format,
        text: &text,
    };
    let mut all = BoundMesh::all(&job.character).into_iter();
    let bound = match job.mesh {
        None => fitting(&job.character, text)?,
        Some(mesh) => all
            .find(|bound| bound.mesh == mesh)
            .ok_or(Refused::NothingBound)?,
    };
    let work = WeightsWork {
        locked: job.locked.clone(),
        ..WeightsWork::default()
    };
    taken((&job.character, &bound), text, job.matching, &work)
}

/// A file's name without its folder.
fn short(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}
