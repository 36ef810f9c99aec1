//! Props: the window that lists them, and the dialog for a new one.

mod holding;
pub mod list;
mod place;
pub mod prop_dialog;
