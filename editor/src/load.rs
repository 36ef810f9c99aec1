//! Opening what a person names: a file, or a character inside the program.

use std::path::Path;

use character::{Character, CharacterError};
use thiserror::Error;

use crate::builtin;

/// Why nothing was opened: one sentence that names the file, the place and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file is refused.
    #[error(transparent)]
    Character(#[from] CharacterError),
    /// `builtin:NAME` with a name that does not exist.
    #[error(
        "{}{name}: there is no such built-in character; there are {}.",
        builtin::PREFIX,
        builtin::names()
    )]
    NoSuchBuiltin {
        /// The name after the prefix.
        name: String,
    },
}

/// Opens a .glb or .gltf file, or `builtin:NAME`.
///
/// # Errors
///
/// [`LoadError`]; its text is fit to be shown as it is.
pub fn load(source: &str) -> Result<Character, LoadError> {
    match source.strip_prefix(builtin::PREFIX) {
        Some(name) => builtin::open(name),
        None => Ok(character::open(Path::new(source))?),
    }
}
