//! Shapes of lines: what stays when names and values are left out.

use super::tokens::{Kind, Token};

/// A line of code.
#[derive(Clone, Debug)]
pub(super) struct ShapedLine {
    /// Its number, counted from one.
    pub(super) number: usize,
    /// Keywords and punctuation as they are, every name as `i`, every literal as `l`.
    pub(super) shape: String,
    /// The tokens with their names and values.
    pub(super) letters: String,
    /// Whether the line acts: a declaration of a field or an entry of a table does not.
    pub(super) acts: bool,
}

/// Tokens of lines that act.
const ACTS: &[&str] = &[
    "(", ".", "let", "if", "for", "while", "match", "return", "loop",
];

/// The lines of `tokens` that hold a name or a value; comments, attributes and imports are left out.
pub(super) fn shaped_lines(tokens: &[Token]) -> Vec<ShapedLine> {
    let mut lines = Vec::new();
    let mut line: Vec<&Token> = Vec::new();
    for token in without_preamble(tokens) {
        if line
            .first()
            .is_some_and(|first| first.first_line != token.first_line)
        {
            lines.extend(shaped(&line));
            line.clear();
        }
        line.push(token);
    }
    lines.extend(shaped(&line));
    lines
}

fn shaped(line: &[&Token]) -> Option<ShapedLine> {
    let holds_words = line
        .iter()
        .any(|token| matches!(token.kind, Kind::Name | Kind::Keyword | Kind::Literal));
    let number = line.first()?.first_line;
    holds_words.then(|| ShapedLine {
        number,
        shape: joined(line.iter().map(|token| shape(token))),
        letters: joined(line.iter().map(|token| token.text.as_str())),
        acts: line.iter().any(|token| ACTS.contains(&shape(token))),
    })
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn shape(token: &Token) -> &str {
    match token.kind {
        Kind::Name => "i",
        Kind::Literal => "l",
        _ => &token.text,
    }
}

/// The tokens without doc comments, attributes (`#[…]`, `#![…]`) and imports (`use …;`).
fn without_preamble(tokens: &[Token]) -> Vec<&Token> {
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        let skipped = if first.kind == Kind::Doc {
            1
        } else if first.is_mark("#") {
            through(rest, "]")
        } else if is_import(rest) {
            through(rest, ";")
        } else {
            kept.push(first);
            1
        };
        rest = &rest[skipped..];
    }
    kept
}

/// Whether `tokens` begin with `use`, `pub use` or `pub(…) use`.
fn is_import(tokens: &[Token]) -> bool {
    let visibility = match tokens {
        [public, open, ..] if public.is_keyword("pub") && open.is_mark("(") => through(tokens, ")"),
        [public, ..] if public.is_keyword("pub") => 1,
        _ => 0,
    };
    tokens
        .get(visibility)
        .is_some_and(|token| token.is_keyword("use"))
}

/// The number of tokens up to and including the `mark` outside all brackets opened on the way.
fn through(tokens: &[Token], mark: &str) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && token.is_mark(mark) {
            return at + 1;
        }
    }
    tokens.len()
}
