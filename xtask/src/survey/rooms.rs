//! A table of how crates are divided into folders.

use std::collections::BTreeMap;

use super::table::Table;
use crate::place::{CodeRole, parts_of};
use crate::source::SourceFile;
use crate::tidy::{files_in_folders, rooms_of_crates};

/// Files, the fullest folder, and the rooms of each crate: what lies at the top of its `src`.
pub(super) fn rooms(files: &[SourceFile]) -> Table {
    let mut fullest: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for (folder, found) in files_in_folders(files) {
        let Some((root, _)) = folder.split_once("/src").filter(|_| is_of_source(folder)) else {
            continue;
        };
        let entry = fullest.entry(root).or_default();
        // Pairs compare by their numbers first: of equally full folders the later name stays.
        *entry = (*entry).max((found, folder));
    }
    let rooms = rooms_of_crates(files);
    let rows = rooms.iter().map(|rooms| {
        let root = rooms.crate_folder.as_str();
        let own = files.iter().filter(|file| file.has_extension("rs"));
        let own = own.map(parts_of).filter(|place| place.crate_folder == root);
        let n_files = own
            .filter(|place| place.part(1) == CodeRole::Source)
            .count();
        let (most, folder) = fullest.get(root).copied().unwrap_or_default();
        vec![
            root.into(),
            n_files.into(),
            most.into(),
            folder.into(),
            rooms.count.into(),
            rooms.in_rings.len().into(),
            rooms.in_rings.join(" ").into(),
        ]
    });
    Table {
        title: "Rooms",
        note: "Files and folders at the top of src; those in rings reach themselves through others. tidy allows 35 files directly in a folder.",
        columns: &[
            "folder",
            "files",
            "most",
            "in folder",
            "rooms",
            "in rings",
            "which",
        ],
        rows: rows.collect(),
    }
}

fn is_of_source(folder: &str) -> bool {
    folder.ends_with("/src") || folder.contains("/src/")
}
