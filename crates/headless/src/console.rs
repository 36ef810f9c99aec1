//! The terminal: results go to stdout, messages to stderr.

use std::io;
use std::io::{ErrorKind, Write as _};

use super::Failure;
use super::printable::printable;

/// Writes a result and a line end. A closed reader (a broken pipe) is no error.
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

/// Writes a message for a person; errors of stderr are ignored.
///
/// Messages contain names from files, so characters that move the cursor or change the writing direction are escaped.
pub fn message(text: &str) {
    let lines: Vec<String> = text.lines().map(printable).collect();
    let _unheard = writeln!(io::stderr().lock(), "dualskin: {}", lines.join("\n"));
}
