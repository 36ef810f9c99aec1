//! The report as build servers show tests: a suite for each file, a case for each check that has a limit.

use std::fmt::Write as _;

use session::judging::Checked;

use super::File;
use super::html::escaped;

pub(super) fn document(files: &[File<'_>]) -> String {
    let suites: Vec<String> = files.iter().map(suite).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"dualskin check\">\n{}\n</testsuites>",
        suites.join("\n")
    )
}

fn suite(file: &File<'_>) -> String {
    let name = escaped(file.source);
    let verdict = match &file.verdict {
        Ok(verdict) => verdict,
        Err(failure) => {
            let why = escaped(&failure.to_string());
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
    let (tests, failures) = (judged.len(), verdict.over().count());
    let mut text = format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">"
    );
    for checked in judged {
        let title = escaped(&checked.title());
        // Writing to a string cannot fail.
        let _written = write!(
            text,
            "\n    <testcase classname=\"{name}\" name=\"{title}\""
        );
        let end = match checked.is_over() {
            true => format!(
                "><failure message=\"{}\"/></testcase>",
                escaped(&checked.reason())
            ),
            false => "/>".to_owned(),
        };
        text.push_str(&end);
    }
    text + "\n  </testsuite>"
}
