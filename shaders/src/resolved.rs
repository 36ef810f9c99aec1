//! A program's text without imports, with the origin of every line.

use std::fmt;

/// The text of a program with all imports replaced, and the mapping from its lines to those of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The text, each line ended by a line feed.
    pub text: String,
    runs: Vec<LineRun>,
    n_lines: usize,
}

/// A line of a file, displayed as `include/frame.wgsl line 12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// Path in the folder `wgsl`.
    pub file: String,
    /// Number of the line in that file, counted from 1.
    pub line: usize,
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} line {}", self.file, self.line)
    }
}

/// Consecutive lines of the text that are consecutive in one file too.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LineRun {
    /// The first line in the text, from 1.
    first_line: usize,
    /// The same line in its file.
    origin: SourceLine,
}

impl Resolved {
    /// The file and line that a line of the text came from; lines count from 1. None beyond the end.
    #[must_use]
    pub fn place(&self, line: usize) -> Option<SourceLine> {
        // Runs are in the order of the text, so the last that has begun holds the line.
        let n_begun = self.runs.partition_point(|run| run.first_line <= line);
        let run = self.runs.get(n_begun.checked_sub(1)?)?;
        (line <= self.n_lines).then(|| SourceLine {
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
            self.runs.push(LineRun {
                first_line: n_lines,
                origin: SourceLine {
                    file: file.to_owned(),
                    line,
                },
            });
        }
    }
}
