//! Opens the source of a command: a character, or a project with its edits.

use std::path::Path;
use std::sync::Arc;

use character::Character;
use rig::{DrivenSet, Method, Pose, ScaleInheritance};
use session::document::Document;
use session::document::driven::drive;
use session::document::joint_limits::LimitsOfJoints;
use session::document::keyed::all_keyed;
use session::document::layered_clips::{
    MERGE_RATE, has_layers, layers_not_merged, merged_document, with_seen_clips,
};
use session::state::opening::load::load_with;
use session::state::projects::{
    Fingerprint, MOST_BYTES, Project, absolute, is_project, read, restore_project,
};
use whole_file::{Access, Files, read_regular};

use super::props::OpenedProps;
use crate::terminal::progress::Bar;
use crate::terminal::{console, stdin};
use crate::{Failure, FailureKind};

/// A character that was opened.
#[derive(Clone, Debug)]
pub struct OpenedCharacter {
    /// The character, with a project's edits of the skeleton.
    pub character: Arc<Character>,
    /// The pose of a project; none for a plain character.
    pub own: Option<Own>,
    /// What is still to follow the angles of joints: nothing where clips and pose are as they are seen.
    pub driven: Arc<DrivenSet>,
    /// What follows the angles of joints in poses that are made of these.
    pub of_presets: Arc<DrivenSet>,
    /// The props of a project, whose files are not read yet.
    pub props: OpenedProps,
}

/// The pose, scale inheritance and method that a project contains.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// The name of the project: its file without folder and ending.
    pub name: String,
    /// The pose, as long as the skeleton.
    pub pose: Pose,
    /// The scale inheritance of each joint, as long as the skeleton.
    pub scale_inheritance: Vec<ScaleInheritance>,
    /// How far each joint may turn; empty where no joint has limits.
    pub joint_limits: LimitsOfJoints,
    /// Clothes with the body below them, by places of meshes.
    pub worn: Vec<[usize; 2]>,
    /// The method of the active pane.
    pub method: Option<Method>,
}

/// A character with all edits of a project.
#[derive(Clone, Debug)]
pub struct OpenedDocument {
    /// The document: the character with pose and edits.
    pub document: Document,
    /// The file as it was named: a character, a project, or `-` for stdin.
    pub named: String,
    /// The path of the character's own file, `builtin:NAME`, or `-` for stdin.
    pub source: String,
    /// The project, if one was opened.
    pub project: Option<Project>,
    /// What came over to a character that was exported anew since the project was saved, and what did not, a clause each.
    pub carried: Vec<String>,
}

impl OpenedDocument {
    /// What others may do to a file that is made of this: no more than to what was opened.
    #[must_use]
    pub fn access(&self) -> Access {
        Access::of(Path::new(&self.named)).and(Access::of(Path::new(&self.source)))
    }
}

/// Opens a character, with a progress bar where that takes long: a file, `builtin:NAME`, or `-` for stdin.
///
/// # Errors
///
/// One sentence with a remedy.
pub fn load(source: &str) -> Result<Character, Failure> {
    if source == stdin::DASH {
        return stdin::character();
    }
    let bar = Bar::new();
    let opened = load_with(source, &mut |progress| {
        bar.show(progress.stage.name(), progress.fraction)
    });
    Ok(opened?)
}

/// Opens a file, a built-in character, or a project with its character. Parts of a project that do not fit are reported
/// on stderr, and the rest is applied.
///
/// # Errors
///
/// [`Failure::Data`] with one sentence: the file that cannot be read or understood.
pub fn open(source: &str) -> Result<OpenedCharacter, Failure> {
    let mut opened = open_undriven(source)?;
    opened.character = seen_character(&opened.character, &opened.driven, source)?;
    if let Some(own) = &mut opened.own {
        drive(&opened.driven, &mut own.pose);
    }
    opened.driven = Arc::default();
    Ok(opened)
}

/// The character with keys in clips for what follows the angles of joints; itself where nothing does.
///
/// # Errors
///
/// One sentence: clips that are too long.
pub(crate) fn seen_character(
    character: &Arc<Character>,
    driven: &Arc<DrivenSet>,
    source: &str,
) -> Result<Arc<Character>, Failure> {
    let document = Document {
        driven: Arc::clone(driven),
        ..Document::new(Arc::clone(character))
    };
    with_seen_clips(&document, MERGE_RATE)
        .map_err(|error| Failure::Data(format!("{source}: {}", layers_not_merged(&error))))
}

/// As [`open`], with clips and pose as they are keyed and posed, for those that pose by themselves.
///
/// # Errors
///
/// As [`open`].
pub(crate) fn open_undriven(source: &str) -> Result<OpenedCharacter, Failure> {
    let OpenedDocument {
        document, project, ..
    } = open_document(source)?;
    let stem = Path::new(source).file_stem().unwrap_or_default();
    let own = project.map(|project| Own {
        name: stem.to_string_lossy().into_owned(),
        pose: Pose::clone(&document.pose),
        scale_inheritance: document.scale_inheritance.to_vec(),
        joint_limits: Arc::clone(&document.joint_limits),
        worn: document.worn_from_within(),
        method: project.sight.active_pane().map(|pane| pane.method),
    });
    Ok(OpenedCharacter {
        character: document.character,
        own,
        of_presets: Arc::clone(&document.driven),
        driven: document.driven,
        props: OpenedProps::unread(&document.props),
    })
}

/// The document with clips as they are seen with their layers, for nothing here shows layers; what was posed over them has keys then.
fn with_clips_as_seen(document: Document, source: &str) -> Result<Document, Failure> {
    if !has_layers(&document.character) {
        return Ok(document);
    }
    let keyed = all_keyed(&document).map_err(|error| {
        Failure::Data(format!(
            "{source}: what was posed over layers and is not keyed yet cannot get keys: {error}; key or discard it in the window."
        ))
    })?;
    merged_document(&keyed, MERGE_RATE)
        .map_err(|error| Failure::Data(format!("{source}: {}", layers_not_merged(&error))))
}

/// As [`open`], with everything needed to write a project again.
///
/// # Errors
///
/// As [`open`].
pub fn open_document(source: &str) -> Result<OpenedDocument, Failure> {
    if !is_project(source) {
        return Ok(OpenedDocument {
            named: source.to_owned(),
            document: Document::new(Arc::new(load(source)?)),
            source: source.to_owned(),
            project: None,
            carried: Vec::new(),
        });
    }
    let bytes = read_regular(Path::new(source), MOST_BYTES).map_err(|error| {
        let remedy = error.remedy();
        let why = format!("{source}: the project cannot be read ({error}); {remedy}.");
        Failure::Known(FailureKind::of_reading(&error), why)
    })?;
    let mut project = read(&bytes).map_err(|fault| {
        let why = format!("{source}, {fault}");
        Failure::Known(FailureKind::BadText, why)
    })?;
    let folder = Path::new(source).parent().unwrap_or_else(|| Path::new("."));
    project.find_reference_in(folder);
    let named = absolute(folder, &project.source.file);
    if named == stdin::DASH || project.source.file == stdin::DASH {
        return Err(Failure::Data(format!(
            "{source} names “{}” as its character, which is stdin and no file; write the path of the character at “file:”.",
            stdin::DASH
        )));
    }
    let original = load(&named).map_err(|error| {
        error.with_words(|error| {
            format!("{source} names a character that cannot be opened: {error}")
        })
    })?;
    if project
        .source
        .has_changed(Fingerprint::of(&named, &Files::default()))
    {
        console::message(&format!(
            "note: {named} has changed since {source} was saved; the project was applied to it as it is now."
        ));
    }
    let restored = restore_project(&Arc::new(original), &project);
    let mut carried = restored.report.lines();
    carried.extend(restored.problems);
    for line in &carried {
        console::message(&format!("note: {source}: {line}."));
    }
    let mut document = with_clips_as_seen(restored.document, source)?;
    // Nobody is there to be told that the active layer is hidden.
    document.layers = Arc::new(document.layers.with_active_that_counts());
    Ok(OpenedDocument {
        named: source.to_owned(),
        document,
        source: named,
        project: Some(project),
        carried,
    })
}
