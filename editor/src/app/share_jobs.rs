//! Comparisons as web pages, written in the background: the page is made by `headless`, as on the command line.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use headless::opened::{Opened, Own};
use headless::pose::{Hardware, Posed, Skinning};
use headless::share::{PageAsked, page};
use rig::{NormalRule, SignRule};
use session::commands::command::Command;
use session::files::export::{Written, refuse_own};
use session::files::file_ending::WrittenAs;
use session::files::file_work::NotWritten;
use session::files::share_work::ShareJob;
use session::jobs::file_jobs::{FileJob, FileJobs, reported};
use whole_file::{WriteError, write_new_within, write_with_backup_within};

/// Running and waiting pages.
pub(super) type Shares = FileJobs<PageJob>;

/// An order, as a job.
#[derive(Clone, Debug)]
pub(super) struct PageJob(pub(super) ShareJob);

impl FileJob for PageJob {
    fn file(&self) -> &Path {
        &self.0.order.file
    }

    fn run(self) -> Command {
        let outcome = if self.0.order.ticket.is_stopped() {
            Err(NotWritten::Cancelled)
        } else {
            written(&self.0)
        };
        done(self.0, outcome)
    }

    fn failed(self, text: String) -> Command {
        done(self.0, Err(NotWritten::Failed(text)))
    }
}

fn done(job: ShareJob, outcome: Result<Written, NotWritten>) -> Command {
    reported(WrittenAs::Page, job.order, outcome)
}

fn written(job: &ShareJob) -> Result<Written, NotWritten> {
    let failed = |text: String| NotWritten::Failed(text);
    refuse_own(&job.order.file, &job.order.own).map_err(failed)?;
    if job.order.file.is_file() && !job.order.replaces {
        return Err(NotWritten::Exists(job.order.file.clone()));
    }
    let opened = Opened {
        character: Arc::clone(&job.character),
        own: Some(Own {
            name: job.character.name.clone(),
            pose: (*job.pose).clone(),
            scale_inheritance: job.scale_inheritance.to_vec(),
            method: None,
        }),
    };
    let skinning = Skinning {
        signs: SignRule::default(),
        scale_inheritance: None,
        normals: NormalRule::Usual,
        hardware: Hardware::Processor { threads: 1 },
    };
    let posed = Posed::opened(&opened, None, skinning);
    let posed = posed.map_err(|error| failed(error.to_string()))?;
    let notes: Vec<String> = Some(job.note.clone())
        .into_iter()
        .filter(|it| !it.is_empty())
        .collect();
    let page = page(&PageAsked {
        character: &job.character,
        posed: &posed,
        methods: &job.methods,
        clips: job.clips,
        notes: &notes,
        threads: 1,
    });
    let page = page.map_err(|error| failed(error.to_string()))?;
    if job.order.ticket.is_stopped() {
        return Err(NotWritten::Cancelled);
    }
    let (bytes, access) = (page.html.as_bytes(), job.order.own.access());
    let outcome = match job.order.replaces {
        true => write_with_backup_within(&job.order.file, bytes, access),
        false => write_new_within(&job.order.file, bytes, access),
    };
    outcome.map_err(|error| match error {
        WriteError::Exists { path } => NotWritten::Exists(path),
        other => NotWritten::Failed(other.to_string()),
    })?;
    Ok(Written {
        place: job.order.file.clone(),
        bytes: fs::metadata(&job.order.file).map(|found| found.len()).ok(),
        remarks: page.remarks.join(" "),
    })
}
