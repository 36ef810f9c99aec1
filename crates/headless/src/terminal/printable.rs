//! Makes text from files safe for a terminal, and fits it into columns.

use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Text without characters that move the cursor, change the writing direction, or are invisible.
///
/// Such characters are written as numbers, as `\u{202e}`; line ends and tabs as `\n`, `\r` and `\t`. All others stay, including joiners
/// of emoji and accents.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            c if is_treacherous(c) => {
                // Writing to a string cannot fail.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    shown
}

/// A text of several lines, each [`printable`], with line ends between them as they were.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    lines.join("\n")
}

/// JSON without characters that could act on a terminal: they are written as `\u…`, which readers decode.
#[must_use]
pub fn json_for_terminals(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        // Such characters occur only inside strings: the rest of a document is plain ASCII.
        if is_treacherous(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The longest word of a message in characters: a path is kept whole in most cases.
const LONGEST_WORD: usize = 200;
/// The longest message in characters.
const LONGEST: usize = 2000;

/// A message without the middle of overlong words, and cut where it is overlong itself: names from files may be of any
/// length.
#[must_use]
pub fn cap_message(message: &str) -> String {
    let words: Vec<String> = message.split(' ').map(cap_word).collect();
    let whole = words.join(" ");
    let mut letters = whole.chars();
    let mut kept: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() {
        kept.push('…');
    }
    kept
}

/// The ends of a word matter most: the folder a path begins with, the file it ends with.
fn cap_word(word: &str) -> String {
    let length = word.chars().count();
    if length <= LONGEST_WORD {
        return word.to_owned();
    }
    let half = LONGEST_WORD / 2;
    let begin: String = word.chars().take(half).collect();
    let end: String = word.chars().skip(length - half).collect();
    format!("{begin}…{end}")
}

/// Whether a character acts on the text around it: controls, direction marks, line and paragraph separators, and
/// characters without width that join nothing.
pub(crate) fn is_treacherous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// A name in at most `width` columns: printable, cut with `…`, a missing name as words, and a name with blanks at its
/// ends in quotes.
#[must_use]
pub fn name(name: Option<&str>, width: usize) -> String {
    match name {
        None | Some("") => "(no name)".to_owned(),
        Some(name) if name.trim() != name => fit(&format!("\"{}\"", printable(name)), width),
        Some(name) => fit(&printable(name), width),
    }
}

/// The longest name in a message, in columns.
const NAME_IN_MESSAGE: usize = 60;
/// The largest number of names in a message.
const MOST_NAMES: usize = 20;

/// A name as a message quotes it: printable and short.
pub(crate) fn short(name: &str) -> String {
    fit(&printable(name), NAME_IN_MESSAGE)
}

/// Names as a message lists them: short, and no more than can be read.
pub(crate) fn list_names(names: impl ExactSizeIterator<Item = String>) -> String {
    let rest = names.len().saturating_sub(MOST_NAMES);
    let shown: Vec<String> = names.take(MOST_NAMES).map(|name| short(&name)).collect();
    let more = match rest {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    format!("{}{more}", shown.join(", "))
}

/// The largest number of zero-width marks on a letter; more would reach into the lines above.
const MARKS: usize = 4;

/// The text cut at its end to at most `width` columns.
#[must_use]
pub fn fit(text: &str, width: usize) -> String {
    let mut kept = String::new();
    let mut n_marks = 0;
    for c in text.chars() {
        n_marks = if c.width() == Some(0) { n_marks + 1 } else { 0 };
        if n_marks > MARKS {
            continue;
        }
        kept.push(c);
        // Stops one column beyond, so that long names take no longer than short ones.
        if kept.width() > width {
            while kept.width() >= width && kept.pop().is_some() {}
            return kept + "…";
        }
    }
    kept
}

/// The text cut at its beginning to at most `width` columns, since the end of a path matters most.
#[must_use]
pub fn fit_end(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    // From the end on, so that long paths take no longer than short ones.
    let begins = text.char_indices().rev().map(|(begin, _)| begin);
    let rests = begins.map(|begin| text.get(begin..).unwrap_or_default());
    let fitting = rests.take_while(|rest| rest.width() < width);
    format!("…{}", fitting.last().unwrap_or_default())
}

/// The text with spaces after it up to `width` columns.
pub(crate) fn pad_end(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// The text with spaces before it up to `width` columns.
pub(crate) fn pad_start(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// Lines of at most `width` columns, broken at spaces; longer words are split.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let space = usize::from(!line.is_empty());
        if line.width() + space + word.width() > width {
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            let mut rest = word;
            while rest.width() > width {
                let (piece, after) = split_at_width(rest, width);
                lines.push(piece.to_owned());
                rest = after;
            }
            line.push_str(rest);
            continue;
        }
        line.push_str(&" ".repeat(space));
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// The longest beginning of at most `width` columns, but at least one character, and the rest.
fn split_at_width(word: &str, width: usize) -> (&str, &str) {
    let mut places = word.char_indices().skip(1);
    let end = places.find(|(start, c)| {
        let beginning = word.get(..start + c.len_utf8());
        beginning.is_some_and(|beginning| beginning.width() > width)
    });
    word.split_at(end.map_or(word.len(), |(start, _)| start))
}
