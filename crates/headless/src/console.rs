//! The terminal: results on stdout, messages on stderr.

use std::io::{self, ErrorKind, Write as _};

use super::Failure;
use super::printable::printable;

/// Writes a result, and a line end after it. A reader that has gone (a broken pipe) has had enough: no failure.
///
/// # Errors
///
/// Stdout cannot be written, as on a full disk.
pub fn result(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Data(format!(
            "the result cannot be written to stdout ({error}); check where it goes."
        ))),
        _ => Ok(()),
    }
}

/// Writes a message for a person. That nobody listens is no failure.
///
/// Messages hold names from files: nothing in them may move the cursor of a terminal or turn its writing round.
pub fn message(text: &str) {
    let lines: Vec<String> = text.lines().map(printable).collect();
    let _unheard = writeln!(io::stderr().lock(), "dualskin: {}", lines.join("\n"));
}
