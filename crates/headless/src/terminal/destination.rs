//! `--output`: where a command writes, a file or stdout.

use std::fs;
use std::path::{Path, PathBuf};

use session::files::builtin;
use whole_file::{
    Access, ExistingFiles, Files, WriteError, check_destination, is_same_file, write_new_within,
    write_whole_within, write_with_backup_within,
};

use super::console;
use super::stdin::DASH;
use crate::{Failure, FailureKind};

/// Where a command writes, as typed. `-` is stdout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    path: PathBuf,
    existing: ExistingFiles,
}

impl Destination {
    /// The file of this name, or stdout, and what becomes of a file that has the name already.
    #[must_use]
    pub const fn new(path: PathBuf, existing: ExistingFiles) -> Self {
        Self { path, existing }
    }

    /// Whether it is stdout.
    #[must_use]
    pub fn is_stdout(&self) -> bool {
        self.path == Path::new(DASH)
    }

    /// The path as typed.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file in this folder that has a source's name; that of a built-in character is a .glb.
    ///
    /// # Errors
    ///
    /// The source is stdin, which has no name.
    pub fn in_folder(&self, source: &str) -> Result<Self, Failure> {
        let name = match source.strip_prefix(builtin::PREFIX) {
            Some(name) => Some(format!("{name}.glb").into()),
            None if source == DASH => None,
            None => Path::new(source).file_name().map(ToOwned::to_owned),
        };
        let name = name.ok_or_else(|| {
            Failure::Usage(format!(
                "--output {}: this is a folder, and {source} has no name to be written under; give a file.",
                self.name()
            ))
        })?;
        Ok(Self {
            path: self.path.join(name),
            existing: self.existing,
        })
    }

    /// The same at another path.
    #[must_use]
    pub(crate) const fn with_path(&self, path: PathBuf) -> Self {
        Self {
            path,
            existing: self.existing,
        }
    }

    /// Whether an existing file is kept, and writing refused.
    #[must_use]
    pub fn keeps(&self) -> bool {
        self.existing == ExistingFiles::Refused
    }

    /// What becomes of an existing file where such are kept beside new ones at all.
    #[must_use]
    pub const fn existing(&self) -> ExistingFiles {
        self.existing
    }

    /// The path as typed, as text.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Fails where [`write`](Self::write) would for reasons that are known before there is anything to write.
    ///
    /// # Errors
    ///
    /// One of the files that are read, a file that is to be kept, and those of [`check_destination`].
    pub fn check(&self, sources: &[&str]) -> Result<(), Failure> {
        if self.is_stdout() {
            return Ok(());
        }
        let is_read =
            |source: &&str| **source != *DASH && is_same_file(Path::new(source), &self.path);
        if sources.iter().any(is_read) {
            return Err(Failure::Usage(format!(
                "--output {} is the file that is read; choose another name.",
                self.path.display()
            )));
        }
        self.refuse_existing()?;
        match check_destination(&self.path) {
            // It is made when there is something to write.
            Err(WriteError::NoFolder { .. }) => self.refuse_no_folder(),
            checked => Ok(checked?),
        }
    }

    /// Refuses a path of which what is there is no folder, so that none can be made in it.
    fn refuse_no_folder(&self) -> Result<(), Failure> {
        let mut above = self.path.ancestors().skip(1);
        let there = above.find(|above| above.as_os_str().is_empty() || above.exists());
        match there {
            Some(there) if !there.as_os_str().is_empty() && !there.is_dir() => {
                let why = format!(
                    "{}: {} is no folder, so that nothing can be written in it; choose another name.",
                    self.name(),
                    there.display()
                );
                Err(Failure::Known(FailureKind::NotWritten, why))
            }
            _ => Ok(()),
        }
    }

    /// Makes the folder of the file, with those above it, where it is missing.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub(crate) fn make_folder(&self) -> Result<(), Failure> {
        match self.path.parent() {
            Some(folder) if !self.is_stdout() && folder != Path::new("") => {
                make_folder(folder, &self.name())
            }
            _ => Ok(()),
        }
    }

    /// Writes whole or not at all; a file gets no more permissions than `access`.
    ///
    /// # Errors
    ///
    /// Those of [`write_whole_within`] and of stdout, and a file that is to be kept.
    pub fn write(&self, bytes: &[u8], access: Access) -> Result<(), Failure> {
        if self.is_stdout() {
            return console::output(bytes);
        }
        self.make_folder()?;
        if self.keeps() {
            return self.write_new(bytes, access);
        }
        Ok(write_whole_within(&self.path, bytes, access)?)
    }

    /// As [`write`](Self::write); a file that is replaced stays beside the new one as .bak, unless none is wanted.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn write_with_backup(&self, bytes: &[u8], access: Access) -> Result<(), Failure> {
        if self.is_stdout() {
            return console::output(bytes);
        }
        self.make_folder()?;
        let written = match self.existing {
            ExistingFiles::Refused => return self.write_new(bytes, access),
            ExistingFiles::KeptBeside => write_with_backup_within(&self.path, bytes, access),
            ExistingFiles::Replaced => write_whole_within(&self.path, bytes, access),
        };
        Ok(written?)
    }

    fn write_new(&self, bytes: &[u8], access: Access) -> Result<(), Failure> {
        write_new_within(&self.path, bytes, access).map_err(|error| match error {
            WriteError::Exists { .. } => self.exists(),
            other => other.into(),
        })
    }

    /// What is no file, as a device, is written to: nothing is lost then.
    fn refuse_existing(&self) -> Result<(), Failure> {
        if self.keeps() && fs::metadata(&self.path).is_ok_and(|found| found.is_file()) {
            return Err(self.exists());
        }
        Ok(())
    }

    /// The failure that a file of this name exists.
    #[must_use]
    pub fn exists(&self) -> Failure {
        let name = self.path.display();
        let why = format!(
            "{name}: the file exists already, and --no-clobber keeps it; choose another name."
        );
        Failure::Known(FailureKind::Exists, why)
    }
}

/// Makes a folder, with those above it, where it is missing. `named` is what --output names.
pub(crate) fn make_folder(folder: &Path, named: &str) -> Result<(), Failure> {
    if folder.is_dir() {
        return Ok(());
    }
    Files::default().create_folders(folder).map_err(|error| {
        let folder = folder.display();
        let why = format!(
            "--output {named}: the folder {folder} cannot be made ({error}); check its name and the permissions of the one above."
        );
        Failure::Known(FailureKind::NotWritten, why)
    })
}
