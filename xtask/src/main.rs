//! The entry point of `cargo xtask`: chooses a chore by its name and turns its outcome into an exit status.
//!
//! 0: all well · 1: a check failed · 2: wrong usage.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use xtask::{
    Failure, Reporter, assets, automatic_table, ci, clients, conformance, figures, packages,
    pictures, python, reused_metadata, semver, supply, survey, test_programs, tidy, torture, wasm,
    workspace_root,
};

const USAGE: &str = "usage: cargo xtask <chore>

  tidy             arrows between crates, names, sizes, absences
  tidy --report    figures of the workspace: files, functions, comments, what a feature touches
  ci               every step of continuous integration, cheapest first
  tests            what cargo test --workspace runs, two programs at a time
  assets           write the built-in characters into assets/
  assets --check   generate them again and compare with assets/, byte for byte
  conformance      the suite in conformance/ on every client that is installed, as a table
  clients          the official validator, three.js and glTF-Transform on files that we write; build the examples before
  python           build the Python package as a wheel, install and test it; compares with target/debug/dualskin if built
  deny             licenses, sources, banned and doubled crates, as deny.toml has it
  packages         package each library crate, and take it alone in a project outside the workspace
  packages --together   check all of them at once, with their examples, by what clippy has compiled: a step of ci
  notices          write THIRD-PARTY.txt, which binaries are accompanied by
  semver [REVISION]     compare the public surface of each library crate with that of the last tag, or of a revision
  torture [fuzz|kill|soak|memory|device|all] [--quick|--minutes N] [--seed S]
                   broken files for every reader, random sessions, kills, failing devices: an hour, or two minutes
  torture replay FILE   give a file that was found to its reader again
  wasm [--speed]   compile web/dualskin for browsers and node, test it there, and measure it against this processor
  automatic-table [FILE…]   how near automatic weights are to those that files have, by the program itself
  pictures         make the pictures of README and documents anew, by the program itself
  figures          measure and draw the figure book anew, docs/figures.md";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // Cargo may have started this program in the place of the compiler, with the compiler's words.
    if let Some(status) = reused_metadata::compiler_called(&args) {
        return status;
    }
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = workspace_root();
    let mut reporter = Reporter::to_stderr();
    let failures = match words.as_slice() {
        ["tidy"] => tidy::run(&root),
        ["tidy", "--report"] => report(&root),
        ["ci"] => ci::run(&root, &mut reporter),
        ["tests"] => match test_programs::build(&root, &[]) {
            Ok(programs) => {
                let mut failures = test_programs::run(programs, &mut reporter);
                failures.extend(test_programs::run_documentation(&root, &[]));
                failures
            }
            Err(failures) => failures,
        },
        ["assets", words @ ..] => assets::run(&root, words),
        ["torture", order @ ..] => {
            let Some(order) = torture::Order::parse(order) else {
                reporter.line(USAGE);
                return ExitCode::from(2);
            };
            torture::run(&root, &order, &mut reporter)
        }
        ["clients"] => clients::check(&root, &mut reporter),
        ["python"] => python::check(&root, &mut reporter),
        ["conformance"] => conformance::run(&root, &mut reporter),
        ["deny"] => supply::deny(&root, &mut reporter),
        ["packages"] => packages::run(&root, &mut reporter),
        ["packages", "--together"] => packages::check_together(&root, &[], &mut reporter),
        ["semver"] => semver::run(&root, None, &mut reporter),
        ["semver", revision] => semver::run(&root, Some(revision), &mut reporter),
        ["wasm"] => wasm::run(&root, false, &mut reporter),
        ["wasm", "--speed"] => wasm::run(&root, true, &mut reporter),
        ["notices"] => supply::write_notices(&root, &mut reporter),
        ["automatic-table", files @ ..] => automatic_table::print(&root, files, &mut reporter),
        ["pictures"] => pictures::write(&root, &mut reporter),
        ["figures"] => figures::write(&root, &mut reporter),
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

/// Prints the report; what cannot be read or printed is a failure.
fn report(root: &Path) -> Vec<Failure> {
    let printed = survey::run(root).and_then(|report| {
        io::stdout()
            .write_all(report.to_string().as_bytes())
            .map_err(|error| Failure::of_file("the report", format!("cannot be printed: {error}")))
    });
    printed.err().into_iter().collect()
}
