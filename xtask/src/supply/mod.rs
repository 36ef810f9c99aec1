//! What comes from others: `cargo xtask deny` holds it against `deny.toml`, `cargo xtask notices` writes what binaries
//! must be accompanied by.
//!
//! `cargo deny` does more (advisories above all) and is run where it is installed. A fresh machine has it not, and
//! compiling it would take longer than our tests; so what matters is checked here, from `cargo metadata`: licenses,
//! banned crates, duplicates and sources.

mod licenses;
mod metadata;
mod notices;
mod policy;

use std::path::Path;
use std::process::{Command, Stdio};

pub use licenses::is_allowed;
pub use metadata::Package;
pub use notices::{check_notices, notices};
pub use policy::{Policy, check};

use crate::report::{Failure, Reporter};
use metadata::{all_packages, shipped_crates};

/// Path of the rules, which `cargo deny` reads as well.
const POLICY: &str = "deny.toml";
/// Path of the notice that binaries are accompanied by.
pub(crate) const NOTICES: &str = "THIRD-PARTY.txt";

/// Every crate that breaks a rule of `deny.toml`; and what `cargo deny` says, where it is installed.
pub fn deny(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let mut failures = match check_policy(root, reporter) {
        Ok(failures) => failures,
        Err(failure) => vec![failure],
    };
    failures.extend(cargo_deny(root, reporter));
    failures
}

#[expect(clippy::disallowed_methods, reason = "files of the repository")]
fn check_policy(root: &Path, reporter: &mut Reporter) -> Result<Vec<Failure>, Failure> {
    let text = std::fs::read_to_string(root.join(POLICY))
        .map_err(|error| Failure::of_file(POLICY, error.to_string()))?;
    let policy = Policy::parse(&text).map_err(|error| Failure::of_file(POLICY, error))?;
    let packages = all_packages(root).map_err(|error| Failure::of_file("cargo metadata", error))?;
    reporter.line(&format!("{} crates of others", packages.len()));
    Ok(check(&policy, &packages))
}

fn cargo_deny(root: &Path, reporter: &mut Reporter) -> Option<Failure> {
    let deny = |words: &[&str]| {
        let mut command = Command::new("cargo-deny");
        command.args(words).current_dir(root).stdin(Stdio::null());
        command
    };
    // Asked beforehand, as a failure to start it is no failure of ours, unlike one of the check itself.
    let installed = deny(&["--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !installed.is_ok_and(|status| status.success()) {
        reporter.line("cargo-deny is not installed: advisories are not looked at");
        return None;
    }
    match deny(&["check"]).status() {
        Ok(status) if status.success() => None,
        Ok(status) => Some(Failure::of_file(
            "cargo deny",
            format!("ended with {status}"),
        )),
        Err(error) => Some(Failure::of_file("cargo deny", error.to_string())),
    }
}

/// Writes the notice of what binaries for Linux, Windows and macOS hold.
pub fn write_notices(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let written = all_packages(root)
        .and_then(|all| Ok((shipped_crates(root)?, all)))
        .and_then(|(shipped, all)| write(&root.join(NOTICES), &notices(&shipped, &all)));
    match written {
        Ok(()) => {
            reporter.line(NOTICES);
            Vec::new()
        }
        Err(error) => vec![Failure::of_file(NOTICES, error)],
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a generated file under version control: half of one is seen and made again"
)]
fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| error.to_string())
}
