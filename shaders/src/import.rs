//! `#import` replaces a line by the text of an include, `#each_method` repeats lines for every skinning method. There is no other
//! preprocessing.

use std::fmt;

use crate::{METHODS, Resolved, Sources};

/// An `#import` line with an unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// The file that contains the line.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// The name behind `#import`, which no include has.
    pub import: String,
    /// The names of all includes.
    pub includes: Vec<String>,
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, .. } = self;
        write!(
            f,
            "{file} line {line}: `#import {}` names no include; there are {}",
            self.import,
            self.includes.join(", ")
        )
    }
}

impl std::error::Error for ImportError {}

/// Replaces each line `#import NAME` of `text` by the built-in include of that name, recursively.
///
/// An include is inserted once, at its first import, so that includes may share includes and cycles end. Only lines
/// that begin with `#import`, after blanks, count; `file` is for messages. [`Sources::resolve`] does the same with
/// other texts, and records the origin of each line.
///
/// Lines from `#each_method` to `#end`, or to the end of the file, stand once for each of [`METHODS`], with its names in the place of
/// `METHOD` and `BLEND`. An import among them is a line as any other.
///
/// # Errors
///
/// The first import with an unknown name.
pub fn resolve(file: &str, text: &str) -> Result<String, ImportError> {
    Ok(resolve_with(&Sources::built_in(), file, text)?.text)
}

pub(crate) fn resolve_with(
    sources: &Sources,
    file: &str,
    text: &str,
) -> Result<Resolved, ImportError> {
    let mut resolved = Resolved::default();
    append(sources, (file, text), &mut Vec::new(), &mut resolved)?;
    Ok(resolved)
}

/// `entered` are the paths of the includes inserted so far.
fn append<'a>(
    sources: &'a Sources,
    (file, text): (&str, &str),
    entered: &mut Vec<&'a str>,
    out: &mut Resolved,
) -> Result<(), ImportError> {
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if line.trim() == "#each_method" {
            let repeated: Vec<_> = lines
                .by_ref()
                .take_while(|(line, _)| line.trim() != "#end")
                .collect();
            push_for_each_method(out, file, &repeated);
            continue;
        }
        let Some(import) = line.trim_start().strip_prefix("#import") else {
            out.push(file, number, line);
            continue;
        };
        let (path, text) = sources.include(import.trim()).ok_or_else(|| ImportError {
            file: file.to_owned(),
            line: number,
            import: import.trim().to_owned(),
            includes: sources.includes().map(str::to_owned).collect(),
        })?;
        // Entered before its own imports are followed: that ends cycles.
        if !entered.contains(&path) {
            entered.push(path);
            append(sources, (path, text), entered, out)?;
        }
    }
    Ok(())
}

fn push_for_each_method(out: &mut Resolved, file: &str, repeated: &[(&str, usize)]) {
    for method in METHODS {
        for (line, number) in repeated {
            let line = line
                .replace("METHOD", method.entry_point)
                .replace("BLEND", method.blend);
            out.push(file, *number, &line);
        }
    }
}
