//! Checks of the crates' `Cargo.toml`.

use crate::report::Failure;
use crate::source::SourceFile;

/// Every crate takes the workspace's lint table, whole.
pub fn check_lints(files: &[SourceFile]) -> Vec<Failure> {
    files
        .iter()
        .filter(|file| file.path.ends_with("/Cargo.toml") && !file.is_in("testdata"))
        .filter(|file| !takes_workspace_lints(&file.text))
        .map(|file| Failure::of_file(&file.path, "`[lints]` with `workspace = true` is missing"))
        .collect()
}

fn takes_workspace_lints(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(str::trim);
    // `any` stops behind the head of the table, so the next line is the first in it.
    lines.any(|line| line == "[lints]") && lines.next() == Some("workspace = true")
}

/// The program of tests that compiles single modules of a library from their files.
const PRIVATE: &str = "tests/private.rs";

/// A library or program without unit tests says so, which spares compiling it a second time; one with them does not. Those of
/// modules that `PRIVATE` names are run by it.
pub fn check_unit_tests(files: &[SourceFile]) -> Vec<Failure> {
    let manifests = files
        .iter()
        .filter(|file| file.path.ends_with("/Cargo.toml") && !file.is_in("testdata"));
    manifests
        .flat_map(|manifest| {
            let folder = manifest.path.trim_end_matches("Cargo.toml");
            [("lib.rs", "[lib]"), ("main.rs", "[[bin]]")]
                .into_iter()
                .filter_map(move |(root, table)| {
                    unit_test_failure(files, manifest, folder, root, table)
                })
        })
        .collect()
}

/// What is wrong with one table of a manifest; the modules of a package with a library are the library's.
fn unit_test_failure(
    files: &[SourceFile],
    manifest: &SourceFile,
    folder: &str,
    root: &str,
    table: &str,
) -> Option<Failure> {
    let sources = &format!("{folder}src/");
    let main = format!("{sources}main.rs");
    let library = format!("{sources}lib.rs");
    let has = |path: &str| files.iter().any(|file| file.path == path);
    if !has(&format!("{sources}{root}")) {
        return None;
    }
    let is_of_table = |file: &&SourceFile| match root {
        "lib.rs" => file.path.starts_with(sources) && file.path != main,
        _ if has(&library) => file.path == main,
        _ => file.path.starts_with(sources),
    };
    let mut own = files.iter().filter(is_of_table);
    let private = format!("{folder}{PRIVATE}");
    let private = files.iter().find(|file| file.path == private);
    let is_elsewhere = |file: &SourceFile| private.is_some_and(|program| names(program, file));
    let has_tests = own.any(|file| file.code().contains("#[cfg(test)]") && !is_elsewhere(file));
    let is_off = |word: &str| switches_off(&manifest.text, table, word);
    match (has_tests, is_off("test")) {
        (true, true) => Some(format!(
            "`test = false` below `{table}`: the unit tests in {sources} are never run"
        )),
        (false, false) => Some(format!(
            "`test = false` is missing below `{table}`: there are no unit tests in {sources}"
        )),
        (false, true) if !is_off("bench") => Some(format!(
            "`bench = false` is missing below `{table}`: all targets would have {sources} compiled once more"
        )),
        _ => None,
    }
    .map(|message| Failure::of_file(&manifest.path, message))
}

/// Whether a program has a module of the name of a file.
fn names(program: &SourceFile, file: &SourceFile) -> bool {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let module = format!("mod {};", name.trim_end_matches(".rs"));
    let declares = |line: &str| line.trim().trim_start_matches("pub(crate) ") == module;
    program.code().lines().any(declares)
}

/// Whether a table has `WORD = false`.
fn switches_off(manifest: &str, table: &str, word: &str) -> bool {
    let switch = format!("{word} = false");
    let lines = manifest.lines().map(str::trim);
    let own = lines.skip_while(|line| *line != table).skip(1);
    own.take_while(|line| !line.starts_with('['))
        .any(|line| line == switch)
}
