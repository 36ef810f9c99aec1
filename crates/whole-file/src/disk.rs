//! Files behind a trait, so that a program can be given others than those of the system: a test's, a replay's, a browser's.

use std::fmt::Debug;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::{Access, Claim, ClaimError, ReadError, Regular, SystemDisk, WriteError};

/// What reads and writes the files that a program names.
///
/// The methods promise what the functions of the same names do for [the system's files](SystemDisk), down to the errors: what is
/// written is there whole or not at all, and what is read is of a size that is known before. Those with a body follow from the others.
pub trait Disk: Debug + Send + Sync {
    /// Whether these are the system's files, so that a watcher of folders or a library that is given a path reaches the same ones.
    /// False unless a disk says otherwise: to take other files for the system's could write over somebody's.
    fn is_system(&self) -> bool {
        false
    }

    /// Facts of what is at a path, links followed.
    ///
    /// # Errors
    ///
    /// What the system says, as that nothing is there.
    fn metadata(&self, path: &Path) -> io::Result<FileMetadata>;

    /// Facts of what is at a path, where a link is a link.
    ///
    /// # Errors
    ///
    /// As [`metadata`](Self::metadata).
    fn symlink_metadata(&self, path: &Path) -> io::Result<FileMetadata>;

    /// The absolute path of what is there, links and `..` resolved.
    ///
    /// # Errors
    ///
    /// As [`metadata`](Self::metadata).
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// What a folder holds, in no order.
    ///
    /// # Errors
    ///
    /// What the system says, as that the folder is not there.
    fn read_folder(&self, folder: &Path) -> io::Result<FolderEntries>;

    /// Makes a folder, and those above it, where they are not there.
    ///
    /// # Errors
    ///
    /// What the system says, as that a file has the name of one.
    fn create_folders(&self, folder: &Path) -> io::Result<()>;

    /// As [`open_regular`](crate::open_regular).
    ///
    /// # Errors
    ///
    /// [`ReadError`]: no ordinary file, a larger one, or what the system says.
    fn open_regular(&self, path: &Path, most: u64) -> Result<Regular, ReadError>;

    /// The limit for copies of a file, as [`Access::of`].
    fn access(&self, path: &Path) -> Access;

    /// As [`write_whole_within`](crate::write_whole_within).
    ///
    /// # Errors
    ///
    /// [`WriteError`]; the old content is then untouched.
    fn write_whole_within(
        &self,
        path: &Path,
        bytes: &[u8],
        access: Access,
    ) -> Result<(), WriteError>;

    /// As [`write_with_backup_within`](crate::write_with_backup_within).
    ///
    /// # Errors
    ///
    /// [`WriteError`]; the old content is then untouched.
    fn write_with_backup_within(
        &self,
        path: &Path,
        bytes: &[u8],
        access: Access,
    ) -> Result<(), WriteError>;

    /// As [`keep_version`](crate::keep_version).
    ///
    /// # Errors
    ///
    /// [`WriteError`]; the file has its name then, as it had.
    fn keep_version(&self, path: &Path) -> Result<(), WriteError>;

    /// As [`keep_copy`](crate::keep_copy).
    ///
    /// # Errors
    ///
    /// [`WriteError`]; what is at the path stays as it is.
    fn keep_copy(&self, path: &Path, bytes: &[u8]) -> Result<PathBuf, WriteError>;

    /// As [`remove`](crate::remove).
    ///
    /// # Errors
    ///
    /// What the system says; a file that is not there is no error.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes temporary files of killed writers of a path, as [`clear_leftovers`](crate::clear_leftovers).
    fn clear_leftovers(&self, path: &Path);

    /// As [`Claim::take`].
    ///
    /// # Errors
    ///
    /// [`ClaimError`]: somebody works on it, or no claim can be made there.
    fn claim(&self, path: &Path) -> Result<Claim, ClaimError>;

    /// As [`read_regular`](crate::read_regular).
    ///
    /// # Errors
    ///
    /// As [`open_regular`](Self::open_regular).
    fn read_regular(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        self.open_regular(path, most)?.read_all()
    }

    /// As [`write_whole`](crate::write_whole).
    ///
    /// # Errors
    ///
    /// [`WriteError`]; the old content is then untouched.
    fn write_whole(&self, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
        self.write_whole_within(path, bytes, Access::ANY)
    }

    /// As [`write_with_backup`](crate::write_with_backup).
    ///
    /// # Errors
    ///
    /// [`WriteError`]; the old content is then untouched.
    fn write_with_backup(&self, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
        self.write_with_backup_within(path, bytes, Access::ANY)
    }

    /// Whether something is there, links followed.
    fn exists(&self, path: &Path) -> bool {
        self.metadata(path).is_ok()
    }

    /// Whether an ordinary file is there, links followed.
    fn is_file(&self, path: &Path) -> bool {
        let found = self.metadata(path);
        found.is_ok_and(|found| found.kind == FileKind::File)
    }

    /// Whether a folder is there, links followed.
    fn is_folder(&self, path: &Path) -> bool {
        let found = self.metadata(path);
        found.is_ok_and(|found| found.kind == FileKind::Folder)
    }

    /// Whether both paths lead to one existing file, as [`is_same_file`](crate::is_same_file).
    fn is_same_file(&self, one: &Path, other: &Path) -> bool {
        let real = (self.canonicalize(one), self.canonicalize(other));
        matches!(real, (Ok(one), Ok(other)) if one == other)
    }
}

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// An ordinary file, the one kind that is read and replaced.
    File,
    /// A folder, which can be listed by [`Disk::read_folder`].
    Folder,
    /// A link, where it was not followed.
    Link,
    /// A pipe, a socket or a device.
    Other,
}

/// Facts of what is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMetadata {
    /// What is there; a link only from [`Disk::symlink_metadata`].
    pub kind: FileKind,
    /// Its length in bytes; some files of the system say zero and have more.
    pub size: u64,
    /// When it was changed last; none where the system does not tell.
    pub modified: Option<SystemTime>,
    /// Differs for another file under the same name; zero where the system has no such number.
    pub inode: u64,
}

/// The entries of a folder; one that cannot be read is an error of its own.
pub type FolderEntries = Box<dyn Iterator<Item = io::Result<FolderEntry>>>;

/// What a folder holds under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// Its path: the folder's, and the name.
    pub path: PathBuf,
    /// What it is, a link being one; none where the system does not tell.
    pub kind: Option<FileKind>,
}

/// A disk that is handed around; clones are the same disk.
///
/// # Examples
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("pose.ron");
/// let files = whole_file::Files::default();
/// files.write_whole(&path, b"(version: 1)")?;
/// assert_eq!(files.read_regular(&path, 100)?, whole_file::read_regular(&path, 100)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Files(Arc<dyn Disk>);

impl Files {
    /// The files of a disk.
    pub fn new(disk: impl Disk + 'static) -> Self {
        Self(Arc::new(disk))
    }
}

impl Default for Files {
    /// Those of the system.
    fn default() -> Self {
        Self::new(SystemDisk)
    }
}

impl Deref for Files {
    type Target = dyn Disk;

    fn deref(&self) -> &(dyn Disk + 'static) {
        &*self.0
    }
}
