//! Tables of the lengths of files.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::statistics::{median, percentile};
use super::table::{NAMED, Table};
use crate::place::{CodeRole, parts_of};
use crate::source::SourceFile;

/// Lines of files, by crate and part.
pub(super) fn lengths(rust: &[&SourceFile]) -> Table {
    let mut groups: BTreeMap<(CodeRole, &str), Vec<usize>> = BTreeMap::new();
    for file in rust {
        let place = parts_of(file);
        for folder in [place.crate_folder, "all"] {
            let group = groups.entry((place.part(1), folder)).or_default();
            group.push(file.text.lines().count());
        }
    }
    let rows = groups.into_iter().map(|((part, folder), lengths)| {
        vec![
            folder.into(),
            part.name().into(),
            lengths.len().into(),
            lengths.iter().sum::<usize>().into(),
            median(&lengths).into(),
            percentile(&lengths, 90).into(),
            percentile(&lengths, 100).into(),
        ]
    });
    Table {
        title: "Lines per file",
        note: "All lines. Files of praised crates run to 500 lines; tidy allows 600.",
        columns: &[
            "folder", "part", "files", "lines", "median", "90 %", "longest",
        ],
        rows: rows.collect(),
    }
}

/// The longest files that users get.
pub(super) fn longest(rust: &[&SourceFile]) -> Table {
    let in_source = |file: &&&SourceFile| parts_of(file).part(1) == CodeRole::Source;
    let mut files: Vec<(usize, &str)> = rust
        .iter()
        .filter(in_source)
        .map(|file| (file.text.lines().count(), file.path.as_str()))
        .collect();
    files.sort_by_key(|&(lines, path)| (Reverse(lines), path));
    let rows = files.into_iter().take(NAMED);
    Table {
        title: "Longest files in src",
        note: "Files just under what tidy allows are cut by the limit instead of by their subject.",
        columns: &["lines", "file"],
        rows: rows
            .map(|(lines, path)| vec![lines.into(), path.into()])
            .collect(),
    }
}
