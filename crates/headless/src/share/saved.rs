//! Pages that are saved out of the window, made as those of the command.

use std::fs;
use std::sync::Arc;

use rig::{NormalRule, SignRule};
use session::files::export::{Written, refuse_own};
use session::files::file_work::NotWritten;
use session::files::share_work::ShareJob;
use whole_file::{WriteError, write_new_within, write_with_backup_within};

use super::super::opened::{Opened, Own};
use super::super::pose::{Hardware, Posed, Skinning};
use super::{PageAsked, page};

/// Makes the page of a job and writes it. What is replaced stays beside as .bak.
///
/// # Errors
///
/// [`NotWritten::Exists`] if a file exists that is not to be replaced, [`NotWritten::Cancelled`] if the job was; else one sentence.
pub fn save_page(job: &ShareJob) -> Result<Written, NotWritten> {
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
