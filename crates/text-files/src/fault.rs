//! What cannot be understood, and where.

use thiserror::Error;

/// What cannot be understood in a text, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TextFault {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong and what would be right, without a full stop; a question keeps its mark.
    pub what: String,
}

impl TextFault {
    /// A fault of the text as a whole.
    #[must_use]
    pub const fn of_all(what: String) -> Self {
        Self {
            line: 1,
            column: 1,
            what,
        }
    }
}

/// The same with the file that the text is from: a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}, line {}, column {}: {}", .fault.line, .fault.column, sentence(&.fault.what))]
pub struct FileFault {
    /// What the user calls the file.
    pub file: String,
    /// What is wrong in it.
    pub fault: TextFault,
}

impl FileFault {
    /// A fault of this file.
    #[must_use]
    pub fn new(file: impl Into<String>, fault: TextFault) -> Self {
        let file = file.into();
        Self { file, fault }
    }
}

/// With a full stop, unless it is a question.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let end = if text.ends_with('?') { "" } else { "." };
    format!("{text}{end}")
}
