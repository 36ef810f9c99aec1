//! Functions in the text of a Rust file: where they stand, how long they are, what they take.
//!
//! Not a parser: brackets are counted in text whose comments and strings are blanked, so that functions inside macros are found too.

use crate::source::SourceFile;

/// A function, method or function of a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its own name, without module or type.
    pub name: String,
    /// Line of the `fn` keyword, counted from one.
    pub line: usize,
    /// Lines from the opening brace of the body to the closing one, both counted; 0 without a body.
    pub body_lines: usize,
    /// Each parameter as it is written, `self` among them.
    pub parameters: Vec<String>,
}

impl Function {
    /// How many parameters are several things in one tuple, a reference among them: `(view, sink): (&View, &mut Sink)`.
    pub fn tuples(&self) -> usize {
        let types = self.parameters.iter().filter_map(|text| type_of(text));
        types.filter(|text| is_tuple_of_references(text)).count()
    }
}

/// Every function of `file` in order of lines; nested ones count in the outer one too.
pub fn find_functions(file: &SourceFile) -> Vec<Function> {
    let code = file.code();
    let mut line = 1;
    let mut counted = 0;
    let mut found = Vec::new();
    for (at, word) in code.match_indices("fn ") {
        // Lines are counted from match to match, so the text is gone through once.
        line += code[counted..at].matches('\n').count();
        counted = at;
        // `fn ` at the end of a longer word, as in `dyn_fn `, declares nothing.
        if is_in_word(code[..at].chars().next_back()) {
            continue;
        }
        found.extend(read_function(&code[at + word.len()..], line));
    }
    found
}

fn is_in_word(before: Option<char>) -> bool {
    before.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// The function whose name `text` begins with.
fn read_function(text: &str, line: usize) -> Option<Function> {
    let name: String = text.chars().take_while(|c| is_in_word(Some(*c))).collect();
    let mut rest = text.get(name.len()..)?;
    if rest.starts_with('<') {
        rest = rest.get(bracketed_len(rest)?..)?;
    }
    let inside = rest.starts_with('(').then(|| bracketed_len(rest))??;
    let parameters = split_at_commas(rest.get(1..inside - 1)?);
    (!name.is_empty()).then(|| Function {
        name,
        line,
        body_lines: rest.get(inside..).map_or(0, body_lines),
        parameters,
    })
}

/// Lines of the block that follows a return type and bounds, if one does.
fn body_lines(text: &str) -> usize {
    let open = Brackets::new(text).find(|(_, c, depth)| match c {
        '{' => *depth == 1,
        ';' => *depth == 0,
        _ => false,
    });
    let Some((at, '{', _)) = open else {
        return 0;
    };
    let body = text.get(at..).unwrap_or_default();
    let body = body.get(..bracketed_len(body).unwrap_or(body.len()));
    body.map_or(0, |body| body.lines().count())
}

/// The parts between commas that stand in no bracket.
fn split_at_commas(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for (_, c, depth) in Brackets::new(list) {
        match (c, depth, parts.last_mut()) {
            (',', 0, _) => parts.push(String::new()),
            (_, _, Some(part)) => part.push(c),
            _ => {}
        }
    }
    let trimmed = parts.iter().map(|part| part.trim().to_owned());
    trimmed.filter(|part| !part.is_empty()).collect()
}

/// What follows the colon of a parameter; none for `self`.
fn type_of(parameter: &str) -> Option<&str> {
    let colon = Brackets::new(parameter).find(|(_, c, depth)| *c == ':' && *depth == 0)?;
    parameter.get(colon.0 + 1..).map(str::trim)
}

fn is_tuple_of_references(text: &str) -> bool {
    let inside = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let parts = inside.map(split_at_commas).unwrap_or_default();
    parts.len() > 1 && parts.iter().any(|part| part.starts_with('&'))
}

/// Length up to and including the bracket that closes the one `text` begins with.
fn bracketed_len(text: &str) -> Option<usize> {
    let close = Brackets::new(text).find(|(_, c, depth)| is_close(*c) && *depth == 0)?;
    Some(close.0 + close.1.len_utf8())
}

const fn is_close(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '>')
}

/// Places and characters of a text, each with the number of brackets that are open behind it. Angles count outside of braces alone, where
/// they are no comparisons; those of arrows never do.
struct Brackets<'a> {
    chars: std::str::CharIndices<'a>,
    depth: usize,
    braces: usize,
    before: char,
}

impl<'a> Brackets<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            chars: text.char_indices(),
            depth: 0,
            braces: 0,
            before: ' ',
        }
    }
}

impl Iterator for Brackets<'_> {
    type Item = (usize, char, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, c) = self.chars.next()?;
        let is_arrow = c == '>' && matches!(self.before, '-' | '=');
        let counts = !(matches!(c, '<' | '>') && (self.braces > 0 || is_arrow));
        self.before = c;
        match c {
            '{' => self.braces += 1,
            '}' => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        if matches!(c, '(' | '[' | '{' | '<') && counts {
            self.depth += 1;
        } else if is_close(c) && counts {
            self.depth = self.depth.saturating_sub(1);
        }
        Some((at, c, self.depth))
    }
}
