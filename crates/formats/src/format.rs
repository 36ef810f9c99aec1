//! Which format bytes are, and the one function that converts them.

use crate::error::FormatError;

/// A file format besides glTF that can be opened here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A motion capture: a skeleton and one motion.
    #[cfg(feature = "bvh")]
    Bvh,
}

/// A file as glTF.
#[derive(Clone, Debug, PartialEq)]
pub struct Converted {
    /// A GLB 2.0 container.
    pub glb: Vec<u8>,
    /// What was guessed, mended or left out: clauses without a full stop.
    pub notes: Vec<String>,
}

impl Format {
    /// All that can be opened, with the features of this build.
    pub const ALL: &[Self] = &[
        #[cfg(feature = "bvh")]
        Self::Bvh,
    ];

    /// By the first bytes of a file, a few hundred at least; none for glTF and what is not known here.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        Self::ALL.iter().copied().find(|format| format.begins(text))
    }

    #[cfg_attr(
        not(feature = "bvh"),
        expect(unused_variables, reason = "there are no formats then")
    )]
    fn begins(self, text: &[u8]) -> bool {
        match self {
            #[cfg(feature = "bvh")]
            Self::Bvh => crate::bvh_file::begins(text),
        }
    }

    /// As people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "bvh")]
            Self::Bvh => "BVH",
        }
    }

    /// The usual ending of its files, in small letters and without the dot.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            #[cfg(feature = "bvh")]
            Self::Bvh => "bvh",
        }
    }
}

/// Makes glTF of a file in memory; `name` is that of the file in messages, and its stem that of the character and of clips without a name.
///
/// # Errors
///
/// [`FormatError`] with the first thing that is not as the format asks.
#[cfg_attr(
    not(feature = "bvh"),
    expect(unused_variables, reason = "there are no formats then")
)]
pub fn convert(name: &str, bytes: &[u8], format: Format) -> Result<Converted, FormatError> {
    match format {
        #[cfg(feature = "bvh")]
        Format::Bvh => crate::bvh_file::convert(name, bytes),
    }
}
