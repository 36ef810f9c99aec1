//! `dualskin inspect`: what is in a file, and what to beware of.
//!
//! [`CharacterReport::of`] counts and judges; [`text::page`] says it to people, [`json::document`] to
//! programs.

pub mod json;
mod overview;
mod sections;
mod table;
pub mod text;

use scene::report::CharacterReport;

use super::opened::open;
use super::{Failure, console};

/// What to inspect, and for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectJob {
    /// A file or a built-in character.
    pub source: String,
    /// One JSON document instead of text.
    pub json: bool,
}

/// Opens a character and prints its report.
///
/// # Errors
///
/// See [`Failure`].
pub fn run(job: &InspectJob) -> Result<(), Failure> {
    let report = CharacterReport::of(&job.source, &open(&job.source)?.character);
    if job.json {
        let json = json::document(&report).map_err(|error| Failure::Data(error.to_string()))?;
        return console::result(&json);
    }
    console::result(&text::page(&report))
}
