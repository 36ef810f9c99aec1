//! Parameters that are several things in one tuple, which a reader has to look up one by one.

use crate::functions::find_functions;
use crate::place::{CodeRole, parts_of};
use crate::report::Failure;
use crate::source::SourceFile;

/// Functions in `src` that still have such a parameter. The number may only fall.
const TUPLES: usize = 107;

/// No more functions than now have a tuple with a reference as a parameter: each thing is one of its own, or a named struct holds them.
pub fn check_tuple_parameters(files: &[SourceFile]) -> Vec<Failure> {
    check_tuple_parameters_beyond(files, TUPLES)
}

/// The same with another number.
pub fn check_tuple_parameters_beyond(files: &[SourceFile], most: usize) -> Vec<Failure> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.has_extension("rs")) {
        let place = parts_of(file);
        let functions = find_functions(file).into_iter();
        let here =
            functions.filter(|one| one.tuples() > 0 && place.part(one.line) == CodeRole::Source);
        found.extend(here.map(|one| format!("{}:{} {}", file.path, one.line, one.name)));
    }
    if found.len() <= most {
        return Vec::new();
    }
    let message = format!(
        "{} functions have a tuple of references as a parameter, at most {most} may: make each thing a parameter, or name a struct\n  {}",
        found.len(),
        found.join("\n  ")
    );
    vec![Failure::of_file("src", message)]
}
