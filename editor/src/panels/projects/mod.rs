//! Projects and files: what to begin with, what to recover, and questions about saving.

pub mod project_dialogs;
pub mod recovery_card;
pub mod thumbnails;
pub mod welcome;
