//! What every feature with files needs: built-in characters, the working folder, changes on disk.
//!
//! Formats are in `state/`, by feature.

pub mod builtin;
pub mod listing;
pub mod watch;
pub mod working_folder;
