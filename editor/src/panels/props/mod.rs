//! Props: the window that lists them, and the dialog for a new one.

pub mod list;
mod place;
pub mod prop_dialog;
