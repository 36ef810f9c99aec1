//! The door of `cargo xtask`: chooses a chore by its name and turns its outcome into an exit status.
//!
//! 0: all well · 1: a check failed · 2: wrong usage.

use std::process::ExitCode;

use xtask::{Reporter, assets, ci, tidy, workspace_root};

const USAGE: &str = "usage: cargo xtask <chore>

  tidy             arrows between crates, names, sizes, absences
  ci               every step of continuous integration, cheapest first
  assets           write the built-in characters into assets/
  assets --check   generate them again and compare with assets/, byte for byte";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = workspace_root();
    let mut reporter = Reporter::to_stderr();
    let failures = match words.as_slice() {
        ["tidy"] => tidy::run(&root),
        ["ci"] => ci::run(&root, &mut reporter),
        ["assets"] => assets::write(&root, &mut reporter),
        ["assets", "--check"] => assets::check(&root),
        _ => {
            reporter.line(USAGE);
            return ExitCode::from(2);
        }
    };
    for failure in &failures {
        reporter.line(&failure.to_string());
    }
    if failures.is_empty() {
        return ExitCode::SUCCESS;
    }
    reporter.line(&format!(
        "cargo xtask {}: failures: {}",
        words.join(" "),
        failures.len()
    ));
    ExitCode::FAILURE
}
