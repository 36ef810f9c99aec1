//! `dualskin weights`: writes skin weights as text and reads them back.

use std::path::{Path, PathBuf};

use session::document::Document;
use session::state::projects::{
    EXTENSION, Fingerprint, Project, SourceName, is_project, work_of, write,
};
use session::state::weight_files::{
    BoundMesh, ImportedWeights, Matching, Refused, WeightText, export_text, format_of, import_text,
    text_of,
};
use session::state::weight_operations::weight_changes::amount_words;
use session::state::weight_table::weights_work::WeightsWork;
use weights::WeightFormat;
use whole_file::Files;

use crate::source::opened::{OpenedDocument, open_document};
use crate::terminal::destination::Destination;
use crate::terminal::printable::{list_names, short};
use crate::terminal::report::Report;
use crate::terminal::several::Several;
use crate::terminal::stdin;
use crate::{Failure, FailureKind};

/// The options of the export.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportJob {
    /// The mesh, by index or name; none if there is only one.
    pub mesh: Option<String>,
    /// Whether to write positions of vertices too.
    pub with_places: bool,
    /// The format; none for the one that the name of the text says, and a table on stdout and in folders.
    pub format: Option<WeightFormat>,
}

/// The options of the import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// The path of the text, or `-` for stdin.
    pub weights: PathBuf,
    /// The format; none for the one that the name of the text says, or its beginning on stdin.
    pub format: Option<WeightFormat>,
    /// The mesh, by index or name; none if there is only one.
    pub mesh: Option<String>,
    /// How rows of the text are matched to vertices.
    pub matching: Matching,
    /// The project to write; none only reports what would change.
    pub output: Option<Destination>,
    /// Whether to report as JSON what changes.
    pub json: bool,
}

/// The largest text of weights on stdin in bytes, as many as a file may have.
const LARGEST: u64 = 8 << 30;

/// Writes the weights of a mesh of each file; existing files are kept as .bak.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then, but for the other ones of several sources.
pub fn export(files: &Several, job: &ExportJob) -> Result<(), Failure> {
    let ending = job.format.unwrap_or(WeightFormat::Csv).extension();
    files.write_each(&[], ending, &|source, output| {
        export_one(source, output, job)
    })
}

fn export_one(source: &str, output: &Destination, job: &ExportJob) -> Result<Report, Failure> {
    let format = output_format(output, job.format)?;
    output.check(&[source])?;
    let opened = open_document(source)?;
    let character = &*opened.document.character;
    let bound = find_mesh(&BoundMesh::all(character), source, job.mesh.as_deref())?;
    let text = export_text(character, &bound, format, job.with_places);
    output.write_with_backup(text.as_bytes(), opened.access())?;
    Ok(Report::new("weights export", source).wrote(output, Some(text.len())))
}

/// The format of a text to write: the one asked for, else what its name says; a table on stdout.
pub(crate) fn output_format(
    output: &Destination,
    asked: Option<WeightFormat>,
) -> Result<WeightFormat, Failure> {
    match asked {
        Some(format) => Ok(format),
        None if output.is_stdout() => Ok(WeightFormat::Csv),
        None => format_of(output.path()).map_err(|refused| Failure::Usage(refused.to_string())),
    }
}

/// Reads weights, and writes a project with them.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn import(job: &ImportJob) -> Result<(), Failure> {
    check_format(job)?;
    if let Some(output) = &job.output {
        check_output(job, output)?;
    }
    let opened = open_document(&job.source)?;
    let (after, taken) = import_weights(&opened, job)?;
    let mut report = Report::new("weights import", &job.source)
        .with_weights(&taken.report)
        .remark(&imported_words(&opened.document, &after, &taken));
    if let Some(output) = &job.output {
        let bytes = write_project((&after, &opened), output)?;
        report = report.wrote(output, Some(bytes));
    }
    report.print(job.output.as_ref(), job.json)
}

/// What a file of weights changed, in a sentence.
pub(crate) fn imported_words(
    before: &Document,
    after: &Document,
    taken: &ImportedWeights,
) -> String {
    let amount = amount_words([&before.character, &after.character]);
    format!("Import weights into {taken}{amount}.")
}

/// Fails for a name that says no format, before anything is opened.
///
/// # Errors
///
/// One sentence with the names that do.
pub(crate) fn check_format(job: &ImportJob) -> Result<(), Failure> {
    if job.format.is_none() && !is_stdin(&job.weights) {
        format_of(&job.weights).map_err(|refused| Failure::Usage(refused.to_string()))?;
    }
    Ok(())
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new(stdin::DASH)
}

/// Writes the project of a document, and gives its size in bytes; a file that is replaced stays as .bak.
pub(crate) fn write_project(
    (after, opened): (&Document, &OpenedDocument),
    output: &Destination,
) -> Result<usize, Failure> {
    let text = write(&project_of(after, opened, output)?).map_err(Failure::Data)?;
    output.write_with_backup(text.as_bytes(), opened.access())?;
    Ok(text.len())
}

/// The opened document with the weights of a file, and the report of the changes.
pub(crate) fn import_weights(
    opened: &OpenedDocument,
    job: &ImportJob,
) -> Result<(Document, ImportedWeights), Failure> {
    let document = &opened.document;
    let character = &*document.character;
    let bound = find_mesh(
        &BoundMesh::all(character),
        &opened.named,
        job.mesh.as_deref(),
    )?;
    let (file, text) = if is_stdin(&job.weights) {
        (stdin::NAME.to_owned(), stdin::text(LARGEST)?)
    } else {
        let text = text_of(&job.weights, &Files::default()).map_err(|refused| of_data(&refused))?;
        (job.weights.display().to_string(), text)
    };
    let by_name = || format_of(&job.weights).ok();
    let format = job.format.or_else(by_name);
    let format = format.unwrap_or_else(|| format_of_text(&text));
    let text = WeightText {
        file: &file,
        format,
        text: &text,
    };
    let work = locks_in(opened);
    let taken = import_text(character, &bound, text, job.matching, &work)
        .map_err(|refused| of_data(&refused))?;
    let after = document
        .with_weight_edits(&taken.edits)
        .map_err(|error| Failure::Data(format!("{file}: {error}.")))?;
    Ok((after, taken))
}

/// The format that a text without a name begins as: RON with a bracket, a name before one, or a comment.
fn format_of_text(text: &str) -> WeightFormat {
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ' ';
    let after_name = begin.trim_start_matches(name);
    if after_name.starts_with('(') || begin.starts_with("//") || begin.starts_with("/*") {
        WeightFormat::Ron
    } else {
        WeightFormat::Csv
    }
}

/// The locks of a project.
pub(crate) fn locks_in(opened: &OpenedDocument) -> WeightsWork {
    let sight = opened.project.as_ref().map(|project| &project.sight);
    WeightsWork {
        locked: sight.map_or_else(Default::default, |sight| {
            sight.locked.iter().cloned().collect()
        }),
        ..WeightsWork::default()
    }
}

fn of_data(refused: &Refused) -> Failure {
    let text = refused.to_string();
    Failure::Data(match refused {
        Refused::OtherCount {
            has_places: true, ..
        } => text.replace("match it by place", "match it by place, with --by-place"),
        _ => text,
    })
}

fn check_output(job: &ImportJob, output: &Destination) -> Result<(), Failure> {
    if !output.is_stdout() && !is_project(&output.name()) {
        return Err(Failure::Usage(format!(
            "--output {}: imported weights are kept in a project, whose name ends in .{EXTENSION}; choose such a name.",
            output.name()
        )));
    }
    refuse_nameless_source(&job.source)?;
    output.check(&[&job.source])
}

/// A project names its character, and what came by stdin has no name.
///
/// # Errors
///
/// The source is stdin.
pub(crate) fn refuse_nameless_source(source: &str) -> Result<(), Failure> {
    if source == stdin::DASH {
        return Err(Failure::Usage(
            "a project names the file of its character, and stdin has no name; name the file, or write a .glb."
                .to_owned(),
        ));
    }
    Ok(())
}

/// The mesh with weights of this index or name; the only one without.
///
/// # Errors
///
/// [`FailureKind::NotSkinned`] where no mesh has weights, whatever is asked; else [`Failure::Usage`]: there is no such mesh, or several.
pub(crate) fn find_mesh(
    all: &[BoundMesh],
    source: &str,
    asked: Option<&str>,
) -> Result<BoundMesh, Failure> {
    let all_listed = || {
        let labels = all.iter();
        list_names(labels.map(|bound| format!("{} ({})", bound.mesh, bound.name)))
    };
    if all.is_empty() {
        return Err(Failure::Known(
            FailureKind::NotSkinned,
            format!(
                "{source}: no mesh of it is bound to a skeleton, so that there are no weights; choose a character with a skin."
            ),
        ));
    }
    let Some(asked) = asked else {
        return match all {
            [only] => Ok(only.clone()),
            _ => Err(Failure::Usage(format!(
                "{source} has several meshes with weights; choose one with --mesh: {}.",
                all_listed()
            ))),
        };
    };
    // An index counts before a name: every mesh has one, and names may be numbers.
    let number = asked.parse().ok();
    let by_number = all.iter().find(|bound| Some(bound.mesh) == number);
    let mut named = all.iter().filter(|bound| bound.name == asked);
    match (by_number, named.next(), named.next()) {
        (_, Some(_), Some(_)) if by_number.is_none() => Err(Failure::Usage(format!(
            "{source} has several meshes called {}; choose one by its index: {}.",
            short(asked),
            all_listed()
        ))),
        (Some(found), ..) | (None, Some(found), _) => Ok(found.clone()),
        (None, None, _) => Err(Failure::Usage(format!(
            "{source} has no mesh {} with weights; there are {}.",
            short(asked),
            all_listed()
        ))),
    }
}

fn project_of(
    after: &Document,
    opened: &OpenedDocument,
    output: &Destination,
) -> Result<Project, Failure> {
    refuse_nameless_source(&opened.source)?;
    let parent = output.path().parent().filter(|_| !output.is_stdout());
    let folder = parent.unwrap_or_else(|| Path::new("."));
    let files = Files::default();
    let mut project = work_of(after);
    if let Some(before) = &opened.project {
        project.sight = before.sight.clone();
    }
    let content = Fingerprint::of(&opened.source, &files);
    project.source = SourceName::new(opened.source.clone(), content);
    project.name_files_from(folder, &files);
    Ok(project)
}
