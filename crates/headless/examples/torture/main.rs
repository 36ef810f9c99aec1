//! The part of `cargo xtask torture` that runs the program's own code: readers on broken files, every command on files that ask for
//! much, every action of the table, a long random session, and a session that is killed while it writes.
//!
//! `xtask` may not use `headless` and starts this program instead, which every `cargo test --workspace` builds. Each of
//! its modes prints what it has done on one line, and each finding with its seed and the path of what brings it about;
//! exit status 1 if there was one, 2 for wrong usage.

#![expect(
    clippy::print_stdout,
    reason = "a program of the command line: its results, and the messages of its workers"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "a tool for developers, which reads its own corpus and what it has written"
)]

mod commands;
mod driven_editor;
mod finding;
mod fuzz;
mod kill;
mod options;
mod random;
mod soak;

use std::process::ExitCode;

use peak_alloc::PeakAlloc;

use finding::Finding;
use options::Options;

/// Counts what the readers allocate.
#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const USAGE: &str = "usage: torture fuzz|commands|actions|soak|kill|replay [FILE] --out FOLDER [--seed N] [--cases N] [--texts N] \
                     [--commands N] [--rounds N] [--seconds N] [--lanes N] [--slack N] [--corpus FOLDER]… [--keep FOLDER]";

fn main() -> ExitCode {
    let options = match Options::of(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(text) => {
            println!("{text}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let outcome = match options.mode.as_str() {
        "fuzz" => fuzz::supervisor::run(&options),
        "fuzz-worker" => fuzz::worker::run(&options),
        "replay" => fuzz::worker::replay(&options),
        "commands" => commands::run(&options),
        "actions" => soak::every_action::run(&options),
        "soak" => soak::run(&options),
        "kill" => kill::run(&options),
        "kill-worker" => kill::worker(&options),
        other => Err(format!("there is no mode {other:?}\n{USAGE}")),
    };
    report(outcome)
}

/// Prints findings; a mode that cannot work at all is a finding too.
fn report(outcome: Result<Vec<Finding>, String>) -> ExitCode {
    match outcome {
        Ok(findings) if findings.is_empty() => ExitCode::SUCCESS,
        Ok(findings) => {
            for finding in findings {
                println!("{finding}");
            }
            ExitCode::FAILURE
        }
        Err(text) => {
            println!("torture: {text}");
            ExitCode::FAILURE
        }
    }
}
