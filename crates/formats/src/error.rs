//! Why a file of another format is no character.

use character::{AuthoredError, CharacterError};
use whole_file::ReadError;

/// Why a file cannot be opened: one sentence that names the file, what is wrong and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file is not there, no file, or too large.
    #[error("{file}: {reason}.")]
    Unreadable {
        /// The file as it was named.
        file: String,
        /// A clause with a remedy.
        reason: String,
    },
    /// What its format asks for is not in it.
    #[error("{file}: {reason}.")]
    Content {
        /// The file as it was named.
        file: String,
        /// A clause with the place and a remedy.
        reason: String,
    },
    /// What came of it was refused as a glTF file of such a content would be.
    #[error(transparent)]
    Character(#[from] CharacterError),
}

impl FormatError {
    pub(crate) fn unreadable(file: &str, error: &ReadError) -> Self {
        Self::Unreadable {
            file: file.to_owned(),
            reason: format!("{error}; {}", error.remedy()),
        }
    }

    pub(crate) fn content(file: &str, reason: &dyn ToString) -> Self {
        Self::Content {
            file: file.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// What was made cannot be written as glTF.
    pub(crate) fn authored(file: &str, error: &AuthoredError) -> Self {
        Self::content(file, &format!("{error}; export a smaller part of it"))
    }

    /// Whether whoever asked canceled, and nothing else is wrong.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        matches!(self, Self::Character(error) if error.is_canceled())
    }
}
