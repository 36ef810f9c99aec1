//! Export of the character: options, dialog, writing.

pub mod constraints;
pub mod dialog;
pub mod options;
pub mod written;
