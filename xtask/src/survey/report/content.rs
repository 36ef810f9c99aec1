//! Tables of what lines and items hold: comments, documentation, ways to panic.

use super::super::Survey;
use super::super::comments::LineCounts;
use super::super::hazards::HazardKind;
use super::super::place::Part;
use super::super::rooms::{COMMENTED, DOCUMENTED, is_for_tests, rooms};
use super::super::statistics::percent;
use super::table::{Cell, Row, Table};

pub(super) fn tables(survey: &Survey) -> Vec<Table> {
    vec![documented(survey), comments(survey), hazards(survey)]
}

fn documented(survey: &Survey) -> Table {
    let row = |room: &str, wanted: &dyn Fn(&&super::super::PublicItem) -> bool| {
        let items = || survey.public_items.iter().filter(wanted);
        let documented = items().filter(|item| item.documented).count();
        let share = percent(documented, items().count());
        let anchor = format!("{DOCUMENTED} %, kurbo 95 %");
        let cells = [
            room.into(),
            items().count().into(),
            documented.into(),
            share.into(),
            anchor.into(),
        ];
        Row::judged(cells, share < DOCUMENTED)
    };
    let mut rows: Vec<Row> = rooms(survey.public_items.iter().map(|item| &item.place))
        .into_iter()
        .map(|room| row(room, &|item| item.place.is_in(room)))
        .collect();
    rows.push(row("all", &|_| true));
    Table {
        title: "Documented public items",
        note: "Functions, types, fields, variants, constants, macros. Anchor: praised rooms at least.",
        columns: &["room", "items", "documented", "share", "anchor"],
        rows,
    }
}

fn comments(survey: &Survey) -> Table {
    let (least, most) = COMMENTED;
    let row = |room: &str, wanted: &dyn Fn(&LineCounts) -> bool| {
        let count = |what: fn(&LineCounts) -> usize| -> usize {
            let files = survey.line_counts.iter().filter(|file| wanted(file));
            files.map(what).sum()
        };
        let (code, docs) = (count(|file| file.code), count(|file| file.docs));
        let plain = count(|file| file.comments);
        let lines = code + docs + plain;
        let share = percent(docs + plain, lines);
        let cells = [
            room.into(),
            code.into(),
            docs.into(),
            plain.into(),
            percent(docs, lines).into(),
            percent(plain, lines).into(),
            share.into(),
            format!("kurbo 18.6 + 4.6 %, {least}–{most} %").into(),
        ];
        Row::judged(cells, share < least)
    };
    let in_source = |file: &LineCounts| file.place.part == Part::Source;
    let mut rows: Vec<Row> = rooms(survey.line_counts.iter().map(|file| &file.place))
        .into_iter()
        .map(|room| row(room, &|file| in_source(file) && file.place.is_in(room)))
        .collect();
    rows.push(row("all", &in_source));
    Table {
        title: "Comments in src",
        note: "Shares of the lines that are not blank. Anchor: doc comments and others in kurbo, both in praised rooms.",
        columns: &[
            "room",
            "code",
            "docs",
            "comments",
            "docs share",
            "comments share",
            "both",
            "anchor",
        ],
        rows,
    }
}

/// Ways to panic that our own rule forbids outside tests.
pub(super) const FORBIDDEN: &[HazardKind] =
    &[HazardKind::Unwrap, HazardKind::Expect, HazardKind::Panic];

fn hazards(survey: &Survey) -> Table {
    let count = |wanted: &dyn Fn(&str) -> bool, kind: HazardKind| {
        let here = survey.hazards.iter().filter(|hazard| hazard.kind == kind);
        here.filter(|hazard| wanted(hazard.place.crate_folder()) || wanted(&hazard.place.path))
            .count()
    };
    let row = |room: &str, wanted: &dyn Fn(&str) -> bool| {
        let of = |kind| -> Cell { count(wanted, kind).into() };
        let cells = [
            room.into(),
            of(HazardKind::Unwrap),
            of(HazardKind::Expect),
            of(HazardKind::Panic),
            of(HazardKind::Assert),
            of(HazardKind::IndexByNumber),
            of(HazardKind::IndexByValue),
        ];
        let forbidden = FORBIDDEN.iter().any(|&kind| count(wanted, kind) > 0);
        Row::judged(cells, forbidden && !is_for_tests(room))
    };
    let rooms = rooms(survey.file_lengths.iter().map(|(place, _)| place));
    let rows = rooms.into_iter().map(|room| {
        row(room, &|path| {
            path.strip_prefix(room)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    });
    Table {
        title: "What can panic outside tests",
        note: "Our own rule: no unwrap, expect or panic. Indices are free in maths after the door; editor and character ask.",
        columns: &[
            "room",
            "unwrap",
            "expect",
            "panic",
            "assert",
            "index by number",
            "index by value",
        ],
        rows: rows.collect(),
    }
}
