//! JSON as text, of a length that is known before: what grows as it is written takes up to three times its memory in between.

use std::io::{self, Write};

use serde::Serialize;

/// JSON that is to be written, on one line or on many.
pub(super) struct Spelled<'a, T> {
    json: &'a T,
    is_one_line: bool,
    length: usize,
}

impl<'a, T: Serialize> Spelled<'a, T> {
    pub(super) fn new(json: &'a T, is_one_line: bool) -> Self {
        let mut spelled = Self {
            json,
            is_one_line,
            length: 0,
        };
        let mut length = Length(0);
        // Spelled twice: counting takes time, where a text that grows takes memory.
        spelled.write(&mut length);
        spelled.length = length.0;
        spelled
    }

    /// Bytes of the text.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    pub(super) fn write(&self, into: impl Write) {
        // Names of members are texts, and memory takes whatever is written: nothing is left that could fail.
        let _done = match self.is_one_line {
            true => serde_json::to_writer(into, self.json),
            false => serde_json::to_writer_pretty(into, self.json),
        };
    }
}

/// Counts what is written.
struct Length(usize);

impl Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
