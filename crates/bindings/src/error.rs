//! The one error of all calls.

use std::fmt;

use character::{CharacterError, Fault, FilePlace, SaveError};

/// What is wrong, for programs. The list is closed; words that the command line has are the same ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// A file, or a built-in character, that is to be read is not there.
    MissingFile,
    /// A file is there and cannot be read: a folder, a pipe, one that is too large, or may not be read.
    UnreadableFile,
    /// A file is of no format that is read, or its content is broken.
    NotACharacter,
    /// A text, as of limits, has a fault.
    BadText,
    /// The file to write cannot be written.
    NotWritten,
    /// No mesh has a skin, and so no weights.
    NotSkinned,
    /// There is no clip.
    NoClips,
    /// Two skeletons share no bone.
    NoMatch,
    /// A name or a word is of nothing that there is: a joint, a mesh, a clip, a method.
    UnknownName,
    /// A number of a joint, mesh or clip is too large.
    OutOfRange,
    /// An array has another length than it must have, or numbers in it that are not finite.
    BadArray,
    /// The caller wanted to stop.
    Canceled,
    /// All other data that cannot be used; the sentence says why.
    Refused,
}

impl ErrorKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 13] = [
        Self::MissingFile,
        Self::UnreadableFile,
        Self::NotACharacter,
        Self::BadText,
        Self::NotWritten,
        Self::NotSkinned,
        Self::NoClips,
        Self::NoMatch,
        Self::UnknownName,
        Self::OutOfRange,
        Self::BadArray,
        Self::Canceled,
        Self::Refused,
    ];

    /// The word, as JSON of the command line has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissingFile => "missing-file",
            Self::UnreadableFile => "unreadable-file",
            Self::NotACharacter => "not-a-character",
            Self::BadText => "bad-text",
            Self::NotWritten => "not-written",
            Self::NotSkinned => "not-skinned",
            Self::NoClips => "no-clips",
            Self::NoMatch => "no-match",
            Self::UnknownName => "unknown-name",
            Self::OutOfRange => "out-of-range",
            Self::BadArray => "bad-array",
            Self::Canceled => "canceled",
            Self::Refused => "refused",
        }
    }
}

/// Why a call has failed: one sentence for people, with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    place: String,
    remedy: String,
    sentence: String,
}

impl Error {
    /// `PLACE: PROBLEM; REMEDY.`
    pub(crate) fn new(kind: ErrorKind, place: &str, problem: &str, remedy: &str) -> Self {
        Self {
            kind,
            place: place.to_owned(),
            remedy: remedy.to_owned(),
            sentence: format!("{place}: {problem}; {remedy}."),
        }
    }

    /// A sentence that somebody else has made; what follows its last semicolon is the remedy.
    pub(crate) fn told(kind: ErrorKind, place: &str, sentence: &str) -> Self {
        let remedy = sentence.rsplit_once("; ").map_or("", |(_, remedy)| remedy);
        Self {
            kind,
            place: place.to_owned(),
            remedy: remedy.trim_end_matches('.').to_owned(),
            sentence: sentence.to_owned(),
        }
    }

    /// The caller wanted to stop.
    pub(crate) fn canceled(place: &str) -> Self {
        Self::new(
            ErrorKind::Canceled,
            place,
            "the caller wanted to stop",
            "nothing was done",
        )
    }

    /// What is wrong, for programs.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What it is about: a file with the place in it, or a parameter of the call.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What to do; empty where the sentence has no such part.
    #[must_use]
    pub fn remedy(&self) -> &str {
        &self.remedy
    }
}

/// Writes the sentence, which has place and remedy in it.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Error {}

impl From<CharacterError> for Error {
    fn from(error: CharacterError) -> Self {
        let kind = match &error.fault {
            Fault::Canceled => ErrorKind::Canceled,
            Fault::Unreadable { .. } => match std::path::Path::new(&error.file).exists() {
                true => ErrorKind::UnreadableFile,
                false => ErrorKind::MissingFile,
            },
            Fault::Folder | Fault::NotRegular { .. } | Fault::FileTooLarge { .. } => {
                ErrorKind::UnreadableFile
            }
            _ => ErrorKind::NotACharacter,
        };
        let place = match &error.place {
            FilePlace::File => error.file.clone(),
            place => format!("{}, {place}", error.file),
        };
        Self {
            remedy: error.fault.remedy().to_owned(),
            ..Self::told(kind, &place, &error.to_string())
        }
    }
}

impl From<SaveError> for Error {
    fn from(error: SaveError) -> Self {
        let sentence = error.to_string();
        let place = sentence.split(": ").next().unwrap_or_default().to_owned();
        let sentence = format!("{}.", sentence.trim_end_matches('.'));
        Self::told(ErrorKind::NotWritten, &place, &sentence)
    }
}
