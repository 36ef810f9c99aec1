//! Everything that an editor of characters is, but the window: document and undo, settings, presets and projects, commands
//! and how they are applied, tools, painting, comparison, and the work in the background.
//!
//! The way of a command: a panel or a key sends a [`commands::command::Command`]; [`apply::apply`] alone changes document
//! and session; workers in [`jobs`] follow the document and send what they find as commands. No window library and no
//! graphics device is named here, so all of it is tested without either.

#![forbid(unsafe_code)]

pub mod apply;
pub mod commands;
pub mod document;
pub mod files;
pub mod jobs;
pub mod mode;
pub mod notices;
pub mod painting;
pub mod session;
pub mod text;
pub mod tools;
pub mod weighting;
