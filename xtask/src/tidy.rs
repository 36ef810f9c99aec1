//! `cargo xtask tidy`: the rules of the workspace that neither the compiler nor clippy can see.
//!
//! Each check is a function from what it looks at to its failures, so that the tests can show it failing on bad input;
//! [`run`] reads the workspace and gives all failures of all checks at once.

mod arrows;
mod counterparts;
mod documents;
mod files;
mod folders;
mod imports;
mod manifests;
mod modules;
mod names;
mod parameters;

use std::path::Path;

pub use arrows::{Arrow, Kind, check_arrows, check_cycles, check_externals, read_arrows};
pub use counterparts::{check_counterparts, check_counterparts_except};
pub use documents::{check_document_names, check_document_paths};
pub use files::{
    check_headers, check_left_overs, check_machine_paths, check_sizes, check_unsafe,
    check_white_space,
};
pub use folders::{check_folder_sizes, files_in_folders};
pub use manifests::{check_lints, check_unit_tests};
pub use modules::{Rooms, check_module_cycles, rooms_of_crates};
pub use names::{check_absences, check_owned_names};
pub use parameters::{check_tuple_parameters, check_tuple_parameters_beyond};

use crate::report::Failure;
use crate::source::{SourceFile, read_sources};
use crate::supply::check_notices;

type TextCheck = fn(&[SourceFile]) -> Vec<Failure>;

/// The checks that need nothing but the text of the files.
const TEXT_CHECKS: &[TextCheck] = &[
    check_sizes,
    check_folder_sizes,
    check_headers,
    check_unsafe,
    check_white_space,
    check_left_overs,
    check_machine_paths,
    check_lints,
    check_unit_tests,
    check_owned_names,
    check_absences,
    check_module_cycles,
    check_tuple_parameters,
    check_document_paths,
    check_document_names,
    check_counterparts,
    check_notices,
];

/// Every failure of every check on the workspace at `root`, in order of path and line within each check.
pub fn run(root: &Path) -> Vec<Failure> {
    let mut failures = match read_sources(root) {
        Ok(files) => check_texts(&files),
        Err(error) => vec![Failure::of_file(root, format!("cannot be read: {error}"))],
    };
    match read_arrows(root) {
        Ok(arrows) => {
            failures.extend(check_arrows(&arrows));
            failures.extend(check_externals(&arrows));
            failures.extend(check_cycles(&arrows));
        }
        Err(message) => failures.push(Failure::of_file("cargo metadata", message)),
    }
    failures
}

fn check_texts(files: &[SourceFile]) -> Vec<Failure> {
    TEXT_CHECKS.iter().flat_map(|check| check(files)).collect()
}
