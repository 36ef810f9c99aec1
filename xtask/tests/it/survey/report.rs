//! The tables: what they mark as worse, and that text and JSON say the same.

use xtask::survey::{Cell, Report, Survey};
use xtask::{read_sources, workspace_root};

use super::{survey, survey_of};

/// Rows of the table of that title: their cells, and whether they are worse than the anchor.
fn rows(report: &Report, title: &str) -> Vec<(Vec<Cell>, bool)> {
    let table = report.tables.iter().find(|table| table.title == title);
    let rows = table.unwrap().rows.iter();
    rows.map(|row| (row.cells.clone(), row.worse)).collect()
}

/// The first row of the table of that title, for a crate that holds nothing but `text`, is worse than its anchor or not.
fn check_mark(title: &str, text: &str, worse: bool) {
    let found = rows(&Report::of(&survey_of(text)), title);
    assert_eq!(found[0].1, worse, "{title}: {text:?}: {found:?}");
}

#[test]
fn what_is_too_long_is_marked() {
    for (lines, worse) in [(500, false), (501, true)] {
        let text = "//! Doc.\n".repeat(lines);
        check_mark("Lines per file", &text, worse);
        check_mark("Longest files in src", &text, worse);
    }
    for (lines, worse) in [(38, false), (39, true)] {
        let body = "    let x = 1;\n".repeat(lines);
        let short = "fn g() {}\n".repeat(15);
        let text = format!("fn f() {{\n{body}}}\n{short}");
        check_mark("Lines per function", &text, worse);
    }
    check_mark(
        "Parameters per function in src",
        "fn f(a: A, b: B) {}\n",
        false,
    );
    check_mark(
        "Parameters per function in src",
        "fn f(a: A, b: B, c: C) {}\n",
        true,
    );
    let two_in_ten = format!(
        "{}{}",
        "fn f(a: A, b: B, c: C, d: D) {}\n".repeat(2),
        "fn f() {}\n".repeat(8)
    );
    check_mark("Parameters per function in src", &two_in_ten, true);
    check_mark(
        "Longest parameter lists",
        "fn f(a: A, b: B, c: C, d: D, e: E) {}\n",
        false,
    );
    check_mark(
        "Longest parameter lists",
        "fn f(a: A, b: B, c: C, d: D, e: E, f: F) {}\n",
        true,
    );
}

#[test]
fn what_is_too_silent_is_marked() {
    for (docs, worse) in [(2, true), (3, false)] {
        let text = format!("{}{}", "/// Doc.\n".repeat(docs), "fn f() {}\n".repeat(17));
        check_mark("Comments of both kinds in src", &text, worse);
    }
    for (comments, worse) in [(5, true), (6, false)] {
        let text = format!(
            "{}{}",
            "// Reason.\n".repeat(comments),
            "fn f() {}\n".repeat(100)
        );
        check_mark("Comments in src against code", &text, worse);
    }
    for (bare, worse) in [(0, false), (1, false), (2, true)] {
        let text = format!(
            "{}{}",
            "pub fn f() {}\n".repeat(bare),
            "/// Doc.\npub fn f() {}\n".repeat(16)
        );
        check_mark("Documented public items", &text, worse);
    }
    check_mark("Undocumented public items", "pub fn f() {}\n", true);
    check_mark("What can panic outside tests", "fn f() { a[i]; }\n", false);
}

#[test]
fn what_panics_is_marked() {
    check_mark(
        "What can panic outside tests",
        "fn f() { panic!(); }\n",
        true,
    );
    check_mark(
        "Places that can panic outside tests",
        "fn f() { assert!(a); }\n",
        false,
    );
    check_mark(
        "Places that can panic outside tests",
        "fn f() { a.unwrap(); }\n",
        true,
    );
}

#[test]
fn only_crates_that_ask_are_held_to_it() {
    let text = "fn f() { a[i]; }\n";
    let survey = survey(&[("crates/rig/src/a.rs", text), ("editor/src/a.rs", text)]);
    let found = rows(
        &Report::of(&survey),
        "Indices by value in editor and character",
    );
    let cells = [
        Cell::Count(1),
        Cell::from("editor/src/a.rs"),
        Cell::from("1"),
    ];
    assert_eq!(found, [(cells.to_vec(), true)]);
}

#[test]
fn the_test_kit_may_panic() {
    let survey = survey(&[("crates/testkit/src/a.rs", "fn f() { a.unwrap(); }\n")]);
    let report = Report::of(&survey);
    let places = rows(&report, "Places that can panic outside tests");
    assert_eq!(places.len(), 1);
    assert!(!places[0].1);
    assert!(
        rows(&report, "What can panic outside tests")
            .iter()
            .all(|row| !row.1)
    );
}

#[test]
fn real_code_is_measured_in_text_and_json() {
    // One crate: reading all of them takes as long as all other tests here.
    let mut files = read_sources(&workspace_root()).unwrap();
    files.retain(|file| file.path.starts_with("crates/rig/"));
    let report = Report::of(&Survey::of(&files).unwrap());
    let text = report.to_string();
    let json = report.to_json();
    for (table, value) in report.tables.iter().zip(json["tables"].as_array().unwrap()) {
        assert!(text.contains(table.title));
        assert_eq!(value["title"], table.title);
        let rows = value["rows"].as_array().unwrap();
        assert_eq!(rows.len(), table.rows.len());
        for row in rows {
            let object = row.as_object().unwrap();
            assert_eq!(object.len(), table.columns.len() + 1, "{}", table.title);
        }
    }
    assert!(text.lines().all(|line| line == line.trim_end()));
    let files = rows(&report, "Longest files in src");
    assert_eq!(files.len(), 10);
}
