//! Files for recovery: unsaved work, kept in case the program or the computer stops.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use text_files::{FileFault, TextFault};
use whole_file::{Claim, ClaimError, Files, process_id, unix_seconds};

use super::VERSION;
use super::shape::Project;
use super::text::{MOST_BYTES, parse, write_text};

/// Content of a file for recovery: the project, and where it belongs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// Version of the format of projects, see [`VERSION`].
    pub version: u32,
    /// Name of the project for people.
    pub name: String,
    /// Time of writing, in seconds since 1970.
    pub kept: u64,
    /// Path of the project; none if it was never saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Hash of the project's file when it was last read or saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_disk: Option<u64>,
    /// A small picture of the work, a PNG file in base64; none where no graphics device drew one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The work; the path of its source is absolute.
    pub project: Project,
}

/// Unsaved work of a window that did not close normally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Path of the file for recovery.
    pub path: PathBuf,
    /// Name of the project for people.
    pub name: String,
    /// Path or `builtin:NAME` of the character.
    pub source: String,
    /// Time when it was kept last.
    pub kept: SystemTime,
    /// A small picture of the work, a PNG file of at most [`MOST_PICTURE`] bytes.
    pub picture: Option<Arc<[u8]>>,
}

/// The most bytes of the picture in a file for recovery; larger ones are left out.
pub const MOST_PICTURE: usize = 256 << 10;

const HEAD: &str = "// Work that was not saved, kept by Dualskin in case it stops. Its next start offers to recover it.\n";

/// File ending of such files, without the dot.
const EXTENSION: &str = "ron";

/// Folder of the files for recovery, in the folder of the settings.
#[must_use]
pub fn recovery_folder(settings: &Path) -> PathBuf {
    settings.join("recovery")
}

impl Recovery {
    /// Content for a file that is written now; `file` and `on_disk` are none.
    #[must_use]
    pub fn now(name: String, project: Project) -> Self {
        Self {
            version: VERSION,
            name,
            kept: unix_seconds(),
            file: None,
            on_disk: None,
            picture: None,
            project,
        }
    }

    /// The same work with this picture, a PNG file; one of more than [`MOST_PICTURE`] bytes is left out.
    #[must_use]
    pub fn with_picture(mut self, png: Option<&[u8]>) -> Self {
        let png = png.filter(|png| png.len() <= MOST_PICTURE);
        self.picture = png.map(|png| STANDARD.encode(png));
        self
    }

    /// The text of its file.
    ///
    /// # Errors
    ///
    /// No case is known; the text is that of the RON library.
    pub fn to_text(&self) -> Result<String, String> {
        write_text(HEAD, self)
    }

    /// Parses the content of a file.
    ///
    /// # Errors
    ///
    /// The first error, with its place.
    pub fn from_text(bytes: &[u8]) -> Result<Self, TextFault> {
        parse("Recovery", bytes)
    }
}

impl Left {
    /// Work left in a folder by windows that no longer run, newest first, and a notice for each file that cannot be
    /// parsed.
    #[must_use]
    pub fn all(folder: &Path, files: &Files) -> (Vec<Self>, Vec<String>) {
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        let entries = files.read_folder(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path) {
            if path
                .extension()
                .is_none_or(|extension| extension != EXTENSION)
            {
                continue;
            }
            // A running window holds a claim on its file. Where none can be made, none was, and the work is offered as well.
            let claim = files.claim(&path);
            if matches!(claim, Err(ClaimError::Taken(_))) {
                continue;
            }
            files.clear_leftovers(&path);
            let read = files.read_regular(&path, MOST_BYTES);
            match read.map(|bytes| Recovery::from_text(&bytes)) {
                Ok(Ok(recovery)) => found.push(Self::of(path, recovery)),
                Ok(Err(fault)) => faults.push(format!(
                    "{} This is work that was not saved, and it cannot be recovered; the file is kept.",
                    FileFault::new(path.display().to_string(), fault)
                )),
                Err(error) if error.is_not_found() => {}
                Err(error) => faults.push(format!(
                    "{}: this may be work that was not saved, and it cannot be read ({error}); {}.",
                    path.display(),
                    error.remedy()
                )),
            }
        }
        found.sort_by_key(|left| std::cmp::Reverse(left.kept));
        (found, faults)
    }

    fn of(path: PathBuf, recovery: Recovery) -> Self {
        let kept = UNIX_EPOCH.checked_add(Duration::from_secs(recovery.kept));
        Self {
            path,
            name: recovery.name,
            source: recovery.project.source.file,
            kept: kept.unwrap_or(UNIX_EPOCH),
            picture: recovery.picture.as_deref().and_then(picture),
        }
    }
}

/// The bytes of a picture in base64; none for a text that is none or too long, since nobody misses it.
fn picture(text: &str) -> Option<Arc<[u8]>> {
    // Base64 has four letters for three bytes, and fills the last four up.
    let is_short = text.len() <= MOST_PICTURE / 3 * 4 + 4;
    let bytes = is_short.then(|| STANDARD.decode(text).ok()).flatten();
    bytes.map(Arc::from)
}

/// An unused path for the file of this window, claimed until the claim is dropped.
///
/// # Errors
///
/// One sentence if no file can be created there.
pub fn free_place(folder: &Path, files: &Files) -> Result<(PathBuf, Claim), String> {
    let failed = |reason: String| {
        format!(
            "{}: work that is not saved cannot be kept there ({reason}); check the folder's permissions and its free space, \
             and save often.",
            folder.display()
        )
    };
    let made = files.create_folders(folder);
    made.map_err(|error| failed(error.to_string()))?;
    let mut last = String::new();
    // Windows of one process have a number each; a hundred of them are enough.
    for number in 0..100 {
        let path = folder.join(format!("{}-{number}.{EXTENSION}", process_id()));
        // A link that leads nowhere is no free place either.
        if files.symlink_metadata(&path).is_ok() {
            continue;
        }
        match files.claim(&path) {
            Ok(claim) => return Ok((path, claim)),
            Err(error) => last = error.to_string(),
        }
    }
    Err(failed(last))
}
