//! The terminal: results go to stdout, messages to stderr.
//!
//! Nothing that a file says acts on it: both functions write what [`printable`](super::printable) leaves.

use std::io;
use std::io::{ErrorKind, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use super::printable::{cap_message, printable, printable_lines};
use super::progress;
use crate::Failure;

/// Whether remarks are wanted at all; see [`leave_remarks_out`].
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Prints no remarks and draws no bars from now on: only what was asked for, and failures.
pub fn leave_remarks_out() {
    IS_QUIET.store(true, Ordering::Relaxed);
    progress::forbid();
}

/// Writes a remark on what was done, as [`result`] does, unless none is wanted.
///
/// # Errors
///
/// As [`result`].
pub(crate) fn remark(text: &str) -> Result<(), Failure> {
    match IS_QUIET.load(Ordering::Relaxed) {
        true => Ok(()),
        false => result(text),
    }
}

/// Writes a note on what was done for a person, as [`message`] does, unless none is wanted.
pub(crate) fn note(text: &str) {
    if !IS_QUIET.load(Ordering::Relaxed) {
        message(text);
    }
}

/// Writes a result of one or more lines, and a line end. A closed reader (a broken pipe) is no error.
///
/// Line ends separate lines: whoever puts a name from a file into one makes the name printable.
///
/// # Errors
///
/// Stdout cannot be written, as on a full disk.
pub fn result(text: &str) -> Result<(), Failure> {
    let mut lines = printable_lines(text);
    lines.push('\n');
    write(lines.as_bytes())
}

/// Writes a message for a person: one sentence, on one line, without the middle of overlong words. Errors of stderr are
/// ignored.
pub fn message(text: &str) {
    progress::clear();
    let sentence = printable(&cap_message(text));
    let _unheard = writeln!(io::stderr().lock(), "dualskin: {sentence}");
}

/// Writes a line for programs to stderr, as it is.
pub(crate) fn line(text: &str) {
    progress::clear();
    let _unheard = writeln!(io::stderr().lock(), "{text}");
}

/// Writes the output that `-` asks for, as it is; on a terminal text is made printable, and what is no text refused.
///
/// # Errors
///
/// Stdout cannot be written, or is a terminal that would have to show a picture or a model.
pub fn output(bytes: &[u8]) -> Result<(), Failure> {
    if !io::stdout().is_terminal() {
        return write(bytes);
    }
    match std::str::from_utf8(bytes) {
        // A picture is never UTF-8; a small model might be.
        Ok(text) if !text.starts_with("glTF") => write(printable_lines(text).as_bytes()),
        _ => Err(Failure::Usage(
            "stdout is a terminal, which cannot show this; send it into a file or a program, or name a file with --output."
                .to_owned(),
        )),
    }
}

fn write(bytes: &[u8]) -> Result<(), Failure> {
    progress::clear();
    let mut stdout = io::stdout().lock();
    // Flushed here, as an error at the program's end would be lost.
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Data(format!(
            "the result cannot be written to stdout ({error}); check where it goes."
        ))),
        _ => Ok(()),
    }
}
