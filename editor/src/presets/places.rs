//! Where something stands in a text.

/// Line and column, from 1, of a byte of a text; the column in characters.
pub(super) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = 1 + before.matches('\n').count();
    let column = 1 + before
        .get(line_start..)
        .map_or(0, |line| line.chars().count());
    (line, column)
}

/// How far into `text` its own part `part` begins; none for a text from elsewhere.
pub(super) fn offset_of(text: &str, part: &str) -> Option<usize> {
    let offset = part.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    (offset + part.len() <= text.len()).then_some(offset)
}

/// The comments and empty lines that a text begins with.
pub(super) fn leading_comment(text: &str) -> &str {
    let is_comment = |line: &&str| {
        let line = line.trim();
        line.is_empty() || line.starts_with("//")
    };
    let lines = text.split_inclusive('\n').take_while(is_comment);
    let length = lines.map(str::len).sum();
    text.get(..length).unwrap_or_default()
}
