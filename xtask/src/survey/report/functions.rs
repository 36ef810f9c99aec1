//! Tables of the lengths of functions and of their parameter lists.

use std::cmp::Reverse;

use super::super::Survey;
use super::super::folders::{Anchor, LONG, anchor, folders, kurbo};
use super::super::functions::Function;
use super::super::place::Part;
use super::super::statistics::{median, percent, percentile};
use super::table::{Cell, NAMED, Row, Table};

/// This project's own rule, which clippy checks.
const MOST_PARAMETERS: usize = 5;

pub(super) fn tables(survey: &Survey) -> Vec<Table> {
    let (source, rest): (Vec<&Function>, Vec<&Function>) = survey
        .functions
        .iter()
        .partition(|f| f.place.part == Part::Source);
    vec![
        lengths(&source, &rest),
        longest("Longest functions in src", &source),
        longest("Longest functions in tests and examples", &rest),
        parameters(&source),
        longest_parameter_lists(survey),
    ]
}

fn lengths(source: &[&Function], rest: &[&Function]) -> Table {
    let bodies = |functions: &[&Function], is_in: &dyn Fn(&Function) -> bool| -> Vec<usize> {
        let here = functions.iter().filter(|f| f.body_lines > 0 && is_in(f));
        here.map(|f| f.body_lines).collect()
    };
    let mut rows: Vec<Row> = folders(source.iter().map(|f| &f.place))
        .into_iter()
        .map(|folder| length_row(folder, &bodies(source, &|f| f.place.is_in(folder))))
        .collect();
    rows.push(length_row("all", &bodies(source, &|_| true)));
    for part in [Part::Tests, Part::Examples] {
        let lengths = bodies(rest, &|f| f.place.part == part);
        let cells = length_cells(&part.to_string(), &lengths, String::new());
        rows.push(Row::new(cells));
    }
    Table {
        title: "Lines per function",
        note: "From brace to brace, both counted; folders without tests. Anchor: the median, and the share of those over 40 lines.",
        columns: &[
            "folder",
            "functions",
            "median",
            "90 %",
            "longest",
            "over 40",
            "share",
            "anchor",
        ],
        rows,
    }
}

fn length_row(folder: &str, lengths: &[usize]) -> Row {
    let Anchor {
        project,
        function_median,
        long_functions,
        ..
    } = anchor(folder);
    let says = format!("{project} {function_median}, {long_functions} %");
    let is_worse = median(lengths) > *function_median || long_share(lengths) > *long_functions;
    Row::judged(length_cells(folder, lengths, says), is_worse)
}

fn length_cells(folder: &str, lengths: &[usize], anchor: String) -> [Cell; 8] {
    [
        folder.into(),
        lengths.len().into(),
        median(lengths).into(),
        percentile(lengths, 90).into(),
        percentile(lengths, 100).into(),
        long(lengths).into(),
        long_share(lengths).into(),
        anchor.into(),
    ]
}

fn long(lengths: &[usize]) -> usize {
    lengths.iter().filter(|&&lines| lines > LONG).count()
}

fn long_share(lengths: &[usize]) -> f64 {
    percent(long(lengths), lengths.len())
}

fn longest(title: &'static str, functions: &[&Function]) -> Table {
    let mut sorted = functions.to_vec();
    sorted.sort_by_key(|f| (Reverse(f.body_lines), &f.place));
    Table {
        title,
        note: "Anchor: the shares above.",
        columns: &["lines", "function", "place"],
        rows: sorted
            .iter()
            .take(NAMED)
            .map(|f| Row::new(named(f, f.body_lines)))
            .collect(),
    }
}

fn named(function: &Function, count: usize) -> [Cell; 3] {
    [
        count.into(),
        function.name.as_str().into(),
        function.place.to_string().into(),
    ]
}

fn parameters(source: &[&Function]) -> Table {
    let mut rows: Vec<Row> = folders(source.iter().map(|f| &f.place))
        .into_iter()
        .map(|folder| parameter_row(folder, source, |f| f.place.is_in(folder)))
        .collect();
    rows.push(parameter_row("all", source, |_| true));
    Table {
        title: "Parameters per function in src",
        note: "`self` counts. Anchor: the median, and what nine in ten do not exceed.",
        columns: &["folder", "median", "90 %", "most", "anchor"],
        rows,
    }
}

fn parameter_row(folder: &str, source: &[&Function], is_in: impl Fn(&Function) -> bool) -> Row {
    let (most_median, most_nine_in_ten) = kurbo::PARAMETERS;
    let here = source.iter().filter(|f| is_in(f));
    let counts: Vec<usize> = here.map(|f| f.parameters).collect();
    let (middle, nine_in_ten) = (median(&counts), percentile(&counts, 90));
    let cells = [
        folder.into(),
        middle.into(),
        nine_in_ten.into(),
        percentile(&counts, 100).into(),
        format!("kurbo {most_median}, {most_nine_in_ten}").into(),
    ];
    Row::judged(
        cells,
        middle > most_median || nine_in_ten > most_nine_in_ten,
    )
}

fn longest_parameter_lists(survey: &Survey) -> Table {
    let mut functions: Vec<&Function> = survey.functions.iter().collect();
    functions.sort_by_key(|f| (Reverse(f.parameters), &f.place));
    Table {
        title: "Longest parameter lists",
        note: "Marked: more than our own rule allows, five.",
        columns: &["parameters", "function", "place"],
        rows: functions
            .iter()
            .take(NAMED)
            .map(|f| Row::judged(named(f, f.parameters), f.parameters > MOST_PARAMETERS))
            .collect(),
    }
}
