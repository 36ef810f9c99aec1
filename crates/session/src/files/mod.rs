//! Everything that is read from or written to disk beside the character itself.
//!
//! That is projects, presets and the folder of them, settings, layouts, weight files, exports. Threads that do so are in
//! `jobs`, dialogs in the window.

pub mod baking;
pub mod builtin;
pub mod export;
pub mod export_options;
pub mod hidden_files;
pub mod load;
pub mod marker_file;
pub mod open_request;
pub mod pose_library;
pub mod presets;
pub mod project;
pub mod project_open;
pub mod settings;
pub mod strip;
pub mod version_file;
pub mod weight_files;
pub mod window_layout;
pub mod working_folder;
