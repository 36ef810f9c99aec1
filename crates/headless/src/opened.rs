//! Opens the source of a command: a character, or a project with its edits.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use character::Character;
use rig::{Pose, ScaleInheritance};
use session::document::Document;
use session::files::load::load;
use session::files::project::{Fingerprint, Project, absolute, is_project, read, restored};

use super::{Failure, console};

/// A character that was opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The character, with a project's edits of the skeleton.
    pub character: Arc<Character>,
    /// The pose of a project; none for a plain character.
    pub own: Option<Own>,
}

/// The pose and scale inheritance that a project contains.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// The name of the project: its file without folder and ending.
    pub name: String,
    /// The pose, as long as the skeleton.
    pub pose: Pose,
    /// The scale inheritance of each joint, as long as the skeleton.
    pub scale_inheritance: Vec<ScaleInheritance>,
}

/// A character with all edits of a project.
#[derive(Clone, Debug)]
pub struct OpenedDocument {
    /// The document: the character with pose and edits.
    pub document: Document,
    /// The path of the character's own file, or `builtin:NAME`.
    pub source: String,
    /// The project, if one was opened.
    pub project: Option<Project>,
}

/// Opens a file, a built-in character, or a project with its character. Parts of a project that do not fit are reported
/// on stderr, and the rest is applied.
///
/// # Errors
///
/// [`Failure::Data`] with one sentence: the file that cannot be read or understood.
pub fn open(source: &str) -> Result<Opened, Failure> {
    let OpenedDocument {
        document, project, ..
    } = open_document(source)?;
    let stem = Path::new(source).file_stem().unwrap_or_default();
    let own = project.map(|_| Own {
        name: stem.to_string_lossy().into_owned(),
        pose: Pose::clone(&document.pose),
        scale_inheritance: document.scale_inheritance.to_vec(),
    });
    Ok(Opened {
        character: document.character,
        own,
    })
}

/// As [`open`], with everything needed to write a project again.
///
/// # Errors
///
/// As [`open`].
pub fn open_document(source: &str) -> Result<OpenedDocument, Failure> {
    if !is_project(source) {
        return Ok(OpenedDocument {
            document: Document::new(Arc::new(load(source)?)),
            source: source.to_owned(),
            project: None,
        });
    }
    let bytes = fs::read(source).map_err(|error| {
        Failure::Data(format!(
            "{source}: the project cannot be read ({error}); check the name and the file's permissions."
        ))
    })?;
    let project = read(&bytes).map_err(|fault| Failure::Data(format!("{source}, {fault}")))?;
    let folder = Path::new(source).parent().unwrap_or_else(|| Path::new("."));
    let named = absolute(folder, &project.source.file);
    let original = load(&named).map_err(|error| {
        Failure::Data(format!(
            "{source} names a character that cannot be opened: {error}"
        ))
    })?;
    if project.source.has_changed(Fingerprint::of(&named)) {
        console::message(&format!(
            "note: {named} has changed since {source} was saved; the project was applied to it as it is now."
        ));
    }
    let restored = restored(&Arc::new(original), &project);
    for problem in &restored.problems {
        console::message(&format!("note: {source}: {problem}."));
    }
    Ok(OpenedDocument {
        document: restored.document,
        source: named,
        project: Some(project),
    })
}
