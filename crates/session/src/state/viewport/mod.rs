//! The pointer in the panes, and cameras of the file that they look through.

pub mod look_through;
pub mod pointing;
