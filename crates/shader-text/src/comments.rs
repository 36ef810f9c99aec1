//! The comments of WGSL, put before what has the same name in another language.

use std::collections::BTreeMap;

/// The lines of comment before each function and structure, by its name.
pub(crate) struct Comments<'a> {
    by_name: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Comments<'a> {
    /// Those of a WGSL text without imports.
    pub(crate) fn of(source: &'a str) -> Self {
        let mut by_name = BTreeMap::new();
        let mut above = Vec::new();
        // An attribute stands between a comment and its function.
        // Definitions of ours begin a line, and so does their comment: comments inside functions are not taken.
        for line in source.lines().filter(|line| !line.starts_with('@')) {
            if line.starts_with("//") {
                above.push(line);
                continue;
            }
            let lines = std::mem::take(&mut above);
            if let Some(name) = find_wgsl_name(line).filter(|_| !lines.is_empty()) {
                by_name.insert(name, lines);
            }
        }
        Self { by_name }
    }

    /// The text with the comment of each function and structure before its definition, which begins a line.
    pub(crate) fn with_comments(&self, text: &str) -> String {
        let mut out = String::new();
        for line in text.lines() {
            let name = find_defined_name(line);
            // naga appends a line below to what ends in a digit, or is a word of the language.
            let found = name.and_then(|name| {
                let plain = name.trim_end_matches('_');
                self.by_name.get(name).or_else(|| self.by_name.get(plain))
            });
            for comment in found.into_iter().flatten() {
                out.push_str(comment);
                out.push('\n');
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

/// What a line of WGSL defines.
fn find_wgsl_name(line: &str) -> Option<&str> {
    let rest = line
        .strip_prefix("fn ")
        .or_else(|| line.strip_prefix("struct "))?;
    word_before(rest, ['(', ' ', '{'])
}

/// What a line of any of the languages defines, if it begins a function or a structure.
fn find_defined_name(line: &str) -> Option<&str> {
    if line.starts_with([' ', '}', '#', '/']) || line.ends_with(';') {
        return None;
    }
    if let Some(rest) = line.strip_prefix("struct ") {
        return word_before(rest, ['(', ' ', '{']);
    }
    // `Affine blend_matrices(Row row) {`, `fn blend_matrices(row: Row) -> Affine {`; Metal's ends with the bracket.
    let (head, _) = line.split_once('(')?;
    head.rsplit([' ', '*', '&'])
        .next()
        .filter(|name| !name.is_empty())
}

fn word_before<const N: usize>(text: &str, ends: [char; N]) -> Option<&str> {
    text.split(ends).next().filter(|word| !word.is_empty())
}
