//! `#import`: the whole of our preprocessor.

use std::fmt;

use crate::{INCLUDES, Shader};

/// An `#import` line that names no include.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// The file in which the line stands.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// The name it asks for.
    pub import: String,
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, import } = self;
        let names: Vec<&str> = INCLUDES.iter().map(|include| include.name).collect();
        write!(
            f,
            "{file}.wgsl line {line}: `#import {import}` names no include; there are {}",
            names.join(", ")
        )
    }
}

impl std::error::Error for ImportError {}

/// Replaces each line `#import NAME` of `text` by the include of that name, and so on within includes.
///
/// An include enters once, at its first import, so that includes may share includes and a cycle ends. Only a line that
/// begins with `#import` counts (after blanks); `name` is for messages.
///
/// # Errors
///
/// The first import that names no include.
pub fn resolve(name: &str, text: &str) -> Result<String, ImportError> {
    let mut resolved = String::with_capacity(2 * text.len());
    append(name, text, &mut Vec::new(), &mut resolved)?;
    Ok(resolved)
}

fn append(
    name: &str,
    text: &str,
    entered: &mut Vec<&'static str>,
    out: &mut String,
) -> Result<(), ImportError> {
    for (index, line) in text.lines().enumerate() {
        let Some(import) = line.trim_start().strip_prefix("#import") else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        let include = find(import.trim()).ok_or_else(|| ImportError {
            file: name.to_owned(),
            line: index + 1,
            import: import.trim().to_owned(),
        })?;
        if !entered.contains(&include.name) {
            entered.push(include.name);
            append(include.name, include.text, entered, out)?;
        }
    }
    Ok(())
}

fn find(name: &str) -> Option<&'static Shader> {
    INCLUDES.iter().find(|include| include.name == name)
}
