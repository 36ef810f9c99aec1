//! Opening characters: by what the user names, and what is asked of whoever opens them.

pub mod hidden_files;
pub mod load;
pub mod open_request;
pub mod reread;

/// The endings of files that can be opened as a character or a motion, without their dots; a project has its own.
#[must_use]
pub fn endings() -> Vec<&'static str> {
    let others = formats::Format::ALL.iter().map(|format| format.ending());
    ["glb", "gltf", "vrm", "vrma"]
        .into_iter()
        .chain(others)
        .collect()
}
