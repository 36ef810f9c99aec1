//! The program `dualskin`: see `cli.rs`.

use std::process::ExitCode;

fn main() -> ExitCode {
    editor::cli::main()
}
