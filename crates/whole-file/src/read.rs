//! Reading: what is at a path, and how large it is, is looked at before it is read.

use std::fmt;
use std::fs::{self, FileType, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use thiserror::Error;

/// Why a file was not read, as half a sentence: `cannot be read ({error})`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The path names a folder.
    #[error("this is a folder")]
    Folder,
    /// The path names a pipe, a device or a socket, which may have no end or never answer.
    #[error("this is {kind}, not a file")]
    NotRegular {
        /// What is there, in words with an article, as `a pipe`.
        kind: &'static str,
    },
    /// The file has more bytes than such a file ever has.
    #[error("it has {bytes} bytes, more than the limit of {most}")]
    TooLarge {
        /// Bytes of the file, as far as is known.
        bytes: u64,
        /// The most that are read.
        most: u64,
    },
    /// The file system refuses.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl ReadError {
    /// Whether there is nothing at the path.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::System(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// What a person can do about it, as half a sentence.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Folder => "choose a file in it",
            Self::NotRegular { .. } | Self::TooLarge { .. } => "choose another file",
            Self::System(error) => match error.kind() {
                io::ErrorKind::NotFound => "check the path",
                io::ErrorKind::OutOfMemory => "close other programs",
                _ => "check the name and the file's permissions",
            },
        }
    }
}

/// What an ordinary file can do.
trait ReadSeek: Read + Seek + Send + Sync {}

impl<T: Read + Seek + Send + Sync> ReadSeek for T {}

/// An ordinary file that is open for reading, of known size.
///
/// Reading fails ([`io::ErrorKind::FileTooLarge`]) once more bytes have come than were allowed: the file has grown meanwhile.
pub struct Regular {
    file: io::Take<Box<dyn ReadSeek>>,
    size: u64,
    most: u64,
}

impl fmt::Debug for Regular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Regular");
        fields.field("size", &self.size).field("most", &self.most);
        fields.finish_non_exhaustive()
    }
}

impl Regular {
    /// A file of so many bytes, of which at most `most` are read, whatever it has by then.
    ///
    /// # Errors
    ///
    /// [`ReadError::TooLarge`] where it has more.
    pub fn new(
        file: impl Read + Seek + Send + Sync + 'static,
        size: u64,
        most: u64,
    ) -> Result<Self, ReadError> {
        if size > most {
            return Err(ReadError::TooLarge { bytes: size, most });
        }
        let file: Box<dyn ReadSeek> = Box::new(file);
        Ok(Self {
            // One byte more tells a file that has grown from one of exactly `most`.
            file: file.take(most.saturating_add(1)),
            size,
            most,
        })
    }

    /// All its bytes.
    ///
    /// # Errors
    ///
    /// [`ReadError`]: it has grown beyond what was allowed, the memory is not there, or what the system says.
    pub fn read_all(mut self) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        let length = usize::try_from(self.size).unwrap_or(usize::MAX);
        // A file may be larger than the memory: that is an error here, where `Vec::with_capacity` would end the program.
        let reserved = bytes.try_reserve_exact(length);
        reserved.map_err(|_no_room| io::Error::from(io::ErrorKind::OutOfMemory))?;
        match self.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            // How large it has become is not known; one byte more than allowed is.
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Err(ReadError::TooLarge {
                bytes: self.most.saturating_add(1),
                most: self.most,
            }),
            Err(error) => Err(error.into()),
        }
    }

    /// Bytes that the file had when it was opened. Some files of the system say zero and have more.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }
}

impl Seek for Regular {
    /// As [`Seek::seek`] of a file. What lies between counts as read: no more than was allowed is read from there on.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = self.file.get_mut().seek(to)?;
        self.file
            .set_limit(self.most.saturating_add(1).saturating_sub(place));
        Ok(place)
    }
}

impl Read for Regular {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        // One byte more than allowed was asked for.
        if self.file.limit() == 0 {
            let grown = ReadError::TooLarge {
                bytes: self.most.saturating_add(1),
                most: self.most,
            };
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                grown.to_string(),
            ));
        }
        Ok(read)
    }
}

/// Opens an ordinary file of at most so many bytes. Links are followed.
///
/// Nothing else is opened, so that no pipe is waited for and no device is touched.
///
/// # Errors
///
/// [`ReadError`]: a folder, pipe, device or socket, a larger file, or what the system says.
pub fn open_regular(path: &Path, most: u64) -> Result<Regular, ReadError> {
    // Before it is opened, as opening alone can wait for ever or move a tape; and after, as it may be another one by then.
    check_kind(&fs::metadata(path)?)?;
    let file = never_waiting(OpenOptions::new().read(true)).open(path)?;
    let found = file.metadata()?;
    check_kind(&found)?;
    Regular::new(file, found.len(), most)
}

/// The bytes of an ordinary file of at most so many. The one way in which the program reads a file as a whole.
///
/// # Errors
///
/// As [`open_regular`]; also where the memory is not there.
///
/// # Examples
///
/// ```
/// use whole_file::{ReadError, read_regular};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("pose.ron");
/// whole_file::write_whole(&path, b"(version: 1)")?;
/// assert_eq!(read_regular(&path, 12)?, b"(version: 1)");
/// assert!(matches!(read_regular(&path, 11), Err(ReadError::TooLarge { bytes: 12, most: 11 })));
/// assert!(matches!(read_regular(folder.path(), 12), Err(ReadError::Folder)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_regular(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    open_regular(path, most)?.read_all()
}

fn check_kind(found: &Metadata) -> Result<(), ReadError> {
    let kind = found.file_type();
    if kind.is_file() {
        Ok(())
    } else if kind.is_dir() {
        Err(ReadError::Folder)
    } else {
        Err(ReadError::NotRegular {
            kind: kind_in_words(kind),
        })
    }
}

#[cfg(unix)]
pub(crate) fn kind_in_words(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_symlink() {
        "a link"
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
pub(crate) fn kind_in_words(kind: FileType) -> &'static str {
    if kind.is_symlink() {
        "a link"
    } else if kind.is_dir() {
        "a folder"
    } else {
        "a device"
    }
}

/// Lets opening return at once, whatever is at the path.
#[cfg(unix)]
fn never_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    // Opening a pipe waits for a writer otherwise, and a terminal could become the one that controls this process.
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
}

#[cfg(not(unix))]
fn never_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// As [`never_waiting`], and opening fails where the path itself is a link.
#[cfg(unix)]
pub(crate) fn following_nothing(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY)
}

/// Whoever opens looks first whether the path is a link.
#[cfg(not(unix))]
pub(crate) fn following_nothing(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
