//! Checks of the documents: what they point at is there.

use std::collections::BTreeSet;

use crate::report::Failure;
use crate::source::SourceFile;

/// Where a path in a document may begin.
const STARTS: &[&str] = &["", "crates/", "crates/session/src/", "editor/src/"];

/// Extensions of what tidy reads; other files (pictures, characters) it does not see.
const EXTENSIONS: &[&str] = &["rs", "wgsl", "md", "toml"];

/// Every path in backticks, with a slash and an extension, in `docs/`, `CONTRIBUTING.md` and the READMEs of the workspace and
/// its crates leads to a file.
pub fn check_document_paths(files: &[SourceFile]) -> Vec<Failure> {
    let is_there = |path: &str| {
        let from = |start: &&str| {
            let whole = format!("{start}{path}");
            files
                // Files are read in the order of their paths.
                .binary_search_by(|file| file.path.as_str().cmp(&whole))
                .is_ok()
        };
        STARTS.iter().any(from)
    };
    let mut failures = Vec::new();
    for file in files.iter().filter(|file| is_document(file)) {
        for (number, line) in file.lines() {
            let dead = paths(line).filter(|path| !is_there(path));
            failures.extend(dead.map(|path| {
                let message = format!("`{path}` leads to no file of the workspace");
                Failure::at_line(&file.path, number, message)
            }));
        }
    }
    failures
}

/// Every name of a Rust path in backticks, as `Pose::rest`, stands in the code of some Rust file: a document that names what was renamed
/// sends its reader to nothing.
pub fn check_document_names(files: &[SourceFile]) -> Vec<Failure> {
    let rust = files.iter().filter(|file| file.has_extension("rs"));
    let known: BTreeSet<&str> = rust.flat_map(|file| identifiers(file.code())).collect();
    let mut failures = Vec::new();
    for file in files.iter().filter(|file| is_document(file)) {
        for (number, line) in file.lines() {
            let names = rust_paths(line).flat_map(identifiers);
            let gone = names.filter(|name| !known.contains(name));
            failures.extend(gone.map(|name| {
                let message = format!("`{name}` is no name in the code of the workspace");
                Failure::at_line(&file.path, number, message)
            }));
        }
    }
    failures
}

/// What stands between backticks and is a path of names with `::`, with or without brackets behind it.
fn rust_paths(line: &str) -> impl Iterator<Item = &str> {
    let spans = line.split('`').skip(1).step_by(2);
    let paths = spans.map(|text| text.trim_end_matches("()"));
    paths.filter(|text| {
        let is_plain = text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
        is_plain && text.contains("::")
    })
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty())
}

fn is_document(file: &SourceFile) -> bool {
    let of_crate = file.is_in("crates") && file.path.ends_with("/README.md");
    let of_root = ["README.md", "CONTRIBUTING.md"].contains(&file.path.as_str());
    of_crate || of_root || (file.is_in("docs") && file.has_extension("md"))
}

/// What stands between backticks and looks like a path.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let is_path = |text: &&str| {
        let plain = text
            .chars()
            .all(|c| c.is_alphanumeric() || "/._-".contains(c));
        let extension = text.rsplit_once('.').map_or("", |(_, extension)| extension);
        plain && text.contains('/') && EXTENSIONS.contains(&extension)
    };
    line.split('`').skip(1).step_by(2).filter(is_path)
}
