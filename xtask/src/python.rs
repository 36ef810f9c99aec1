//! `cargo xtask python`: the Python package as people get it, built as a wheel, installed into a fresh environment, and tested there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ci::target_folder;
use crate::report::{Failure, Reporter};

/// Where the package is.
const FOLDER: &str = "python";
/// What builds and tests it, from the package index.
const TOOLS: [&str; 5] = [
    "maturin>=1.9,<2",
    "numpy>=1.24",
    "pyarrow>=15",
    "pytest>=8",
    "wheel",
];

/// Builds the wheel by the profile `quick`, installs it and runs pytest, which compares with `target/debug/dualskin` where that is built.
///
/// Says so where Python, its environments or the package index are not there, and passes.
pub fn check(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let folder = target_folder(root).join("xtask-python");
    let environment = folder.join("venv");
    // Of a fresh one is known what is in it.
    let _nothing_was_there = fs::remove_dir_all(&environment);
    if run(Command::new("python3")
        .args(["-m", "venv"])
        .arg(&environment))
    .is_err()
    {
        reporter.line(
            "SKIPPED: python3 with venv is not installed, so that the Python package is not tested",
        );
        return Vec::new();
    }
    let tool = |name: &str| program(&environment, name);
    let mut install = Command::new(tool("python"));
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    if run(install.args(TOOLS)).is_err() {
        reporter.line("SKIPPED: pip could not install maturin, numpy, pyarrow and pytest, so that the Python package is not tested");
        return Vec::new();
    }
    let outcome = build_and_test(root, &folder, &tool);
    let _stays_under_target = fs::remove_dir_all(&environment);
    outcome
        .err()
        .map(|error| Failure::of_file(FOLDER, error))
        .into_iter()
        .collect()
}

fn build_and_test(
    root: &Path,
    folder: &Path,
    tool: &dyn Fn(&str) -> PathBuf,
) -> Result<(), String> {
    let wheels = folder.join("wheels");
    let _nothing_was_there = fs::remove_dir_all(&wheels);
    let mut build = Command::new(tool("maturin"));
    build
        .args(["build", "--profile", "quick", "--locked", "--out"])
        .arg(&wheels)
        .arg("--manifest-path")
        .arg(root.join(FOLDER).join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", folder.join("build"))
        // The metadata that other steps share is of another profile.
        .env_remove("RUSTC_WRAPPER");
    run(&mut build)?;
    let wheel = only_wheel(&wheels)?;
    let mut install = Command::new(tool("python"));
    install.args(["-m", "pip", "install", "--quiet", "--no-deps"]);
    run(install.arg(wheel))?;
    let mut tests = Command::new(tool("python"));
    // In the folder of the tests: in that of the package its sources would be imported in place of what was installed.
    tests
        .args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"])
        .current_dir(root.join(FOLDER).join("tests"));
    let built = target_folder(root)
        .join("debug")
        .join(format!("dualskin{}", env::consts::EXE_SUFFIX));
    if built.exists() {
        tests.env("DUALSKIN_PROGRAM", built);
    }
    run(&mut tests)
}

/// The one file of a folder.
fn only_wheel(folder: &Path) -> Result<PathBuf, String> {
    let found = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let found = found.filter_map(Result::ok).map(|entry| entry.path());
    let wheels: Vec<PathBuf> = found
        .filter(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .collect();
    match &wheels[..] {
        [wheel] => Ok(wheel.clone()),
        others => Err(format!("maturin made {} wheels, not one", others.len())),
    }
}

/// A program of an environment.
fn program(environment: &Path, name: &str) -> PathBuf {
    let folder = match env::consts::FAMILY {
        "windows" => "Scripts",
        _ => "bin",
    };
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    environment.join(folder).join(name)
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = format!("{:?}", command.get_program());
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} cannot be run: {error}")),
    }
}
