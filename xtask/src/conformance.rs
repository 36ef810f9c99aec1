//! `cargo xtask conformance`: the suite in `conformance/` on every client that is installed, as a table.
//!
//! A client differs where a vertex is farther from its answer than the tolerance. Each difference has a reason in
//! `conformance/differences.json`, or it is a failure; a reason without a difference is one too.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::ci::target_folder;
use crate::report::{Failure, Reporter};

/// The suite, from the workspace root.
const FOLDER: &str = "conformance";
/// The package that reads by the `gltf` crate, a workspace of its own.
const OTHER_READER: &str = "conformance/gltf-crate/Cargo.toml";
/// Distances over the size of a model, of clients that compute in 64 bits or are ours.
const NEAR: f64 = 1e-6;
/// The same of all others.
const TOLERANCE: f64 = 1e-5;
/// Clients that have to be as near as that.
const NEAR_CLIENTS: [&str; 2] = ["dualskin", "gltf crate"];

/// What a client made of one case by one method.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseResult {
    /// The case's name.
    pub case: String,
    /// The method's name.
    pub method: String,
    /// The largest distance over the size; the client's words where it could not.
    pub worst: Result<f64, String>,
}

/// What a client made of all cases.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientResults {
    /// As `differences.json` names it.
    pub client: String,
    /// Of the client.
    pub version: String,
    /// In the order of the cases.
    pub results: Vec<CaseResult>,
}

/// Runs every client that is there and prints the table; says which are not.
pub fn run(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let out = target_folder(root)
        .join("xtask-conformance")
        .join("results");
    let made = fs::create_dir_all(&out).map_err(|error| error.to_string());
    if let Err(error) = made {
        return vec![Failure::of_file(out, error)];
    }
    let mut failures = Vec::new();
    let mut clients = Vec::new();
    for (name, done) in [
        ("dualskin", ours(root, &out)),
        ("gltf crate", suite_by_other_reader(root, &out)),
        ("three.js", by_node(root, "threejs.mjs", &out)),
        ("Babylon.js", by_node(root, "babylon.mjs", &out)),
        ("Blender", by_blender(root, &out)),
    ] {
        match done.and_then(|done| done.map(|file| read_results(&file)).transpose()) {
            Ok(Some(results)) => clients.push(results),
            Ok(None) => reporter.line(&format!("SKIPPED: {name} is not installed")),
            Err(error) => failures.push(Failure::of_file(name, error)),
        }
    }
    for line in table(&clients) {
        reporter.line(&line);
    }
    match explained(root) {
        Ok(explained) => failures.extend(unexplained(&clients, &explained)),
        Err(error) => failures.push(Failure::of_file(FOLDER, error)),
    }
    failures
}

/// Has the `gltf` crate read files that `client_files` wrote, and the cases of the suite. Says so where it cannot be downloaded.
///
/// # Errors
///
/// What does not compile, or shows a vertex elsewhere; the program itself has printed which.
pub fn check_other_reader(
    root: &Path,
    files: &Path,
    reporter: &mut Reporter,
) -> Result<(), String> {
    let fetch = [
        "fetch",
        "--quiet",
        "--locked",
        "--manifest-path",
        OTHER_READER,
    ];
    if finish(cargo(root).args(fetch)).is_err() {
        reporter.line(
            "SKIPPED: the gltf crate cannot be downloaded, so that it does not read our files",
        );
        return Ok(());
    }
    let out = target_folder(root).join("xtask-conformance");
    fs::create_dir_all(&out).map_err(|error| error.to_string())?;
    let results = suite_by_other_reader(root, &out)?.map(|file| read_results(&file));
    for of in results.transpose()?.iter().flat_map(|of| &of.results) {
        if !of.worst.as_ref().is_ok_and(|worst| *worst <= NEAR) {
            return Err(format!("{}: {:?} of the size", of.case, of.worst));
        }
    }
    finish(
        Command::new(built_other_reader(root)?)
            .arg("files")
            .arg(files),
    )
}

fn ours(root: &Path, out: &Path) -> Result<Option<PathBuf>, String> {
    let file = out.join("dualskin.json");
    let run = ["run", "--quiet", "-p", "dualskin-scene"];
    let example = ["--example", "conformance", "--"];
    let mut command = cargo(root);
    finish(command.args(run).args(example).arg(FOLDER).arg(&file))?;
    Ok(Some(file))
}

fn suite_by_other_reader(root: &Path, out: &Path) -> Result<Option<PathBuf>, String> {
    let file = out.join("gltf-crate.json");
    let mut command = Command::new(built_other_reader(root)?);
    finish(command.current_dir(root).args(["suite", FOLDER]).arg(&file))?;
    Ok(Some(file))
}

/// The program, compiled where that has not been done.
fn built_other_reader(root: &Path) -> Result<PathBuf, String> {
    let target = target_folder(root).join("xtask-conformance");
    let mut command = cargo(root);
    command.args([
        "build",
        "--quiet",
        "--locked",
        "--manifest-path",
        OTHER_READER,
    ]);
    finish(command.env("CARGO_TARGET_DIR", &target))?;
    let name = format!("conformance-gltf-crate{}", env::consts::EXE_SUFFIX);
    Ok(target.join("debug").join(name))
}

fn by_node(root: &Path, script: &str, out: &Path) -> Result<Option<PathBuf>, String> {
    let folder = root.join(FOLDER).join("clients");
    let install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    let is_there = |program| finish(Command::new(program).arg("--version").stdout(Stdio::null()));
    if is_there("node").is_err() || is_there("npm").is_err() {
        return Ok(None);
    }
    if !folder.join("node_modules").is_dir() {
        finish(Command::new("npm").args(install).current_dir(&folder))?;
    }
    let file = out.join(script).with_extension("json");
    let mut command = Command::new("node");
    command.arg(folder.join(script)).arg(root.join(FOLDER));
    finish(command.arg(&file).stdout(Stdio::null()))?;
    Ok(Some(file))
}

fn by_blender(root: &Path, out: &Path) -> Result<Option<PathBuf>, String> {
    let mut command = Command::new("python3");
    command.args(["-c", "import bpy"]).stderr(Stdio::null());
    if finish(command.stdout(Stdio::null())).is_err() {
        return Ok(None);
    }
    let file = out.join("blender.json");
    let script = root.join(FOLDER).join("clients").join("blender.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(root.join(FOLDER)).arg(&file);
    finish(command.stdout(Stdio::null()))?;
    Ok(Some(file))
}

fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

fn finish(command: &mut Command) -> Result<(), String> {
    let name = format!("{:?}", command.get_program());
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} cannot be run: {error}")),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "files of the repository, and what runners wrote"
)]
fn read_json(file: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

fn read_results(file: &Path) -> Result<ClientResults, String> {
    let json = read_json(file)?;
    results_of(&json).ok_or_else(|| format!("{}: no results of a runner", file.display()))
}

/// What a runner wrote; none where it has another form.
#[must_use]
pub fn results_of(json: &Value) -> Option<ClientResults> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let results = json["results"].as_array()?.iter().map(|of| {
        let error = text(&of["error"]).unwrap_or_else(|| "no number".to_owned());
        Some(CaseResult {
            case: text(&of["case"])?,
            method: text(&of["method"])?,
            worst: of["worst"].as_f64().ok_or(error),
        })
    });
    Some(ClientResults {
        client: text(&json["client"])?,
        version: text(&json["version"])?,
        results: results.collect::<Option<_>>()?,
    })
}

/// Clients and cases whose difference has a reason.
fn explained(root: &Path) -> Result<BTreeSet<String>, String> {
    let json = read_json(&root.join(FOLDER).join("differences.json"))?;
    let entries = json.as_array().ok_or("differences.json is no list")?.iter();
    let names = entries.map(|entry| {
        let [client, case, why] = ["client", "case", "why"].map(|key| entry[key].as_str());
        let name = client.zip(case).filter(|_| why.is_some());
        name.map(|(client, case)| place(client, case))
            .ok_or_else(|| format!("differences.json: {entry} lacks client, case or why"))
    });
    names.collect()
}

fn place(client: &str, case: &str) -> String {
    format!("{client}, {case}")
}

fn agrees(client: &str, result: &CaseResult) -> bool {
    let allowed = match NEAR_CLIENTS.contains(&client) {
        true => NEAR,
        false => TOLERANCE,
    };
    result.worst.as_ref().is_ok_and(|worst| *worst <= allowed)
}

/// Differences without a reason, and reasons without a difference; clients that were not run have none of either.
#[must_use]
pub fn unexplained(clients: &[ClientResults], explained: &BTreeSet<String>) -> Vec<Failure> {
    let mut failures = Vec::new();
    for ClientResults {
        client, results, ..
    } in clients
    {
        let differs = |case: &str| {
            let mut of_case = results.iter().filter(|of| of.case == case);
            of_case.any(|of| !agrees(client, of))
        };
        for result in results.iter().filter(|of| !agrees(client, of)) {
            let name = place(client, &result.case);
            if !explained.contains(&name) {
                let told = match &result.worst {
                    Ok(worst) => format!("{worst:.1e} of the size away"),
                    Err(error) => error.clone(),
                };
                let told = format!("{}: {told}; no reason in differences.json", result.method);
                failures.push(Failure::of_file(name, told));
            }
        }
        let cases: BTreeSet<&str> = results.iter().map(|of| of.case.as_str()).collect();
        for case in cases.into_iter().filter(|case| !differs(case)) {
            let name = place(client, case);
            if explained.contains(&name) {
                let told = "agrees: the reason in differences.json can go";
                failures.push(Failure::of_file(name, told));
            }
        }
    }
    failures
}

/// The table of clients by cases, in Markdown.
#[must_use]
pub fn table(clients: &[ClientResults]) -> Vec<String> {
    let mut rows: Vec<(&str, &str)> = Vec::new();
    for of in clients.iter().flat_map(|of| &of.results) {
        let row = (of.case.as_str(), of.method.as_str());
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    let heads = clients
        .iter()
        .map(|of| format!(" {} {} |", of.client, of.version));
    let mut lines = vec![
        format!("| case | method |{}", heads.collect::<String>()),
        format!("|---|---|{}", "---|".repeat(clients.len())),
    ];
    for (case, method) in rows {
        let cell = |client: &ClientResults| {
            let mut results = client.results.iter();
            let found = results.find(|of| of.case == case && of.method == method);
            found.map_or_else(
                || " – |".to_owned(),
                |of| match &of.worst {
                    Ok(worst) if agrees(&client.client, of) => format!(" {worst:.0e} |"),
                    Ok(worst) => format!(" **{worst:.0e}** |"),
                    Err(_) => " **not shown** |".to_owned(),
                },
            )
        };
        let cells: String = clients.iter().map(cell).collect();
        let case = case.replace('-', " ");
        lines.push(format!("| {case} | {method} |{cells}"));
    }
    lines
}
