//! The notice that goes with binaries: crates of others, their licenses, and the licenses' texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::NOTICES;
use super::metadata::Package;
use crate::report::Failure;
use crate::source::SourceFile;

const HEAD: &str = "Dualskin contains work of others\n\
================================\n\n\
The program for Linux, Windows and macOS is built with the crates of the first list. Those of the second list are used\n\
to build or to test it, or on other systems, and are not part of it. All come from https://crates.io, where their\n\
sources are. Made by `cargo xtask notices`; `cargo xtask tidy` compares it with Cargo.lock.\n";
const SHIPPED: &str = "Part of the program";
const OTHERS: &str = "Not part of it";
const TEXTS: &str = "Texts of the licenses";

/// What a file with a license is called.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "UNLICENSE",
    "NOTICE",
    "COPYRIGHT",
];

/// The text of the notice.
#[must_use]
pub fn notices(shipped: &BTreeSet<(String, String)>, all: &[Package]) -> String {
    let is_shipped =
        |package: &&Package| shipped.contains(&(package.name.clone(), package.version.clone()));
    let (inside, outside): (Vec<&Package>, Vec<&Package>) = all.iter().partition(is_shipped);
    let mut text = HEAD.to_owned();
    for (title, packages) in [(SHIPPED, &inside), (OTHERS, &outside)] {
        text += &format!("\n{title}\n{}\n\n", "-".repeat(title.len()));
        for package in packages {
            text += &line(package);
        }
    }
    text += &format!("\n{TEXTS}\n{}\n", "-".repeat(TEXTS.len()));
    // Only of what the program holds: licenses ask for their texts where copies are handed on.
    for (license, names) in texts(&inside) {
        text += &format!("\n======== {}\n\n{license}\n", names.join(", "));
    }
    text
}

fn line(package: &Package) -> String {
    format!(
        "    {} {}  {}\n",
        package.name, package.version, package.license
    )
}

/// Each text once, with the crates that bring it; crates without a text of their own are under their expression in
/// the list.
fn texts(packages: &[&Package]) -> BTreeMap<String, Vec<String>> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        for text in license_files(&package.folder) {
            // By the whole text: most crates bring the same few, letter for letter.
            let names = texts.entry(text).or_default();
            // A crate may bring the same text twice, or be there in two versions.
            if names.last() != Some(&package.name) {
                names.push(package.name.clone());
            }
        }
    }
    texts
}

/// The texts in a crate's folder, without white space at the ends of lines.
fn license_files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    // The order of a folder is the file system's.
    paths.sort();
    let is_license = |path: &&std::path::PathBuf| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        NAMES.iter().any(|known| name.starts_with(known))
    };
    #[expect(
        clippy::disallowed_methods,
        reason = "texts of crates that cargo has fetched"
    )]
    let read = |path: &std::path::PathBuf| {
        let text = String::from_utf8_lossy(&fs::read(path).ok()?).replace('\t', "    ");
        let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    };
    paths.iter().filter(is_license).filter_map(read).collect()
}

/// The lists of the notice are the crates of the lock file.
pub fn check_notices(files: &[SourceFile]) -> Vec<Failure> {
    let text = |path: &str| {
        files
            .iter()
            .find(|file| file.path == path)
            .map(|file| file.text.as_str())
    };
    // Files of a test have no lock file, and so no notice.
    let Some(lock) = text("Cargo.lock") else {
        return Vec::new();
    };
    let (needed, listed) = (
        locked_names(lock),
        listed_names(text(NOTICES).unwrap_or_default()),
    );
    let missing = needed
        .difference(&listed)
        .map(|name| format!("{name} is missing"));
    let gone = listed
        .difference(&needed)
        .map(|name| format!("{name} is not in Cargo.lock"));
    missing
        .chain(gone)
        .map(|what| {
            Failure::of_file(
                NOTICES,
                format!("{what}: `cargo xtask notices` writes it anew"),
            )
        })
        .collect()
}

/// `NAME VERSION` of crates with a source.
fn locked_names(lock: &str) -> BTreeSet<String> {
    let packages = lock
        .split("[[package]]")
        .filter(|package| package.contains("\nsource = "));
    let value = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.trim_matches('"').to_owned())
    };
    packages
        .filter_map(|package| {
            Some(format!(
                "{} {}",
                value(package, "name = ")?,
                value(package, "version = ")?
            ))
        })
        .collect()
}

/// `NAME VERSION` of the notice's lists.
fn listed_names(notice: &str) -> BTreeSet<String> {
    let lists = notice.split(TEXTS).next().unwrap_or_default();
    let lines = lists.lines().filter_map(|line| line.strip_prefix("    "));
    lines
        .filter_map(|line| line.split_once("  "))
        .map(|(name, _)| name.to_owned())
        .collect()
}
