//! `cargo xtask semver`: whether the published crates keep what their version promises.
//!
//! cargo-semver-checks compares the public surface of each with that of an earlier revision. Compiling it takes minutes, so it is run
//! where it is installed (`cargo install cargo-semver-checks --locked`), and is no step of continuous integration.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::packages::published_names;
use crate::report::{Failure, Reporter};

/// Compares each published crate of the workspace at `root` with what it was at a revision; without one, at the last tag.
///
/// Where cargo-semver-checks or a tag is missing, it says so and passes.
pub fn run(root: &Path, revision: Option<&str>, reporter: &mut Reporter) -> Vec<Failure> {
    if !is_installed() {
        reporter.line(
            "SKIPPED: cargo-semver-checks is not installed, so that no public surface is compared \
             (cargo install cargo-semver-checks --locked)",
        );
        return Vec::new();
    }
    let Some(revision) = revision.map(str::to_owned).or_else(|| last_tag(root)) else {
        reporter.line(
            "SKIPPED: there is no tag, so that there is no earlier public surface: cargo xtask semver REVISION",
        );
        return Vec::new();
    };
    let names = match published_names(root) {
        Ok(names) => names,
        Err(error) => return vec![Failure::of_file("cargo metadata", error)],
    };
    let compared = names.iter().map(|name| {
        reporter.line(&format!("-- {name} since {revision}"));
        compare(root, name, &revision)
    });
    compared.filter_map(Result::err).collect()
}

fn is_installed() -> bool {
    let mut command = Command::new("cargo-semver-checks");
    command.args(["semver-checks", "--version"]);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn last_tag(root: &Path) -> Option<String> {
    let mut command = Command::new("git");
    command.args(["describe", "--tags", "--abbrev=0"]);
    let output = command.current_dir(root).output().ok()?;
    let tag = String::from_utf8(output.stdout).ok()?;
    let tag = tag.trim();
    (output.status.success() && !tag.is_empty()).then(|| tag.to_owned())
}

fn compare(root: &Path, name: &str, revision: &str) -> Result<(), Failure> {
    let mut command = Command::new("cargo-semver-checks");
    command.args(["semver-checks", "check-release", "--package", name]);
    command.args(["--baseline-rev", revision]);
    match command.current_dir(root).stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::of_file(
            name,
            format!("breaks what its version promises since {revision} ({status})"),
        )),
        Err(error) => Err(Failure::of_file(
            name,
            format!("cannot be compared: {error}"),
        )),
    }
}
