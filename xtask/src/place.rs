//! What code is for: a crate's users, its tests or its examples.

use std::ops::RangeInclusive;

use crate::source::SourceFile;

/// The purpose of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodeRole {
    /// Code that the crate's users get.
    Source,
    /// `tests/`, `benches/` and `#[cfg(test)]` modules.
    Tests,
    /// Programs in `examples/`, which show users how a crate is called.
    Examples,
}

impl CodeRole {
    /// The folder of cargo's layout that holds such code.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Source => "src",
            Self::Tests => "tests",
            Self::Examples => "examples",
        }
    }
}

/// A file, and which of its lines are for what.
#[derive(Clone, Debug)]
pub struct FileRoles<'a> {
    /// Folder of the crate, from the workspace root.
    pub crate_folder: &'a str,
    part: CodeRole,
    tests: Vec<RangeInclusive<usize>>,
}

/// Where `file` lies, and which modules in it are of tests.
pub fn parts_of(file: &SourceFile) -> FileRoles<'_> {
    let (crate_folder, part) = split_at_part(&file.path).unwrap_or_else(|| {
        let folder = file.path.rsplit_once('/').map_or(".", |(folder, _)| folder);
        (folder, CodeRole::Source)
    });
    let tests = if part == CodeRole::Source && file.text.contains(TESTS) {
        test_modules(file.code())
    } else {
        Vec::new()
    };
    FileRoles {
        crate_folder,
        part,
        tests,
    }
}

impl FileRoles<'_> {
    /// What a line is for, counted from one.
    pub fn part(&self, line: usize) -> CodeRole {
        if self.tests.iter().any(|lines| lines.contains(&line)) {
            CodeRole::Tests
        } else {
            self.part
        }
    }
}

/// The folder of the crate, and what the folder of cargo's layout below it is for.
fn split_at_part(path: &str) -> Option<(&str, CodeRole)> {
    let mut at = 0;
    for folder in path.split('/') {
        let part = match folder {
            "src" => Some(CodeRole::Source),
            "tests" | "benches" => Some(CodeRole::Tests),
            "examples" => Some(CodeRole::Examples),
            _ => None,
        };
        // Not at the beginning: a folder `src` or `tests` at the root of the workspace is of no crate.
        if let Some(part) = part.filter(|_| at > 0) {
            return Some((&path[..at - 1], part));
        }
        at += folder.len() + 1;
    }
    None
}

const TESTS: &str = "#[cfg(test)]";

/// The lines of modules behind `#[cfg(test)]`, by their indentation: rustfmt sets the closing brace below the first word.
fn test_modules(code: &str) -> Vec<RangeInclusive<usize>> {
    let mut found = Vec::new();
    let mut lines = (1..).zip(code.lines()).peekable();
    while let Some((first, line)) = lines.next() {
        let opens = |next: &str| next.trim_start().starts_with("mod ") && next.ends_with('{');
        let is_module = lines.peek().is_some_and(|(_, next)| opens(next));
        if line.trim() != TESTS || !is_module {
            continue;
        }
        let close = format!("{}}}", line.trim_end_matches(TESTS));
        let last = lines.by_ref().find(|(_, line)| *line == close);
        found.push(first..=last.map_or(usize::MAX, |(last, _)| last));
    }
    found
}
