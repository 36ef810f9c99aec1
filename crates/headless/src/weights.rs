//! `dualskin weights`: writes skin weights as text and reads them back.

use std::path::{Path, PathBuf};

use session::document::Document;
use session::files::project::{
    EXTENSION, Fingerprint, Project, SourceName, is_project, source_from, work_of, write,
};
use session::files::weight_file_work::Matching;
use session::files::weight_files::{
    BoundMesh, Refused, Taken, WeightText, exported, format_of, taken, text_of,
};
use session::weighting::weights_work::WeightsWork;
use weights::WeightFormat;
use whole_file::{check_destination, write_with_backup_within};

use super::opened::{OpenedDocument, open_document};
use super::skin::refuse_input_as_output;
use super::{Failure, console};

/// The options of the export.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// The mesh, by index or name; none if there is only one.
    pub mesh: Option<String>,
    /// Whether to write positions of vertices too.
    pub with_places: bool,
    /// The path of the text.
    pub out: PathBuf,
}

/// The options of the import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportJob {
    /// A file, a built-in character or a project.
    pub source: String,
    /// The path of the text.
    pub weights: PathBuf,
    /// The mesh, by index or name; none if there is only one.
    pub mesh: Option<String>,
    /// How rows of the text are matched to vertices.
    pub matching: Matching,
    /// The project to write; none only reports what would change.
    pub out: Option<PathBuf>,
}

/// Writes the weights of a mesh; an existing file is kept as .bak.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn export(job: &ExportJob) -> Result<(), Failure> {
    let format = format_of(&job.out).map_err(|refused| Failure::Usage(refused.to_string()))?;
    refuse_input_as_output(&job.source, &job.out)?;
    check_destination(&job.out)?;
    let opened = open_document(&job.source)?;
    let character = &*opened.document.character;
    let bound = chosen(&BoundMesh::all(character), &job.source, job.mesh.as_deref())?;
    let text = exported(character, &bound, format, job.with_places);
    let access = opened.access(&job.source);
    Ok(write_with_backup_within(&job.out, text.as_bytes(), access)?)
}

/// Reads weights, and writes a project with them.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn import(job: &ImportJob) -> Result<(), Failure> {
    let format = format_of(&job.weights).map_err(|refused| Failure::Usage(refused.to_string()))?;
    if let Some(out) = &job.out {
        check_out(job, out)?;
    }
    let opened = open_document(&job.source)?;
    let (after, taken) = imported(&opened, job, format)?;
    if let Some(out) = &job.out {
        let project = project_of(&after, &opened, out);
        let text = write(&project).map_err(Failure::Data)?;
        write_with_backup_within(out, text.as_bytes(), opened.access(&job.source))?;
    }
    console::result(&taken.to_string())
}

/// The opened document with the weights of a file, and the report of the changes.
pub(super) fn imported(
    opened: &OpenedDocument,
    job: &ImportJob,
    format: WeightFormat,
) -> Result<(Document, Taken), Failure> {
    let document = &opened.document;
    let character = &*document.character;
    let bound = chosen(&BoundMesh::all(character), &job.source, job.mesh.as_deref())?;
    let text = text_of(&job.weights).map_err(|refused| of_data(&refused))?;
    let file = job.weights.display().to_string();
    let text = WeightText {
        file: &file,
        format,
        text: &text,
    };
    let work = locks_in(opened);
    let taken = taken((character, &bound), text, job.matching, &work)
        .map_err(|refused| of_data(&refused))?;
    let after = document
        .painted(&taken.edits)
        .map_err(|error| Failure::Data(format!("{file}: {error}.")))?;
    Ok((after, taken))
}

/// The locks of a project.
pub(super) fn locks_in(opened: &OpenedDocument) -> WeightsWork {
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

fn check_out(job: &ImportJob, out: &Path) -> Result<(), Failure> {
    if !is_project(&out.to_string_lossy()) {
        return Err(Failure::Usage(format!(
            "--out {}: imported weights are kept in a project, whose name ends in .{EXTENSION}; choose such a name.",
            out.display()
        )));
    }
    refuse_input_as_output(&job.source, out)?;
    Ok(check_destination(out)?)
}

/// The chosen mesh.
pub(super) fn chosen(
    all: &[BoundMesh],
    source: &str,
    asked: Option<&str>,
) -> Result<BoundMesh, Failure> {
    let listed = || {
        let listed = all.iter();
        let listed: Vec<String> = listed
            .map(|bound| format!("{} ({})", bound.mesh, bound.name))
            .collect();
        listed.join(", ")
    };
    let Some(asked) = asked else {
        return match all {
            [] => Err(Failure::Data(format!(
                "{source}: no mesh of it is bound to a skeleton, so that there are no weights; choose a character with a skin."
            ))),
            [only] => Ok(only.clone()),
            _ => Err(Failure::Usage(format!(
                "{source} has several meshes with weights; choose one with --mesh: {}.",
                listed()
            ))),
        };
    };
    let number = asked.parse().ok();
    let by_number = all.iter().find(|bound| Some(bound.mesh) == number);
    let mut named = all.iter().filter(|bound| bound.name == asked);
    match (by_number, named.next(), named.next()) {
        (_, Some(_), Some(_)) if by_number.is_none() => Err(Failure::Usage(format!(
            "{source} has several meshes called {asked}; choose one by its index: {}.",
            listed()
        ))),
        (Some(found), ..) | (None, Some(found), _) => Ok(found.clone()),
        (None, None, _) => Err(Failure::Usage(format!(
            "{source} has no mesh {asked} with weights; there are {}.",
            if all.is_empty() {
                "none".to_owned()
            } else {
                listed()
            }
        ))),
    }
}

pub(super) fn project_of(after: &Document, opened: &OpenedDocument, out: &Path) -> Project {
    let folder = out.parent().unwrap_or_else(|| Path::new("."));
    let mut project = work_of(after);
    if let Some(before) = &opened.project {
        project.sight = before.sight.clone();
    }
    project.source = SourceName::new(
        source_from(folder, &opened.source),
        Fingerprint::of(&opened.source),
    );
    project
}
