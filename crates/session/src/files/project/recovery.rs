//! Work that was not saved, kept aside in case the program or the computer stops.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use text_files::{FileFault, TextFault};
use whole_file::Claim;

use super::VERSION;
use super::shape::Project;
use super::text::{parsed, written};

/// What is kept aside: the project with what a window knows of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// As of the project.
    pub version: u32,
    /// What people call it.
    pub name: String,
    /// Seconds since 1970.
    pub kept: u64,
    /// Where the project is saved, if it ever was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The hash of what was saved there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_disk: Option<u64>,
    /// The work; its source is absolute.
    pub project: Project,
}

/// Work that a window has left which did not end as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The file that holds it.
    pub path: PathBuf,
    /// What people call it.
    pub name: String,
    /// The character.
    pub source: String,
    /// When it was kept last.
    pub kept: SystemTime,
}

const HEAD: &str = "// Work that was not saved, kept by Dualskin in case it stops. Its next start offers to recover it.\n";

/// What the names of such files end in.
const EXTENSION: &str = "ron";

/// Where they are, in the folder of the settings.
#[must_use]
pub fn recovery_folder(settings: &Path) -> PathBuf {
    settings.join("recovery")
}

impl Recovery {
    /// Of work that is kept now.
    #[must_use]
    pub fn now(name: String, project: Project) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            version: VERSION,
            name,
            kept: since.unwrap_or_default().as_secs(),
            file: None,
            on_disk: None,
            project,
        }
    }

    /// As its file has it.
    ///
    /// # Errors
    ///
    /// None that is known; the words are the library's.
    pub fn to_text(&self) -> Result<String, String> {
        written(HEAD, self)
    }

    /// What a file says.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be understood.
    pub fn from_text(bytes: &[u8]) -> Result<Self, TextFault> {
        parsed("Recovery", bytes)
    }
}

impl Left {
    /// What windows that no longer run have left in a folder, newest first, and what could not be understood.
    #[must_use]
    pub fn all(folder: &Path) -> (Vec<Self>, Vec<String>) {
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path
                .extension()
                .is_none_or(|extension| extension != EXTENSION)
            {
                continue;
            }
            // Whoever still works on it has claimed it.
            let Ok(_claim) = Claim::take(&path) else {
                continue;
            };
            whole_file::clear_leftovers(&path);
            match fs::read(&path).map(|bytes| Recovery::from_text(&bytes)) {
                Ok(Ok(recovery)) => found.push(Self::of(path, recovery)),
                Ok(Err(fault)) => faults.push(format!(
                    "{} This is work that was not saved, and it cannot be recovered; the file is kept.",
                    FileFault::new(path.display().to_string(), fault)
                )),
                Err(_) => {}
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
        }
    }
}

/// A free name for what a window keeps, claimed for as long as it runs.
///
/// # Errors
///
/// One sentence when no file can be made there.
pub fn free_place(folder: &Path) -> Result<(PathBuf, Claim), String> {
    let failed = |reason: String| {
        format!(
            "{}: work that is not saved cannot be kept there ({reason}); check the folder's permissions and its free space, \
             and save often.",
            folder.display()
        )
    };
    fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
    let mut last = String::new();
    for number in 0..100 {
        let path = folder.join(format!("{}-{number}.{EXTENSION}", std::process::id()));
        if path.exists() {
            continue;
        }
        match Claim::take(&path) {
            Ok(claim) => return Ok((path, claim)),
            Err(error) => last = error.to_string(),
        }
    }
    Err(failed(last))
}
