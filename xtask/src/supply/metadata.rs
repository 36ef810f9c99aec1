//! Crates of others, from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Systems that binaries are made for.
const TARGETS: [&str; 3] = [
    "x86_64-unknown-linux-gnu",
    "x86_64-pc-windows-msvc",
    "aarch64-apple-darwin",
];
/// Name of the package whose binaries are shipped.
const PROGRAM: &str = "dualskin";

/// A crate of others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Package {
    /// Name on the registry.
    pub name: String,
    /// Version, as the lock file has it.
    pub version: String,
    /// An SPDX expression; empty if it names none.
    pub license: String,
    /// Where cargo has it from, as `registry+https://…`.
    pub source: String,
    /// The folder of its source.
    pub folder: PathBuf,
}

/// Every crate of the lock file. Where some cannot be had, as without a network, those of this machine.
pub(super) fn all_packages(root: &Path) -> Result<Vec<Package>, String> {
    // Without a platform cargo wants crates of every system, which may not be on this machine.
    let all = metadata(root, &["--all-features"]).or_else(|_| {
        let host = host(root)?;
        metadata(root, &["--all-features", "--filter-platform", &host])
    })?;
    packages(&all).ok_or_else(|| "has another form than expected".to_owned())
}

/// The crates whose code is in the binaries: those that the program needs to run, on any of the systems and with any of its features.
pub(super) fn shipped_crates(root: &Path) -> Result<BTreeSet<(String, String)>, String> {
    let mut shipped = BTreeSet::new();
    for target in TARGETS {
        let all = metadata(root, &["--all-features", "--filter-platform", target])?;
        let found = reachable_crates(&all).ok_or("has another form than expected")?;
        shipped.extend(found);
    }
    Ok(shipped)
}

fn metadata(root: &Path, words: &[&str]) -> Result<Value, String> {
    let mut command = cargo(root);
    command
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(words);
    let output = command
        .output()
        .map_err(|error| format!("cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

fn cargo(root: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root);
    command
}

fn host(root: &Path) -> Result<String, String> {
    let output = cargo(root)
        .arg("-vV")
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "cargo does not name this system".to_owned())
}

fn packages(metadata: &Value) -> Option<Vec<Package>> {
    let mut packages = Vec::new();
    for package in metadata["packages"].as_array()? {
        let Some(source) = package["source"].as_str() else {
            continue;
        };
        packages.push(Package {
            name: package["name"].as_str()?.to_owned(),
            version: package["version"].as_str()?.to_owned(),
            license: package["license"].as_str().unwrap_or_default().to_owned(),
            source: source.to_owned(),
            folder: Path::new(package["manifest_path"].as_str()?)
                .parent()?
                .to_owned(),
        });
    }
    packages.sort();
    Some(packages)
}

/// Names and versions of what the program reaches by dependencies that are neither of tests nor of builds, without
/// procedural macros, which run while it is compiled.
fn reachable_crates(metadata: &Value) -> Option<BTreeSet<(String, String)>> {
    let mut known: BTreeMap<&str, &Value> = BTreeMap::new();
    for package in metadata["packages"].as_array()? {
        known.insert(package["id"].as_str()?, package);
    }
    let mut needs: BTreeMap<&str, &Value> = BTreeMap::new();
    for node in metadata["resolve"]["nodes"].as_array()? {
        needs.insert(node["id"].as_str()?, node);
    }
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let start = known
        .iter()
        .find(|(_, package)| package["name"] == PROGRAM)?
        .0;
    let mut open = vec![*start];
    while let Some(id) = open.pop() {
        let package = known.get(id)?;
        if !seen.insert(id) || is_macro(package) {
            continue;
        }
        if package["source"].is_string() {
            let word = |key: &str| package[key].as_str().map(str::to_owned);
            found.insert((word("name")?, word("version")?));
        }
        let all = needs.get(id)?["deps"].as_array()?;
        open.extend(
            all.iter()
                .filter(|needed| is_normal(needed))
                .filter_map(|needed| needed["pkg"].as_str()),
        );
    }
    Some(found)
}

fn is_macro(package: &Value) -> bool {
    let targets = package["targets"].as_array().into_iter().flatten();
    let mut kinds = targets
        .filter_map(|target| target["kind"].as_array())
        .flatten();
    kinds.any(|kind| kind == "proc-macro")
}

fn is_normal(needed: &Value) -> bool {
    let mut kinds = needed["dep_kinds"].as_array().into_iter().flatten();
    kinds.any(|kind| kind["kind"].is_null())
}
