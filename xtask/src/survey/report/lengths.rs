//! Tables of how long files, functions and parameter lists are.

use super::super::Survey;
use super::super::functions::Function;
use super::super::place::{Part, Place};
use super::super::rooms::{Anchor, FILE_LINES, LONG, PARAMETERS, anchor, rooms};
use super::super::statistics::{median, percent, percentile};
use super::table::{Row, Table};

/// How many of the longest are named.
const NAMED: usize = 10;

pub(super) fn tables(survey: &Survey) -> Vec<Table> {
    vec![
        files(survey),
        longest_files("Longest files in src", survey, true),
        longest_files("Longest files in tests and examples", survey, false),
        shaders(survey),
        functions(survey),
        longest_functions("Longest functions in src", survey, true),
        longest_functions("Longest functions in tests and examples", survey, false),
        parameters(survey),
        longest_parameter_lists(survey),
    ]
}

fn files(survey: &Survey) -> Table {
    let row = |room: &str, part: Part, lengths: &[usize], anchor: &Anchor| {
        let nine_in_ten = percentile(lengths, 90);
        Row::judged(
            [
                room.into(),
                part.to_string().into(),
                lengths.len().into(),
                lengths.iter().sum::<usize>().into(),
                median(lengths).into(),
                nine_in_ten.into(),
                percentile(lengths, 100).into(),
                format!("{} {}, 150–{FILE_LINES}", anchor.house, anchor.file_median).into(),
            ],
            median(lengths) > anchor.file_median || nine_in_ten > FILE_LINES,
        )
    };
    let places = survey.file_lengths.iter().map(|(place, _)| place);
    let mut rows = Vec::new();
    for part in [Part::Source, Part::Tests, Part::Examples] {
        let lengths_where = |wanted: &dyn Fn(&Place) -> bool| -> Vec<usize> {
            let wanted = |(place, _): &&(Place, usize)| place.part == part && wanted(place);
            let files = survey.file_lengths.iter().filter(wanted);
            files.map(|(_, lines)| *lines).collect()
        };
        for room in rooms(places.clone()) {
            let lengths = lengths_where(&|place| place.is_in(room));
            if !lengths.is_empty() {
                rows.push(row(room, part, &lengths, anchor(room)));
            }
        }
        rows.push(row("all", part, &lengths_where(&|_| true), anchor("all")));
    }
    Table {
        title: "Lines per file",
        note: "All lines. Anchor: median lines of the model codebase's files, and what files of praised rooms run to.",
        columns: &[
            "room", "part", "files", "lines", "median", "90 %", "longest", "anchor",
        ],
        rows,
    }
}

fn longest_files(title: &'static str, survey: &Survey, in_source: bool) -> Table {
    let files = survey.file_lengths.iter();
    let mut files: Vec<&(Place, usize)> = files
        .filter(|(place, _)| (place.part == Part::Source) == in_source)
        .collect();
    files.sort_by_key(|(place, lines)| (std::cmp::Reverse(*lines), place));
    Table {
        title,
        note: "Praised rooms run to 500 lines; tidy allows 600.",
        columns: &["lines", "file"],
        rows: files
            .iter()
            .take(NAMED)
            .map(|(place, lines)| {
                Row::judged(
                    [(*lines).into(), place.path.as_str().into()],
                    *lines > FILE_LINES,
                )
            })
            .collect(),
    }
}

fn shaders(survey: &Survey) -> Table {
    let mut files: Vec<&(String, usize)> = survey.shader_lengths.iter().collect();
    files.sort_by_key(|(path, lines)| (std::cmp::Reverse(*lines), path));
    let lengths: Vec<usize> = files.iter().map(|(_, lines)| *lines).collect();
    let total = format!("all {}, median {}", files.len(), median(&lengths));
    let mut rows = vec![Row::new([
        lengths.iter().sum::<usize>().into(),
        total.into(),
    ])];
    rows.extend(
        files.iter().take(NAMED).map(|(path, lines)| {
            Row::judged([(*lines).into(), path.as_str().into()], *lines > 220)
        }),
    );
    Table {
        title: "Longest WGSL files",
        note: "vello: 33 files, most under 220 lines, the longest 1402; tidy allows 200.",
        columns: &["lines", "file"],
        rows,
    }
}

fn functions(survey: &Survey) -> Table {
    let with_body = |f: &&Function| f.body_lines > 0;
    let row = |room: &str, part: &str, lengths: &[usize], anchor: Option<&Anchor>| {
        let long = lengths.iter().filter(|&&lines| lines > LONG).count();
        let share = percent(long, lengths.len());
        let says =
            |a: &Anchor| format!("{} {}, {} %", a.house, a.function_median, a.long_functions);
        Row::judged(
            [
                room.into(),
                part.into(),
                lengths.len().into(),
                median(lengths).into(),
                percentile(lengths, 90).into(),
                percentile(lengths, 100).into(),
                long.into(),
                share.into(),
                anchor.map_or_else(String::new, says).into(),
            ],
            anchor.is_some_and(|a| median(lengths) > a.function_median || share > a.long_functions),
        )
    };
    let lengths_where = |wanted: &dyn Fn(&Function) -> bool| -> Vec<usize> {
        let functions = survey.functions.iter().filter(with_body);
        functions
            .filter(|f| wanted(f))
            .map(|f| f.body_lines)
            .collect()
    };
    let mut rows = Vec::new();
    for room in rooms(survey.functions.iter().map(|f| &f.place)) {
        let lengths = lengths_where(&|f| f.place.part == Part::Source && f.place.is_in(room));
        if !lengths.is_empty() {
            rows.push(row(room, "src", &lengths, Some(anchor(room))));
        }
    }
    let source = lengths_where(&|f| f.place.part == Part::Source);
    rows.push(row("all", "src", &source, Some(anchor("all"))));
    for part in [Part::Tests, Part::Examples] {
        let lengths = lengths_where(&|f| f.place.part == part);
        rows.push(row("all", &part.to_string(), &lengths, None));
    }
    Table {
        title: "Lines per function",
        note: "From brace to brace, both counted. Anchor: the median, and the share of those over 40 lines.",
        columns: &[
            "room",
            "part",
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

fn longest_functions(title: &'static str, survey: &Survey, in_source: bool) -> Table {
    let mut functions = functions_of(survey, in_source);
    functions.sort_by_key(|f| (std::cmp::Reverse(f.body_lines), &f.place));
    Table {
        title,
        note: "Held against nothing; what is over 40 lines is in the shares above.",
        columns: &["lines", "function", "place"],
        rows: functions
            .iter()
            .take(NAMED)
            .map(|f| {
                Row::new([
                    f.body_lines.into(),
                    f.name.as_str().into(),
                    f.place.to_string().into(),
                ])
            })
            .collect(),
    }
}

fn functions_of(survey: &Survey, in_source: bool) -> Vec<&Function> {
    let functions = survey.functions.iter();
    functions
        .filter(|f| (f.place.part == Part::Source) == in_source)
        .collect()
}

fn parameters(survey: &Survey) -> Table {
    let (most_median, most_nine_in_ten) = PARAMETERS;
    let row = |room: &str, counts: &[usize]| {
        let nine_in_ten = percentile(counts, 90);
        Row::judged(
            [
                room.into(),
                median(counts).into(),
                nine_in_ten.into(),
                percentile(counts, 100).into(),
                format!("kurbo {most_median}, {most_nine_in_ten}").into(),
            ],
            median(counts) > most_median || nine_in_ten > most_nine_in_ten,
        )
    };
    let functions = functions_of(survey, true);
    let counts = |room: &str| -> Vec<usize> {
        let here = functions.iter().filter(|f| f.place.is_in(room));
        here.map(|f| f.parameters).collect()
    };
    let mut rows: Vec<Row> = rooms(functions.iter().map(|f| &f.place))
        .into_iter()
        .map(|room| row(room, &counts(room)))
        .collect();
    let all: Vec<usize> = functions.iter().map(|f| f.parameters).collect();
    rows.push(row("all", &all));
    Table {
        title: "Parameters per function in src",
        note: "`self` counts. Anchor: the median, and what nine in ten do not exceed.",
        columns: &["room", "median", "90 %", "most", "anchor"],
        rows,
    }
}

fn longest_parameter_lists(survey: &Survey) -> Table {
    let mut functions = functions_of(survey, true);
    functions.extend(functions_of(survey, false));
    functions.sort_by_key(|f| (std::cmp::Reverse(f.parameters), &f.place));
    Table {
        title: "Longest parameter lists",
        note: "Our own rule is five, which clippy watches.",
        columns: &["parameters", "function", "place"],
        rows: functions
            .iter()
            .take(NAMED)
            .map(|f| {
                let cells = [
                    f.parameters.into(),
                    f.name.as_str().into(),
                    f.place.to_string().into(),
                ];
                Row::judged(cells, f.parameters > 5)
            })
            .collect(),
    }
}
