//! Dialogs for what is written: characters, baked characters, pictures, pages.

pub mod bake_dialog;
pub mod export_dialog;
pub mod picture_dialog;
pub mod share_dialog;
