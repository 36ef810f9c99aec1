//! Checks of folders: none holds so many files that a reader finds nothing in it.

use std::collections::BTreeMap;

use crate::report::Failure;
use crate::source::SourceFile;

/// Most Rust files that lie directly in a folder.
const MOST_FILES: usize = 35;

/// No folder holds more Rust files than a reader takes in; those of folders inside count there.
pub fn check_folder_sizes(files: &[SourceFile]) -> Vec<Failure> {
    let crowded = files_in_folders(files).into_iter();
    let crowded = crowded.filter(|&(_, found)| found > MOST_FILES);
    let failures = crowded.map(|(folder, found)| {
        let message =
            format!("{found} files, at most {MOST_FILES} allowed: give each subject a folder");
        Failure::of_file(folder, message)
    });
    failures.collect()
}

/// How many Rust files lie directly in each folder.
pub fn files_in_folders(files: &[SourceFile]) -> BTreeMap<&str, usize> {
    let mut folders = BTreeMap::new();
    for file in files.iter().filter(|file| file.has_extension("rs")) {
        if let Some((folder, _)) = file.path.rsplit_once('/') {
            *folders.entry(folder).or_default() += 1;
        }
    }
    folders
}
