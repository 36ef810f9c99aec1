//! Opening of characters by what the user names: a file or a built-in character.

use std::ops::ControlFlow;
use std::path::Path;

use character::{Character, CharacterError, Fault, OnProgress};
use formats::FormatError;
use scene::vertex_layout::with_vertex_layout;
use thiserror::Error;

use crate::files::builtin;
use crate::state::opening::hidden_files::{HiddenFile, allowance};
use crate::state::projects::{EXTENSION, is_project};

/// Why nothing was opened: one sentence that names the file, the place and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The character's file was refused.
    #[error(transparent)]
    Character(#[from] CharacterError),
    /// The file is of another format than glTF, and was refused.
    #[error("{text}")]
    Format {
        /// One sentence with a remedy.
        text: String,
    },
    /// The project's file cannot be read or understood.
    #[error("{text}")]
    Project {
        /// One sentence with a remedy.
        text: String,
    },
    /// `builtin:NAME` with an unknown name.
    #[error(
        "{}{name}: there is no such built-in character{}",
        builtin::PREFIX,
        builtin::others_than(name)
    )]
    NoSuchBuiltin {
        /// Name after the prefix.
        name: String,
    },
}

impl LoadError {
    /// Whether the caller canceled, and nothing else is wrong.
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        matches!(self, Self::Character(error) if error.is_canceled())
    }
}

impl LoadError {
    /// The hidden file because of which nothing was opened, if it is that.
    #[must_use]
    pub fn hidden_file(&self) -> Option<HiddenFile> {
        match self {
            Self::Character(CharacterError {
                file,
                fault: Fault::HiddenFile { uri },
                ..
            }) => Some(HiddenFile {
                character: file.clone(),
                uri: uri.clone(),
                is_left_out: false,
            }),
            _ => None,
        }
    }
}

impl From<FormatError> for LoadError {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Character(error) => Self::Character(error),
            error => Self::Format {
                text: error.to_string(),
            },
        }
    }
}

/// Opens a file that holds a character or a motion, or `builtin:NAME`.
///
/// What crate `formats` knows is opened as a copy. Hidden side files of a glTF file are read where
/// [`hidden_files`](crate::state::opening::hidden_files) allows them.
///
/// # Errors
///
/// [`LoadError`]; its text can be shown to the user as it is.
pub fn load(source: &str) -> Result<Character, LoadError> {
    load_with(source, &mut |_progress| ControlFlow::Continue(()))
}

/// [`load`] with progress; stops when `report` breaks. Built-in characters report nothing.
///
/// # Errors
///
/// Those of [`load`]; [`LoadError::is_canceled`] if `report` broke.
pub fn load_with(source: &str, report: &mut OnProgress<'_>) -> Result<Character, LoadError> {
    match source.strip_prefix(builtin::PREFIX) {
        Some(name) => open_builtin(name),
        None => {
            refuse_kept_project(source)?;
            let path = Path::new(source);
            let opened = match formats::format_of_file(path) {
                Some(format) => formats::open(path, format, report)?,
                None => character::open_allowing(path, allowance(source), report)?,
            };
            Ok(with_vertex_layout(opened))
        }
    }
}

/// [`load_with`] and decodes the pictures, so that nobody waits for them who shows the character.
///
/// # Errors
///
/// As [`load_with`].
pub fn load_decoded(source: &str, report: &mut OnProgress<'_>) -> Result<Character, LoadError> {
    match source.strip_prefix(builtin::PREFIX) {
        Some(name) => open_builtin(name),
        None => {
            refuse_kept_project(source)?;
            let path = Path::new(source);
            let opened = match formats::format_of_file(path) {
                Some(format) => formats::open(path, format, report)?,
                None => character::open_decoded(path, allowance(source), report)?,
            };
            Ok(with_vertex_layout(opened))
        }
    }
}

/// Refuses the project that a save has kept: its text alone does not say how it is opened.
fn refuse_kept_project(source: &str) -> Result<(), LoadError> {
    let kept = Path::new(source);
    let is_bak = kept.extension().is_some_and(|ending| ending == "bak");
    if is_bak && is_project(&kept.with_extension("").to_string_lossy()) && kept.is_file() {
        let text = format!(
            "{source}: this is a project as it was before it was last saved; copy it to a name that ends in .{EXTENSION}, and open that."
        );
        return Err(LoadError::Project { text });
    }
    Ok(())
}

fn open_builtin(name: &str) -> Result<Character, LoadError> {
    let found = builtin::find(name);
    let builtin = found.ok_or_else(|| LoadError::NoSuchBuiltin {
        name: name.to_owned(),
    })?;
    Ok(builtin.open()?)
}
