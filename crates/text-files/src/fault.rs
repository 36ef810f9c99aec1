//! Errors of text files, with line and column.

use thiserror::Error;

/// An error in a text, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TextFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong and what would be right, without a full stop; a question keeps its mark.
    pub what: String,
}

impl TextFault {
    /// An error of the whole text, placed at its beginning.
    #[must_use]
    pub const fn of_all(what: String) -> Self {
        Self {
            line: 1,
            column: 1,
            what,
        }
    }
}

/// An error with its file, displayed as a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}, line {}, column {}: {}", .fault.line, .fault.column, sentence(&.fault.what))]
pub struct FileFault {
    /// The file's name as shown to the user.
    pub file: String,
    /// The error in the text.
    pub fault: TextFault,
}

impl FileFault {
    /// An error in this file.
    #[must_use]
    pub fn new(file: impl Into<String>, fault: TextFault) -> Self {
        let file = file.into();
        Self { file, fault }
    }
}

/// The text with a full stop at its end, unless it is a question.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let end = if text.ends_with('?') { "" } else { "." };
    format!("{text}{end}")
}
