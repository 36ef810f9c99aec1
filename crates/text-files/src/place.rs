//! Positions in a text.

/// A place in a text, as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

/// The place of the byte at `offset`; the end of the text for one that is beyond it or within a character.
#[must_use]
pub fn place_of(text: &str, offset: usize) -> TextPlace {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = 1 + before.matches('\n').count();
    let column = 1 + before
        .get(line_start..)
        .map_or(0, |line| line.chars().count());
    TextPlace { line, column }
}

/// The offset of `part` in `text`; none if `part` is not a slice of it.
#[must_use]
pub fn offset_of(text: &str, part: &str) -> Option<usize> {
    // Comparing addresses needs no `unsafe`; one before the text's makes the subtraction fail.
    let offset = part.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    (offset + part.len() <= text.len()).then_some(offset)
}
