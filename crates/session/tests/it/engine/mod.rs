//! The whole editor without its window: what it does frame by frame, on files, with the work in the background done.

mod animating;
mod comparing;
mod disks;
mod driven;
mod files;
mod judging;
mod learn;
mod painter;
mod painting;
mod posing;
mod projects;
mod recovery;
mod skeleton;
mod weights;

use std::path::{Path, PathBuf};

use driven::Driven;

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn write(path: &Path, text: &str) {
    whole_file::write_whole(path, text.as_bytes()).unwrap();
}

/// The files of unsaved work in a folder of settings.
fn kept(settings: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(settings.join("recovery")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "ron"))
        .collect()
}
