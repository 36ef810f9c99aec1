//! What tests of several parts of the editor share: characters made for them, folders of data, the graphics device.

pub(crate) mod clothes;
mod device;
pub(crate) mod disk;
pub(crate) mod gltf;
pub(crate) mod tube;
pub(crate) mod work;

pub(crate) use device::has_device;

use std::io::Write as _;
use std::path::PathBuf;

/// Past the harness, which hides what a passing test prints.
pub(crate) fn say(text: &str) {
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{text}").unwrap();
}

/// The folder of valid and hostile files: the one that `DUALSKIN_SYNTHETIC` names, or else the one of this repository.
pub(crate) fn synthetic_folder() -> PathBuf {
    let named = std::env::var_os("DUALSKIN_SYNTHETIC").filter(|name| !name.is_empty());
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/synthetic");
    named.map_or_else(|| PathBuf::from(here), PathBuf::from)
}

/// All files of it that can be opened, by name.
pub(crate) fn valid_files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(synthetic_folder().join("valid")).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| {
        let kind = file.extension();
        kind.is_some_and(|kind| kind == "glb" || kind == "gltf")
    });
    files.sort();
    files
}
