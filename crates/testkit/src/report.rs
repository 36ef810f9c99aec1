//! How much a data-driven test has checked.

use std::io::{Write as _, stdout};

/// What a data-driven test has looked at, so that a test that checks nothing is seen to check nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was read: the topic of the golden files, the kind of reference.
    pub label: String,
    /// Number of files that were read.
    pub files: usize,
    /// Cases (golden) or samples (reference) checked.
    pub cases: usize,
    /// Number of values that were compared, or looked at by other means.
    pub values: usize,
    /// Keys or cases passed over, because a list or a reason in the test says so.
    pub skipped: usize,
}

impl Report {
    /// A report in which nothing is checked yet.
    #[must_use]
    pub fn new(label: &str) -> Self {
        Self {
            label: label.to_owned(),
            ..Self::default()
        }
    }

    /// Writes the counts straight to standard output, past the test harness, and fails when they are zero.
    pub fn finish(&self) {
        say(&format!(
            "{}: {} files, {} cases, {} values checked, {} skipped",
            self.label, self.files, self.cases, self.values, self.skipped
        ));
        assert!(
            self.files > 0 && self.cases > 0 && self.values > 0,
            "{}: nothing was checked",
            self.label
        );
    }
}

/// Writes one line straight to standard output: the harness hides `println!` of a passing test.
pub fn say(line: &str) {
    // A closed pipe is no reason for a test to fail.
    drop(writeln!(stdout(), "{line}"));
}
