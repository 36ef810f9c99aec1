//! Index of the pose files in a folder, as of the last scan.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use text_files::FileFault;
use whole_file::{Files, ReadError};

use crate::files::listing::FolderListing;
use crate::files::watch::Stamp;
use crate::state::presets;
use crate::state::presets::{EXTENSION, PresetFile};

/// A pose of the library: the content of one file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Path of the file.
    pub path: PathBuf,
    /// Name in the file; the file's name if it was never read.
    pub name: String,
    /// Content when the file could last be read; none if it never could.
    pub preset: Option<Arc<PresetFile>>,
    /// Why the file cannot be read now, with file, line and column; none if it can.
    pub fault: Option<String>,
    /// Changes whenever `preset` does.
    pub revision: u64,
}

/// Result of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Whether any entry changed.
    pub changed: bool,
    /// Whether to scan again soon: a file is missing or empty, as while some programs save.
    pub again: bool,
}

/// The pose files of a folder, as of the last scan.
#[derive(Debug)]
pub struct PresetIndex {
    disk: Files,
    folder: PathBuf,
    /// Folders below it, as of the last scan.
    folders: BTreeSet<PathBuf>,
    files: BTreeMap<PathBuf, KnownFile>,
    next_revision: u64,
}

#[derive(Debug)]
struct KnownFile {
    stamp: Option<Stamp>,
    /// Hash of the file's bytes.
    hash: u64,
    entry: Arc<Entry>,
    /// The file was missing or empty at the last scan.
    in_doubt: bool,
}

/// Limit on a file's size in bytes. Poses are far smaller, and a longer text takes long to be refused.
const LONGEST: u64 = 4 << 20;

/// Files read between two reports while a folder is read for the first time.
const BATCH: usize = 100;

impl PresetIndex {
    /// The index of a folder that was not scanned yet.
    #[must_use]
    pub const fn new(folder: PathBuf, disk: Files) -> Self {
        Self {
            disk,
            folder,
            folders: BTreeSet::new(),
            files: BTreeMap::new(),
            next_revision: 1,
        }
    }

    /// Path of the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folders below it that may hold poses, as of the last scan.
    #[must_use]
    pub const fn folders(&self) -> &BTreeSet<PathBuf> {
        &self.folders
    }

    /// Removes a file that was renamed or deleted by the program itself.
    pub fn forget(&mut self, path: &Path) {
        self.files.remove(path);
    }

    /// All poses, by name whatever the case, then by path.
    #[must_use]
    pub fn entries(&self) -> Arc<[Arc<Entry>]> {
        let known = self.files.values().map(|known| Arc::clone(&known.entry));
        let mut entries: Vec<Arc<Entry>> = known.collect();
        entries.sort_by_cached_key(|entry| (entry.name.to_lowercase(), entry.path.clone()));
        entries.into()
    }

    /// Scans the folder: reads files that are new, changed, or in `touched`.
    ///
    /// `report` is called now and then while many files are read; false stops the scan. A missing folder counts as empty.
    ///
    /// # Errors
    ///
    /// One sentence if the folder cannot be read.
    pub fn scan(
        &mut self,
        touched: &BTreeSet<PathBuf>,
        report: &mut dyn FnMut(&Self) -> bool,
    ) -> Result<Scan, String> {
        let found = self.list()?;
        let mut scan = self.miss(&found);
        let mut read = 0;
        for path in found {
            let stamp = Stamp::of(&path, &self.disk);
            let known = self.files.get(&path);
            let as_before = known.is_some_and(|known| known.stamp == stamp && !known.in_doubt);
            // A write may leave the stamp the same, so a touched file is read in any case.
            let Some(stamp) = stamp.filter(|_| !as_before || touched.contains(&path)) else {
                continue;
            };
            let one = self.read(path, stamp);
            scan.changed |= one.changed;
            scan.again |= one.again;
            read += 1;
            if read % BATCH == 0 && !report(self) {
                break;
            }
        }
        Ok(scan)
    }

    /// All pose files, in the folder and those below it.
    fn list(&mut self) -> Result<BTreeSet<PathBuf>, String> {
        let unreadable = |error: io::Error| {
            format!(
                "{}: the folder of poses cannot be read ({error}); check its permissions, or choose another.",
                self.folder.display()
            )
        };
        let found = FolderListing::of(&self.folder, &self.disk, &is_pose).map_err(unreadable)?;
        self.folders = found.folders;
        Ok(found.files)
    }

    /// Marks missing files; one that is missing for the second time is removed.
    fn miss(&mut self, found: &BTreeSet<PathBuf>) -> Scan {
        let mut scan = Scan::default();
        self.files.retain(|path, known| {
            if found.contains(path) {
                return true;
            }
            // Programs that save take a file away for a moment: it goes when it is missing twice.
            let stays = !std::mem::replace(&mut known.in_doubt, true);
            scan.again |= stays;
            scan.changed |= !stays;
            stays
        });
        scan
    }

    fn read(&mut self, path: PathBuf, stamp: Stamp) -> Scan {
        let before = self.files.get_mut(&path);
        let read = bytes_of(&path, &self.disk).map_err(|error| unread(&path, &error));
        if let (Some(known), Ok(bytes)) = (before, &read) {
            // While it is being written a file may be empty.
            if bytes.is_empty() && !std::mem::replace(&mut known.in_doubt, true) {
                return Scan {
                    again: true,
                    ..Scan::default()
                };
            }
            // The same content under another stamp: nothing is parsed again, and nothing is told.
            if known.hash == hash_of(bytes) {
                (known.stamp, known.in_doubt) = (Some(stamp), false);
                return Scan::default();
            }
        }
        let hash = read.as_ref().map_or(0, |bytes| hash_of(bytes));
        let content = read.and_then(|bytes| preset_of(&path, &bytes));
        let entry = self.entry(&path, content);
        let known = KnownFile {
            stamp: Some(stamp),
            hash,
            entry: Arc::new(entry),
            in_doubt: false,
        };
        self.files.insert(path, known);
        Scan {
            changed: true,
            again: false,
        }
    }

    /// A file that cannot be read keeps the content of before.
    fn entry(&mut self, path: &Path, content: Result<PresetFile, String>) -> Entry {
        let before = self.files.get(path).map(|known| &known.entry);
        match content {
            Ok(preset) => {
                let revision = self.next_revision;
                self.next_revision += 1;
                Entry {
                    path: path.to_owned(),
                    name: name_of(path, &preset),
                    preset: Some(Arc::new(preset)),
                    fault: None,
                    revision,
                }
            }
            Err(fault) => Entry {
                path: path.to_owned(),
                name: before.map_or_else(|| stem_of(path), |before| before.name.clone()),
                preset: before.and_then(|before| before.preset.clone()),
                revision: before.map_or(0, |before| before.revision),
                fault: Some(fault),
            },
        }
    }
}

/// Pose files by ending.
fn is_pose(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case(EXTENSION))
}

fn stem_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn name_of(path: &Path, preset: &PresetFile) -> String {
    match preset.name.trim() {
        "" => stem_of(path),
        name => name.to_owned(),
    }
}

fn hash_of(bytes: &[u8]) -> u64 {
    // Compared within one run only, so that the hasher of the standard library does, whatever it is in another version.
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

pub(super) fn bytes_of(path: &Path, files: &Files) -> Result<Vec<u8>, ReadError> {
    files.read_regular(path, LONGEST)
}

fn unread(path: &Path, error: &ReadError) -> String {
    format!(
        "{}: the pose cannot be read ({error}); {}.",
        path.display(),
        error.remedy()
    )
}

/// Parses the content of a file.
///
/// # Errors
///
/// One sentence with the file's name, line and column.
pub(super) fn preset_of(path: &Path, bytes: &[u8]) -> Result<PresetFile, String> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let text = text_files::text_of(bytes).map_err(|fault| FileFault::new(&*file, fault));
    let preset = text.and_then(|text| presets::read(text, &file));
    preset.map_err(|fault| fault.to_string())
}
