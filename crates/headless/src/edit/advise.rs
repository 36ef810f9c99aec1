//! `dualskin advise`: for each mesh the cheapest set-up that holds its range of motion for a target.
//!
//! [`session::features::advice::search::advise`] looks; here are the files and the forms of what is told.

mod told;

use std::ffi::OsStr;
use std::sync::{Mutex, PoisonError};

use session::features::advice::search::{AdviceJob, advise};
use session::features::advice::steps::with_steps;
use session::state::advice::{Advice, AdvicePlan, MOST_POSES, NoAdvice, Target};
use session::state::export::written::sentence;
use session::state::motion_in::kept_maps::FoundBones;
use session::state::weight_operations::weight_request::has_skin;
use whole_file::Files;

use super::document_change::write_document;
use super::export::check_name;
use super::weights::{locks_in, refuse_nameless_source};
use crate::source::opened::{OpenedDocument, open_document};
use crate::terminal::console;
use crate::terminal::destination::Destination;
use crate::terminal::progress::Bar;
use crate::{Failure, FailureKind};
use session::state::projects::is_project;

pub use session::state::advice::{USUAL_WITHIN, WITHIN};

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviseOptions {
    /// The character or project.
    pub source: String,
    /// What it is for.
    pub target: Target,
    /// How far a vertex may be from the reference, in percent of the size.
    pub within: f32,
    /// Where the character goes with what was advised; none where nothing is written.
    pub output: Option<Destination>,
    /// Whether one JSON document is printed instead of text.
    pub json: bool,
}

/// What was written.
#[derive(Clone, Debug, Default)]
struct Written {
    output: Option<String>,
    bytes: Option<usize>,
    /// What is to be told of the file, in sentences; may be empty.
    remarks: String,
}

/// Looks for advice, writes the character with it if that is asked for, and prints it.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn run(options: &AdviseOptions) -> Result<(), Failure> {
    let source = &options.source;
    if let Some(output) = &options.output {
        if is_project(&output.name()) {
            refuse_nameless_source(source)?;
        } else {
            check_name(output)?;
        }
        output.check(&[source])?;
    }
    let opened = open_document(source)?;
    if let Some(output) = &options.output {
        output.check(&[&opened.source])?;
    }
    if !has_skin(&opened.document.character) {
        let why = format!(
            "{source}: no mesh has a skin, so that there is nothing to choose; bind a mesh to joints first."
        );
        return Err(Failure::Known(FailureKind::NotSkinned, why));
    }
    let bones = FoundBones::of(&opened.document.character, None, &Files::default());
    let work = locks_in(&opened);
    let job = AdviceJob {
        document: &opened.document,
        target: options.target,
        within: options.within,
        poses: MOST_POSES,
        bones: bones.map(),
        work: &work,
        threads: scene::parallel::processors(),
    };
    let advice = looked_for(source, &job)?;
    let written = match &options.output {
        Some(output) => write(&job, &advice, &opened, output)?,
        None => Written::default(),
    };
    let told = match options.json {
        true => told::document(source, &advice, &written),
        false => told::text(source, &advice, &written),
    };
    tell(&told, options)
}

/// Prints on stdout, or on stderr if the character went to stdout.
fn tell(told: &str, options: &AdviseOptions) -> Result<(), Failure> {
    if !options.output.as_ref().is_some_and(Destination::is_stdout) {
        return console::result(told);
    }
    match options.json {
        true => console::line(told),
        false => told.lines().for_each(console::note),
    }
    Ok(())
}

/// The advice, with a bar meanwhile.
fn looked_for(source: &str, job: &AdviceJob<'_>) -> Result<Advice, Failure> {
    let bar = Bar::new();
    let shown = Mutex::new(0.0);
    let found = advise(job, &|share: f32| {
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        // A bake gives NaN where it only asks whether to go on.
        if share.is_finite() {
            *shown = share;
        }
        bar.show("trying set-ups", *shown)
    });
    drop(bar);
    found.map_err(|why| match why {
        NoAdvice::Refused(why) => Failure::Data(format!("{source}: {why}")),
        // Nothing cancels a command.
        NoAdvice::Canceled => Failure::Data(format!("{source}: nothing was done.")),
    })
}

/// Writes the character as it was advised: as it is where nothing was.
fn write(
    job: &AdviceJob<'_>,
    advice: &Advice,
    opened: &OpenedDocument,
    output: &Destination,
) -> Result<Written, Failure> {
    let source = &opened.named;
    let steps = match &advice.plan {
        AdvicePlan::Nothing => &[][..],
        AdvicePlan::Edit(steps) => steps,
        AdvicePlan::Bake(plan) => {
            let ending = output.path().extension();
            let is_glb =
                ending.is_some_and(|ending| ending.eq_ignore_ascii_case(OsStr::new("glb")));
            if !is_glb && !output.is_stdout() {
                return Err(Failure::Data(format!(
                    "{source}: helper joints were advised, and a character with these is written as one file; give a name that ends in .glb instead of {}.",
                    output.name()
                )));
            }
            let glb = &plan.baked.glb;
            output.write_with_backup(glb, opened.access())?;
            return Ok(Written {
                output: Some(output.name()),
                bytes: Some(glb.len()),
                remarks: plan.baked.report.remarks.clone(),
            });
        }
    };
    let after = with_steps(job.document, steps, job.bones, job.work);
    let after = after.map_err(|why| Failure::Data(sentence(&format!("{source}: {why}"))))?;
    let written = write_document((&after, opened), source, output)?;
    Ok(Written {
        output: Some(output.name()),
        bytes: written.bytes,
        remarks: written.remarks,
    })
}
