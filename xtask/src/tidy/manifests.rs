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
    lines.any(|line| line == "[lints]") && lines.next() == Some("workspace = true")
}
