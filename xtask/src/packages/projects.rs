//! The strangers' workspace: the unpacked packages, and a project for each.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::{Package, others};

/// Where the projects are, below the folder of their workspace.
const PROJECTS: &str = "projects";

/// Writes manifests, programs and lock file into `taken`, beside `package`.
pub(super) fn write_all(root: &Path, taken: &Path, packages: &[Package]) -> Result<(), String> {
    let own = read(&root.join("Cargo.toml"))?;
    let mut members = vec![format!("{PROJECTS}/{}", others::NAME)];
    let mut patches = String::new();
    for package in packages {
        let unpacked = package.unpacked_path();
        let _ = writeln!(patches, "{} = {{ path = {unpacked:?} }}", package.name);
        let project = format!("{PROJECTS}/{}", package.library);
        write(&taken.join(&project), "Cargo.toml", &manifest(package))?;
        write(&taken.join(&project), "src/main.rs", &program(package))?;
        members.extend([project, unpacked]);
    }
    let workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n{}[patch.crates-io]\n{patches}",
        profile(&own)
    );
    write(taken, "Cargo.toml", &workspace)?;
    // The same versions as the workspace has: others would be compiled anew.
    fs::copy(root.join("Cargo.lock"), taken.join("Cargo.lock"))
        .map(drop)
        .map_err(|error| error.to_string())
}

/// Writes the crate that needs what the members of our workspace need.
pub(super) fn write_others(taken: &Path, manifest: &str) -> Result<(), String> {
    let folder = taken.join(PROJECTS).join(others::NAME);
    write(&folder, "Cargo.toml", manifest)?;
    write(&folder, "src/lib.rs", "")
}

/// The tables of the workspace's profile `dev`, by which crates of others were compiled.
fn profile(manifest: &str) -> String {
    let mut is_inside = false;
    let mut tables = String::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line.starts_with("[profile.dev");
        }
        if is_inside {
            tables.push_str(line);
            tables.push('\n');
        }
    }
    tables
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file unless it is there already, word for word: cargo goes by its time.
fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let path = folder.join(name);
    if fs::read_to_string(&path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(&path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// With the dependencies of *Take it*: those on ours as if they were on the registry.
fn manifest(package: &Package) -> String {
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
        // In other lines are crates of others, which come from the registry in any case.
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
