//! The report of `cargo xtask tidy --report`, figure by figure.

mod figures;
mod repeats;
mod report;

use xtask::SourceFile;
use xtask::survey::Survey;

/// The survey of files given by path and text.
fn survey(files: &[(&str, &str)]) -> Survey {
    let files: Vec<SourceFile> = files
        .iter()
        .map(|(path, text)| SourceFile::new(*path, *text))
        .collect();
    Survey::of(&files).unwrap()
}

/// The survey of a source file with that text.
fn survey_of(text: &str) -> Survey {
    survey(&[("crates/a/src/b.rs", text)])
}
