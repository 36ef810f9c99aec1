//! The report as build servers show tests: a suite for each file, a case for each check that has a limit.

use std::fmt::Write as _;

use session::state::judging::Checked;

use super::html::escape_html;
use super::{File, in_none};

pub(super) fn document(files: &[File<'_>]) -> String {
    let nowhere = files.first().map(|file| &file.nowhere[..]);
    let nowhere = nowhere.filter(|names| !names.is_empty());
    let told = nowhere.map(|names| {
        let why = escape_html(&in_none(names));
        format!(
            "  <testsuite name=\"limits\" tests=\"1\" failures=\"1\" errors=\"0\">\n    <testcase classname=\"limits\" name=\"names\"><failure message=\"{why}\"/></testcase>\n  </testsuite>"
        )
    });
    let suites: Vec<String> = told.into_iter().chain(files.iter().map(suite)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"dualskin check\">\n{}\n</testsuites>",
        suites.join("\n")
    )
}

fn suite(file: &File<'_>) -> String {
    let name = escape_html(file.source);
    let verdict = match &file.verdict {
        Ok(verdict) => verdict,
        Err(failure) => {
            let why = escape_html(&failure.to_string());
            return format!(
                "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">\n    <testcase classname=\"{name}\" name=\"open\"><error message=\"{why}\"/></testcase>\n  </testsuite>"
            );
        }
    };
    let judged: Vec<&Checked> = verdict
        .checks
        .iter()
        .filter(|of| of.limit.is_some())
        .collect();
    let skin = usize::from(verdict.no_skin.is_some());
    let (tests, failures) = (judged.len() + skin, verdict.over().count() + skin);
    let skipped = judged.iter().filter(|of| of.not_judged.is_some()).count();
    let mut text = format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">"
    );
    if !verdict.unknown.is_empty() {
        let names = escape_html(&verdict.unknown.join(", "));
        // Writing to a string cannot fail.
        let _written = write!(
            text,
            "\n    <properties><property name=\"not in this file\" value=\"{names}\"/></properties>"
        );
    }
    if let Some(no_skin) = verdict.no_skin {
        let why = escape_html(no_skin.words());
        let _written = write!(
            text,
            "\n    <testcase classname=\"{name}\" name=\"Skin\"><failure message=\"{why}\"/></testcase>"
        );
    }
    for checked in judged {
        let title = escape_html(&checked.title());
        let _written = write!(
            text,
            "\n    <testcase classname=\"{name}\" name=\"{title}\""
        );
        text.push_str(&end(checked));
    }
    text + "\n  </testsuite>"
}

/// The rest of a case: why it fails or is skipped.
fn end(checked: &Checked) -> String {
    if let Some(why) = checked.not_judged {
        let why = escape_html(why.words());
        return format!("><skipped message=\"{why}\"/></testcase>");
    }
    match checked.is_over() {
        true => format!(
            "><failure message=\"{}\"/></testcase>",
            escape_html(&checked.reason())
        ),
        false => "/>".to_owned(),
    }
}
