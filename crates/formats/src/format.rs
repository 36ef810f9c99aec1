//! Which format bytes are, and the one function that converts them.

use crate::error::FormatError;

/// A file format besides glTF that can be opened here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A motion capture: a skeleton and one motion.
    #[cfg(feature = "bvh")]
    Bvh,
    /// Autodesk's FBX, binary or as text: characters and motions.
    #[cfg(feature = "fbx")]
    Fbx,
    /// PMX, models of `MikuMikuDance`: characters with weights of their own kinds.
    #[cfg(feature = "pmx")]
    Pmx,
}

/// Reads a file beside the one that is converted, by the name that stands in that; none where it is not there.
pub type SideFile<'a> = dyn Fn(&str) -> Option<Vec<u8>> + 'a;

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
        #[cfg(feature = "fbx")]
        Self::Fbx,
        #[cfg(feature = "pmx")]
        Self::Pmx,
    ];

    /// By the first bytes of a file, a few hundred at least; none for glTF and what is not known here.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        Self::ALL.iter().copied().find(|format| format.begins(text))
    }

    #[cfg_attr(
        not(any(feature = "bvh", feature = "fbx", feature = "pmx")),
        expect(unused_variables, reason = "there are no formats then")
    )]
    fn begins(self, text: &[u8]) -> bool {
        match self {
            #[cfg(feature = "bvh")]
            Self::Bvh => crate::bvh_file::begins(text),
            #[cfg(feature = "fbx")]
            Self::Fbx => crate::fbx::begins(text),
            #[cfg(feature = "pmx")]
            Self::Pmx => crate::pmx::begins(text),
        }
    }

    /// As people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "bvh")]
            Self::Bvh => "BVH",
            #[cfg(feature = "fbx")]
            Self::Fbx => "FBX",
            #[cfg(feature = "pmx")]
            Self::Pmx => "PMX",
        }
    }

    /// The usual ending of its files, in small letters and without the dot.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            #[cfg(feature = "bvh")]
            Self::Bvh => "bvh",
            #[cfg(feature = "fbx")]
            Self::Fbx => "fbx",
            #[cfg(feature = "pmx")]
            Self::Pmx => "pmx",
        }
    }
}

/// Makes glTF of a file in memory, without what is beside it.
///
/// `name` is that of the file in messages, and its stem that of the character and of clips without a name.
///
/// # Errors
///
/// [`FormatError`] with the first thing that is not as the format asks.
pub fn convert(name: &str, bytes: &[u8], format: Format) -> Result<Converted, FormatError> {
    convert_with(name, bytes, format, &|_| None)
}

/// As [`convert`], with pictures from beside the file.
///
/// # Errors
///
/// As [`convert`].
#[cfg_attr(
    not(any(feature = "fbx", feature = "pmx")),
    expect(unused_variables, reason = "of formats that are left out")
)]
pub fn convert_with(
    name: &str,
    bytes: &[u8],
    format: Format,
    side: &SideFile<'_>,
) -> Result<Converted, FormatError> {
    match format {
        #[cfg(feature = "bvh")]
        Format::Bvh => crate::bvh_file::convert(name, bytes),
        #[cfg(feature = "fbx")]
        Format::Fbx => crate::fbx::convert(name, bytes, side),
        #[cfg(feature = "pmx")]
        Format::Pmx => crate::pmx::convert(name, bytes, side),
    }
}
