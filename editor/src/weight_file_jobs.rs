//! Writes and reads files of weights on a thread, so that the window never waits.

use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use eframe::egui;
use whole_file::write_with_backup;

use crate::command::Command;
use crate::weight_file_work::{
    NotRead, NotWritten, ReadJob, ReadWeights, WeightFileCommand, WeightFileJob, WriteJob,
    WroteWeights,
};
use crate::weight_files::{
    BoundMesh, Refused, Taken, WeightText, exported, fitting, format_of, taken, text_of,
};
use crate::weights_work::WeightsWork;

/// Time between two looks at what waits for the user.
const FRAME: Duration = Duration::from_millis(33);

/// The window's end.
#[derive(Debug, Default)]
pub struct WeightFiles {
    /// One, and such as were cancelled.
    running: Vec<Running>,
}

#[derive(Debug)]
struct Running {
    job: WeightFileJob,
    answer: Receiver<WeightFileCommand>,
}

/// Wakes the window when it is dropped, so that it hears of a thread that fails too.
struct Wake(egui::Context);

impl Drop for Wake {
    fn drop(&mut self) {
        self.0.request_repaint();
    }
}

impl WeightFiles {
    /// Begins to write or read. Where no thread can be started, that is the answer.
    pub fn start(&mut self, job: WeightFileJob, ctx: &egui::Context) -> Option<Command> {
        let (sender, answer) = channel();
        let (own, wake) = (job.clone(), Wake(ctx.clone()));
        let work = move || {
            // What is declared later is dropped first: the window wakes when the answer is there, or will never be.
            let _wake = wake;
            let sender = sender;
            let done = match own {
                WeightFileJob::Write(job) => written(job),
                WeightFileJob::Read(job) => read(job),
            };
            // The window may be gone by now; then nobody wants to know.
            let _gone = sender.send(done);
        };
        let thread = thread::Builder::new().name("file of weights".to_owned());
        match thread.spawn(work) {
            Ok(_handle) => {
                self.running.push(Running { job, answer });
                None
            }
            Err(fault) => {
                let text = format!(
                    "{}: no thread could be started for it ({fault}); try again.",
                    job.file().display()
                );
                Some(Command::WeightFile(failed(job, text)))
            }
        }
    }

    /// What has been done since the last call, as commands; while the user is in the middle of something else, it waits.
    pub fn receive(&mut self, is_user_at_work: bool, ctx: &egui::Context) -> Vec<Command> {
        let mut done = Vec::new();
        if is_user_at_work {
            if !self.running.is_empty() {
                ctx.request_repaint_after(FRAME);
            }
            return done;
        }
        self.running.retain(|running| {
            let answer = match running.answer.try_recv() {
                Err(TryRecvError::Empty) => return true,
                Ok(answer) => answer,
                Err(TryRecvError::Disconnected) => {
                    let text = format!(
                        "{}: the work at it has stopped unexpectedly; try again.",
                        running.job.file().display()
                    );
                    failed(running.job.clone(), text)
                }
            };
            done.push(Command::WeightFile(answer));
            false
        });
        done
    }
}

/// The answer of a job that came to nothing.
fn failed(job: WeightFileJob, text: String) -> WeightFileCommand {
    match job {
        WeightFileJob::Write(job) => WeightFileCommand::Wrote(Box::new(WroteWeights {
            job,
            outcome: Err(NotWritten::Failed(text)),
        })),
        WeightFileJob::Read(job) => WeightFileCommand::Read(Box::new(ReadWeights {
            job,
            outcome: Err(NotRead {
                text,
                fits_by_place: false,
            }),
        })),
    }
}

fn written(job: WriteJob) -> WeightFileCommand {
    let outcome = write(&job);
    WeightFileCommand::Wrote(Box::new(WroteWeights { job, outcome }))
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
    if job.ticket.is_stopped() {
        return Err(NotWritten::Cancelled);
    }
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
