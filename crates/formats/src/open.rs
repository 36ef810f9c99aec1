//! Files on disk.

use std::io::Read as _;
use std::ops::ControlFlow;
use std::path::{Component, Path};

use character::{
    Character, CharacterError, Fault, FilePlace, OnProgress, Progress, Stage, Warning, WarningKind,
    open_bytes_with,
};
use whole_file::{open_regular, read_regular};

use crate::error::FormatError;
use crate::format::{Converted, Format, SideFile, convert_with};

/// The largest file that is read, 2 GiB.
const MOST_BYTES: u64 = 1 << 31;
/// Bytes by which a format is known.
const HEAD: u64 = 4096;

/// The format of a file that is not glTF; none if it is, or cannot be read: [`character::open`] says why.
#[must_use]
pub fn format_of_file(path: &Path) -> Option<Format> {
    let mut head = Vec::new();
    let file = open_regular(path, u64::MAX).ok()?;
    file.take(HEAD).read_to_end(&mut head).ok()?;
    Format::of(&head)
}

/// Opens a file of another format as a character; what was guessed, mended or left out are warnings of it.
///
/// `report` is called as [`character::open_with`] does; when it breaks, nothing more is read.
///
/// # Errors
///
/// One sentence that names the file; [`FormatError::is_canceled`] when `report` broke.
pub fn open(
    path: &Path,
    format: Format,
    report: &mut OnProgress<'_>,
) -> Result<Character, FormatError> {
    let file = path.display().to_string();
    let step = Progress {
        stage: Stage::File,
        fraction: 0.0,
    };
    if report(step) == ControlFlow::Break(()) {
        return Err(canceled(&file).into());
    }
    let opened = open_regular(path, MOST_BYTES).and_then(|opened| opened.read_all());
    let bytes = opened.map_err(|error| FormatError::unreadable(&file, &error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let side = |name: &str| beside(folder, path, name);
    let mut character = converted(&file, &bytes, format, &side, report)?;
    let stem = path.file_stem();
    character.name = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    Ok(character)
}

/// Opens a file in memory as [`open`] does, with `name` for the file.
///
/// # Errors
///
/// As [`open`].
pub fn open_bytes(name: &str, bytes: &[u8], format: Format) -> Result<Character, FormatError> {
    let on = &mut |_| ControlFlow::Continue(());
    converted(name, bytes, format, &|_| None, on)
}

fn converted(
    name: &str,
    bytes: &[u8],
    format: Format,
    side: &SideFile<'_>,
    report: &mut OnProgress<'_>,
) -> Result<Character, FormatError> {
    let Converted { glb, notes } = convert_with(name, bytes, format, side)?;
    let mut character = open_bytes_with(name, &glb, report)?;
    let copy = warning(WarningKind::OpenedAsCopy, format.name().to_owned());
    let notes = notes.into_iter();
    let notes = notes.map(|note| warning(WarningKind::Converted, note));
    character
        .warnings
        .splice(0..0, [copy].into_iter().chain(notes));
    Ok(character)
}

/// The largest picture that is read beside a file.
const LARGEST_PICTURE: u64 = 256 << 20;

/// A picture by the name that a file has for it: where that says, or in the folders in which programs lay them. Names that lead elsewhere
/// count by their last part alone, so that nothing is read that is not in the file's folder or below.
fn beside(folder: &Path, file: &Path, name: &str) -> Option<Vec<u8>> {
    let name = name.replace('\\', "/");
    let last = name.rsplit('/').next().filter(|last| !last.is_empty())?;
    let is_within = |name: &&str| {
        let mut parts = Path::new(name).components();
        parts.all(|part| matches!(part, Component::Normal(_)))
    };
    let embedded = file.with_extension("fbm");
    let embedded = embedded.file_name().unwrap_or_default();
    let candidates = [
        Some(folder.join(&name)).filter(|_| is_within(&name.as_str())),
        Some(folder.join(last)),
        Some(folder.join(embedded).join(last)),
        Some(folder.join("textures").join(last)),
    ];
    let candidates = candidates.into_iter().flatten();
    let mut candidates = candidates.filter(|_| is_within(&last));
    candidates.find_map(|path| read_regular(&path, LARGEST_PICTURE).ok())
}

const fn warning(kind: WarningKind, detail: String) -> Warning {
    Warning {
        kind,
        place: FilePlace::File,
        count: 1,
        detail,
    }
}

fn canceled(file: &str) -> CharacterError {
    CharacterError {
        file: file.to_owned(),
        place: FilePlace::File,
        fault: Fault::Canceled,
    }
}
