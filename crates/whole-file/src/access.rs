//! Who else may read and write a file.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// What others than the owner may do to a file, as a limit to what they may do to a copy of it.
///
/// On Unix these are the permissions of group and others; elsewhere nothing is known and nothing is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access(u32);

/// The permissions of group and others.
#[cfg(unix)]
const OTHERS: u32 = 0o077;
/// The permissions of the owner, which a copy never lacks: its owner is who made it.
#[cfg(unix)]
const OWNER: u32 = 0o700;

impl Access {
    /// No limit: what a new file usually gets.
    pub const ANY: Self = Self(0o077);

    /// For the owner alone.
    pub const PRIVATE: Self = Self(0);

    /// The limit for copies of the file at a path; none where there is no file.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        std::fs::metadata(path).map_or(Self::ANY, |found| Self::of_file(&found))
    }

    /// The stricter of both in everything.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[cfg(unix)]
    fn of_file(found: &Metadata) -> Self {
        use std::os::unix::fs::PermissionsExt as _;
        Self(found.permissions().mode() & OTHERS)
    }

    #[cfg(not(unix))]
    fn of_file(_found: &Metadata) -> Self {
        Self::ANY
    }

    /// Lets a file be created with no more than this, whatever the user's default is. What replaces an `old` file is nobody
    /// else's until [`give`](Self::give).
    #[cfg(unix)]
    pub(crate) fn prepare(self, options: &mut OpenOptions, old: Option<&Metadata>) {
        use std::os::unix::fs::OpenOptionsExt as _;
        // The old file may be stricter than `access`, so nobody else reads the new content before its permissions are known to fit.
        let others = if old.is_some() { 0 } else { self.0 };
        options.mode(0o666 & (OWNER | others));
    }

    #[cfg(not(unix))]
    pub(crate) fn prepare(self, _options: &mut OpenOptions, _old: Option<&Metadata>) {}

    /// Gives a file that takes an old one's place the permissions of that, within this limit.
    #[cfg(unix)]
    pub(crate) fn give(self, file: &File, old: &Metadata) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        // Without set-user-id, set-group-id and sticky bits: the new file may have another owner, to whom they were not given.
        let mode = old.permissions().mode() & 0o777 & (OWNER | self.0);
        file.set_permissions(std::fs::Permissions::from_mode(mode))
    }

    #[cfg(not(unix))]
    pub(crate) fn give(self, file: &File, old: &Metadata) -> io::Result<()> {
        file.set_permissions(old.permissions())
    }
}
