//! Lines of code, of doc comments, of other comments, and blank ones.

use std::collections::BTreeMap;

use super::statistics::percent;
use super::table::Table;
use crate::place::{CodeRole, parts_of};
use crate::source::SourceFile;

/// Numbers of lines by content. A line with code and a comment counts as code, and so does one inside a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Lines with code, with or without a comment after it.
    pub code: usize,
    /// Lines of `///` and `//!`.
    pub docs: usize,
    /// Lines of other comments.
    pub comments: usize,
    /// Lines that are empty or white space.
    pub blank: usize,
}

/// The lines of `file` that are for `part`.
pub fn count_lines(file: &SourceFile, part: CodeRole) -> LineCounts {
    let place = parts_of(file);
    let mut counts = LineCounts::default();
    for (_, line) in file.lines().filter(|(line, _)| place.part(*line) == part) {
        let line = line.trim_start();
        // Four slashes and more are an ordinary comment to rustdoc.
        let is_doc =
            line.starts_with("//!") || (line.starts_with("///") && !line.starts_with("////"));
        let count = if line.is_empty() {
            &mut counts.blank
        } else if is_doc {
            &mut counts.docs
        } else if line.starts_with("//") {
            &mut counts.comments
        } else {
            &mut counts.code
        };
        *count += 1;
    }
    counts
}

/// Comments for a hundred lines of code, crate by crate.
pub(super) fn comments(rust: &[&SourceFile]) -> Table {
    let mut folders: BTreeMap<&str, LineCounts> = BTreeMap::new();
    for file in rust {
        let found = count_lines(file, CodeRole::Source);
        for folder in [parts_of(file).crate_folder, "all"] {
            let sum = folders.entry(folder).or_default();
            sum.code += found.code;
            sum.docs += found.docs;
            sum.comments += found.comments;
        }
    }
    let rows = folders.into_iter().filter(|(_, sum)| sum.code > 0);
    let rows = rows.map(|(folder, sum)| {
        vec![
            folder.into(),
            sum.code.into(),
            percent(sum.comments, sum.code).into(),
            percent(sum.docs, sum.code).into(),
        ]
    });
    Table {
        title: "Comments per 100 lines of code in src",
        note: "kurbo has 6 of comments inside code, and 31 of doc comments.",
        columns: &["folder", "code", "comments", "docs"],
        rows: rows.collect(),
    }
}
