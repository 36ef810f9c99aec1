//! Errors of RON as messages: what is wrong, and what would be right.

use ron::Error;

use crate::nearest::did_you_mean;

/// The largest number of letters of a quoted word.
pub(crate) const LONGEST: usize = 60;

/// A word from a file, cut to 60 letters.
#[must_use]
pub fn shorten(word: &str) -> String {
    cut(word, LONGEST)
}

/// The longest word of a message that others have worded; those that it quotes may be as long as a file.
const LONGEST_QUOTED: usize = 2 * LONGEST;

/// A message that others have worded, with overlong words cut.
fn with_short_words(message: &str) -> String {
    let words = message.split(' ').map(|word| cut(word, LONGEST_QUOTED));
    words.collect::<Vec<_>>().join(" ")
}

fn cut(text: &str, longest: usize) -> String {
    // In characters: cut at a byte, a letter of several bytes would be halved.
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(longest).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

/// The largest number of letters of a message, and how many of them are its beginning. The rest is its end, where the
/// remedy is.
const LONGEST_MESSAGE: (usize, usize) = (600, 400);

/// A message without its middle, if that is long: errors of types quote what a file holds, however long that is.
pub(crate) fn without_middle(message: &str) -> String {
    let (longest, begin) = LONGEST_MESSAGE;
    let count = message.chars().count();
    if count <= longest {
        return message.to_owned();
    }
    let letters = message.chars();
    let begin: String = letters.clone().take(begin).collect();
    let end: String = letters
        .skip(count - longest + begin.chars().count())
        .collect();
    format!("{begin} … {end}")
}

/// The message about an error in a file of this version, to follow a colon, without a full stop.
pub(crate) fn in_words(error: &Error, version: u32) -> String {
    match error {
        Error::Message(said) => with_short_words(said.trim_end_matches('.')),
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => unknown("value", found, expected),
        Error::NoSuchStructField {
            expected, found, ..
        } => unknown("name", found, expected),
        Error::MissingStructField {
            field: "version", ..
        } => format!("`version` is missing; write `version: {version}` inside these brackets"),
        Error::MissingStructField { field, .. } => {
            format!("`{field}` is missing; add a line for it inside these brackets")
        }
        Error::DuplicateStructField { field, .. } => {
            format!("`{field}` stands here a second time; keep one of both")
        }
        Error::InvalidValueForType { expected, found } => {
            format!("expected {expected}, found {}", shorten(found))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            format!("expected {expected}, found {found}")
        }
        Error::UnexpectedChar(sign) => {
            format!("`{sign}` cannot stand here; a text stands in quotes")
        }
        // Errors without words here are those of the parser's own, which may quote the file.
        other => plain(other).map_or_else(|| shorten(&other.to_string()), str::to_owned),
    }
}

/// Messages for syntax errors.
const fn plain(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::Eof => "the text ends in the middle; close all brackets and quotes",
        Error::ExpectedBoolean => "expected `true` or `false`",
        Error::ExpectedFloat | Error::FloatUnderscore => "expected a number, as 45 or -0.5",
        Error::ExpectedInteger => "expected a whole number",
        Error::IntegerOutOfBounds => "the number is too large, or negative where it cannot be",
        Error::ExpectedString => "expected a text in quotes, as \"head\"",
        Error::ExpectedStringEnd => "a text has no closing quote; put one at its end",
        Error::ExpectedComma => {
            "expected a comma or a closing bracket; put one after what stands before"
        }
        Error::ExpectedMapColon => "expected a colon after the name",
        Error::ExpectedIdentifier => "expected a name, without quotes",
        Error::ExpectedArray => "expected a list in square brackets: `[`",
        Error::ExpectedArrayEnd => "expected a comma or the closing bracket `]`",
        Error::ExpectedMap => "expected entries in curly brackets: `{`",
        Error::ExpectedMapEnd => "expected a comma or the closing bracket `}`",
        Error::ExpectedStructLike
        | Error::ExpectedNamedStructLike(_)
        | Error::ExpectedDifferentStructName { .. }
        | Error::ExpectedStructName(_) => "expected an opening bracket: `(`",
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => {
            "expected a comma or the closing bracket `)`"
        }
        Error::TrailingCharacters => {
            "something stands after the last bracket; remove it, or make it a comment with //"
        }
        Error::UnclosedBlockComment => "a comment that begins with `/*` has no `*/`",
        Error::ExceededRecursionLimit => "brackets stand too deep in one another",
        _ => return None,
    })
}

fn unknown(what: &str, found: &str, expected: &[&str]) -> String {
    let meant = did_you_mean(found, expected.iter().copied(), &join_quoted(expected));
    format!("unknown {what} `{}`{meant}", shorten(found))
}

/// A list as "`a`, `b` and `c`".
fn join_quoted(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        _ => quoted.concat(),
    }
}
