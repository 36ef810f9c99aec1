//! Reads and writes weight files in the background, through [`FileJobs`].

use std::path::Path;

use whole_file::write_with_backup_within;

use crate::commands::command::{Command, Outcome};
use crate::files::file_work::NotWritten;
use crate::files::weight_file_work::{
    NotRead, ReadJob, ReadWeights, WeightFileJob, WeightFileOutcome, WriteJob, WroteWeights,
};
use crate::files::weight_files::{
    BoundMesh, Refused, Taken, WeightText, exported, fitting, format_of, taken, text_of,
};
use crate::jobs::file_jobs::{FileJob, FileJobs};
use crate::weighting::weights_work::WeightsWork;

/// Running and waiting weight-file jobs.
pub type WeightFiles = FileJobs<WeightFileJob>;

impl FileJob for WeightFileJob {
    fn file(&self) -> &Path {
        Self::file(self)
    }

    fn run(self) -> Command {
        Command::Outcome(Outcome::WeightFile(match self {
            Self::Write(job) => written(job),
            Self::Read(job) => read(job),
        }))
    }

    fn failed(self, text: String) -> Command {
        Command::Outcome(Outcome::WeightFile(failed(self, text)))
    }
}

/// The outcome of a job that has failed.
fn failed(job: WeightFileJob, text: String) -> WeightFileOutcome {
    match job {
        WeightFileJob::Write(job) => WeightFileOutcome::Wrote(Box::new(WroteWeights {
            job,
            outcome: Err(NotWritten::Failed(text)),
        })),
        WeightFileJob::Read(job) => WeightFileOutcome::Read(Box::new(ReadWeights {
            job,
            outcome: Err(NotRead {
                text,
                fits_by_place: false,
            }),
        })),
    }
}

fn written(job: WriteJob) -> WeightFileOutcome {
    let outcome = write(&job);
    WeightFileOutcome::Wrote(Box::new(WroteWeights { job, outcome }))
}

fn write(job: &WriteJob) -> Result<String, NotWritten> {
    let failed = |refused: Refused| NotWritten::Failed(refused.to_string());
    let format = format_of(&job.file).map_err(failed)?;
    let mut bound = BoundMesh::all(&job.character).into_iter();
    let bound = bound.find(|bound| bound.mesh == job.mesh);
    let bound = bound.ok_or_else(|| failed(Refused::NothingBound))?;
    if !job.replaces && job.file.exists() {
        return Err(NotWritten::Exists(job.file.clone()));
    }
    let text = exported(&job.character, &bound, format, job.with_places);
    if job.ticket.is_stopped() {
        return Err(NotWritten::Cancelled);
    }
    write_with_backup_within(&job.file, text.as_bytes(), job.access)
        .map_err(|error| NotWritten::Failed(error.to_string()))?;
    Ok(bound.name)
}

fn read(job: ReadJob) -> WeightFileOutcome {
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
    WeightFileOutcome::Read(Box::new(ReadWeights { job, outcome }))
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
