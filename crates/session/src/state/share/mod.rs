//! The comparison as a web page: its dialog.

pub mod dialog;
