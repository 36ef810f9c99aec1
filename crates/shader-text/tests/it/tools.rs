//! Compilers of this machine, where it has them.

use std::path::Path;
use std::process::Command;

use testkit::say;

/// Whether a program is at hand; says so where it is not.
pub(crate) fn at_hand(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        say(&format!("skipped: {program} is not installed"));
    }
    found
}

/// What a program prints; fails with what it says if it does not succeed.
pub(crate) fn run(program: &str, arguments: &[&Path]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {text}{said}"
    );
    text
}
