//! The sheet: one HTML file without anything from elsewhere, with pictures of the worst spots.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use session::state::judging::{Checked, CheckedPlace, Verdict};

use super::in_none;
use super::page::poses;
use super::pictures::Painter;
use crate::Failure;
use crate::source::opened::OpenedCharacter;

/// Pictures of one check.
const PICTURES: usize = 4;

const STYLE: &str = "\
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid #8884; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.over { color: #c8332b; font-weight: 600; }
h2 { margin-top: 3rem; overflow-wrap: anywhere; }
.spots { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; width: 16rem; }
figure img { width: 100%; border-radius: 6px; display: block; }
figcaption { font-size: 13px; overflow-wrap: anywhere; }
";

/// Text in HTML or XML: what has a meaning there is written as a reference, and what may not stand there at all as �.
pub(super) fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The whole file; `nowhere` is what limits name and no file has.
pub(super) fn page(nowhere: &[String], sections: &[&str]) -> String {
    let told = match nowhere {
        [] => String::new(),
        names => format!("<p class=\"over\">{}</p>\n", escape_html(&in_none(names))),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>dualskin check</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>dualskin check</h1>\n{told}{}\n</body>\n</html>\n",
        sections.join("\n")
    )
}

/// A file that cannot be judged.
pub(super) fn refusal_html(source: &str, why: &str) -> String {
    format!(
        "<h2>{}</h2>\n<p>Cannot be judged: {}</p>",
        escape_html(source),
        escape_html(why)
    )
}

/// The part of a file: its table, then the worst spots of each check that has some.
pub(super) fn section(
    source: &str,
    verdict: &Verdict,
    opened: &OpenedCharacter,
    painter: &mut Painter,
) -> Result<String, Failure> {
    if let Some(no_skin) = verdict.no_skin {
        return Ok(format!(
            "<h2>{}</h2>\n<p class=\"over\">Not judged: {}.</p>",
            escape_html(source),
            escape_html(no_skin.words())
        ));
    }
    let mut text = format!(
        "<h2>{}</h2>\n<p>{}</p>\n<table>\n<tr><th>Check</th><th>Found</th><th>Limit</th><th>Worst at</th></tr>\n",
        escape_html(source),
        poses(verdict)
    );
    for checked in &verdict.checks {
        // Writing to a string cannot fail.
        let _written = writeln!(text, "{}", row(checked));
    }
    text.push_str("</table>\n");
    if !verdict.unknown.is_empty() {
        let names = escape_html(&verdict.unknown.join(", "));
        let _written = writeln!(text, "<p>Not in this file: {names}.</p>");
    }
    painter.take_character(opened)?;
    let with_poses = verdict
        .checks
        .iter()
        .filter(|of| of.look.is_some() || of.is_over());
    for checked in with_poses.filter(|of| !of.places.is_empty()) {
        let _written = write!(
            text,
            "<h3>{}</h3>\n<div class=\"spots\">\n",
            escape_html(&checked.title())
        );
        for place in checked.places.iter().take(PICTURES) {
            let png = painter.picture(opened, checked.look, place)?;
            let _written = writeln!(text, "{}", figure(checked, place, &png));
        }
        text.push_str("</div>\n");
    }
    Ok(text)
}

fn row(checked: &Checked) -> String {
    let class = if checked.is_over() {
        " class=\"over\""
    } else {
        ""
    };
    let limit = checked.limit_words();
    let place = checked.places.first().filter(|_| checked.value > 0.0);
    let place = place.map(CheckedPlace::words);
    let note = checked.not_judged.map(|why| why.words().to_owned());
    format!(
        "<tr{class}><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
        escape_html(&checked.title()),
        checked.value_words(),
        limit.unwrap_or_default(),
        escape_html(&note.or(place).unwrap_or_default())
    )
}

fn figure(checked: &Checked, place: &CheckedPlace, png: &[u8]) -> String {
    let words = escape_html(&place.words());
    format!(
        "<figure><img alt=\"{words}\" src=\"data:image/png;base64,{}\"><figcaption><b>{}</b> {words}</figcaption></figure>",
        STANDARD.encode(png),
        checked.check.words(place.value)
    )
}
