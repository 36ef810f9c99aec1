//! `cargo xtask tidy --report`: figures of the workspace, for people to weigh.
//!
//! tidy says what is wrong; the report says how much of what there is. It never fails but for a file that cannot be read.

mod features;
mod files;
mod functions;
mod lines;
mod rooms;
mod statistics;
mod table;

use std::path::Path;

pub use lines::{LineCounts, count_lines};
pub use statistics::{median, percent, percentile};
pub use table::{Cell, Report, Table};

pub use crate::place::{CodeRole, FileRoles, parts_of};
use crate::report::Failure;
use crate::source::{SourceFile, read_sources};

impl Report {
    /// The tables about `files`.
    pub fn of(files: &[SourceFile]) -> Self {
        let rust: Vec<&SourceFile> = files.iter().filter(|f| f.has_extension("rs")).collect();
        let mut tables = vec![
            files::lengths(&rust),
            files::longest(&rust),
            rooms::rooms(files),
        ];
        tables.extend(functions::tables(&rust));
        tables.push(lines::comments(&rust));
        tables.push(features::actions(files));
        Self { tables }
    }
}

/// The report on the workspace at `root`.
///
/// # Errors
///
/// A folder or file that cannot be read.
pub fn run(root: &Path) -> Result<Report, Failure> {
    let files = read_sources(root)
        .map_err(|error| Failure::of_file(root, format!("cannot be read: {error}")))?;
    let mut report = Report::of(&files);
    report.tables.push(features::touched_files(root));
    Ok(report)
}
