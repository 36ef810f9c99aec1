//! Why a file is refused: which file, where in it, what is wrong, and what to do.

use std::fmt;

use whole_file::ReadError;

use crate::fault::extensions::{remedy, why_refused};

/// A refused file, in one sentence that names the file, the place, the fault and a remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharacterError {
    /// The file's name or path, as it was given.
    pub file: String,
    /// The place in the file.
    pub place: FilePlace,
    /// What is wrong there.
    pub fault: Fault,
}

impl fmt::Display for CharacterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, fault } = self;
        match place {
            FilePlace::File => write!(f, "{file}: {fault}; {}.", fault.remedy()),
            place => write!(f, "{file}, {place}: {fault}; {}.", fault.remedy()),
        }
    }
}

impl std::error::Error for CharacterError {}

impl CharacterError {
    /// Whether nothing is wrong with the file: the caller of [`open_with`](crate::open_with) wanted to stop.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        self.fault == Fault::Canceled
    }

    /// Whether the file is refused because of a hidden file that it names, which the user could allow.
    #[must_use]
    pub fn is_about_hidden_file(&self) -> bool {
        matches!(self.fault, Fault::HiddenFile { .. })
    }
}

/// Where in a file something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// The file as a whole.
    File,
    /// The twelve bytes before the first chunk of a GLB.
    Header,
    /// A chunk of a GLB, counted from zero.
    Chunk(usize),
    /// A value of the JSON part, as a JSON pointer (RFC 6901).
    Json(String),
    /// Further places, of a [`Warning`](crate::Warning) that counts many.
    Elsewhere,
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Header => f.write_str("GLB header"),
            Self::Chunk(index) => write!(f, "GLB chunk {index}"),
            Self::Json(pointer) if pointer.is_empty() => f.write_str("JSON"),
            Self::Json(pointer) => f.write_str(pointer),
            Self::Elsewhere => f.write_str("elsewhere"),
        }
    }
}

/// What is wrong with a refused file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file system gives no bytes.
    #[error("the file cannot be read ({reason})")]
    Unreadable {
        /// What the system says, for people; not to be parsed.
        reason: String,
    },
    /// The path names a folder.
    #[error("this is a folder")]
    Folder,
    /// The path names a pipe, a device or a socket.
    #[error("this is {kind}, not a file")]
    NotRegular {
        /// What is there, in words with an article, as `a pipe`.
        kind: &'static str,
    },
    /// The file is larger than any that is read.
    #[error("the file has {bytes} bytes, more than the limit of {most}")]
    FileTooLarge {
        /// Bytes of the file.
        bytes: u64,
        /// The most that are read.
        most: u64,
    },
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// The first bytes are neither a GLB's nor those of JSON.
    #[error("this is {looks_like}, not a glTF file")]
    NotGltf {
        /// What the first bytes look like.
        looks_like: &'static str,
    },
    /// A length promises more bytes than there are.
    #[error("{needed} bytes are promised but only {found} are there")]
    Truncated {
        /// How many bytes a header or a length promises.
        needed: u64,
        /// How many bytes there are, fewer than promised.
        found: u64,
    },
    /// A GLB container of another version than 2.
    #[error("the container has version {found}, not 2")]
    ContainerVersion {
        /// The version in the header.
        found: u32,
    },
    /// A GLB does not begin with its JSON chunk, or that chunk is empty.
    #[error("the first chunk holds no JSON")]
    NoJsonChunk,
    /// The JSON text is broken.
    #[error("the JSON cannot be read ({reason})")]
    Json {
        /// The parser's words, with line and column.
        reason: String,
    },
    /// The asset asks for a glTF that is not 2.0.
    #[error("the file asks for glTF {found}, and 2.0 is supported")]
    AssetVersion {
        /// The version asked for.
        found: String,
    },
    /// An extension that the file requires is not known here.
    #[error("the file requires the extension {name:?}, {}", why_refused(name))]
    Extension {
        /// The extension's name as the file spells it, shortened.
        name: String,
    },
    /// A member that must be there is not.
    #[error("{member} is missing")]
    Missing {
        /// The member's name, or what may stand for it.
        member: &'static str,
    },
    /// A value of the wrong kind or outside its range.
    #[error("expected {expected}, found {found}")]
    Value {
        /// What was expected, in words with an article.
        expected: &'static str,
        /// What was found, shortened.
        found: String,
    },
    /// An index beyond the list it points into.
    #[error("there is no {what} {index}: the file has {count}")]
    Index {
        /// What the list holds, as `buffer view`, in the singular.
        what: &'static str,
        /// The index that the file names, from 0; too large.
        index: u64,
        /// How many there are.
        count: usize,
    },
    /// A range of bytes or elements beyond what holds it.
    #[error("it reaches byte {end} of {what}, which has {size}")]
    Bounds {
        /// What is too small.
        what: &'static str,
        /// One past the last byte that is asked for.
        end: u128,
        /// The bytes there are.
        size: usize,
    },
    /// More memory than a file of this size can need.
    #[error("it would take {asked} bytes in memory where {left} are left for a file of this size")]
    TooLarge {
        /// Bytes that the next piece would take; in 128 bits no product of claims wraps around.
        asked: u128,
        /// Bytes that are left of the budget for this file.
        left: u64,
    },
    /// More things than supported.
    #[error("there are {found} {what}, and {limit} are supported")]
    TooMany {
        /// What there is too much of, in the plural.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many may be.
        limit: usize,
    },
    /// NaN or infinity where a number is needed.
    #[error("element {element} is not a finite number")]
    NotFinite {
        /// The first such element.
        element: usize,
    },
    /// A finite number so large that products with it are not, or a pose that carries something so far.
    #[error("{what} is larger than {}", crate::LARGEST)]
    TooFar {
        /// What is so large.
        what: String,
    },
    /// Two lists that must be equally long are not.
    #[error("expected {expected} {what}, found {found}")]
    Count {
        /// What the list holds, in the plural.
        what: &'static str,
        /// How many must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The address of a side file is refused.
    #[error("the address {uri:?} {reason}")]
    Uri {
        /// The address as the file spells it, cut to 60 letters.
        uri: String,
        /// Why it is refused, as the end of a sentence that begins with the address.
        reason: String,
    },
    /// The address names a hidden file, or one in a hidden folder.
    #[error("the address {uri:?} names a hidden file, and those are read only if you allow it")]
    HiddenFile {
        /// The address as the file spells it, cut to 60 letters.
        uri: String,
    },
    /// A data URI that cannot be decoded.
    #[error("the data URI cannot be decoded ({reason})")]
    DataUri {
        /// What is wrong with the URI or its base64, as half a sentence.
        reason: String,
    },
    /// Compressed bytes that are no stream of the kind that they should be.
    #[error("the compressed data cannot be decoded ({reason})")]
    Compressed {
        /// What is wrong with it, as half a sentence.
        reason: String,
    },
    /// Nodes that contain themselves.
    #[error("node {node} is its own ancestor")]
    Cycle {
        /// The number of a node of the ring, in the file's list of nodes.
        node: usize,
    },
    /// A node listed as a child more than once.
    #[error("node {node} is listed as a child twice")]
    TwoParents {
        /// The number of the child in the file's list of nodes.
        node: usize,
    },
    /// A vertex follows a joint that its skin does not have.
    #[error("vertex {vertex} follows joint {joint} of a skin with {joints} joints")]
    JointIndex {
        /// The first such vertex, by its number in the primitive.
        vertex: usize,
        /// The place in the skin's list that it names, from 0.
        joint: u32,
        /// How many there are.
        joints: usize,
    },
    /// A skeleton, a bind pose or a clip that the rig refuses.
    #[error("{reason}")]
    Rig {
        /// What is refused, in the words of the rig.
        reason: String,
    },
    /// Nothing is wrong: the caller wanted to stop.
    #[error("opening was canceled")]
    Canceled,
}

impl Fault {
    /// What a person can do about it, as half a sentence.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "check the path and its permissions",
            Self::Folder | Self::NotRegular { .. } | Self::NotGltf { .. } => {
                "choose a .glb or .gltf file"
            }
            Self::Empty | Self::Truncated { .. } | Self::Compressed { .. } => {
                "copy or export it again"
            }
            Self::ContainerVersion { .. } | Self::AssetVersion { .. } => "export it as glTF 2.0",
            Self::Extension { name } => remedy(name),
            Self::Canceled => "open it again",
            Self::TooFar { .. } => "scale the character down and export it again",
            Self::Json { .. } => "correct the text or export it again",
            Self::Uri { .. } => {
                "keep side files in the folder of the glTF file, with / between folders, or export a .glb"
            }
            Self::HiddenFile { .. } => {
                "look whether it belongs to the character, then rename it without the dot or allow it (--hidden-files)"
            }
            Self::FileTooLarge { .. } | Self::TooLarge { .. } | Self::TooMany { .. } => {
                "split or simplify the file"
            }
            _ => "export it again, or check it with a glTF validator",
        }
    }

    pub(crate) fn at(self, place: FilePlace) -> Flaw {
        Flaw { place, fault: self }
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Folder => Self::Folder,
            ReadError::NotRegular { kind } => Self::NotRegular { kind },
            ReadError::TooLarge { bytes, most } => Self::FileTooLarge { bytes, most },
            error => Self::Unreadable {
                reason: error.to_string(),
            },
        }
    }
}

/// A fault and its place, before the file's name is known.
#[derive(Debug)]
pub(crate) struct Flaw {
    pub(crate) place: FilePlace,
    pub(crate) fault: Fault,
}

impl Flaw {
    pub(crate) fn in_file(self, file: &str) -> CharacterError {
        CharacterError {
            file: file.to_owned(),
            place: self.place,
            fault: self.fault,
        }
    }
}

/// What every step of reading returns.
pub(crate) type ReadResult<T> = Result<T, Flaw>;
