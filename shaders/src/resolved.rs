//! A text without imports that knows where its lines came from.

use std::fmt;

/// The text of a program with all imports replaced, and the way back from its lines to the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The text, each line ended by a line feed.
    pub text: String,
    runs: Vec<Run>,
    n_lines: usize,
}

/// A line of a file. Shows as `include/frame.wgsl line 12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Path in the folder `wgsl`.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} line {}", self.file, self.line)
    }
}

/// Lines that follow one another in a file and in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    /// Of the text.
    first_line: usize,
    /// The same line in its file.
    origin: Place,
}

impl Resolved {
    /// Where a line of the text came from; lines count from 1. None beyond the text.
    #[must_use]
    pub fn place(&self, line: usize) -> Option<Place> {
        let n_begun = self.runs.partition_point(|run| run.first_line <= line);
        let run = self.runs.get(n_begun.checked_sub(1)?)?;
        (line <= self.n_lines).then(|| Place {
            file: run.origin.file.clone(),
            line: run.origin.line + (line - run.first_line),
        })
    }

    pub(crate) fn push(&mut self, file: &str, line: usize, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
        self.n_lines += 1;
        let n_lines = self.n_lines;
        let continues = self.runs.last().is_some_and(|run| {
            run.origin.file == file && run.origin.line + (n_lines - run.first_line) == line
        });
        if !continues {
            self.runs.push(Run {
                first_line: n_lines,
                origin: Place {
                    file: file.to_owned(),
                    line,
                },
            });
        }
    }
}
