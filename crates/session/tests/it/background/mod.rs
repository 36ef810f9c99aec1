//! Work off the window's thread: each kind of its death, and what comes late.

mod dialogs;
pub(crate) mod jobs;
mod jobs_of_meshes;
mod threads;
