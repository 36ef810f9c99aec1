//! `dualskin weights transfer`: transfers skin weights between meshes in the same place.

use std::sync::Arc;

use session::document::Document;
use session::files::project::{EXTENSION, is_project};
use session::files::settings::Units;
use session::files::weight_files::{BoundMesh, exported, format_of};
use session::weighting::transfer_work::{JointMap, TransferHow};
use session::weighting::weight_transfer::{
    Source, TransferRefused, TransferRequest, Which, sight, transferred,
};
use weights::WeightFormat;

use super::destination::Destination;
use super::opened::{OpenedDocument, open_document};
use super::progress::Bar;
use super::report::Report;
use super::weights::{chosen, locks_in, output_format, refuse_nameless_source, write_project};
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
    /// The format of the weight file; none for the one that its name says, and a table on stdout.
    pub format: Option<WeightFormat>,
    /// The weight file or project to write; none only reports what would change.
    pub output: Option<Destination>,
    /// Whether to report as JSON what changes.
    pub json: bool,
}

/// Transfers weights, and writes the target's weights as text, or a project with them.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn transfer(job: &TransferJob) -> Result<(), Failure> {
    if let Some(output) = &job.output {
        check_output(job, output)?;
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
        joints: &JointMap::new(),
        locks: &work,
        limit: (job.limit > 0).then_some(usize::from(job.limit)),
    };
    let bar = Bar::new();
    let go_on = |phase: &'static str, share: f32| bar.show(phase, share);
    let Some(taken) = transferred(&source, character, &request, &go_on) else {
        return Ok(());
    };
    drop(bar);
    let taken = taken.map_err(of_data)?;
    let after = opened
        .document
        .painted(&taken.edits)
        .map_err(|error| Failure::Data(format!("{}: {error}.", job.to)))?;
    let mut report = Report::new("weights transfer", &job.to)
        .changed(&taken.report)
        .remark(&taken.words(Units::default()));
    if let Some(output) = &job.output {
        let bytes = write_output((&after, &opened), (job, onto), output)?;
        report = report.wrote(output, Some(bytes));
    }
    report.print(job.output.as_ref(), job.json)
}

/// Gives the size in bytes of what was written.
fn write_output(
    (after, opened): (&Document, &OpenedDocument),
    (job, onto): (&TransferJob, Option<usize>),
    output: &Destination,
) -> Result<usize, Failure> {
    if is_project(&output.name()) {
        return write_project((after, opened), output);
    }
    let format = output_format(output, job.format)?;
    let mut all = BoundMesh::all(&after.character);
    all.retain(|bound| onto.is_none_or(|mesh| bound.mesh == mesh));
    let bound = chosen(&all, &job.to, None)?;
    let text = exported(&after.character, &bound, format, true);
    output.write_with_backup(text.as_bytes(), opened.access())?;
    Ok(text.len())
}

fn check_output(job: &TransferJob, output: &Destination) -> Result<(), Failure> {
    if is_project(&output.name()) {
        refuse_nameless_source(&job.to)?;
    } else if job.format.is_none() && !output.is_stdout() {
        format_of(output.path()).map_err(|_other| {
            Failure::Usage(format!(
                "--output {}: weights are written as a table, .csv or .ron, or kept in a project, .{EXTENSION}; choose such a name.",
                output.name()
            ))
        })?;
    }
    output.check(&[&job.from, &job.to])
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
