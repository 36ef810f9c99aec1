//! Counts lines of code, of doc comments, of other comments, and blank ones.

use super::place::{Part, Place};
use super::rust_file::RustFile;
use super::tokens::Kind;

/// Numbers of lines by content, of one file or of the tests inside one. A line with code and a comment counts as code.
#[derive(Clone, Debug)]
pub struct LineCounts {
    /// The first line that is counted.
    pub place: Place,
    /// Lines with code, with or without a comment after it.
    pub code: usize,
    /// Lines of `///` and `//!`.
    pub docs: usize,
    /// Lines of other comments.
    pub comments: usize,
    /// Lines that are empty or white space.
    pub blank: usize,
}

/// The lines of `file`; tests inside a source file are counted separately.
pub fn count_lines(file: &RustFile) -> Vec<LineCounts> {
    let mut counts: Vec<LineCounts> = Vec::new();
    for (number, holds) in (1..).zip(lines(file)) {
        let place = file.place(number);
        let count = of_part(&mut counts, place);
        match holds {
            Holds::Code => count.code += 1,
            Holds::Docs => count.docs += 1,
            Holds::Comment => count.comments += 1,
            Holds::Nothing => count.blank += 1,
        }
    }
    counts
}

#[derive(Clone, Copy, PartialEq)]
enum Holds {
    Nothing,
    Comment,
    Docs,
    Code,
}

/// The content of every line. Text that is neither blank nor part of a token is a comment: the lexer drops nothing
/// else.
fn lines(file: &RustFile) -> Vec<Holds> {
    let without_tokens = |line: &str| {
        if line.trim().is_empty() {
            Holds::Nothing
        } else {
            Holds::Comment
        }
    };
    let mut lines: Vec<Holds> = file.text.lines().map(without_tokens).collect();
    for token in &file.tokens {
        for line in &mut lines[token.first_line - 1..token.last_line] {
            if token.kind != Kind::Doc {
                *line = Holds::Code;
            } else if *line != Holds::Code {
                *line = Holds::Docs;
            }
        }
    }
    lines
}

fn of_part(counts: &mut Vec<LineCounts>, place: Place) -> &mut LineCounts {
    let part: Part = place.part;
    let at = counts
        .iter()
        .position(|count| count.place.part == part)
        .unwrap_or(counts.len());
    if at == counts.len() {
        counts.push(LineCounts {
            place,
            code: 0,
            docs: 0,
            comments: 0,
            blank: 0,
        });
    }
    &mut counts[at]
}
