//! Text of the command line: made safe for terminals, fitted into columns, and the bar of long work.

use headless::printable::{
    cap_message, fit, fit_end, json_for_terminals, name, printable, printable_lines, wrap,
};
use headless::progress::line;
use unicode_width::UnicodeWidthStr as _;

#[test]
fn what_acts_on_a_terminal_is_shown_by_its_number() {
    let cases = [
        ("plain", "plain"),
        ("line\nbreak\tand\rtab", "line\\nbreak\\tand\\rtab"),
        ("nul\0inside", "nul\\u{0}inside"),
        ("\u{1b}[2J\u{7f}\u{9b}", "\\u{1b}[2J\\u{7f}\\u{9b}"),
        (
            "\u{202e}abc\u{202c}\u{2066}",
            "\\u{202e}abc\\u{202c}\\u{2066}",
        ),
        ("a\u{200b}b\u{feff}", "a\\u{200b}b\\u{feff}"),
        (
            "e\u{301}cole 右腕 👨\u{200d}👩",
            "e\u{301}cole 右腕 👨\u{200d}👩",
        ),
        ("a\\nb", "a\\nb"),
    ];
    for (given, expected) in cases {
        assert_eq!(printable(given), expected);
    }
}

#[test]
fn lines_stay_lines_and_json_stays_json() {
    assert_eq!(printable_lines("a\u{1b}b\n\nc\r\n"), "a\\u{1b}b\n\nc\\r\n");
    let json = json_for_terminals("{\"a\":\"\u{202e}\u{e0001}\"}");
    assert_eq!(json, "{\"a\":\"\\u202e\\udb40\\udc01\"}");
}

#[test]
fn overlong_words_and_messages_are_cut() {
    let path = format!("/{}/end.glb: no.", "folder/".repeat(100));
    let shown = cap_message(&path);
    assert!(
        shown.starts_with("/folder/") && shown.ends_with("/end.glb: no."),
        "{shown}"
    );
    assert!(shown.chars().count() < 220, "{shown}");
    assert_eq!(cap_message("a  short one."), "a  short one.");
    assert!(cap_message(&"word ".repeat(100_000)).chars().count() <= 2001);
}

#[test]
fn names_fit_their_column() {
    let long = "x".repeat(5000);
    let marks = format!("a{}b", "\u{301}".repeat(900));
    let cases = [
        "",
        "short",
        "ten chars!",
        "eleven char",
        "右腕の先のほう",
        "👨\u{200d}👩\u{200d}👧 family",
        &long,
        &marks,
        "アニメ/🏃 \"run\"\n1",
    ];
    for case in cases {
        for width in 4..12 {
            let shown = name(Some(case), width.max(9));
            assert!(shown.width() <= width.max(9), "{shown}");
            assert!(fit(case, width).width() <= width, "{case}");
            assert!(fit_end(case, width).width() <= width, "{case}");
        }
    }
    assert_eq!(fit("ten chars!", 10), "ten chars!");
    assert_eq!(fit("eleven char", 10), "eleven ch…");
    assert_eq!(fit_end("/a/long/path.glb", 9), "…path.glb");
    assert_eq!(name(Some("  "), 20), "\"  \"");
    assert_eq!(name(None, 20), "(no name)");
    assert!(fit(&marks, 10).chars().count() < 12);
}

#[test]
fn lines_break_at_spaces() {
    let text = "one two three fourfourfour five";
    for width in 1..40 {
        let lines = wrap(text, width);
        assert!(lines.iter().all(|line| line.width() <= width), "{lines:?}");
        let letters = |text: &str| text.replace(' ', "");
        assert_eq!(letters(&lines.concat()), letters(text));
    }
    assert_eq!(wrap("one two", 7), ["one two"]);
    assert_eq!(wrap("one two", 6), ["one", "two"]);
}

#[test]
fn a_bar_is_as_full_as_the_work_is_done_and_fits_a_line() {
    let long = "finding the places that lie nearest to one another";
    for (share, percent, full) in [
        (0.0, "  0 %", 0),
        (0.5, " 50 %", 15),
        (1.0, "100 %", 30),
        (-1.0, "  0 %", 0),
        (7.0, "100 %", 30),
        (f32::NAN, "  0 %", 0),
    ] {
        for phase in ["meshes", long] {
            let shown = line(phase, share);
            assert!(shown.ends_with(percent), "{shown}");
            assert_eq!(shown.matches('#').count(), full, "{shown}");
            assert!(shown.width() < 80, "{shown}");
        }
    }
}
