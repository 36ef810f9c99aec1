//! Writes the built-in characters into `assets/` and motions of one into `testdata/motions/`, or compares them with `--check`; with `--motions`
//! it writes those alone. `cargo xtask assets` starts it.
//!
//! 0: all well · 1: a file differs or cannot be written · 2: wrong usage.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.parent().unwrap_or(own);
    let failures = match words.as_slice() {
        [] => generator::write(root, &mut say),
        ["--check"] => generator::check(root),
        ["--motions"] => generator::write_motions(root, &mut say),
        _ => {
            say("usage: cargo xtask assets [--check | --motions]");
            return ExitCode::from(2);
        }
    };
    failures.iter().for_each(|failure| say(failure));
    ExitCode::from(u8::from(!failures.is_empty()))
}

/// A line on standard error; who does not listen misses it.
fn say(line: &str) {
    let _unheard = writeln!(io::stderr(), "{line}");
}
