//! Checks of single files: size, header, white space, left-overs, and paths of the machine they were written on.

use crate::report::Failure;
use crate::source::SourceFile;

/// What a file may be called, and how many lines it may have then. The first entry that fits counts.
const CEILINGS: &[(&str, &str, usize)] = &[
    ("editor/src/panels", "rs", 400),
    ("", "rs", 600),
    ("", "wgsl", 200),
];

/// Words that mark unfinished work. Split so that this table does not find itself.
const LEFT_OVERS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("dbg", "!("),
];

/// Folders of one machine, which mean nothing on another.
const MACHINE_PATHS: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/tmp/ba", "sh_jobs"),
];

/// Text that we do not write by hand and so do not format: data of tests and cargo's lock file.
fn is_data(file: &SourceFile) -> bool {
    file.is_in("testdata") || file.path == "Cargo.lock"
}

/// No file is longer than its kind may be.
pub fn check_sizes(files: &[SourceFile]) -> Vec<Failure> {
    files
        .iter()
        .filter_map(|file| {
            let ceiling = ceiling(file)?;
            let found = file.text.lines().count();
            (found > ceiling).then(|| {
                let message = format!(
                    "{found} lines, at most {ceiling} allowed: give one of its ideas a file"
                );
                Failure::of_file(&file.path, message)
            })
        })
        .collect()
}

fn ceiling(file: &SourceFile) -> Option<usize> {
    CEILINGS
        .iter()
        .find(|(folder, extension, _)| {
            (folder.is_empty() || file.is_in(folder)) && file.has_extension(extension)
        })
        .map(|&(_, _, lines)| lines)
}

/// Every Rust file begins with a `//!` header that says what it is for.
pub fn check_headers(files: &[SourceFile]) -> Vec<Failure> {
    files
        .iter()
        .filter(|file| file.has_extension("rs") && !file.text.starts_with("//! "))
        .map(|file| {
            Failure::at_line(
                &file.path,
                1,
                "a file begins with a `//!` header: what is it for?",
            )
        })
        .collect()
}

/// The one crate of the workspace that has `unsafe`: C hands addresses in to it.
const UNSAFE: &str = "crates/c-api/src/lib.rs";

/// Every crate but the C library forbids `unsafe` at its root. The package for Python has one function that shows memory to `NumPy`.
pub fn check_unsafe(files: &[SourceFile]) -> Vec<Failure> {
    files
        .iter()
        .filter(|file| file.path.ends_with("src/lib.rs") && file.path != UNSAFE)
        .filter(|file| !file.is_in("python"))
        .filter(|file| !file.code().contains("#![forbid(unsafe_code)]"))
        .map(|file| Failure::of_file(&file.path, "`#![forbid(unsafe_code)]` is missing"))
        .collect()
}

/// No trailing white space, no tabs in Rust, Unix line ends, and one newline at the end.
pub fn check_white_space(files: &[SourceFile]) -> Vec<Failure> {
    let mut failures = Vec::new();
    for file in files.iter().filter(|file| !is_data(file)) {
        let is_rust = file.has_extension("rs");
        // Not `lines`, which would take a carriage return for part of the line's end.
        for (number, line) in (1..).zip(file.text.split('\n')) {
            if line.ends_with([' ', '\t', '\r']) {
                failures.push(Failure::at_line(&file.path, number, "trailing white space"));
            }
            if is_rust && line.contains('\t') {
                failures.push(Failure::at_line(
                    &file.path,
                    number,
                    "a tab: indent with spaces",
                ));
            }
        }
        if !file.text.is_empty() && !file.text.ends_with('\n') {
            failures.push(Failure::of_file(&file.path, "no newline at the end"));
        }
    }
    failures
}

/// Nothing unfinished: what cannot be done now is no comment but an entry of the plan.
pub fn check_left_overs(files: &[SourceFile]) -> Vec<Failure> {
    let hand_written = files
        .iter()
        .filter(|file| file.has_extension("rs") || file.has_extension("wgsl"));
    find_words(hand_written, LEFT_OVERS, "unfinished work is marked here")
}

/// No path that exists only where the file was written.
pub fn check_machine_paths(files: &[SourceFile]) -> Vec<Failure> {
    find_words(files.iter(), MACHINE_PATHS, "a path of one machine")
}

fn find_words<'a>(
    files: impl Iterator<Item = &'a SourceFile>,
    words: &[&str],
    meaning: &str,
) -> Vec<Failure> {
    let mut failures = Vec::new();
    // Lines are looked at only where there is something to find.
    let has_some = |file: &&SourceFile| words.iter().any(|word| file.text.contains(word));
    for file in files.filter(has_some) {
        for (number, line) in file.lines() {
            if let Some(word) = words.iter().find(|word| line.contains(**word)) {
                failures.push(Failure::at_line(
                    &file.path,
                    number,
                    format!("`{word}`: {meaning}"),
                ));
            }
        }
    }
    failures
}
