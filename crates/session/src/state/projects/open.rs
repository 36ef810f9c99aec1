//! Opening of projects and of work for recovery, with their characters. It runs in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use scene::facts::Facts;
use text_files::{FileFault, TextFault};
use whole_file::{Claim, ClaimError, Files, Holder};

use crate::files::builtin;
use crate::state::opening::load::LoadError;
use crate::state::projects::command::{OpenedProject, ProjectOutcome};
use crate::state::projects::{
    Fingerprint, MOST_BYTES, Next, OnDisk, Project, Recovery, absolute, hash_of, is_project, read,
    restore_project,
};

/// Opens a project; `elsewhere` is the path of its character, if not the one that the project names.
///
/// # Errors
///
/// One sentence: a file that cannot be read or parsed, or a character that is refused.
pub fn open_project(
    file: &str,
    elsewhere: Option<&str>,
    load: &mut dyn FnMut(&str) -> Result<Character, LoadError>,
    files: &Files,
) -> Result<ProjectOutcome, LoadError> {
    let path = PathBuf::from(file);
    let bytes = bytes_of(&path, files)?;
    let mut project = read(&bytes).map_err(|fault| fault_in(&path, fault))?;
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    project.find_reference_in(folder);
    let source = absolute(folder, &project.source.file);
    let opening = Next::Open(file.to_owned());
    let found = match find_source(&source, elsewhere, opening, files) {
        Ok(found) => found,
        Err(missing) => return Ok(missing),
    };
    let character = load(&found)?;
    // Of what was read: restoring takes a while, and the file may be written meanwhile.
    let content = Fingerprint::of(&found, files);
    let restored = restore_project(&Arc::new(character), &project);
    // Last: a project that could not be opened stays unclaimed.
    let Claimed {
        claim,
        elsewhere,
        unclaimed,
    } = Claimed::of(&path, files);
    Ok(opened_outcome(OpenedProject {
        on_disk: OnDisk::Content(hash_of(&bytes)),
        content,
        moved: found != source,
        source: found,
        facts: Facts::of(&restored.document.character),
        restored,
        claim,
        elsewhere,
        unclaimed,
        recovered_from: None,
        project,
        file: Some(path),
    }))
}

/// The character of a file; that of a project with its edits. `load` opens a character's own file.
///
/// # Errors
///
/// One sentence: a project that cannot be read, or what `load` refuses.
pub fn character_of(
    file: &str,
    load: &dyn Fn(&str) -> Result<Arc<Character>, String>,
    files: &Files,
) -> Result<Arc<Character>, String> {
    if !is_project(file) {
        return load(file);
    }
    let bytes = files.read_regular(Path::new(file), MOST_BYTES);
    let bytes = bytes.map_err(|error| {
        let remedy = error.remedy();
        format!("{file}: the project cannot be read ({error}); {remedy}.")
    })?;
    let project = read(&bytes).map_err(|fault| format!("{file}, {fault}"))?;
    let folder = Path::new(file).parent().unwrap_or_else(|| Path::new("."));
    let original = load(&absolute(folder, &project.source.file))?;
    Ok(restore_project(&original, &project).document.character)
}

/// Opens work from a file for recovery.
///
/// # Errors
///
/// As [`open_project`].
pub fn recover_work(
    file: &str,
    elsewhere: Option<&str>,
    load: &mut dyn FnMut(&str) -> Result<Character, LoadError>,
    files: &Files,
) -> Result<ProjectOutcome, LoadError> {
    let path = PathBuf::from(file);
    let bytes = bytes_of(&path, files)?;
    let recovery = Recovery::from_text(&bytes).map_err(|fault| fault_in(&path, fault))?;
    let Recovery {
        file,
        on_disk,
        project,
        ..
    } = recovery;
    let source = project.source.file.clone();
    let found = match find_source(&source, elsewhere, Next::Recover(path.clone()), files) {
        Ok(found) => found,
        Err(missing) => return Ok(missing),
    };
    let character = load(&found)?;
    // Of what was read: restoring takes a while, and the file may be written meanwhile.
    let content = Fingerprint::of(&found, files);
    let restored = restore_project(&Arc::new(character), &project);
    let file = file.map(PathBuf::from);
    let Claimed {
        claim,
        elsewhere,
        unclaimed,
    } = file
        .as_deref()
        .map(|file| Claimed::of(file, files))
        .unwrap_or_default();
    Ok(opened_outcome(OpenedProject {
        on_disk: on_disk.map_or(OnDisk::Nothing, OnDisk::Content),
        content,
        moved: found != source,
        source: found,
        facts: Facts::of(&restored.document.character),
        restored,
        claim,
        elsewhere,
        unclaimed,
        recovered_from: Some(path),
        project,
        file,
    }))
}

/// What came of claiming a project's file. Without a claim, as in a folder that cannot be written, it is opened as well.
#[derive(Default)]
struct Claimed {
    claim: Option<Arc<Claim>>,
    elsewhere: Option<Holder>,
    unclaimed: Option<String>,
}

impl Claimed {
    fn of(path: &Path, files: &Files) -> Self {
        match files.claim(path) {
            Ok(claim) => Self {
                claim: Some(Arc::new(claim)),
                ..Self::default()
            },
            Err(ClaimError::Taken(holder)) => Self {
                elsewhere: Some(holder),
                ..Self::default()
            },
            Err(error) => Self {
                unclaimed: Some(error.to_string()),
                ..Self::default()
            },
        }
    }
}

/// The notice that a project is open and not claimed, for this reason.
#[must_use]
pub fn unclaimed_text(file: &Path, reason: &str) -> String {
    format!(
        "{}: this window cannot tell others that it works on the project ({reason}). It is open all the same; do not open it \
         in two windows at once.",
        file.display()
    )
}

fn opened_outcome(project: OpenedProject) -> ProjectOutcome {
    ProjectOutcome::Opened(Box::new(project))
}

/// The path of the character; else the outcome that asks for it.
fn find_source(
    source: &str,
    elsewhere: Option<&str>,
    opening: Next,
    files: &Files,
) -> Result<String, ProjectOutcome> {
    let found = elsewhere.unwrap_or(source);
    if found.starts_with(builtin::PREFIX) || files.is_file(Path::new(found)) {
        return Ok(found.to_owned());
    }
    Err(ProjectOutcome::NoSource {
        opening,
        missing: found.to_owned(),
    })
}

fn bytes_of(path: &Path, files: &Files) -> Result<Vec<u8>, LoadError> {
    let bytes = files.read_regular(path, MOST_BYTES);
    bytes.map_err(|error| LoadError::Project {
        text: format!(
            "{}: the project cannot be read ({error}); {}.",
            path.display(),
            error.remedy()
        ),
    })
}

fn fault_in(path: &Path, fault: TextFault) -> LoadError {
    LoadError::Project {
        text: format!(
            "{} Nothing was opened, and the file is as it was; the version before may be beside it as .bak.",
            FileFault::new(path.display().to_string(), fault)
        ),
    }
}

/// Notices for a project that was opened: what did not fit, or has changed.
#[must_use]
pub fn remarks(opened: &OpenedProject) -> Vec<String> {
    let (mut remarks, problems) = (Vec::new(), &opened.restored.problems);
    let name = opened.file.as_deref().map_or_else(
        || "The recovered work".to_owned(),
        |file| file.display().to_string(),
    );
    if has_changed(&opened.project, opened) {
        remarks.push(format!(
            "{}: the character's file has changed since the project was saved. The project was applied to it as it is now; \
             look at the pose, and save if all is well.",
            opened.source
        ));
    }
    let lines = opened.restored.report.lines();
    if !lines.is_empty() {
        remarks.push(carried_text(&name, &lines));
    }
    if !problems.is_empty() {
        let count = problems.len();
        let noun = if count == 1 {
            "thing does"
        } else {
            "things do"
        };
        let mut text = format!(
            "{name}: {count} {noun} not fit the character; the rest was applied. What is left out is lost when you save over the project"
        );
        problems
            .iter()
            .take(8)
            .for_each(|problem| text.push_str(&format!("\n• {problem}")));
        if count > 8 {
            text.push_str(&format!("\n… and {} more", count - 8));
        }
        remarks.push(text);
    }
    if let (Some(reason), Some(file)) = (&opened.unclaimed, &opened.file) {
        remarks.push(unclaimed_text(file, reason));
    }
    if let Some(holder) = opened.elsewhere {
        let process = holder
            .process
            .map_or_else(String::new, |process| format!(" (process {process})"));
        remarks.push(format!(
            "{name}: another window{process} works on this project too. Saving will ask first; save under another name to be safe."
        ));
    }
    remarks
}

/// What came over to a new export of the character's file.
#[must_use]
pub fn carried_text(project: &str, lines: &[String]) -> String {
    let mut text =
        format!("{project}: the character was exported anew, and the work was carried over:");
    for line in lines {
        text.push_str(&format!("\n• {line}"));
    }
    text
}

fn has_changed(project: &Project, opened: &OpenedProject) -> bool {
    project.source.has_changed(opened.content)
}
