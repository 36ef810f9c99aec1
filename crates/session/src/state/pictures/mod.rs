//! Pictures of the panes: their dialog.

pub mod dialog;
