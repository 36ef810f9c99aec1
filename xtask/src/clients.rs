//! What other programs make of the files that we write: `tests/clients`, where node and npm are there.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::ci::target_folder;
use crate::conformance;
use crate::report::{Failure, Reporter};

/// Where the scripts are.
const FOLDER: &str = "tests/clients";
/// With the value `all` every edit is made on large files too.
const ALL: &str = "DUALSKIN_CLIENTS";

/// Has the `gltf` crate, the official validator, three.js and glTF-Transform look at characters with every kind of edit.
///
/// And has a browser skin by `web/three-dualskin`, and Blender play what was baked. Says so where node, npm, the registry, the browser or
/// Blender are not there, and passes.
pub fn check(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let target = target_folder(root);
    let out = target.join("xtask-clients");
    // What an earlier run left must not be looked at as if this one had made it.
    let _nothing_was_there = fs::remove_dir_all(&out);
    let example = format!("client_files{}", env::consts::EXE_SUFFIX);
    let example = target.join("debug").join("examples").join(example);
    let program = format!("dualskin{}", env::consts::EXE_SUFFIX);
    let program = target.join("debug").join(program);
    let all = env::var(ALL).is_ok_and(|value| value == "all");
    let all = all.then_some("all");
    let written = run(Command::new(&example).arg(&out).args(all).current_dir(root));
    let done = written
        .and_then(|()| conformance::check_other_reader(root, &out, reporter))
        .and_then(|()| by_node(root, [&out, &program], reporter));
    let _stays_under_target = fs::remove_dir_all(&out);
    let failure = done.map_err(|error| Failure::of_file(FOLDER, error)).err();
    failure.into_iter().collect()
}

/// What is written in JavaScript, and Blender, on the files that were written and beside our own program.
fn by_node(root: &Path, [out, program]: [&Path; 2], reporter: &mut Reporter) -> Result<(), String> {
    let folder = root.join(FOLDER);
    if let Some(missing) = ["node", "npm"]
        .into_iter()
        .find(|program| !is_there(program))
    {
        reporter.line(&format!(
            "SKIPPED: {missing} is not installed, so that few other programs look at our files; see {FOLDER}/README.md"
        ));
        return Ok(());
    }
    let install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    if run(Command::new("npm").args(install).current_dir(&folder)).is_err() {
        reporter.line(&format!(
            "SKIPPED: npm could not install the packages of {FOLDER}, so that few other programs look at our files"
        ));
        return Ok(());
    }
    let node = |script: &str, files: &Path| {
        run(Command::new("node")
            .arg(script)
            .arg(files)
            .current_dir(&folder))
    };
    node("check.mjs", out)?;
    node("fbx.mjs", &out.join("fbx"))?;
    run(Command::new("node").arg("browser.mjs").current_dir(&folder))?;
    node("skinning.mjs", program)?;
    if !is_there("python3") {
        reporter
            .line("SKIPPED: python3 is not installed, so that Blender does not look at our files");
        return Ok(());
    }
    run(Command::new("python3")
        .arg("blender.py")
        .args([out, Path::new("--bakes")])
        .current_dir(&folder))
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    let version = command.arg("--version").stdout(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = format!("{:?}", command.get_program());
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} cannot be run: {error}")),
    }
}
