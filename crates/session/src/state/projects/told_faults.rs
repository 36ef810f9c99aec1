//! Which broken files for recovery the user has been told of: once, not at every start.

use std::collections::BTreeSet;
use std::path::Path;

use whole_file::Files;

use super::source::hash_of;

/// The file beside the files for recovery that keeps what was told: a hash in hexadecimal digits a line.
const FILE: &str = "told.txt";
/// Many thousand of them.
const MOST_BYTES: u64 = 1 << 20;

/// One notice of all faults that no start before has told of, and notes that they are told; none where there is no such fault.
///
/// Where that cannot be noted, they are told again at the next start.
#[must_use]
pub fn untold(folder: &Path, faults: &[String], files: &Files) -> Option<String> {
    let file = folder.join(FILE);
    let told = read_hashes(&file, files);
    let now: BTreeSet<u64> = faults
        .iter()
        .map(|fault| hash_of(fault.as_bytes()))
        .collect();
    let is_new = |fault: &&String| !told.contains(&hash_of(fault.as_bytes()));
    let new: Vec<&String> = faults.iter().filter(is_new).collect();
    // Faults that are gone are forgotten, so that the file does not grow.
    if now != told {
        let lines: Vec<String> = now.iter().map(|hash| format!("{hash:016x}\n")).collect();
        let _told_again = files.write_whole(&file, lines.concat().as_bytes());
    }
    match new[..] {
        [] => None,
        [only] => Some(only.clone()),
        [first, ..] => Some(format!(
            "{} files in {} may be work that was not saved, and cannot be recovered; they are kept, and not told of again. The first: {first}",
            new.len(),
            folder.display()
        )),
    }
}

fn read_hashes(file: &Path, files: &Files) -> BTreeSet<u64> {
    let bytes = files.read_regular(file, MOST_BYTES).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines();
    lines
        .filter_map(|line| u64::from_str_radix(line, 16).ok())
        .collect()
}
