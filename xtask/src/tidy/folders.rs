//! Checks of folders: none holds so many files that a reader finds nothing in it.

use std::collections::BTreeMap;

use crate::report::Failure;
use crate::source::SourceFile;

/// Most Rust files that lie directly in a folder.
const MOST_FILES: usize = 35;

/// Folders that hold more so far.
const CROWDED: &[&str] = &[
    "crates/character/tests/it",
    "crates/session/tests/it",
    "editor/tests/it/headless",
    "editor/tests/it/window",
];

/// No folder holds more Rust files than a reader takes in; those of folders inside count there.
pub fn check_folder_sizes(files: &[SourceFile]) -> Vec<Failure> {
    let failures = files_in_folders(files)
        .into_iter()
        .filter_map(|(folder, found)| {
            let is_excepted = CROWDED.contains(&folder);
            let message = match found > MOST_FILES {
                true if !is_excepted => format!(
                    "{found} files, at most {MOST_FILES} allowed: give each subject a folder"
                ),
                false if is_excepted => {
                    "holds few files now: take it off the list of exceptions".to_owned()
                }
                _ => return None,
            };
            Some(Failure::of_file(folder, message))
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
