//! FBX where the C library that reads it is not compiled: in browsers.

use crate::error::FormatError;
use crate::format::{Converted, SideFile};

/// Whether bytes are FBX, for the message.
pub(crate) fn begins(head: &[u8]) -> bool {
    head.starts_with(b"Kaydara FBX Binary") || head.starts_with(b"; FBX")
}

/// Refuses every file, with what to do instead.
pub(crate) fn convert(
    name: &str,
    _bytes: &[u8],
    _side: &SideFile<'_>,
) -> Result<Converted, FormatError> {
    let reason = "FBX is not read in browsers; make glTF of it by `dualskin convert`";
    Err(FormatError::content(name, &reason))
}
