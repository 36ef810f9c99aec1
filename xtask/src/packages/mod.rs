//! `cargo xtask packages`: each library crate as a stranger takes it.
//!
//! Packages every crate that may be published, looks whether its licenses and its README are inside, and makes a project outside the
//! workspace for each: with the dependencies of the README's *Take it* and the program of its *Use it*, from the packages and nothing
//! else. Those are compiled, and run. A crate without a README is only compiled.
//!
//! Rationale
//! - A crate that builds in its workspace may still need what lies beside it there: a file that is not packaged, a feature that another
//!   crate turns on, a dependency that only tests have.
//! - All projects share one lock file, which is the workspace's, and one folder of targets, beside the workspace's own: features differ.
//! - Continuous integration has no time to compile the crates of others with the features of each project. There all packages, their
//!   examples and all projects are checked at once ([`check_together`]) by what clippy has compiled before: for that they are given the
//!   features, the profile and the lock file of the workspace. What it cannot see, a feature that another crate turns on, is left to
//!   the long form; the programs themselves run with the tests of the documentation.

#![expect(
    clippy::disallowed_methods,
    reason = "what it writes lies below target/, where a half-written file harms nobody; what it reads is its own checkout"
)]

mod others;
mod projects;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::ci::target_folder;
use crate::report::{Failure, Reporter};

/// A crate that may be published.
struct Package {
    name: String,
    version: String,
    /// Name of its library, as `use` has it.
    library: String,
    folder: PathBuf,
}

impl Package {
    /// Below the folder of the strangers' workspace.
    fn unpacked_path(&self) -> String {
        format!("package/{}-{}", self.name, self.version)
    }
}

/// Takes each package of the workspace at `root` alone, and runs its program.
pub fn run(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    with_checked_packages(root, |taken, packages| {
        let mut failures = Vec::new();
        for package in packages {
            reporter.line(&format!("-- {} taken alone", package.name));
            failures.extend(take(package, taken));
        }
        Ok(failures)
    })
}

/// Checks all packages, their examples and all projects in one go, with what the workspace at `root` has compiled already.
///
/// Cargo is run with `environment`.
pub fn check_together(
    root: &Path,
    environment: &[(&str, OsString)],
    reporter: &mut Reporter,
) -> Vec<Failure> {
    with_checked_packages(root, |taken, packages| {
        reporter.line(&format!("{} packages", packages.len()));
        let mut command = cargo();
        command.args(["check", "--quiet", "--workspace"]);
        command.args(["--lib", "--bins", "--examples"]);
        command
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .env("CARGO_TARGET_DIR", target_folder(root))
            .current_dir(taken)
            .stdin(Stdio::null());
        let failed = output(&mut command).err();
        let failed = failed.map(|error| Failure::of_file("packages", error));
        Ok(failed.into_iter().collect())
    })
}

/// Packs and unpacks everything, looks what lacks, and writes the projects; what follows has their folder.
fn with_checked_packages(
    root: &Path,
    then: impl FnOnce(&Path, &[Package]) -> Result<Vec<Failure>, String>,
) -> Vec<Failure> {
    let done = || {
        let taken = target_folder(root).join("taken");
        let metadata = metadata(root)?;
        let (packages, unpublished) = packages(&metadata)?;
        pack(root, &taken, &unpublished)?;
        let mut failures = Vec::new();
        for package in &packages {
            unpack(package, &taken)?;
            failures.extend(missing_files(package, &taken));
        }
        projects::write_all(root, &taken, &packages)?;
        projects::write_others(&taken, &others::manifest(&metadata))?;
        failures.extend(then(&taken, &packages)?);
        Ok(failures)
    };
    done().unwrap_or_else(|error: String| vec![Failure::of_file("cargo xtask packages", error)])
}

/// What cargo knows of the members of the workspace.
fn metadata(root: &Path) -> Result<Value, String> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1", "--no-deps"]);
    let text = output(command.current_dir(root))?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// The names of those that may be published.
pub(crate) fn published_names(root: &Path) -> Result<Vec<String>, String> {
    let (packages, _) = packages(&metadata(root)?)?;
    Ok(packages.into_iter().map(|package| package.name).collect())
}

/// Those that may be published, and the names of the others.
fn packages(metadata: &Value) -> Result<(Vec<Package>, Vec<String>), String> {
    let all = metadata["packages"].as_array();
    let (mut published, mut others) = (Vec::new(), Vec::new());
    for package in all.ok_or("cargo metadata names no packages")? {
        let name = word(&package["name"])?;
        // Null is "to any registry"; `publish = false` comes as an empty list.
        if package["publish"].is_null() {
            published.push(read_package(package)?);
        } else {
            others.push(name);
        }
    }
    Ok((published, others))
}

fn read_package(package: &Value) -> Result<Package, String> {
    let targets = package["targets"].as_array();
    let library = targets.into_iter().flatten().find(|target| {
        let kinds = target["kind"].as_array();
        kinds.into_iter().flatten().any(|kind| kind == "lib")
    });
    let manifest = PathBuf::from(word(&package["manifest_path"])?);
    Ok(Package {
        name: word(&package["name"])?,
        version: word(&package["version"])?,
        library: word(&library.ok_or("a package has no library")?["name"])?,
        folder: manifest.parent().unwrap_or(&manifest).to_owned(),
    })
}

fn word(value: &Value) -> Result<String, String> {
    let word = value.as_str().map(str::to_owned);
    word.ok_or_else(|| "cargo metadata has another form than expected".to_owned())
}

/// The files that go to a registry, into `taken/package`.
fn pack(root: &Path, taken: &Path, unpublished: &[String]) -> Result<(), String> {
    let mut command = cargo();
    command.args([
        "package",
        "--quiet",
        "--workspace",
        "--no-verify",
        "--allow-dirty",
    ]);
    for name in unpublished {
        command.args(["--exclude", name]);
    }
    command
        .arg("--target-dir")
        .arg(taken)
        // It would win over `--target-dir`, and the archives would lie elsewhere.
        .env_remove("CARGO_TARGET_DIR");
    output(command.current_dir(root)).map(drop)
}

fn unpack(package: &Package, taken: &Path) -> Result<(), String> {
    let unpacked = taken.join(package.unpacked_path());
    // Files of an earlier version must not stand in for what this one lacks.
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked).map_err(|error| error.to_string())?;
    }
    let mut command = Command::new("tar");
    let archive = format!("{}-{}.crate", package.name, package.version);
    // Files of packages have all one time, long ago, and cargo goes by times: without theirs they are as new as they are.
    command
        .args(["-xzmf", &archive])
        .current_dir(taken.join("package"));
    output(&mut command).map(drop)
}

fn missing_files(package: &Package, taken: &Path) -> Vec<Failure> {
    let unpacked = taken.join(package.unpacked_path());
    let lacks = |name: &&str| !unpacked.join(name).is_file();
    let mut needed = vec!["LICENSE-MIT", "LICENSE-APACHE"];
    if package.folder.join("README.md").is_file() {
        needed.push("README.md");
    }
    let missing = needed.into_iter().filter(lacks);
    missing
        .map(|name| Failure::of_file(&package.name, format!("the package lacks {name}")))
        .collect()
}

/// Compiles and runs a project; it finds files as the tests of its crate do.
fn take(package: &Package, taken: &Path) -> Option<Failure> {
    let mut command = cargo();
    command
        .args(["run", "--quiet", "--package"])
        .arg(format!("taken-{}", package.library));
    command.arg("--manifest-path").arg(taken.join("Cargo.toml"));
    command
        .env("CARGO_TARGET_DIR", taken.join("target"))
        .current_dir(&package.folder)
        .stdin(Stdio::null());
    let failed = output(&mut command).err()?;
    Some(Failure::of_file(&package.name, failed))
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsStr::new("cargo").to_owned()))
}

/// What a command prints; what it complains of, if it fails.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{name} cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}
