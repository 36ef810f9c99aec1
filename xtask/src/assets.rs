//! `cargo xtask assets`: starts the crate `generator`, which makes the built-in characters.

use std::path::Path;

use crate::report::Failure;
use crate::torture::cargo;

/// Runs the generator with these words on the workspace at `root`.
pub fn run(root: &Path, words: &[&str]) -> Vec<Failure> {
    let generator = ["run", "--quiet", "--package", "generator", "--"];
    let run = cargo(root, &[&generator, words].concat());
    run.err().into_iter().collect()
}
