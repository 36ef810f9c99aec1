//! File names of poses: the pose's name as far as file systems allow.

use std::path::PathBuf;

use crate::files::listing::DEEPEST;
use crate::state::presets::EXTENSION;

/// Limit on the name without its ending, in bytes; file systems allow 255 in all.
const LONGEST: usize = 120;

/// Names that Windows reserves for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The file name for a pose of this name.
///
/// Letters of any script are kept; characters that some system forbids become `-`. The name does not begin with a dot,
/// is never empty, and never longer than file systems allow.
#[must_use]
pub fn file_name(name: &str) -> String {
    let allowed = |letter: char| match letter {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '-',
        letter if letter.is_control() => '-',
        letter => letter,
    };
    let stem: String = name.trim().chars().map(allowed).collect();
    let stem = stem.trim_start_matches(['.', ' ']);
    // Whole letters within the limit: cut inside one, it would be no text.
    let end = stem
        .char_indices()
        .map(|(start, letter)| start + letter.len_utf8())
        .take_while(|end| *end <= LONGEST)
        .last()
        .unwrap_or(0);
    let stem = stem.get(..end).unwrap_or_default();
    // Windows drops dots and spaces at the end of a name.
    let stem = stem.trim_end_matches(['.', ' ']);
    match stem {
        "" => format!("pose.{EXTENSION}"),
        stem if is_device(stem) => format!("{stem}_.{EXTENSION}"),
        stem => format!("{stem}.{EXTENSION}"),
    }
}

/// The path of a folder of the library below the library's own, from its name as typed.
///
/// Slashes stand between folders, of which there are at most [`DEEPEST`]. Each gets a name as [`file_name`] gives files, so that none leads out of the library.
#[must_use]
pub fn group_path(group: &str) -> PathBuf {
    let parts = group.split(['/', '\\']).map(str::trim);
    let parts = parts.filter(|part| !part.is_empty()).take(DEEPEST);
    let ending = format!(".{EXTENSION}");
    parts
        .map(|part| file_name(part).trim_end_matches(&ending).to_owned())
        .collect()
}

fn is_device(stem: &str) -> bool {
    let first = stem.split('.').next().unwrap_or(stem).to_lowercase();
    let numbered = first.trim_end_matches(|letter: char| letter.is_ascii_digit());
    // One digit at most, as in com1: names like com12 are free.
    DEVICES.contains(&numbered) && first.len() - numbered.len() <= 1
}
