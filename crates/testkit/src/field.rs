//! The small files of the field, with what their manifest says of them.
//!
//! `manifest.json` of the folder lists cases: an id, a file, a command, and in words what is expected of it. A test of a kind takes the
//! cases of that kind by [`cases`], and what it expects from the words or from the file, never from the id.

use std::path::{Path, PathBuf};

use crate::folders::{variable, workspace};

/// One row of the manifest.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the case, for messages.
    pub id: String,
    /// The path of the file that the command is given.
    pub file: PathBuf,
    /// The command line, in which FILE stands for the file and OUT for an output.
    pub command: String,
    /// What the command must do, in words.
    pub expected: String,
}

/// The folder of the small files: `DUALSKIN_FIELD`, else the workspace's copy.
#[must_use]
pub fn folder() -> PathBuf {
    variable("DUALSKIN_FIELD").unwrap_or_else(own_folder)
}

/// The workspace's copy, whatever the environment says: for tests about what one certain file holds.
#[must_use]
pub fn own_folder() -> PathBuf {
    workspace().join("testdata/field")
}

/// The cases of the manifest whose command contains these words, in its order.
///
/// # Panics
///
/// Panics if the manifest cannot be read, or lacks a member.
#[must_use]
pub fn cases(words_of_command: &str) -> Vec<Case> {
    let folder = folder();
    let manifest = crate::json::parse(&folder.join("manifest.json"));
    let rows = manifest["cases"]
        .as_array()
        .unwrap_or_else(|| panic!("manifest.json has no list of cases"));
    let cases = rows.iter().map(|row| case(&folder, row));
    cases
        .filter(|case| case.command.contains(words_of_command))
        .collect()
}

fn case(folder: &Path, row: &serde_json::Value) -> Case {
    let text = |member: &str| {
        row[member]
            .as_str()
            .unwrap_or_else(|| panic!("a case without {member}"))
            .to_owned()
    };
    Case {
        id: text("id"),
        file: folder.join(text("file")),
        command: text("command"),
        expected: text("expected"),
    }
}
