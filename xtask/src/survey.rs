//! `cargo xtask tidy --report`: figures of the workspace, beside those of the codebases it is modeled on.
//!
//! tidy says what is wrong; the report says how much of what there is. It never fails: figures are for people to weigh.
//! [`Survey`] holds the findings, [`Report`] sets them out as tables.

mod comments;
mod folders;
mod functions;
mod hazards;
mod place;
mod public_items;
mod repeats;
mod report;
mod rust_file;
mod shapes;
mod statistics;
mod tokens;

use std::path::Path;

pub use comments::{LineCounts, count_lines};
pub use functions::{Function, find_functions};
pub use hazards::{Hazard, HazardKind, find_hazards};
pub use place::{Part, Place};
pub use public_items::{PublicItem, find_public_items};
pub use repeats::{Repeat, find_repeats};
pub use report::{Cell, Report, Row, Table};
pub use rust_file::RustFile;
pub use statistics::{median, percent, percentile};

use crate::report::Failure;
use crate::source::{SourceFile, read_sources};
use repeats::shader_repeats;

/// Everything that was measured, place by place, in order of path and line.
#[derive(Debug)]
pub struct Survey {
    /// Length of every Rust file: place (line 1) and lines.
    pub file_lengths: Vec<(Place, usize)>,
    /// Length of every WGSL file: path and lines.
    pub shader_lengths: Vec<(String, usize)>,
    /// Every function.
    pub functions: Vec<Function>,
    /// Every public item of every `src/`.
    pub public_items: Vec<PublicItem>,
    /// Lines of every Rust file by what they hold.
    pub line_counts: Vec<LineCounts>,
    /// Whatever can panic outside tests.
    pub hazards: Vec<Hazard>,
    /// Pairs of places in Rust that are alike; both sources, or neither.
    pub repeats: Vec<Repeat>,
    /// Pairs of places in WGSL that are alike.
    pub shader_repeats: Vec<Repeat>,
}

impl Survey {
    /// Measures `files`; those that are neither Rust nor WGSL are passed over.
    ///
    /// # Errors
    ///
    /// The first Rust file that does not parse.
    pub fn of(files: &[SourceFile]) -> Result<Self, Failure> {
        let shaders: Vec<&SourceFile> = files.iter().filter(|f| f.has_extension("wgsl")).collect();
        let rust = files
            .iter()
            .filter(|file| file.has_extension("rs"))
            .map(RustFile::parse)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            file_lengths: rust
                .iter()
                .map(|file| (file.place(1), file.text.lines().count()))
                .collect(),
            shader_lengths: shaders
                .iter()
                .map(|file| (file.path.clone(), file.text.lines().count()))
                .collect(),
            functions: rust.iter().flat_map(find_functions).collect(),
            public_items: rust.iter().flat_map(find_public_items).collect(),
            line_counts: rust.iter().flat_map(count_lines).collect(),
            hazards: rust.iter().flat_map(find_hazards).collect(),
            repeats: find_repeats(&rust),
            shader_repeats: shader_repeats(&shaders),
        })
    }
}

/// The report on the workspace at `root`.
///
/// # Errors
///
/// A folder or file that cannot be read, or Rust that does not parse.
pub fn run(root: &Path) -> Result<Report, Failure> {
    let files = read_sources(root)
        .map_err(|error| Failure::of_file(root, format!("cannot be read: {error}")))?;
    Ok(Report::of(&Survey::of(&files)?))
}
