//! The character's file: its path as seen from the project, and a fingerprint that shows changes.

use std::io::{BufReader, Read as _};
use std::path::{Component, Path, PathBuf};

use whole_file::{Files, ReadError};

use super::EXTENSION;
use crate::files::builtin;
use crate::files::working_folder::whole;

/// Length and hash of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Length of the content in bytes.
    pub bytes: u64,
    /// Hash of the content, as [`hash_of`] makes it.
    pub hash: u64,
}

/// Offset and prime of FNV-1a in 64 bits (Fowler, Noll and Vo; public domain).
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// FNV-1a over words of eight bytes, the last one filled with zeros, and over the length.
///
/// The hash is rotated before every word; otherwise two changes of the highest bits, such as two signs, would cancel.
///
/// It shows changes but is not secure against forgery. It must not change: files hold it.
#[must_use]
pub fn hash_of(bytes: &[u8]) -> u64 {
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    mix(
        bytes
            .chunks(8)
            .fold(OFFSET, |hash, chunk| mix(hash, word(chunk))),
        length,
    )
}

const fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(PRIME)
}

fn word(chunk: &[u8]) -> u64 {
    let mut word = [0; 8];
    word.iter_mut()
        .zip(chunk)
        .for_each(|(to, from)| *to = *from);
    u64::from_le_bytes(word)
}

impl Fingerprint {
    /// Reads a file in pieces; none for a built-in character, or a file that cannot be read.
    #[must_use]
    pub fn of(source: &str, files: &Files) -> Option<Self> {
        if source.starts_with(builtin::PREFIX) {
            return None;
        }
        Self::of_file(Path::new(source), u64::MAX, files).ok()
    }

    /// That of an ordinary file of at most so many bytes, in memory that does not depend on them. Its `hash` is [`hash_of`] the
    /// whole content.
    ///
    /// # Errors
    ///
    /// A larger file, what is no file, or what the system says.
    pub fn of_file(path: &Path, most: u64, files: &Files) -> Result<Self, ReadError> {
        let mut file = BufReader::with_capacity(1 << 20, files.open_regular(path, most)?);
        let (mut hash, mut bytes) = (OFFSET, 0_u64);
        let mut piece = Vec::new();
        loop {
            piece.clear();
            // A multiple of eight bytes but for the last piece, so that words do not straddle pieces.
            let read = file.by_ref().take(1 << 20).read_to_end(&mut piece)?;
            if read == 0 {
                break;
            }
            bytes += u64::try_from(read).unwrap_or_default();
            hash = piece
                .chunks(8)
                .fold(hash, |hash, chunk| mix(hash, word(chunk)));
        }
        let hash = mix(hash, bytes);
        Ok(Self { bytes, hash })
    }
}

/// Whether a path has the ending of projects.
#[must_use]
pub fn is_project(path: &str) -> bool {
    let extension = Path::new(path).extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
}

/// Largest number of `..` in a relative path; a project and a character further apart are unlikely to move together.
const MOST_UP: usize = 3;

/// A source as a project in `folder` names it: relative with slashes if the two are near in one tree, else absolute.
///
/// Relative paths of both are meant from the folder in which the program was started, and an empty folder, as that of a bare file name, is this one.
#[must_use]
pub fn source_from(folder: &Path, source: &str, files: &Files) -> String {
    if source.starts_with(builtin::PREFIX) {
        return source.to_owned();
    }
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let (source, folder) = (whole(Path::new(source)), whole(folder));
    let real = |path: &Path| {
        let real = files.canonicalize(path);
        real.unwrap_or_else(|_| path.to_owned())
    };
    // How many folders a path with `..` goes down is known of what it leads to alone.
    let is_direct = |path: &Path| path.components().all(|part| part != Component::ParentDir);
    let as_named = || relative(&folder, &source);
    let as_named = (is_direct(&folder) && is_direct(&source)).then(as_named);
    let near = as_named
        .flatten()
        .or_else(|| relative(&real(&folder), &real(&source)));
    near.unwrap_or_else(|| source.to_string_lossy().into_owned())
}

fn relative(folder: &Path, source: &Path) -> Option<String> {
    let (from, to): (Vec<_>, Vec<_>) =
        (folder.components().collect(), source.components().collect());
    let same = from
        .iter()
        .zip(&to)
        .take_while(|(from, to)| from == to)
        .count();
    let names = |component: &&Component<'_>| matches!(component, Component::Normal(_));
    let shared = from.iter().take(same).filter(names).count();
    let up = from.len() - same;
    // Paths that share the root alone are of one tree by name only.
    if up > MOST_UP || (up > 0 && shared == 0) {
        return None;
    }
    let mut parts = vec!["..".to_owned(); up];
    for component in to.iter().skip(same) {
        parts.push(component.as_os_str().to_str()?.to_owned());
    }
    Some(parts.join("/"))
}

/// Path of the source that a project in `folder` names.
#[must_use]
pub fn absolute(folder: &Path, named: &str) -> String {
    if named.starts_with(builtin::PREFIX) {
        return named.to_owned();
    }
    let path = Path::new(named);
    if path.is_absolute() {
        return named.to_owned();
    }
    let mut joined = whole(folder);
    for component in path.components() {
        match component {
            Component::ParentDir if joined.file_name().is_some() => {
                joined.pop();
            }
            Component::CurDir => {}
            other => joined.push(other),
        }
    }
    joined.to_string_lossy().into_owned()
}

/// Suggested path of a new project: beside the source; for a built-in character in the current folder.
#[must_use]
pub fn project_name_for(source: &str) -> PathBuf {
    match source.strip_prefix(builtin::PREFIX) {
        Some(name) => PathBuf::from(format!("{name}.{EXTENSION}")),
        None => Path::new(source).with_extension(EXTENSION),
    }
}
