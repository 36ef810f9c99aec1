//! What was compiled to machine code is not compiled to metadata again, and what has changed since is.

#![expect(clippy::disallowed_methods, reason = "files for the length of a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A library, another that needs it and a program that needs both, in an empty folder.
fn workspace() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reused-metadata");
    let _nothing_was_there = fs::remove_dir_all(&folder);
    for (name, needs) in [
        ("lower", ""),
        ("upper", "lower = { path = \"../lower\" }\n"),
    ] {
        let package = format!(
            "[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n[dependencies]\n{needs}"
        );
        write(&folder, &format!("{name}/Cargo.toml"), &package);
    }
    write(
        &folder,
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"lower\", \"upper\"]\n",
    );
    write(&folder, "lower/src/lib.rs", "pub fn one() {}\n");
    write(
        &folder,
        "upper/src/lib.rs",
        "pub fn all() {\n    lower::one();\n}\n",
    );
    write(
        &folder,
        "upper/src/main.rs",
        "fn main() {\n    upper::all();\n}\n",
    );
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Runs cargo in the folder, with the program in the compiler's place; whether it succeeds.
fn cargo(folder: &Path, subcommand: &str) -> bool {
    let mut command = Command::new(env!("CARGO"));
    command
        .args([subcommand, "--offline", "--quiet", "--workspace"])
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("RUSTC_WRAPPER", env!("CARGO_BIN_EXE_xtask"))
        .env("DUALSKIN_METADATA", folder.join("known"))
        .current_dir(folder);
    command.output().unwrap().status.success()
}

/// The libraries whose metadata is a copy.
fn copies(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("known")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = names.filter_map(|name| Some(name.split_once('-')?.0.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn metadata_is_copied_as_long_as_nothing_has_changed() {
    let folder = workspace();
    fs::create_dir_all(folder.join("known")).unwrap();
    assert!(cargo(&folder, "build"));
    assert!(copies(&folder).is_empty());
    assert!(cargo(&folder, "check"));
    assert_eq!(copies(&folder), ["lower", "upper"]);
    // Both are compiled anew: the upper one has not changed, but what it needs has.
    write(
        &folder,
        "lower/src/lib.rs",
        "pub fn one() {}\npub fn two() {}\n",
    );
    write(
        &folder,
        "upper/src/main.rs",
        "fn main() {\n    lower::two();\n    upper::all();\n}\n",
    );
    assert!(cargo(&folder, "check"));
    assert!(copies(&folder).is_empty());
    write(&folder, "lower/src/lib.rs", "pub fn two() {}\n");
    assert!(!cargo(&folder, "check"), "what is gone is not found");
    write(
        &folder,
        "lower/src/lib.rs",
        "pub fn one() {}\npub fn two() {}\n",
    );
    assert!(cargo(&folder, "build") && cargo(&folder, "check"));
    assert_eq!(copies(&folder), ["lower", "upper"]);
}
