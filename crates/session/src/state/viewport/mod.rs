//! The pointer in the panes.

pub mod pointing;
