//! Export of the character: options, dialog, writing.

pub mod dialog;
pub mod options;
pub mod written;
