//! Opening what a person names: a file, or a character inside the program.

use std::ops::ControlFlow;
use std::path::Path;

use character::{Character, CharacterError, Progress};
use thiserror::Error;

use crate::files::builtin;
use scene::vertex_layout::with_vertex_layout;

/// Why nothing was opened: one sentence that names the file, the place and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file is refused.
    #[error(transparent)]
    Character(#[from] CharacterError),
    /// The project that names it cannot be read or understood.
    #[error("{text}")]
    Project {
        /// One sentence.
        text: String,
    },
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

impl LoadError {
    /// Whether nothing is wrong but that the caller wanted to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Character(error) if error.is_cancelled())
    }
}

/// Opens a .glb or .gltf file, or `builtin:NAME`.
///
/// # Errors
///
/// [`LoadError`]; its text is fit to be shown as it is.
pub fn load(source: &str) -> Result<Character, LoadError> {
    load_with(source, &mut |_progress| ControlFlow::Continue(()))
}

/// Opens as [`load`] does, and tells how far it is; stops when `report` breaks off. Built-in characters report nothing.
///
/// # Errors
///
/// As [`load`]; [`LoadError::is_cancelled`] when the caller wanted to stop.
pub fn load_with(
    source: &str,
    report: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Character, LoadError> {
    match source.strip_prefix(builtin::PREFIX) {
        Some(name) => open_builtin(name),
        None => Ok(with_vertex_layout(character::open_with(
            Path::new(source),
            report,
        )?)),
    }
}

fn open_builtin(name: &str) -> Result<Character, LoadError> {
    let found = builtin::find(name);
    let builtin = found.ok_or_else(|| LoadError::NoSuchBuiltin {
        name: name.to_owned(),
    })?;
    Ok(builtin.open()?)
}
