//! Dialogs that ask for a file to write or to read, with options, and the jobs that they begin in the background.
//!
//! `dialog.rs` is what all share, `list.rs` names all, and each has a file: what it asks besides the path, the path that it
//! offers, what its worker needs and does, and its words. Intents and results are carried out in `features/file_dialogs/apply.rs`.

pub mod dialog;
pub mod list;
