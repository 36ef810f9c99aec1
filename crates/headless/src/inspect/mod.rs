//! `dualskin inspect`: the content of files, and their problems.
//!
//! [`CharacterReport::of`] counts and judges; [`text::page`] prints for people, [`json::document`] for programs.

pub mod clip_list;
pub mod json;
mod overview;
mod seams;
mod sections;
mod signs;
mod table;
pub mod text;

use scene::report::{CharacterReport, Severity, pluralize};

use super::Failure;
use crate::source::opened::open;
use crate::source::preset::AskedPreset;
use crate::terminal::report::{list_with_counts, refusal_json};
use crate::terminal::sources::Sources;
use crate::terminal::{console, stdin};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct InspectJob {
    /// What is inspected.
    pub sources: Sources,
    /// Whether to print one JSON document instead of text.
    pub json: bool,
    /// Whether problems are a failure.
    pub strict: bool,
    /// A clip by index or name, or a moment of it, whose signs are looked at.
    pub clip: Option<String>,
    /// The moment of the clip in seconds; none for the whole clip.
    pub time: Option<f32>,
    /// A preset to apply to the pose whose signs are looked at.
    pub preset: Option<AskedPreset>,
}

/// Opens characters and prints their reports. A file that is refused does not keep the others from being reported.
///
/// # Errors
///
/// See [`Failure`]: the first file that is refused, and [`Failure::Findings`] for problems if they are to be a failure.
pub fn run(job: &InspectJob) -> Result<(), Failure> {
    let sources: Vec<&str> = job.sources.names.iter().map(String::as_str).collect();
    stdin::at_most_once(&sources)?;
    match (&sources[..], job.json) {
        ([source], true) if !job.sources.is_list => {
            let report = report(job, source)?;
            console::result(&document(&report)?)?;
            check_reports(job, &[(source, Ok(report))])
        }
        _ => several(job, &sources),
    }
}

type SourceReport<'a> = (&'a str, Result<CharacterReport, Failure>);

fn several(job: &InspectJob, sources: &[&str]) -> Result<(), Failure> {
    let mut all: Vec<SourceReport<'_>> = Vec::new();
    for (place, &source) in sources.iter().enumerate() {
        let report = report(job, source);
        match &report {
            // Printed at once, so that a long list shows how far it is.
            Ok(report) if !job.json => {
                let space = if place == 0 { "" } else { "\n" };
                console::result(&format!("{space}{}", text::page(report)))?;
            }
            // The only one is told where failures are.
            Err(failure) if sources.len() > 1 => console::message(&failure.to_string()),
            _ => {}
        }
        all.push((source, report));
    }
    if job.json {
        let files: Result<Vec<String>, Failure> = all.iter().map(entry).collect();
        let counts = (count_failed(job, &all), 0);
        console::result(&list_with_counts(json::LIST_FORMAT, counts, &files?))?;
    }
    check_reports(job, &all)
}

fn report(job: &InspectJob, source: &str) -> Result<CharacterReport, Failure> {
    let opened = open(source)?;
    let mut report = CharacterReport::of(source, &opened.character);
    report.signs = signs::sign_reports(job, &opened)?;
    report.problems.extend(seams::open_seams(&opened.character));
    report.problems.sort_by_key(|problem| problem.severity);
    Ok(report)
}

fn document(report: &CharacterReport) -> Result<String, Failure> {
    json::document(report).map_err(|error| Failure::Data(error.to_string()))
}

/// The document of a file in the list of several.
fn entry((source, report): &SourceReport<'_>) -> Result<String, Failure> {
    match report {
        Ok(report) => document(report),
        Err(failure) => Ok(refusal_json(source, failure)),
    }
}

/// How many files were refused, or have problems where that is a failure.
fn count_failed(job: &InspectJob, all: &[SourceReport<'_>]) -> usize {
    let is_failed = |report: &Result<CharacterReport, Failure>| match report {
        Ok(report) => job.strict && problems(report) > 0,
        Err(_) => true,
    };
    all.iter().filter(|(_, report)| is_failed(report)).count()
}

/// Whether what was found is a failure.
fn check_reports(job: &InspectJob, all: &[SourceReport<'_>]) -> Result<(), Failure> {
    if let [(_, Err(failure))] = all {
        return Err(failure.clone());
    }
    let refused = all.iter().filter(|(_, report)| report.is_err()).count();
    if refused > 0 {
        let files = pluralize(all.len(), "file");
        return Err(Failure::Findings(format!(
            "{refused} of {files} cannot be opened."
        )));
    }
    let bad: Vec<(&str, usize)> = all
        .iter()
        .map(|(source, report)| (*source, report.as_ref().map_or(0, problems)))
        .filter(|&(_, problems)| job.strict && problems > 0)
        .collect();
    match bad[..] {
        [] => Ok(()),
        [(source, problems)] => Err(Failure::Findings(format!(
            "{source}: {}, and --strict allows none.",
            pluralize(problems, "problem")
        ))),
        _ => Err(Failure::Findings(format!(
            "{} of {} have problems, and --strict allows none.",
            bad.len(),
            pluralize(all.len(), "file")
        ))),
    }
}

/// The number of problems; notes are none.
fn problems(report: &CharacterReport) -> usize {
    let all = report.problems.iter();
    all.filter(|problem| problem.severity == Severity::Problem)
        .count()
}
