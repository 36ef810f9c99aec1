//! `dualskin weights transfer`: transfers skin weights between meshes in the same place.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use session::document::Document;
use session::files::project::{EXTENSION, is_project, write};
use session::files::settings::Units;
use session::files::weight_files::{BoundMesh, exported, format_of};
use session::weighting::transfer_work::TransferHow;
use session::weighting::weight_transfer::{
    Source, TransferRefused, TransferRequest, Which, sight, transferred,
};
use whole_file::{check_destination, write_with_backup_within};

use super::opened::{OpenedDocument, open_document};
use super::skin::refuse_input_as_output;
use super::weights::{chosen, locks_in, project_of};
use super::{Failure, console};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct TransferJob {
    /// The source: a file, built-in character or project.
    pub from: String,
    /// The source mesh, by index or name; none for all with weights.
    pub from_mesh: Option<String>,
    /// The target: a file, built-in character or project.
    pub to: String,
    /// The target mesh, by index or name; none for all except the source.
    pub mesh: Option<String>,
    /// How corresponding places are found.
    pub how: TransferHow,
    /// Whether vertices with weights keep them.
    pub only_unbound: bool,
    /// The largest number of joints per vertex; 0 for no limit.
    pub limit: u8,
    /// The weight file or project to write; none only reports what would change.
    pub out: Option<PathBuf>,
}

/// Transfers weights, and writes the target's weights as text, or a project with them.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn transfer(job: &TransferJob) -> Result<(), Failure> {
    if let Some(out) = &job.out {
        check_out(job, out)?;
    }
    let opened = open_document(&job.to)?;
    let character = &opened.document.character;
    let from = if job.from == job.to {
        Arc::clone(character)
    } else {
        open_document(&job.from)?.document.character
    };
    let from_mesh = mesh_of(&BoundMesh::all(&from), &job.from, job.from_mesh.as_deref())?;
    let source = Source::new(&from, from_mesh, &job.from).map_err(of_data)?;
    let all = BoundMesh::all(character);
    let onto = mesh_of(&all, &job.to, job.mesh.as_deref())?;
    let sight = sight(&source, character, onto).map_err(|refused| match refused {
        TransferRefused::SameMesh { .. } => Failure::Usage(format!(
            "{refused} Name the one with --from-mesh and the other with --mesh."
        )),
        other => of_data(other),
    })?;
    if let Some(remark) = sight.place_in_words(Units::default()) {
        console::message(&format!("note: {remark}"));
    }
    let work = locks_in(&opened);
    let request = TransferRequest {
        onto,
        which: if job.only_unbound {
            Which::Unbound
        } else {
            Which::All
        },
        how: job.how,
        locks: &work,
        limit: (job.limit > 0).then_some(usize::from(job.limit)),
    };
    let go_on = |_: &'static str, _: f32| std::ops::ControlFlow::Continue(());
    let Some(taken) = transferred(&source, character, &request, &go_on) else {
        return Ok(());
    };
    let taken = taken.map_err(of_data)?;
    let after = opened
        .document
        .painted(&taken.edits)
        .map_err(|error| Failure::Data(format!("{}: {error}.", job.to)))?;
    if let Some(out) = &job.out {
        write_out((&after, &opened), (job, onto), out)?;
    }
    console::result(&taken.words(Units::default()))
}

fn write_out(
    (after, opened): (&Document, &OpenedDocument),
    (job, onto): (&TransferJob, Option<usize>),
    out: &Path,
) -> Result<(), Failure> {
    let text = if is_project(&out.to_string_lossy()) {
        write(&project_of(after, opened, out)).map_err(Failure::Data)?
    } else {
        let format = format_of(out).map_err(|refused| Failure::Usage(refused.to_string()))?;
        let mut all = BoundMesh::all(&after.character);
        all.retain(|bound| onto.is_none_or(|mesh| bound.mesh == mesh));
        let bound = chosen(&all, &job.to, None)?;
        exported(&after.character, &bound, format, true)
    };
    let access = opened.access(&job.to);
    Ok(write_with_backup_within(out, text.as_bytes(), access)?)
}

fn check_out(job: &TransferJob, out: &Path) -> Result<(), Failure> {
    if !is_project(&out.to_string_lossy()) {
        format_of(out).map_err(|_other| {
            Failure::Usage(format!(
                "--out {}: weights are written as a table, .csv or .ron, or kept in a project, .{EXTENSION}; choose such a name.",
                out.display()
            ))
        })?;
    }
    refuse_input_as_output(&job.from, out)?;
    refuse_input_as_output(&job.to, out)?;
    Ok(check_destination(out)?)
}

/// The index of the mesh with this index or name.
fn mesh_of(all: &[BoundMesh], source: &str, asked: Option<&str>) -> Result<Option<usize>, Failure> {
    let found = asked.map(|asked| chosen(all, source, Some(asked)));
    Ok(found.transpose()?.map(|bound| bound.mesh))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "as what maps errors takes it"
)]
fn of_data(refused: TransferRefused) -> Failure {
    Failure::Data(refused.to_string())
}
