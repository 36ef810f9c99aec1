//! Pages that are saved out of the window, made as those of the command.

use std::fs;
use std::sync::Arc;

use rig::{NormalRule, SignRule};
use session::state::export::written::{NotWritten, WrittenFile, refuse_own};
use session::state::share::dialog::{ShareJob, ShareWork};
use whole_file::{Files, WriteError, write_new_within, write_with_backup_within};

use super::super::opened::{OpenedCharacter, Own};
use super::super::pose::{Hardware, RequestedPose, Skinning};
use super::super::props::OpenedProps;
use super::{PageAsked, page};

/// Makes the page of a job and writes it. What is replaced stays beside as .bak.
///
/// # Errors
///
/// [`NotWritten::Exists`] if a file exists that is not to be replaced, [`NotWritten::Canceled`] if the job was; else one sentence.
pub fn save_page(job: &ShareJob) -> Result<WrittenFile, NotWritten> {
    let (order, work) = (&job.order, &job.work);
    let files = Files::default();
    let failed = |text: String| NotWritten::Failed(text);
    refuse_own(&order.file, &order.own, &files).map_err(failed)?;
    if order.file.is_file() && !order.replaces {
        return Err(NotWritten::Exists(order.file.clone()));
    }
    let opened = opened(work);
    let skinning = Skinning {
        signs: SignRule::default(),
        scale_inheritance: None,
        normals: NormalRule::Usual,
        first_phase: false,
        hardware: Hardware::Processor { threads: 1 },
    };
    let posed = RequestedPose::from_opened(&opened, None, skinning);
    let posed = posed.map_err(|error| failed(error.to_string()))?;
    let notes: Vec<String> = Some(work.note.clone())
        .into_iter()
        .filter(|it| !it.is_empty())
        .collect();
    let page = page(&PageAsked {
        character: &work.character,
        posed: &posed,
        methods: &work.methods,
        clips: work.clips,
        notes: &notes,
        props: &opened.props,
        pose_moment: work.moment,
        threads: 1,
    });
    let page = page.map_err(|error| failed(error.to_string()))?;
    if order.ticket.is_stopped() {
        return Err(NotWritten::Canceled);
    }
    let (bytes, access) = (page.html.as_bytes(), order.own.access(&files));
    let outcome = match order.replaces {
        true => write_with_backup_within(&order.file, bytes, access),
        false => write_new_within(&order.file, bytes, access),
    };
    outcome.map_err(|error| match error {
        WriteError::Exists { path } => NotWritten::Exists(path),
        other => NotWritten::Failed(other.to_string()),
    })?;
    Ok(WrittenFile {
        place: order.file.clone(),
        bytes: fs::metadata(&order.file).map(|found| found.len()).ok(),
        remarks: page.remarks.join(" "),
    })
}

/// What a page is made of, with the files of its props.
fn opened(work: &ShareWork) -> OpenedCharacter {
    OpenedCharacter {
        character: Arc::clone(&work.character),
        own: Some(Own {
            name: work.character.name.clone(),
            pose: (*work.pose).clone(),
            scale_inheritance: work.scale_inheritance.to_vec(),
            joint_limits: Arc::default(),
            worn: Vec::new(),
            method: None,
        }),
        driven: Arc::default(),
        of_presets: Arc::default(),
        props: OpenedProps::unread(&work.props).read(),
    }
}
