//! A folder with files of poses, as it was when it was looked at last.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use text_files::FileFault;

use crate::files::presets;
use crate::files::presets::{EXTENSION, PresetFile};
use crate::jobs::watch::Stamp;

/// A pose of the library.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    /// Its name; that of its file where it was never read.
    pub name: String,
    /// What the file said when it could last be read.
    pub preset: Option<Arc<PresetFile>>,
    /// Why the file cannot be read now: one sentence with file, line and column.
    pub fault: Option<String>,
    /// Another number whenever `preset` is another.
    pub revision: u64,
}

/// What a look at the folder gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Whether something is not as it was.
    pub changed: bool,
    /// Whether to look again soon: a file is gone or empty, as while some programs save.
    pub again: bool,
}

/// The poses of a folder.
#[derive(Debug)]
pub struct PresetIndex {
    folder: PathBuf,
    files: BTreeMap<PathBuf, Known>,
    next_revision: u64,
}

#[derive(Debug)]
struct Known {
    stamp: Option<Stamp>,
    /// Of its bytes.
    hash: u64,
    entry: Arc<Entry>,
    /// It was gone, or empty, when it was looked for last.
    in_doubt: bool,
}

/// Far more than any pose has; what is longer is no pose, and could take long to be refused.
const LONGEST: u64 = 4 << 20;

/// Files read between two answers while a folder is read for the first time.
const BATCH: usize = 100;

impl PresetIndex {
    /// A folder that was not looked at yet.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            files: BTreeMap::new(),
            next_revision: 1,
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file is known to be gone.
    pub fn forget(&mut self, path: &Path) {
        self.files.remove(path);
    }

    /// All poses, by name whatever the case, then by file.
    #[must_use]
    pub fn entries(&self) -> Arc<[Arc<Entry>]> {
        let known = self.files.values().map(|known| Arc::clone(&known.entry));
        let mut entries: Vec<Arc<Entry>> = known.collect();
        entries.sort_by_cached_key(|entry| (entry.name.to_lowercase(), entry.path.clone()));
        entries.into()
    }

    /// Looks at the folder: reads the files that are new or not as they were, and those that were `touched` in any case.
    ///
    /// `report` is called now and then while many are read; it stops the look by saying no. A folder that is not there holds
    /// nothing.
    ///
    /// # Errors
    ///
    /// One sentence when the folder cannot be read.
    pub fn scan(
        &mut self,
        touched: &BTreeSet<PathBuf>,
        report: &mut dyn FnMut(&Self) -> bool,
    ) -> Result<Scan, String> {
        let found = self.list()?;
        let mut scan = self.miss(&found);
        let mut read = 0;
        for path in found {
            let stamp = Stamp::of(&path);
            let known = self.files.get(&path);
            let as_before = known.is_some_and(|known| known.stamp == stamp && !known.in_doubt);
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

    fn list(&self) -> Result<BTreeSet<PathBuf>, String> {
        let unreadable = |error: io::Error| {
            format!(
                "{}: the folder of poses cannot be read ({error}); check its permissions, or choose another.",
                self.folder.display()
            )
        };
        let listed = match fs::read_dir(&self.folder) {
            Ok(listed) => listed,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let paths = listed.map(|entry| Ok(entry?.path()));
        let paths: Result<Vec<PathBuf>, io::Error> = paths.collect();
        let paths = paths.map_err(unreadable)?.into_iter();
        Ok(paths.filter(|path| is_pose(path)).collect())
    }

    /// Files that are gone: at the second time they are missed their poses go.
    fn miss(&mut self, found: &BTreeSet<PathBuf>) -> Scan {
        let mut scan = Scan::default();
        self.files.retain(|path, known| {
            if found.contains(path) {
                return true;
            }
            let stays = !std::mem::replace(&mut known.in_doubt, true);
            scan.again |= stays;
            scan.changed |= !stays;
            stays
        });
        scan
    }

    fn read(&mut self, path: PathBuf, stamp: Stamp) -> Scan {
        let before = self.files.get_mut(&path);
        let read = bytes_of(&path);
        if let (Some(known), Ok(bytes)) = (before, &read) {
            if bytes.is_empty() && !std::mem::replace(&mut known.in_doubt, true) {
                return Scan {
                    again: true,
                    ..Scan::default()
                };
            }
            if known.hash == hash_of(bytes) {
                (known.stamp, known.in_doubt) = (Some(stamp), false);
                return Scan::default();
            }
        }
        let hash = read.as_ref().map_or(0, |bytes| hash_of(bytes));
        let content = read.and_then(|bytes| preset_of(&path, &bytes));
        let entry = self.entry(&path, content);
        let known = Known {
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

    /// A file that cannot be read keeps what it said last.
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

/// Hidden files are parts of something that is being written.
fn is_pose(path: &Path) -> bool {
    let is_hidden = path
        .file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    !is_hidden
        && path
            .extension()
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
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| {
        let mut some = file.take(LONGEST + 1);
        some.read_to_end(&mut bytes)
    });
    match read {
        Err(error) => Err(format!(
            "{}: the pose cannot be read ({error}); check the file's permissions.",
            path.display()
        )),
        Ok(length) if length as u64 > LONGEST => Err(format!(
            "{}: this is no pose: it has more than {} MiB.",
            path.display(),
            LONGEST >> 20
        )),
        Ok(_) => Ok(bytes),
    }
}

/// What a file says.
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
