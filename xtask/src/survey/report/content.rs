//! Tables about the content of lines and items: comments, documentation, ways to panic.

use super::super::Survey;
use super::super::comments::LineCounts;
use super::super::folders::{COMMENTED, DOCUMENTED, folders, is_for_tests, kurbo};
use super::super::hazards::HazardKind;
use super::super::place::{Part, Place};
use super::super::public_items::PublicItem;
use super::super::statistics::percent;
use super::table::{Row, Table};

pub(super) fn tables(survey: &Survey) -> Vec<Table> {
    vec![
        documented(survey),
        all_comments(survey),
        comments(survey),
        hazards(survey),
    ]
}

fn documented(survey: &Survey) -> Table {
    let row = |folder: &str, wanted: &dyn Fn(&&PublicItem) -> bool| {
        let items = || survey.public_items.iter().filter(wanted);
        let documented = items().filter(|item| item.documented).count();
        let share = percent(documented, items().count());
        let anchor = format!("{DOCUMENTED} %, kurbo {} %", kurbo::DOCUMENTED);
        let cells = [
            folder.into(),
            items().count().into(),
            documented.into(),
            share.into(),
            anchor.into(),
        ];
        Row::judged(cells, share < DOCUMENTED)
    };
    let mut rows: Vec<Row> = folders(survey.public_items.iter().map(|item| &item.place))
        .into_iter()
        .map(|folder| row(folder, &|item| item.place.is_in(folder)))
        .collect();
    rows.push(row("all", &|_| true));
    Table {
        title: "Documented public items",
        note: "Functions, types, fields, variants, constants, macros. Anchor: praised crates at least.",
        columns: &["folder", "items", "documented", "share", "anchor"],
        rows,
    }
}

/// A row for each folder, and one for all, that `judged` makes of the lines of its `src`: code, doc comments, comments.
fn lines_of_folders(survey: &Survey, judged: fn(&str, [usize; 3]) -> Row) -> Vec<Row> {
    let sums = |wanted: &dyn Fn(&LineCounts) -> bool| {
        let mut sums = [0; 3];
        let in_source = |file: &&LineCounts| file.place.part == Part::Source && wanted(file);
        for file in survey.line_counts.iter().filter(in_source) {
            for (sum, lines) in sums.iter_mut().zip([file.code, file.docs, file.comments]) {
                *sum += lines;
            }
        }
        sums
    };
    let mut rows: Vec<Row> = folders(survey.line_counts.iter().map(|file| &file.place))
        .into_iter()
        .map(|folder| judged(folder, sums(&|file| file.place.is_in(folder))))
        .collect();
    rows.push(judged("all", sums(&|_| true)));
    rows
}

fn all_comments(survey: &Survey) -> Table {
    let row = |folder: &str, [code, docs, comments]: [usize; 3]| {
        let (least, most) = COMMENTED;
        let share = percent(docs + comments, code + docs + comments);
        let cells = [
            folder.into(),
            code.into(),
            docs.into(),
            comments.into(),
            share.into(),
            format!("{least}–{most} %, kurbo {} %", kurbo::ALL_COMMENTS).into(),
        ];
        Row::judged(cells, share < least)
    };
    Table {
        title: "Comments of both kinds in src",
        note: "Lines of code, of doc comments, of others; share of comments in what is not blank. Anchor: praised crates.",
        columns: &["folder", "code", "docs", "comments", "share", "anchor"],
        rows: lines_of_folders(survey, row),
    }
}

fn comments(survey: &Survey) -> Table {
    let row = |folder: &str, [code, docs, comments]: [usize; 3]| {
        let share = percent(comments, code);
        let cells = [
            folder.into(),
            comments.into(),
            share.into(),
            percent(docs, code).into(),
            format!("kurbo {} %, {} %", kurbo::COMMENTS, kurbo::DOCS).into(),
        ];
        Row::judged(cells, share < kurbo::COMMENTS)
    };
    Table {
        title: "Comments in src against code",
        note: "Lines that are no doc comments for a hundred lines of code; doc comments for a hundred lines of code.",
        columns: &["folder", "comments", "to code", "docs to code", "anchor"],
        rows: lines_of_folders(survey, row),
    }
}

/// Ways to panic that this project's own rule forbids outside tests.
pub(super) const FORBIDDEN: &[HazardKind] =
    &[HazardKind::Unwrap, HazardKind::Expect, HazardKind::Panic];

fn hazards(survey: &Survey) -> Table {
    let mut rows: Vec<Row> = folders(survey.file_lengths.iter().map(|(place, _)| place))
        .into_iter()
        .map(|folder| hazard_row(survey, folder, |place| place.is_in(folder)))
        .collect();
    rows.push(hazard_row(survey, "all but the test kit", |place| {
        !is_for_tests(place.crate_folder())
    }));
    Table {
        title: "What can panic outside tests",
        note: "Our own rule: no unwrap, expect or panic. Indices are free in maths after validation; editor and character ask.",
        columns: &[
            "folder",
            "unwrap",
            "expect",
            "panic",
            "assert",
            "index by number",
            "index by value",
        ],
        rows,
    }
}

fn hazard_row(survey: &Survey, folder: &str, is_in: impl Fn(&Place) -> bool) -> Row {
    let here = |kind| {
        let hazards = survey.hazards.iter();
        hazards
            .filter(|hazard| hazard.kind == kind && is_in(&hazard.place))
            .count()
    };
    let cells = [
        folder.into(),
        here(HazardKind::Unwrap).into(),
        here(HazardKind::Expect).into(),
        here(HazardKind::Panic).into(),
        here(HazardKind::Assert).into(),
        here(HazardKind::IndexByNumber).into(),
        here(HazardKind::IndexByValue).into(),
    ];
    let forbidden = FORBIDDEN.iter().any(|&kind| here(kind) > 0);
    Row::judged(cells, forbidden && !is_for_tests(folder))
}
