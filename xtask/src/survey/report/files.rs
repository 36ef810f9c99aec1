//! Tables of the lengths of files.

use std::cmp::Reverse;

use super::super::Survey;
use super::super::folders::{FILE_LINES, anchor, folders};
use super::super::place::{Part, Place};
use super::super::statistics::{median, percentile};
use super::table::{NAMED, Row, Table};

/// Most lines of a WGSL file; most of vello's are shorter.
const SHADER_LINES: usize = 220;

pub(super) fn tables(survey: &Survey) -> Vec<Table> {
    vec![
        by_folder(survey),
        longest("Longest files in src", survey, true),
        longest("Longest files in tests and examples", survey, false),
        shaders(survey),
    ]
}

fn by_folder(survey: &Survey) -> Table {
    let folders = folders(survey.file_lengths.iter().map(|(place, _)| place));
    let mut rows = Vec::new();
    for part in [Part::Source, Part::Tests, Part::Examples] {
        rows.extend(
            folders
                .iter()
                .filter_map(|folder| row(survey, part, folder, |place| place.is_in(folder))),
        );
        rows.extend(row(survey, part, "all", |_| true));
    }
    Table {
        title: "Lines per file",
        note: "All lines. Anchor: the median, and what files of praised crates run to.",
        columns: &[
            "folder", "part", "files", "lines", "median", "90 %", "longest", "anchor",
        ],
        rows,
    }
}

/// A row of the table; `None` where there are no files.
fn row(survey: &Survey, part: Part, folder: &str, is_in: impl Fn(&Place) -> bool) -> Option<Row> {
    let files = survey.file_lengths.iter();
    let lengths: Vec<usize> = files
        .filter(|(place, _)| place.part == part && is_in(place))
        .map(|(_, lines)| *lines)
        .collect();
    let longest = *lengths.iter().max()?;
    let (middle, nine_in_ten) = (median(&lengths), percentile(&lengths, 90));
    let anchor = anchor(folder);
    let cells = [
        folder.into(),
        part.to_string().into(),
        lengths.len().into(),
        lengths.iter().sum::<usize>().into(),
        middle.into(),
        nine_in_ten.into(),
        longest.into(),
        format!("{} {}, to {FILE_LINES}", anchor.project, anchor.file_median).into(),
    ];
    let is_worse = middle > anchor.file_median || nine_in_ten > FILE_LINES;
    Some(Row::judged(cells, is_worse))
}

fn longest(title: &'static str, survey: &Survey, in_source: bool) -> Table {
    let files = survey.file_lengths.iter();
    let mut files: Vec<_> = files
        .filter(|(place, _)| (place.part == Part::Source) == in_source)
        .collect();
    files.sort_by_key(|(place, lines)| (Reverse(*lines), place));
    let row = |(place, lines): &&(Place, usize)| {
        let cells = [(*lines).into(), place.path.as_str().into()];
        Row::judged(cells, *lines > FILE_LINES)
    };
    Table {
        title,
        note: "Anchor: files of praised crates run to 500 lines. tidy allows 600.",
        columns: &["lines", "file"],
        rows: files.iter().take(NAMED).map(row).collect(),
    }
}

fn shaders(survey: &Survey) -> Table {
    let mut files: Vec<_> = survey.shader_lengths.iter().collect();
    files.sort_by_key(|(path, lines)| (Reverse(*lines), path));
    let lengths: Vec<usize> = files.iter().map(|(_, lines)| *lines).collect();
    let all = format!("all {} files, median {}", files.len(), median(&lengths));
    let mut rows = vec![Row::new([lengths.iter().sum::<usize>().into(), all.into()])];
    rows.extend(files.iter().take(NAMED).map(|(path, lines)| {
        let cells = [(*lines).into(), path.as_str().into()];
        Row::judged(cells, *lines > SHADER_LINES)
    }));
    Table {
        title: "Longest WGSL files",
        note: "Anchor: vello, 33 files, most under 220 lines, the longest 1402. tidy allows 200.",
        columns: &["lines", "file"],
        rows,
    }
}
