//! Pictures to work from: the dialog that opens them, and how they are shown.

pub mod options;
pub mod picture_dialog;
