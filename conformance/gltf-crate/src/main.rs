//! Poses and skins files read by the `gltf` crate, by a plain loop in f64, and compares with what was expected.
//!
//! - `conformance-gltf-crate suite FOLDER RESULTS`: the cases of the suite; the form of both is in its README.
//! - `conformance-gltf-crate files FOLDER`: files that `client_files` wrote; its `index.json` says where their vertices are.

mod files;
mod matrix;
mod posed;
mod suite;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What a runner names itself.
const CLIENT: &str = "gltf crate";
const VERSION: &str = "1.4.1";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["suite", folder, results] => suite::run(Path::new(folder), Path::new(results)),
        ["files", folder] => files::run(Path::new(folder)),
        _ => {
            eprintln!("usage: conformance-gltf-crate suite FOLDER RESULTS | files FOLDER");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
