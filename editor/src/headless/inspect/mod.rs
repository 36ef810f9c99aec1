//! `dualskin inspect`: what is in a file, and what to beware of.
//!
//! [`Report::of`] counts and judges, without touching the world; [`text::page`] says it to people, [`json::document`] to
//! programs.

mod clips;
pub mod json;
mod looks;
mod meshes;
mod overview;
mod problem;
mod problems;
mod repairs;
mod report;
mod rests;
mod sections;
mod skins;
mod stretch;
mod table;
pub mod text;

pub use clips::{ClipReport, InterpolationCounts, TrackCounts};
pub use looks::{MaterialReport, TextureReport};
pub use meshes::{BlendMapReport, InfluenceReport, MeshReport, Placement, PrimitiveReport};
pub use problem::{MEANING_WIDTH, Problem, Severity};
pub use report::{Bounds, Report, Scene, Totals, WarningReport};
pub use skins::{JointReport, NodeReport, SkinReport};
pub use stretch::Stretches;

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
    let report = Report::of(&job.source, &open(&job.source)?.character);
    if job.json {
        let json = json::document(&report).map_err(|error| Failure::Data(error.to_string()))?;
        return console::result(&json);
    }
    console::result(&text::page(&report))
}
