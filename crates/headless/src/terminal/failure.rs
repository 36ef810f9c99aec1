//! Why a command has failed: one sentence for people, and a kind for programs.

use ::figures::error::FigureError;
use character::{CharacterError, Fault};
use scene::deform::DeformError;
use session::state::opening::load::LoadError;
use thiserror::Error;
use whole_file::{ReadError, WriteError};

use super::printable::{cap_message, json_for_terminals};

/// What is wrong with files or data, for programs that go on by it. The list is closed: scripts may rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// A file that is to be read is not there.
    MissingFile,
    /// A file is there and cannot be read: a folder, a pipe, one that is too large, or may not be read.
    UnreadableFile,
    /// A file is of no format that is read, or its content is broken.
    NotACharacter,
    /// A text, as of markers, limits or weights, has a fault at a line.
    BadText,
    /// The file to write is there, and is to be kept.
    Exists,
    /// The file to write cannot be written.
    NotWritten,
    /// Every mesh has a skin already.
    AlreadySkinned,
    /// No mesh has a skin, and so no weights.
    NotSkinned,
    /// There is no mesh, or none with triangles.
    NoMesh,
    /// There is no joint.
    NoJoints,
    /// There is no clip.
    NoClips,
    /// A file names joints, bones or vertices, and none of them is there.
    NoMatch,
    /// There is no graphics device, or it cannot do this.
    NoDevice,
}

impl FailureKind {
    /// All kinds, in the order of the list in `docs/commands.md`.
    pub const ALL: [Self; 13] = [
        Self::MissingFile,
        Self::UnreadableFile,
        Self::NotACharacter,
        Self::BadText,
        Self::Exists,
        Self::NotWritten,
        Self::AlreadySkinned,
        Self::NotSkinned,
        Self::NoMesh,
        Self::NoJoints,
        Self::NoClips,
        Self::NoMatch,
        Self::NoDevice,
    ];

    /// The word in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissingFile => "missing-file",
            Self::UnreadableFile => "unreadable-file",
            Self::NotACharacter => "not-a-character",
            Self::BadText => "bad-text",
            Self::Exists => "exists",
            Self::NotWritten => "not-written",
            Self::AlreadySkinned => "already-skinned",
            Self::NotSkinned => "not-skinned",
            Self::NoMesh => "no-mesh",
            Self::NoJoints => "no-joints",
            Self::NoClips => "no-clips",
            Self::NoMatch => "no-match",
            Self::NoDevice => "no-device",
        }
    }

    /// The kind of a file that was not read.
    #[must_use]
    pub fn of_reading(error: &ReadError) -> Self {
        match error.is_not_found() {
            true => Self::MissingFile,
            false => Self::UnreadableFile,
        }
    }
}

/// Why a command has failed, as one sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The command line cannot be carried out as it is written, or names a thing that the file it is about lacks: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// Files, devices or data cannot be used: exit status 1.
    #[error("{0}")]
    Data(String),
    /// The same for a reason that programs tell from others: exit status 1.
    #[error("{1}")]
    Known(FailureKind, String),
    /// The result was printed, and is itself a reason to fail, as problems are under `--strict`: exit status 1.
    #[error("{0}")]
    Findings(String),
}

impl Failure {
    /// The exit status of the program.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Data(_) | Self::Known(..) | Self::Findings(_) => 1,
        }
    }

    /// The word for programs: one of [`FailureKind`], `usage`, `findings`, or `refused` for all other data.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Usage(_) => "usage",
            Self::Data(_) => "refused",
            Self::Known(kind, _) => kind.name(),
            Self::Findings(_) => "findings",
        }
    }

    /// The same failure with another sentence.
    #[must_use]
    pub fn with_words(&self, words: impl FnOnce(&str) -> String) -> Self {
        let text = words(&self.to_string());
        match self {
            Self::Usage(_) => Self::Usage(text),
            Self::Data(_) => Self::Data(text),
            Self::Known(kind, _) => Self::Known(*kind, text),
            Self::Findings(_) => Self::Findings(text),
        }
    }

    /// The failure as the JSON document that `--json` asks for; none where the result is the document already.
    #[must_use]
    pub fn document(&self) -> Option<String> {
        let document = serde_json::json!({
            "format": FAILURE_FORMAT,
            "status": self.status(),
            "kind": self.kind(),
            "error": cap_message(&self.to_string()),
        });
        let is_new = !matches!(self, Self::Findings(_));
        is_new.then(|| json_for_terminals(&document.to_string()))
    }
}

/// The version of [`Failure::document`] for readers to check.
const FAILURE_FORMAT: &str = "dualskin-error/1";

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        let kind = match &error {
            LoadError::NoSuchBuiltin { .. } => FailureKind::MissingFile,
            LoadError::Character(CharacterError { file, fault, .. }) => match fault {
                Fault::Unreadable { .. } => match std::path::Path::new(file).exists() {
                    // Files beside the character are unreadable as it is: those are looked for elsewhere.
                    true => FailureKind::UnreadableFile,
                    false => FailureKind::MissingFile,
                },
                Fault::Folder | Fault::NotRegular { .. } | Fault::FileTooLarge { .. } => {
                    FailureKind::UnreadableFile
                }
                _ => FailureKind::NotACharacter,
            },
            _ => FailureKind::NotACharacter,
        };
        Self::Known(kind, error.to_string())
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        let kind = match error {
            WriteError::Exists { .. } => FailureKind::Exists,
            _ => FailureKind::NotWritten,
        };
        Self::Known(kind, error.to_string())
    }
}

impl From<DeformError> for Failure {
    fn from(error: DeformError) -> Self {
        Self::Data(error.to_string())
    }
}

impl From<FigureError> for Failure {
    fn from(error: FigureError) -> Self {
        Self::Data(format!("{error}."))
    }
}
