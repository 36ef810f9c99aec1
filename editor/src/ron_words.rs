//! Faults of RON files in our words: what is wrong, what would be right.

use ron::Error;

use crate::nearest::did_you_mean;

/// What is wrong, as it goes on after a colon, without a full stop.
#[must_use]
pub fn in_words(error: &Error) -> String {
    match error {
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => unknown("value", found, expected),
        Error::NoSuchStructField {
            expected, found, ..
        } => unknown("name", found, expected),
        Error::MissingStructField { field, .. } => {
            format!("`{field}` is missing; add a line for it")
        }
        Error::DuplicateStructField { field, .. } => {
            format!("`{field}` stands here a second time; keep one of both")
        }
        Error::InvalidValueForType { expected, found } => {
            format!("expected {expected}, found {found}")
        }
        Error::ExpectedDifferentLength { expected, found } => {
            format!("expected {expected}, found {found}")
        }
        other => plain(other).map_or_else(|| other.to_string(), str::to_owned),
    }
}

/// What is not written as it should be.
const fn plain(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::Eof => "the text ends in the middle; a bracket may not be closed",
        Error::ExpectedBoolean => "expected `true` or `false`",
        Error::ExpectedFloat => "expected a number",
        Error::ExpectedInteger => "expected a whole number",
        Error::IntegerOutOfBounds => "the number is too large, or negative where it cannot be",
        Error::ExpectedString => "expected a text in quotation marks",
        Error::ExpectedStringEnd => "a quotation mark is missing at the end of the text",
        Error::ExpectedComma => "expected a comma, or the end of the list",
        Error::ExpectedMapColon => "expected a colon after the name",
        Error::ExpectedIdentifier => "expected a name",
        Error::ExpectedArray => "expected a list in square brackets: `[`",
        Error::ExpectedArrayEnd => "expected a comma or `]`, which ends the list",
        Error::ExpectedMap => "expected lines in braces: `{`",
        Error::ExpectedMapEnd => "expected a comma or `}`, which ends the lines",
        Error::ExpectedStructLike
        | Error::ExpectedNamedStructLike(_)
        | Error::ExpectedDifferentStructName { .. }
        | Error::ExpectedStructName(_) => "expected `(`",
        Error::ExpectedStructLikeEnd => "expected a comma or `)`",
        Error::TrailingCharacters => "the text goes on after its end; remove what is too much",
        Error::UnclosedBlockComment => "a comment that begins with `/*` has no `*/`",
        _ => return None,
    })
}

fn unknown(what: &str, found: &str, expected: &[&str]) -> String {
    let all = expected
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    let meant = did_you_mean(found, expected.iter().copied(), &all);
    format!("unknown {what} `{found}`{meant}")
}
