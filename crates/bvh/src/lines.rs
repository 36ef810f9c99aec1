//! The text as lines of words, without comments.

use std::borrow::Cow;

/// A line that holds something, with its number from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a [u8],
}

/// Lines without blanks at their ends, without empty ones and comments (`#`, `;`, `//` at the beginning). Line ends are any of `\n`, `\r\n`
/// and `\r`.
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        // The mark of UTF-8, which Windows programs put before it.
        let rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Self { rest, number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        while !self.rest.is_empty() {
            let end = self
                .rest
                .iter()
                .position(|byte| matches!(byte, b'\n' | b'\r'));
            let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            let ending = if rest.starts_with(b"\r\n") { 2 } else { 1 };
            self.rest = rest.get(ending..).unwrap_or(&[]);
            self.number += 1;
            let text = text.trim_ascii();
            let is_comment = [&b"#"[..], b";", b"//"]
                .iter()
                .any(|mark| text.starts_with(mark));
            if !text.is_empty() && !is_comment {
                return Some(Line {
                    number: self.number,
                    text,
                });
            }
        }
        None
    }
}

/// The words of a line. Braces are words of their own.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = text.split(|byte| byte.is_ascii_whitespace() || *byte == b',');
    parts.filter(|part| !part.is_empty())
}

/// The most letters of a word in a message.
const LONGEST: usize = 40;

/// A word of the file for a message.
pub(crate) fn quoted(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(word.get(..4 * LONGEST).unwrap_or(word));
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

/// A name as text; bytes that are no UTF-8 are replaced.
pub(crate) fn name(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes.trim_ascii())
}

/// A number; those that are none are NaN (`nan`, `-nan(ind)`, `1.#QNAN`); `None` for what is no number at all.
pub(crate) fn number(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    if let Ok(number) = text.parse::<f64>() {
        return Some(number);
    }
    let lower = text.to_ascii_lowercase();
    let is_none = ["nan", "#qnan", "#ind", "#inf"]
        .iter()
        .any(|mark| lower.contains(mark));
    is_none.then_some(f64::NAN)
}
