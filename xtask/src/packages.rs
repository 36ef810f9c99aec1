//! `cargo xtask packages`: each library crate as a stranger takes it.
//!
//! Packages every crate that may be published, looks whether its licences and its README are inside, and makes a project outside the
//! workspace for each: with the dependencies of the README's *Take it* and the program of its *Use it*, from the packages and nothing
//! else. Those are compiled, and run. A crate without a README is only compiled.
//!
//! Rationale
//! - A crate that builds in its workspace may still need what lies beside it there: a file that is not packaged, a feature that another
//!   crate turns on, a dependency that only tests have.
//! - All projects share one lock file, which is the workspace's, and one folder of targets, beside the workspace's own: features differ.

#![expect(
    clippy::disallowed_methods,
    reason = "what it writes lies below target/, where a half-written file harms nobody; what it reads is its own checkout"
)]

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::report::{Failure, Reporter};

/// A crate that may be published.
struct Package {
    name: String,
    version: String,
    /// Of the library.
    library: String,
    folder: PathBuf,
}

impl Package {
    fn unpacked(&self, out: &Path) -> PathBuf {
        out.join(format!("package/{}-{}", self.name, self.version))
    }
}

/// Does it for all packages of the workspace at `root`.
pub fn run(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    check(root, reporter)
        .unwrap_or_else(|error| vec![Failure::of_file("cargo xtask packages", error)])
}

fn check(root: &Path, reporter: &mut Reporter) -> Result<Vec<Failure>, String> {
    let out = target_folder(root).join("taken");
    let (packages, unpublished) = packages(root)?;
    pack(root, &out, &unpublished)?;
    let mut failures = Vec::new();
    for package in &packages {
        unpack(package, &out)?;
        failures.extend(missing_files(package, &out));
    }
    write_projects(root, &out, &packages)?;
    for package in &packages {
        reporter.line(&format!("-- {} taken alone", package.name));
        failures.extend(take(package, &out));
    }
    Ok(failures)
}

fn target_folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Those that may be published, and the names of the others.
fn packages(root: &Path) -> Result<(Vec<Package>, Vec<String>), String> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1", "--no-deps"]);
    let text = output(command.current_dir(root))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let all = metadata["packages"].as_array();
    let (mut published, mut others) = (Vec::new(), Vec::new());
    for package in all.ok_or("cargo metadata names no packages")? {
        let name = word(&package["name"])?;
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

/// The files that go to a registry, into `out/package`.
fn pack(root: &Path, out: &Path, unpublished: &[String]) -> Result<(), String> {
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
        .arg(out)
        .env_remove("CARGO_TARGET_DIR");
    output(command.current_dir(root)).map(drop)
}

fn unpack(package: &Package, out: &Path) -> Result<(), String> {
    let unpacked = package.unpacked(out);
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked).map_err(|error| error.to_string())?;
    }
    let mut command = Command::new("tar");
    let archive = format!("{}-{}.crate", package.name, package.version);
    command
        .args(["-xzf", &archive])
        .current_dir(out.join("package"));
    output(&mut command).map(drop)
}

fn missing_files(package: &Package, out: &Path) -> Vec<Failure> {
    let unpacked = package.unpacked(out);
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

/// A workspace with one project a package, in `out/projects`.
fn write_projects(root: &Path, out: &Path, packages: &[Package]) -> Result<(), String> {
    let folder = out.join("projects");
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n".to_owned();
    manifest.push_str("[profile.dev]\ndebug = false\nincremental = false\n\n[patch.crates-io]\n");
    for package in packages {
        let _ = writeln!(
            manifest,
            "{} = {{ path = {:?} }}",
            package.name,
            package.unpacked(out)
        );
        let project = folder.join(&package.library);
        fs::create_dir_all(project.join("src")).map_err(|error| error.to_string())?;
        write(&project.join("Cargo.toml"), &project_manifest(package))?;
        write(&project.join("src/main.rs"), &program(package))?;
    }
    write(&folder.join("Cargo.toml"), &manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))
        .map(drop)
        .map_err(|error| error.to_string())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// With the dependencies of *Take it*: those on ours as if they were on the registry.
fn project_manifest(package: &Package) -> String {
    let mut text = format!(
        "[package]\nname = \"taken-{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n",
        package.library
    );
    let Some(given) = block(package, "toml") else {
        let _ = writeln!(text, "[dependencies]\n{}", dependency(package));
        return text;
    };
    for line in given.lines() {
        let ours = line.split_once("package = \"").and_then(|(key, name)| {
            let name = name.split('"').next()?;
            let key = key.split_once('=')?.0.trim();
            Some(format!(
                "{key} = {{ version = \"{}\", package = {name:?} }}",
                package.version
            ))
        });
        text.push_str(ours.as_deref().unwrap_or(line));
        text.push('\n');
    }
    text
}

fn dependency(package: &Package) -> String {
    let Package {
        name,
        version,
        library,
        ..
    } = package;
    format!("{library} = {{ version = {version:?}, package = {name:?} }}")
}

/// That of *Use it*, as a documentation test has it.
fn program(package: &Package) -> String {
    let Some(example) = block(package, "rust") else {
        return format!("use {} as _;\n\nfn main() {{}}\n", package.library);
    };
    let lines = example
        .lines()
        .map(|line| line.strip_prefix("# ").unwrap_or(line));
    let example: String = lines.flat_map(|line| [line, "\n"]).collect();
    if example.contains("fn main()") {
        return example;
    }
    if example.contains("Ok::<") {
        let body = example.replace("Ok::<(), &str>(())", "Ok(())");
        return format!("fn main() -> Result<(), Box<dyn std::error::Error>> {{\n{body}}}\n");
    }
    format!("fn main() {{\n{example}}}\n")
}

/// The first block of a language in a package's README.
fn block(package: &Package, language: &str) -> Option<String> {
    let text = fs::read_to_string(package.folder.join("README.md")).ok()?;
    let (_, after) = text.split_once(&format!("\n```{language}\n"))?;
    let (block, _) = after.split_once("\n```")?;
    Some(block.to_owned())
}

/// Compiles and runs a project; it finds files as the tests of its crate do.
fn take(package: &Package, out: &Path) -> Option<Failure> {
    let mut command = cargo();
    command
        .args(["run", "--quiet", "--package"])
        .arg(format!("taken-{}", package.library));
    command
        .arg("--manifest-path")
        .arg(out.join("projects/Cargo.toml"));
    command
        .env("CARGO_TARGET_DIR", out.join("target"))
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
