//! Versions of the weights from other files.

pub mod dialog;
pub mod version_file;
