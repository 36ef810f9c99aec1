//! Projects, settings, key maps and exported files.

mod document;
mod export;
#[cfg(target_os = "linux")]
mod hostile_files;
pub(crate) mod keymaps;
mod keymaps_timeline;
mod new_export;
mod new_export_speed;
mod picture;
mod project;
mod save_path;
mod settings;
mod settings_background;
mod unit_names;
