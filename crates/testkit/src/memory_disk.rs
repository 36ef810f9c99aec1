//! A disk in memory, with the faults that real ones have when nobody wants them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor};
use std::path::{Component, Path, PathBuf};
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use whole_file::{
    Access, Claim, ClaimError, Disk, FileKind, FileMetadata, Files, FolderEntries, FolderEntry,
    Holder, MOST_COPIES, ReadError, Regular, WriteError, backup_of,
};

/// Files in memory, which behave as those of the system do by the functions of `whole-file`; clones are the same disk.
///
/// There are no links, pipes and devices on it, and claims leave no notes. It is empty but for the folder `/`, which relative paths
/// are meant from. Times are those of a clock that ticks with each change.
#[derive(Clone, Debug, Default)]
pub struct MemoryDisk(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Told when writers may go on.
    resumed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    files: BTreeMap<PathBuf, StoredFile>,
    folders: BTreeSet<PathBuf>,
    claims: BTreeSet<PathBuf>,
    /// Number of changes so far.
    changes: u64,
    /// Number of files so far that were to be written and were not.
    n_writes_failed: usize,
    faults: Faults,
}

#[derive(Clone, Debug)]
struct StoredFile {
    bytes: Arc<[u8]>,
    access: Access,
    /// The change that made it, which numbers it too.
    change: u64,
    is_protected: bool,
}

#[derive(Debug, Default)]
struct Faults {
    /// Bytes that can still be written; none where there is no end of room.
    room: Option<u64>,
    /// Folders in which, and below which, nothing can be written.
    read_only: BTreeSet<PathBuf>,
    /// What files hold after they were read once more.
    changes_after_read: BTreeMap<PathBuf, Vec<u8>>,
    /// Set by `hold_writes`: writers wait until it is false again.
    are_writes_held: bool,
    /// Writers between asking for the disk and getting it.
    n_waiting: usize,
}

impl MemoryDisk {
    /// The disk as programs are given it.
    #[must_use]
    pub fn files(&self) -> Files {
        Files::new(self.clone())
    }

    /// Writes a file as another program would: no fault hinders it, and its folders are made.
    pub fn put(&self, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = normalized(path.as_ref());
        let mut state = self.state();
        if let Some(folder) = path.parent() {
            state.add_folders(folder);
        }
        state.store(path, bytes.as_ref(), Access::ANY);
    }

    /// The text of a file; none where no file is.
    #[must_use]
    pub fn text(&self, path: impl AsRef<Path>) -> Option<String> {
        let state = self.state();
        let file = state.files.get(&normalized(path.as_ref()))?;
        Some(String::from_utf8_lossy(&file.bytes).into_owned())
    }

    /// The files in a folder and below, by path.
    #[must_use]
    pub fn paths_in(&self, folder: impl AsRef<Path>) -> Vec<PathBuf> {
        let folder = normalized(folder.as_ref());
        let state = self.state();
        let paths = state.files.keys();
        paths
            .filter(|path| path.starts_with(&folder))
            .cloned()
            .collect()
    }

    /// What others may do to a file; none where no file is.
    #[must_use]
    pub fn access_of(&self, path: impl AsRef<Path>) -> Option<Access> {
        let state = self.state();
        let file = state.files.get(&normalized(path.as_ref()));
        file.map(|file| file.access)
    }

    /// Leaves room for so many bytes: the write that would take more fails, and so do those after it that do not fit either. None
    /// gives room without end.
    pub fn set_room(&self, bytes: Option<u64>) {
        self.state().faults.room = bytes;
    }

    /// Lets nothing be written in a folder and below, or lets it again.
    pub fn set_read_only(&self, folder: impl AsRef<Path>, is_read_only: bool) {
        let folder = normalized(folder.as_ref());
        let read_only = &mut self.state().faults.read_only;
        if is_read_only {
            read_only.insert(folder);
        } else {
            read_only.remove(&folder);
        }
    }

    /// Protects a file against writing, or lets it be written again.
    pub fn set_protected(&self, path: impl AsRef<Path>, is_protected: bool) {
        let path = normalized(path.as_ref());
        if let Some(file) = self.state().files.get_mut(&path) {
            file.is_protected = is_protected;
        }
    }

    /// Changes a file as soon as it was read once more, as another program might between two reads.
    pub fn change_after_read(&self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        let path = normalized(path.as_ref());
        let changes = &mut self.state().faults.changes_after_read;
        changes.insert(path, bytes.into());
    }

    /// Makes writers wait, as on a drive that sleeps, or lets them go on.
    pub fn hold_writes(&self, are_held: bool) {
        self.state().faults.are_writes_held = are_held;
        self.0.resumed.notify_all();
    }

    /// How often a file could not be written; claims, folders and removals do not count.
    #[must_use]
    pub fn n_writes_failed(&self) -> usize {
        self.state().n_writes_failed
    }

    /// Whether a writer waits.
    #[must_use]
    pub fn is_writer_waiting(&self) -> bool {
        self.state().faults.n_waiting > 0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The disk for a writer, once it may go on.
    fn state_to_write(&self) -> MutexGuard<'_, State> {
        let mut state = self.state();
        state.faults.n_waiting += 1;
        // A loop, since a wait may end without a reason.
        while state.faults.are_writes_held {
            let resumed = self.0.resumed.wait(state);
            state = resumed.unwrap_or_else(PoisonError::into_inner);
        }
        state.faults.n_waiting -= 1;
        state
    }
}

impl State {
    fn is_folder(&self, path: &Path) -> bool {
        path.parent().is_none() || self.folders.contains(path)
    }

    fn add_folders(&mut self, folder: &Path) {
        let above = folder.ancestors().map(Path::to_owned);
        self.folders.extend(above);
    }

    fn store(&mut self, path: PathBuf, bytes: &[u8], access: Access) {
        // A number that only rises stands for time and inode, so each write is told from the one before.
        self.changes += 1;
        let file = StoredFile {
            bytes: bytes.into(),
            access,
            change: self.changes,
            is_protected: false,
        };
        self.files.insert(path, file);
    }

    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        let path = normalized(path);
        let (kind, size, change) = match self.files.get(&path) {
            Some(file) => (FileKind::File, file.bytes.len() as u64, file.change),
            None if self.is_folder(&path) => (FileKind::Folder, 0, 0),
            None => return Err(self.not_found(&path)),
        };
        Ok(FileMetadata {
            kind,
            size,
            modified: Some(time_of(change)),
            inode: change,
        })
    }

    /// The error for a path at which nothing is.
    fn not_found(&self, path: &Path) -> io::Error {
        let is_below_file = path
            .ancestors()
            .skip(1)
            .any(|above| self.files.contains_key(above));
        match is_below_file {
            true => io::ErrorKind::NotADirectory.into(),
            false => io::ErrorKind::NotFound.into(),
        }
    }

    /// Whether something can be written in a folder, or below it.
    fn check_writable(&self, folder: &Path) -> io::Result<()> {
        match folder
            .ancestors()
            .any(|above| self.faults.read_only.contains(above))
        {
            true => Err(io::ErrorKind::PermissionDenied.into()),
            false => Ok(()),
        }
    }

    /// The place of a file that is to be written at a path.
    fn destination(&self, path: &Path) -> Result<PathBuf, WriteError> {
        let target = normalized(path);
        let folder = folder_of(&target);
        if self.is_folder(&target) {
            let path = path.to_owned();
            return Err(WriteError::Folder { path });
        }
        if !self.is_folder(&folder) {
            return Err(WriteError::NoFolder {
                path: path.to_owned(),
                folder: folder_of(path),
            });
        }
        if self.files.get(&target).is_some_and(|old| old.is_protected) {
            let path = path.to_owned();
            return Err(WriteError::Protected { path });
        }
        // In the order of the real disk: a protected file is told of before its folder.
        let writable = self.check_writable(&folder);
        writable.map_err(|reason| WriteError::ReadOnly {
            path: path.to_owned(),
            reason,
        })?;
        Ok(target)
    }

    /// Takes room for a file.
    fn take_room(&mut self, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
        let Some(room) = &mut self.faults.room else {
            return Ok(());
        };
        // Nothing is given back by files that go: tests fill a disk, and ask for no more.
        match room.checked_sub(bytes.len() as u64) {
            Some(left) => *room = left,
            None => {
                let path = path.to_owned();
                return Err(WriteError::Full { path });
            }
        }
        Ok(())
    }

    fn write(
        &mut self,
        path: &Path,
        bytes: &[u8],
        access: Access,
        keeps: bool,
    ) -> Result<(), WriteError> {
        let written = self.try_write(path, bytes, access, keeps);
        self.n_writes_failed += usize::from(written.is_err());
        written
    }

    fn try_write(
        &mut self,
        path: &Path,
        bytes: &[u8],
        access: Access,
        keeps: bool,
    ) -> Result<(), WriteError> {
        let target = self.destination(path)?;
        self.take_room(path, bytes)?;
        let old = self.files.get(&target).cloned();
        // A file that is written over gives others no more than it did before.
        let access = old.as_ref().map_or(access, |old| old.access.and(access));
        if let Some(old) = old.filter(|_| keeps) {
            self.files.insert(backup_of(&target), old);
        }
        self.store(target, bytes, access);
        Ok(())
    }

    /// The free name for a copy of a file with this content.
    fn copy_name(&self, path: &Path, bytes: &[u8]) -> PathBuf {
        let first = backup_of(path);
        let name = |copy: u32| match copy {
            1 => first.clone(),
            _ => PathBuf::from(format!("{}{copy}", first.display())),
        };
        let is_free = |kept: &PathBuf| match self.files.get(&normalized(kept)) {
            Some(found) => *found.bytes == *bytes && !found.is_protected,
            None => !self.is_folder(&normalized(kept)),
        };
        let free = (1..MOST_COPIES).map(name).find(is_free);
        free.unwrap_or_else(|| name(MOST_COPIES))
    }
}

impl Disk for MemoryDisk {
    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.state().metadata(path)
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.state().metadata(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.metadata(path).map(|_| normalized(path))
    }

    fn read_folder(&self, folder: &Path) -> io::Result<FolderEntries> {
        let state = self.state();
        let place = normalized(folder);
        if !state.is_folder(&place) {
            return Err(match state.files.contains_key(&place) {
                true => io::ErrorKind::NotADirectory.into(),
                false => state.not_found(&place),
            });
        }
        let files = state.files.keys().map(|path| (path, FileKind::File));
        let folders = state.folders.iter().map(|path| (path, FileKind::Folder));
        let here = files
            .chain(folders)
            .filter(|(path, _)| path.parent() == Some(&place));
        let entry = |(path, kind): (&PathBuf, FileKind)| {
            Ok(FolderEntry {
                path: folder.join(path.file_name().unwrap_or_default()),
                kind: Some(kind),
            })
        };
        let entries: Vec<io::Result<FolderEntry>> = here.map(entry).collect();
        Ok(Box::new(entries.into_iter()))
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state_to_write();
        let folder = normalized(folder);
        if state.is_folder(&folder) {
            return Ok(());
        }
        if state.files.contains_key(&folder) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let missing = state.not_found(&folder);
        if missing.kind() == io::ErrorKind::NotADirectory {
            return Err(missing);
        }
        state.check_writable(&folder)?;
        state.add_folders(&folder);
        Ok(())
    }

    fn open_regular(&self, path: &Path, most: u64) -> Result<Regular, ReadError> {
        let mut state = self.state();
        let place = normalized(path);
        let Some(file) = state.files.get(&place).cloned() else {
            return Err(match state.is_folder(&place) {
                true => ReadError::Folder,
                false => state.not_found(&place).into(),
            });
        };
        // After the content was taken: this reader still has the old one, the next one the new.
        if let Some(bytes) = state.faults.changes_after_read.remove(&place) {
            state.store(place, &bytes, file.access);
        }
        let size = file.bytes.len() as u64;
        Regular::new(Cursor::new(file.bytes), size, most)
    }

    fn access(&self, path: &Path) -> Access {
        self.access_of(path).unwrap_or(Access::ANY)
    }

    fn write_whole_within(
        &self,
        path: &Path,
        bytes: &[u8],
        access: Access,
    ) -> Result<(), WriteError> {
        self.state_to_write().write(path, bytes, access, false)
    }

    fn write_with_backup_within(
        &self,
        path: &Path,
        bytes: &[u8],
        access: Access,
    ) -> Result<(), WriteError> {
        self.state_to_write().write(path, bytes, access, true)
    }

    fn keep_version(&self, path: &Path) -> Result<(), WriteError> {
        let mut state = self.state_to_write();
        let target = state.destination(path)?;
        if let Some(old) = state.files.get(&target).cloned() {
            state.files.insert(backup_of(&target), old);
        }
        Ok(())
    }

    fn keep_copy(&self, path: &Path, bytes: &[u8]) -> Result<PathBuf, WriteError> {
        let access = self.access(path);
        let mut state = self.state_to_write();
        let kept = state.copy_name(path, bytes);
        state.write(&kept, bytes, access, false)?;
        Ok(kept)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state_to_write();
        let place = normalized(path);
        if state.is_folder(&place) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if state.files.contains_key(&place) {
            state.check_writable(&folder_of(&place))?;
            state.files.remove(&place);
        }
        Ok(())
    }

    /// Nothing is ever left over: a write is one step.
    fn clear_leftovers(&self, _path: &Path) {}

    fn claim(&self, path: &Path) -> Result<Claim, ClaimError> {
        let mut state = self.state_to_write();
        let place = normalized(path);
        if !state.is_folder(&folder_of(&place)) {
            return Err(state.not_found(&place).into());
        }
        state.check_writable(&folder_of(&place))?;
        if !state.claims.insert(place.clone()) {
            return Err(ClaimError::Taken(Holder {
                process: Some(process::id()),
                since: None,
            }));
        }
        // Before the claim exists: should it be dropped at once, it asks for the lock itself.
        drop(state);
        let disk = self.clone();
        Ok(Claim::held_by(ClaimedPath { disk, place }))
    }
}

/// A claim, which ends with this.
#[derive(Debug)]
struct ClaimedPath {
    disk: MemoryDisk,
    place: PathBuf,
}

impl Drop for ClaimedPath {
    fn drop(&mut self) {
        self.disk.state().claims.remove(&self.place);
    }
}

/// From the root, without `.` and `..`.
fn normalized(path: &Path) -> PathBuf {
    let mut whole = PathBuf::from("/");
    for component in path.components() {
        match component {
            Component::Normal(name) => whole.push(name),
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    whole
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_owned()
}

/// Two changes have two times, a second apart, some time after 1970.
fn time_of(change: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000_000 + change)
}
