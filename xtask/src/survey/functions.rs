//! Tables of the lengths of functions and of what they take.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::statistics::{median, percent, percentile};
use super::table::{NAMED, Table};
use crate::functions::{Function, find_functions};
use crate::place::{CodeRole, parts_of};
use crate::source::SourceFile;

/// A function whose body has more lines is long: about what fits on a screen.
const LONG: usize = 40;

/// A function that users get, and its file.
struct PublicFunction<'a> {
    folder: &'a str,
    path: &'a str,
    function: Function,
}

pub(super) fn tables(rust: &[&SourceFile]) -> [Table; 3] {
    let mut found = Vec::new();
    for file in rust {
        let place = parts_of(file);
        let functions = find_functions(file).into_iter();
        let functions = functions.filter(|function| place.part(function.line) == CodeRole::Source);
        found.extend(functions.map(|function| PublicFunction {
            folder: place.crate_folder,
            path: &file.path,
            function,
        }));
    }
    [lengths(&found), longest(&found), parameters(&found)]
}

fn by_folder<'a>(found: &'a [PublicFunction<'a>]) -> BTreeMap<&'a str, Vec<&'a Function>> {
    let mut folders: BTreeMap<&str, Vec<&Function>> = BTreeMap::new();
    for one in found {
        for folder in [one.folder, "all"] {
            folders.entry(folder).or_default().push(&one.function);
        }
    }
    folders
}

fn lengths(found: &[PublicFunction<'_>]) -> Table {
    let rows = by_folder(found).into_iter().map(|(folder, functions)| {
        let lengths = functions.iter().map(|function| function.body_lines);
        // Functions of traits without a body would pull the median down.
        let lengths: Vec<usize> = lengths.filter(|lines| *lines > 0).collect();
        let long = lengths.iter().filter(|lines| **lines > LONG).count();
        vec![
            folder.into(),
            lengths.len().into(),
            median(&lengths).into(),
            percentile(&lengths, 90).into(),
            percentile(&lengths, 100).into(),
            percent(long, lengths.len()).into(),
        ]
    });
    Table {
        title: "Lines per function in src",
        note: "From brace to brace. In praised crates the median is 8, and 6 % have more than 40 lines.",
        columns: &[
            "folder",
            "functions",
            "median",
            "90 %",
            "longest",
            "over 40",
        ],
        rows: rows.collect(),
    }
}

fn longest(found: &[PublicFunction<'_>]) -> Table {
    let mut sorted: Vec<&PublicFunction<'_>> = found.iter().collect();
    // By path among equals, so that two runs give the same table.
    sorted.sort_by_key(|one| (Reverse(one.function.body_lines), one.path));
    let row = |one: &&PublicFunction<'_>| {
        let Function {
            name,
            line,
            body_lines,
            ..
        } = &one.function;
        let place = format!("{}:{line}", one.path);
        vec![(*body_lines).into(), name.as_str().into(), place.into()]
    };
    Table {
        title: "Longest functions in src",
        note: "clippy allows 60 lines of code.",
        columns: &["lines", "function", "place"],
        rows: sorted.iter().take(NAMED).map(row).collect(),
    }
}

fn parameters(found: &[PublicFunction<'_>]) -> Table {
    let rows = by_folder(found).into_iter().map(|(folder, functions)| {
        let counts: Vec<usize> = functions.iter().map(|f| f.parameters.len()).collect();
        let tuples = functions.iter().filter(|f| f.tuples() > 0).count();
        vec![
            folder.into(),
            median(&counts).into(),
            percentile(&counts, 90).into(),
            percentile(&counts, 100).into(),
            tuples.into(),
        ]
    });
    Table {
        title: "Parameters per function in src",
        note: "`self` counts; tuples: functions with a parameter that is several things, a reference among them.",
        columns: &["folder", "median", "90 %", "most", "tuples"],
        rows: rows.collect(),
    }
}
