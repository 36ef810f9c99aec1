//! Finds everything that can panic outside tests; it reads tokens, so that the insides of macros count too.

use std::fmt;

use super::place::{Part, Place};
use super::rust_file::RustFile;
use super::tokens::{Kind, Token};

/// A way to panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HazardKind {
    /// `.unwrap()`, `.unwrap_err()`.
    Unwrap,
    /// `.expect(…)`, `.expect_err(…)`.
    Expect,
    /// `panic!`, `unreachable!` and the macros for unfinished work.
    Panic,
    /// `assert!` and its variants, in release builds too.
    Assert,
    /// `a[0]`: the compiler checks it on an array, nothing does on a slice.
    IndexByNumber,
    /// `a[i]`, `a[i..j]`.
    IndexByValue,
}

impl fmt::Display for HazardKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unwrap => "unwrap",
            Self::Expect => "expect",
            Self::Panic => "panic",
            Self::Assert => "assert",
            Self::IndexByNumber => "index by number",
            Self::IndexByValue => "index by value",
        })
    }
}

/// A place that can panic.
#[derive(Clone, Debug)]
pub struct Hazard {
    /// The way to panic.
    pub kind: HazardKind,
    /// The line with the hazard.
    pub place: Place,
}

/// Everything in `file` outside tests and examples that can panic, except arithmetic.
///
/// An index that is a string is no hazard, since JSON values answer it with null; nor is `[..]`, the whole slice.
pub fn find_hazards(file: &RustFile) -> Vec<Hazard> {
    (0..file.tokens.len())
        .filter_map(|at| {
            let kind = hazard_at(&file.tokens, at)?;
            let place = file.place(file.tokens[at].first_line);
            (place.part == Part::Source).then_some(Hazard { kind, place })
        })
        .collect()
}

fn hazard_at(tokens: &[Token], at: usize) -> Option<HazardKind> {
    let token = &tokens[at];
    let before = &tokens[at.checked_sub(1)?];
    let after = tokens.get(at + 1)?;
    if token.is_mark("[") {
        return index(tokens, at);
    }
    if token.kind != Kind::Name {
        return None;
    }
    if after.is_mark("!") {
        // `a != b` is not a macro.
        let compares = tokens.get(at + 2).is_some_and(|next| next.is_mark("="));
        return macro_kind(&token.text).filter(|_| !compares);
    }
    (before.is_mark(".") && after.is_mark("("))
        .then(|| method_kind(&token.text))
        .flatten()
}

fn method_kind(name: &str) -> Option<HazardKind> {
    match name {
        "unwrap" | "unwrap_err" => Some(HazardKind::Unwrap),
        "expect" | "expect_err" => Some(HazardKind::Expect),
        _ => None,
    }
}

fn macro_kind(name: &str) -> Option<HazardKind> {
    match name {
        "panic" | "unreachable" | "todo" | "unimplemented" => Some(HazardKind::Panic),
        "assert" | "assert_eq" | "assert_ne" => Some(HazardKind::Assert),
        _ => None,
    }
}

fn index(tokens: &[Token], at: usize) -> Option<HazardKind> {
    let is_lifetime = at >= 2 && tokens[at - 2].is_mark("'");
    if is_lifetime || !ends_value(&tokens[at - 1]) {
        return None;
    }
    let inside: Vec<&Token> = inside(tokens, at).collect();
    match inside.as_slice() {
        [dot, other] if dot.is_mark(".") && other.is_mark(".") => None,
        [only] if only.kind == Kind::Literal && only.text.starts_with('"') => None,
        [only] if only.kind == Kind::Literal => Some(HazardKind::IndexByNumber),
        _ => Some(HazardKind::IndexByValue),
    }
}

/// Whether the token can end an expression that is then indexed: a name, a call, another index, a `?`.
fn ends_value(token: &Token) -> bool {
    match token.kind {
        Kind::Name => true,
        Kind::Keyword => token.text == "self",
        Kind::Close => token.text != "}",
        Kind::Mark => token.text == "?",
        Kind::Literal | Kind::Open | Kind::Doc => false,
    }
}

/// Everything up to the bracket that closes the one at `open`.
fn inside(tokens: &[Token], open: usize) -> impl Iterator<Item = &Token> {
    let mut depth = 1_usize;
    tokens[open + 1..].iter().take_while(move |token| {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            _ => {}
        }
        depth > 0
    })
}
