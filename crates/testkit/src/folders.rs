//! Where test data lies: in the workspace, or where the environment says.

use std::path::{Path, PathBuf};

use crate::report::say;

/// The root of the workspace, two levels above this crate.
#[must_use]
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of synthetic files, with `valid` and `invalid` below: `DUALSKIN_SYNTHETIC`, else the workspace's copy.
///
/// For tests that go through all of them and take what each expects from its manifest: other folders have other names. A test that needs
/// a certain file takes it from [`own_synthetic`].
#[must_use]
pub fn synthetic() -> PathBuf {
    variable("DUALSKIN_SYNTHETIC").unwrap_or_else(own_synthetic)
}

/// The workspace's copy of the synthetic files, whatever the environment says: for tests about what one certain file holds.
#[must_use]
pub fn own_synthetic() -> PathBuf {
    workspace().join("testdata/synthetic")
}

/// A folder that exists only where a variable names it; where none does, the test's output says that it was skipped.
#[must_use]
pub fn folder_named(variable_name: &str) -> Option<PathBuf> {
    let folder = variable(variable_name);
    if folder.is_none() {
        say(&format!("skipped: {variable_name} is not set"));
    }
    folder
}

/// The paths in a folder with one of these extensions, sorted.
#[must_use]
pub fn files_in(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        let extension = path.extension().unwrap_or_default();
        extensions.iter().any(|wanted| extension == *wanted)
    });
    paths.sort();
    paths
}

/// The value of a variable, if it is set to something.
pub(crate) fn variable(name: &str) -> Option<PathBuf> {
    let value = std::env::var_os(name).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}
