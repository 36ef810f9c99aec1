//! Files in and out, projects, recovery, settings.

mod bake;
mod crash;
mod export;
mod failed_jobs;
mod files;
#[cfg(target_os = "linux")]
mod hostile;
mod learn;
mod memory;
mod opening;
mod picture;
mod project;
mod recovery;
mod reload;
mod save_path;
mod settings;
mod share;
