//! `dualskin check`: characters held against limits, for build servers and for whoever approves them.
//!
//! [`session::state::judging::judge`] measures; here are the files, the forms of the report and the exit status.

mod html;
mod json;
mod junit;
mod page;
mod pictures;
mod sarif;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use character::Character;
use dq_math::SignRule;
use scene::asked_method::AskedMethod;
use scene::parallel::{for_each_parallel, processors};
use scene::posed_character::Look;
use scene::report::pluralize;
use session::document::joint_limits::limits_of_file;
use session::state::judging::{Checked, Judged, Limits, Purpose, Verdict, judge};
use session::state::weight_files::BoundMesh;
use whole_file::{Access, Files};

use super::Failure;
use crate::source::opened::{OpenedCharacter, open_undriven};
use crate::terminal::destination::Destination;
use crate::terminal::printable::list_names;
use crate::terminal::progress::Bar;
use crate::terminal::sources::Sources;
use crate::terminal::{console, stdin};
use pictures::Painter;
use rig::GoOn;

/// The form of the report on stdout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportForm {
    /// Lines for people, with the worst places of what is beyond its limit.
    #[default]
    Text,
    /// One JSON document, a list where there are several files.
    Json,
    /// XML as build servers show tests.
    Junit,
    /// SARIF 2.1.0, as services show findings of analyses.
    Sarif,
}

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckJob {
    /// What is judged.
    pub sources: Sources,
    /// The methods, which may have signs of their own: limits are those of the first, others are compared with it.
    pub methods: Vec<AskedMethod>,
    /// How signs of rotations are chosen.
    pub signs: SignRule,
    /// A file of limits; none for those of the purpose.
    pub limits: Option<PathBuf>,
    /// What the characters are for.
    pub purpose: Purpose,
    /// The body, by index or name of its mesh: all other meshes with weights are clothes over it. None for what projects say.
    pub clothes_over: Option<String>,
    /// The form of the report.
    pub form: ReportForm,
    /// Whether reports have only what is beyond its limit, each with its worst place.
    pub brief: bool,
    /// An HTML file with pictures of the worst spots.
    pub sheet: Option<Destination>,
    /// Files that are judged at once; none for as many as there are processors.
    pub jobs: Option<usize>,
}

/// A file with what was found of it, or why it cannot be judged.
pub(super) struct File<'a> {
    pub(super) source: &'a str,
    pub(super) verdict: Result<Verdict, Failure>,
    /// Its part of the sheet.
    section: String,
    /// What the limits name and none of all files has.
    nowhere: Vec<String>,
}

impl File<'_> {
    /// Leaves what is beyond its limit, each with its worst place.
    fn shorten(&mut self) {
        if let Ok(verdict) = &mut self.verdict {
            verdict.checks.retain(Checked::is_over);
            for checked in &mut verdict.checks {
                checked.places.truncate(1);
            }
        }
    }

    /// Whether it can be judged, nothing is beyond its limit, and no limit names nothing at all.
    pub(super) fn is_good(&self) -> bool {
        let verdict = self.verdict.as_ref();
        verdict.is_ok_and(Verdict::is_good) && self.nowhere.is_empty()
    }
}

/// Judges all files and prints the report, in the order of the files. One that is refused does not keep the others from being judged.
///
/// # Errors
///
/// See [`Failure`]: limits that cannot be read, a sheet that cannot be written; and [`Failure::Findings`] where a file is refused or
/// beyond a limit, or where limits name what no file has.
pub fn run(job: &CheckJob) -> Result<(), Failure> {
    let sources: Vec<&str> = job.sources.names.iter().map(String::as_str).collect();
    stdin::at_most_once(&sources)?;
    refuse_own_inheritance(&job.methods)?;
    let limits = match &job.limits {
        Some(path) => Limits::read(path, &Files::default()).map_err(Failure::Data)?,
        None => Limits::of_purpose(job.purpose),
    };
    if let Some(sheet) = &job.sheet {
        let mut read = sources.clone();
        read.extend(job.limits.as_ref().and_then(|path| path.to_str()));
        sheet.check(&read)?;
    }
    let mut files = judge_files(job, &sources, &limits)?;
    let nowhere = nowhere(&files);
    for file in &mut files {
        file.nowhere.clone_from(&nowhere);
    }
    if job.brief {
        files.iter_mut().for_each(File::shorten);
    }
    let report = match job.form {
        ReportForm::Text => page::text(&files),
        ReportForm::Json => json::document(&files, job.sources.is_list),
        ReportForm::Junit => junit::document(&files),
        ReportForm::Sarif => sarif::document(&files),
    };
    if let Some(sheet) = &job.sheet {
        let sections: Vec<&str> = files.iter().map(|file| file.section.as_str()).collect();
        let access = sources.iter().map(|source| Access::of(Path::new(source)));
        let access = access.fold(Access::ANY, Access::and);
        sheet.write(html::page(&nowhere, &sections).as_bytes(), access)?;
    }
    console::result(&report)?;
    outcome(job, &files, &nowhere)
}

/// Joints are judged where the file has them, once for all methods.
fn refuse_own_inheritance(methods: &[AskedMethod]) -> Result<(), Failure> {
    let own = methods
        .iter()
        .find(|asked| asked.scale_inheritance.is_some());
    own.map_or(Ok(()), |asked| {
        Err(Failure::Usage(format!(
            "--methods {asked}: scale is inherited as the file or project says; leave what stands behind the second colon out."
        )))
    })
}

/// All files, in their order.
fn judge_files<'a>(
    job: &CheckJob,
    sources: &[&'a str],
    limits: &Limits,
) -> Result<Vec<File<'a>>, Failure> {
    let jobs = job.jobs.unwrap_or_else(processors);
    let jobs = jobs.clamp(1, sources.len().max(1));
    // Files at once and threads within each share the processors.
    let threads = (processors() / jobs).max(1);
    let painter = match &job.sheet {
        // One device for all files: each picture waits for the one before.
        Some(_) => Some(Mutex::new(Painter::new()?)),
        None => None,
    };
    let bar = Bar::new();
    let progress = Mutex::new(vec![0.0_f32; sources.len()]);
    let found: Mutex<Vec<(usize, File<'a>)>> = Mutex::default();
    for_each_parallel(sources.iter().enumerate(), jobs, |(place, &source)| {
        let go_on = |share: f32| {
            let mut all = progress.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(slot) = all.get_mut(place) {
                *slot = share;
            }
            #[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
            let done = all.iter().sum::<f32>() / all.len().max(1) as f32;
            bar.show("judging", done)
        };
        let file = judge_file(job, source, limits, threads, &painter, &go_on);
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push((place, file));
    });
    drop(bar);
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Files end in any order, and are reported in that of the command line.
    found.sort_by_key(|(place, _)| *place);
    Ok(found.into_iter().map(|(_, file)| file).collect())
}

fn judge_file<'a>(
    job: &CheckJob,
    source: &'a str,
    limits: &Limits,
    threads: usize,
    painter: &Option<Mutex<Painter>>,
    go_on: &GoOn<'_>,
) -> File<'a> {
    let verdict = open_undriven(source).and_then(|opened| {
        let verdict = verdict(job, &opened, limits, threads, go_on);
        Ok((
            verdict.map_err(|why| Failure::Data(format!("{source}: {why}")))?,
            opened,
        ))
    });
    let section = match (&verdict, painter) {
        (_, None) => Ok(String::new()),
        (Ok((verdict, opened)), Some(painter)) => {
            let mut painter = painter.lock().unwrap_or_else(PoisonError::into_inner);
            html::section(source, verdict, opened, &mut painter)
        }
        (Err(failure), Some(_)) => Ok(html::refusal_html(source, &failure.to_string())),
    };
    match (verdict, section) {
        (Ok((verdict, _)), Ok(section)) => File {
            source,
            verdict: Ok(verdict),
            section,
            nowhere: Vec::new(),
        },
        (Err(failure), _) | (_, Err(failure)) => File {
            source,
            verdict: Err(failure),
            section: String::new(),
            nowhere: Vec::new(),
        },
    }
}

fn verdict(
    job: &CheckJob,
    opened: &OpenedCharacter,
    limits: &Limits,
    threads: usize,
    go_on: &GoOn<'_>,
) -> Result<Verdict, String> {
    let shown_by = opened.own.as_ref().and_then(|own| own.method);
    let looks = job.methods.iter().map(|asked| {
        let asked = AskedMethod {
            method: asked.method.or(shown_by),
            ..*asked
        };
        asked.look(&opened.character, job.signs)
    });
    let own = opened.own.as_ref().map(|own| &own.scale_inheritance[..]);
    let joint_limits = match &opened.own {
        Some(own) => Arc::clone(&own.joint_limits),
        None => limits_of_file(&opened.character),
    };
    let worn = match &job.clothes_over {
        Some(body) => clothes_over(&opened.character, body)?,
        None => opened
            .own
            .as_ref()
            .map_or_else(Vec::new, |own| own.worn.clone()),
    };
    let of = Judged {
        character: &opened.character,
        scale_inheritance: own.unwrap_or(&opened.character.rig.scale_inheritance),
        joint_limits: &joint_limits,
        driven: &opened.driven,
        looks: &looks.collect::<Vec<Look>>(),
        worn: &worn,
        limits,
        threads,
    };
    let found = judge(&of, go_on).unwrap_or_else(|| Err("nothing was done.".to_owned()));
    found.map(|mut verdict| {
        // A project says itself what its weights are.
        if opened.own.is_none() {
            verdict.count_repaired(&opened.character);
        }
        verdict
    })
}

/// All meshes with weights but the body, each over that.
fn clothes_over(character: &Character, body: &str) -> Result<Vec<[usize; 2]>, String> {
    let all = BoundMesh::all(character);
    let is_meant = |bound: &&BoundMesh| bound.name == body || bound.mesh.to_string() == body;
    let Some(found) = all.iter().find(is_meant) else {
        return Err(format!(
            "no mesh with weights is called {body:?}; --clothes-over names the body, one of {}.",
            list_names(all.iter().map(|bound| bound.name.clone()))
        ));
    };
    let others = all.iter().filter(|bound| bound.mesh != found.mesh);
    Ok(others.map(|bound| [bound.mesh, found.mesh]).collect())
}

/// What limits name and none of the files has that can be judged: limits may name what only some of them have.
fn nowhere(files: &[File<'_>]) -> Vec<String> {
    let mut judged = files.iter().filter_map(|file| file.verdict.as_ref().ok());
    let Some(first) = judged.next() else {
        return Vec::new();
    };
    let mut unknown: BTreeSet<&String> = first.unknown.iter().collect();
    for verdict in judged {
        unknown.retain(|name| verdict.unknown.contains(name));
    }
    unknown.into_iter().cloned().collect()
}

/// Why a limit that names what is nowhere is a fault.
pub(super) fn in_none(names: &[String]) -> String {
    let (are, them) = match names {
        [_] => ("is", "it"),
        _ => ("are", "them"),
    };
    format!(
        "{} {are} in none of the files; take {them} out of the limits, or write {them} as `dualskin inspect` does.",
        names.join(", ")
    )
}

/// Why files fail; nothing if none does.
///
/// What is refused is a finding wherever the report has told it already; only text for people leaves it to the message.
fn outcome(job: &CheckJob, files: &[File<'_>], nowhere: &[String]) -> Result<(), Failure> {
    if let [
        File {
            verdict: Err(failure),
            ..
        },
    ] = files
    {
        let failure = failure.clone();
        return Err(match job.form {
            ReportForm::Text => failure,
            ReportForm::Json | ReportForm::Junit | ReportForm::Sarif => {
                Failure::Findings(failure.to_string())
            }
        });
    }
    let reasons: Vec<String> = files.iter().filter_map(reason).collect();
    let found = match &reasons[..] {
        [] => None,
        [reason] if files.len() == 1 => Some(reason.clone()),
        _ => Some(format!(
            "{} of {} fail. {}",
            reasons.len(),
            pluralize(files.len(), "file"),
            reasons.join(" ")
        )),
    };
    let limits = job.limits.as_ref().map(|path| path.display().to_string());
    let unknown = (!nowhere.is_empty())
        .then(|| format!("{}: {}", limits.unwrap_or_default(), in_none(nowhere)));
    let all: Vec<String> = unknown.into_iter().chain(found).collect();
    match &all[..] {
        [] => Ok(()),
        all => Err(Failure::Findings(all.join(" "))),
    }
}

/// Why a file fails; none if it does not.
fn reason(file: &File<'_>) -> Option<String> {
    let source = file.source;
    let verdict = match &file.verdict {
        Err(failure) => return Some(failure.to_string()),
        Ok(verdict) => verdict,
    };
    if let Some(no_skin) = verdict.no_skin {
        return Some(format!("{source}: {}.", no_skin.words()));
    }
    let over: Vec<String> = verdict.over().map(Checked::title).collect();
    (!over.is_empty()).then(|| format!("{source}: beyond its limit: {}.", over.join(", ")))
}
