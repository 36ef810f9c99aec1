//! `dualskin weights transfer`: transfers skin weights between meshes in the same place.

use std::path::PathBuf;

use character::check_ending;
use session::document::Document;
use session::settings::Units;
use session::state::projects::{EXTENSION, is_project};
use session::state::transfer::poke::{Dressed, PokeChange};
use session::state::transfer::transfer_work::{JointMap, TransferHow};
use session::state::transfer::{
    Source, TransferRefused, TransferRequest, Which, sight, transfer_weights,
};
use session::state::weight_files::{BoundMesh, export_text, format_of};
use weights::WeightFormat;

use super::document_change::write_document;
use super::export::ExportResult;
use super::weights::{find_mesh, locks_in, output_format, refuse_nameless_source};
use crate::source::opened::{OpenedDocument, open_document};
use crate::terminal::console;
use crate::terminal::destination::Destination;
use crate::terminal::progress::Bar;
use crate::terminal::report::Report;
use crate::terminal::several::{Several, character_name};
use crate::{Failure, FailureKind};

/// [`TransferRefused::NothingBound`] where there are no menus.
const NOTHING_BOUND: &str = "No mesh of the target is bound to a skeleton, so that nothing can take weights; bind it first: dualskin bind.";

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct TransferJob {
    /// The source: a file, built-in character or project.
    pub from: String,
    /// The source mesh, by index or name; none for all with weights.
    pub from_mesh: Option<String>,
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
}

/// Transfers weights to each target, and writes it with them as glTF or as a project, or its weights as text.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several targets.
pub fn transfer(targets: &Several, job: &TransferJob) -> Result<(), Failure> {
    // One character may be both: it is read once then.
    let is_both = targets.sources.names.contains(&job.from);
    let read = if is_both {
        Vec::new()
    } else {
        vec![job.from.as_str()]
    };
    targets.check_stdin(&read)?;
    if let ([target], Some(output)) = (&targets.sources.names[..], &targets.output) {
        check_output(job, target, output)?;
    }
    let opened = open_document(&job.from)?;
    let from = &opened.document.character;
    let from_mesh = mesh_of(&BoundMesh::all(from), &job.from, job.from_mesh.as_deref())?;
    let taken = TakenFrom {
        source: Source::new(from, from_mesh, &job.from).map_err(of_data)?,
        opened: &opened,
        job,
        is_json: targets.json,
    };
    let named = |path: PathBuf| match job.format {
        Some(format) => path.with_extension(format.extension()),
        None => character_name(path),
    };
    targets.run(&read, &named, &|target, output| {
        taken.transfer_to(target, output)
    })
}

/// What weights are taken from, opened once for all targets.
struct TakenFrom<'a> {
    source: Source,
    opened: &'a OpenedDocument,
    job: &'a TransferJob,
    is_json: bool,
}

impl TakenFrom<'_> {
    fn transfer_to(&self, target: &str, output: Option<&Destination>) -> Result<Report, Failure> {
        if let Some(output) = output {
            check_output(self.job, target, output)?;
        }
        match target == self.job.from {
            true => self.transfer(target, output, self.opened),
            false => self.transfer(target, output, &open_document(target)?),
        }
    }

    fn transfer(
        &self,
        target: &str,
        output: Option<&Destination>,
        opened: &OpenedDocument,
    ) -> Result<Report, Failure> {
        let (source, job, is_json) = (&self.source, self.job, self.is_json);
        let character = &opened.document.character;
        let all = BoundMesh::all(character);
        let onto = mesh_of(&all, target, job.mesh.as_deref())?;
        let sight = sight(source, character, onto).map_err(|refused| match refused {
            TransferRefused::SameMesh { .. } => Failure::Usage(format!(
                "{refused} Name the one with --from-mesh and the other with --mesh."
            )),
            other => of_data(other),
        })?;
        let misplaced = sight.place_in_words(Units::default()).unwrap_or_default();
        if !misplaced.is_empty() {
            console::message(&format!("note: {target}: {misplaced}"));
        }
        let work = locks_in(opened);
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
        // Only somebody who cancels ends it early, and nothing cancels a command.
        let Some(taken) = transfer_weights(source, character, &request, &go_on) else {
            return Ok(Report::new("weights transfer", target));
        };
        drop(bar);
        let mut taken = taken.map_err(of_data)?;
        let after = opened
            .document
            .with_weight_edits(&taken.edits)
            .map_err(|error| Failure::Data(format!("{target}: {error}.")))?;
        let told = taken.notes();
        let (after, changes) = told.of(&opened.document, after, &mut taken.report);
        let poke = match &taken.dressed {
            Some(dressed) => measured_poke(dressed, [&opened.document, &after])?,
            None => String::new(),
        };
        let after = match &taken.dressed {
            Some(dressed) => dressed.remembered_by(after),
            None => after,
        };
        let mut report = Report::new("weights transfer", target)
            .with_weights(&taken.report)
            .remark(if is_json { misplaced.as_str() } else { "" })
            .remark(&format!("{}.", taken.words(&changes, Units::default())))
            .remark(&poke);
        if let Some(output) = output {
            let written = write_output(&after, opened, target, job, onto, output)?;
            report = report.wrote(output, written.bytes).remark(&written.remarks);
        }
        Ok(report)
    }
}

/// How far the clothes are inside the body over their range of motion, before and after; one sentence.
fn measured_poke(dressed: &Dressed, documents: [&Document; 2]) -> Result<String, Failure> {
    let bar = Bar::new();
    let measured = dressed.poke_change(documents, &|share| {
        bar.show("looking for poke-through", share)
    });
    drop(bar);
    // Nothing cancels a command.
    let change = measured.unwrap_or_else(|| Ok(PokeChange::default()));
    let change = change.map_err(Failure::Data)?;
    let words = change.words(Units::default());
    let mut letters = words.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    Ok(format!("{first}{}.", letters.as_str()))
}

/// Writes the target as the name of the output says.
fn write_output(
    after: &Document,
    opened: &OpenedDocument,
    target: &str,
    job: &TransferJob,
    onto: Option<usize>,
    output: &Destination,
) -> Result<ExportResult, Failure> {
    if !is_table(job, output) {
        return write_document((after, opened), target, output);
    }
    let format = output_format(output, job.format)?;
    let mut all = BoundMesh::all(&after.character);
    all.retain(|bound| onto.is_none_or(|mesh| bound.mesh == mesh));
    let bound = find_mesh(&all, target, None)?;
    let text = export_text(&after.character, &bound, format, true);
    output.write_with_backup(text.as_bytes(), opened.access())?;
    Ok(ExportResult {
        bytes: Some(text.len()),
        remarks: String::new(),
    })
}

/// Whether weights alone are written: where a format is asked for, on stdout, and where the name says so.
fn is_table(job: &TransferJob, output: &Destination) -> bool {
    job.format.is_some() || output.is_stdout() || format_of(output.path()).is_ok()
}

/// Fails for an output that cannot be written, before anything is opened.
fn check_output(job: &TransferJob, target: &str, output: &Destination) -> Result<(), Failure> {
    let (name, is_character) = (output.name(), check_ending(output.path()).is_ok());
    let is_project = is_project(&name);
    if job.format.is_some() && (is_character || is_project) {
        return Err(Failure::Usage(format!(
            "--output {name}: --format is that of a table, which has another name; leave it out, or choose a name that ends in .csv or .ron."
        )));
    }
    if is_project {
        refuse_nameless_source(target)?;
    } else if !is_character && !is_table(job, output) {
        return Err(Failure::Usage(format!(
            "--output {name}: weights are written with their character, .glb or .gltf, in a project, .{EXTENSION}, or as a table, .csv or .ron; choose such a name."
        )));
    }
    output.check(&[&job.from, target])
}

/// The index of the mesh with this index or name.
fn mesh_of(all: &[BoundMesh], source: &str, asked: Option<&str>) -> Result<Option<usize>, Failure> {
    let found = asked.map(|asked| find_mesh(all, source, Some(asked)));
    Ok(found.transpose()?.map(|bound| bound.mesh))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "as what maps errors takes it"
)]
fn of_data(refused: TransferRefused) -> Failure {
    let said = if refused == TransferRefused::NothingBound {
        NOTHING_BOUND.to_owned()
    } else {
        refused.to_string()
    };
    match refused {
        TransferRefused::NoJoints { .. } | TransferRefused::AmbiguousJoints { .. } => {
            Failure::Known(FailureKind::NoMatch, said)
        }
        TransferRefused::NoSkin { .. }
        | TransferRefused::Unbound { .. }
        | TransferRefused::NothingBound => Failure::Known(FailureKind::NotSkinned, said),
        _ => Failure::Data(said),
    }
}
