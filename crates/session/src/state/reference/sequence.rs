//! Numbered sequences of files: `walk_0001.png` and what follows it.

use std::io;
use std::path::{Path, PathBuf};

use whole_file::{FileKind, Files};

/// The most files of a folder that are looked at.
const MOST_LOOKED_AT: usize = 200_000;

/// A file name with a number before its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbered<'a> {
    before: &'a str,
    digits: &'a str,
    ending: &'a str,
}

impl<'a> Numbered<'a> {
    fn of(name: &'a str) -> Option<Self> {
        let dot = name.rfind('.')?;
        let (stem, ending) = name.split_at(dot);
        let before = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let digits = stem.get(before.len()..)?;
        // More digits than a number has are a code, and no number.
        (1..=15).contains(&digits.len()).then_some(Self {
            before,
            digits,
            ending,
        })
    }

    fn number(self) -> Option<u64> {
        self.digits.parse().ok()
    }

    /// Whether another name goes on from this one: as many digits, or more where the number has grown out of them.
    fn is_followed_by(self, other: Self) -> bool {
        let (own, others) = (self.digits.len(), other.digits.len());
        let has_grown = others > own && !other.digits.starts_with('0');
        self.before == other.before
            && self.ending.eq_ignore_ascii_case(other.ending)
            && (own == others || has_grown)
            && self.number() <= other.number()
    }
}

/// The files of a sequence from this one on, each with how far its number is from that of the first; the file alone where its name has
/// no number, or no other follows.
///
/// # Errors
///
/// What the system says of the folder.
pub fn sequence_from(first: &Path, files: &Files) -> Result<Vec<(u64, PathBuf)>, io::Error> {
    let alone = || vec![(0, first.to_owned())];
    let name = first.file_name().and_then(|name| name.to_str());
    let Some(own) = name.and_then(Numbered::of) else {
        return Ok(alone());
    };
    let (Some(folder), Some(begins)) = (first.parent(), own.number()) else {
        return Ok(alone());
    };
    let mut found = Vec::new();
    for entry in files.read_folder(folder)?.take(MOST_LOOKED_AT) {
        let entry = entry?;
        let name = entry.path.file_name().and_then(|name| name.to_str());
        let other = name.and_then(Numbered::of);
        let Some(other) = other.filter(|other| own.is_followed_by(*other)) else {
            continue;
        };
        if entry.kind != Some(FileKind::Folder)
            && let Some(number) = other.number()
        {
            found.push((number - begins, entry.path.clone()));
        }
    }
    found.sort();
    // `walk_7.png` and `walk_07.png` cannot both be there, but `a.png` and `a.PNG` can.
    found.dedup_by_key(|(number, _)| *number);
    Ok(if found.len() < 2 { alone() } else { found })
}
