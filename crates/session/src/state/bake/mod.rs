//! Baking: dialog, order and report.

pub mod baking;
pub mod dialog;
