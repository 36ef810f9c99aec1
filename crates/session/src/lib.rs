//! Everything of a character editor but the window: document and undo, settings, presets and projects, commands and
//! their application, tools, painting, comparison, background work.
//!
//! A panel or a key sends a [`commands::command::Command`]; only [`apply::apply`] changes document and session; workers
//! in [`jobs`] follow the document and send results as commands. Nothing here depends on a window library or a graphics
//! device, so everything is tested without them.

#![forbid(unsafe_code)]

pub mod apply;
pub mod commands;
pub mod document;
pub mod engine;
pub mod file_dialogs;
pub mod files;
pub mod jobs;
pub mod judging;
pub mod mode;
pub mod notices;
pub mod painting;
pub mod session;
pub mod text;
pub mod timeline;
pub mod tools;
pub mod weighting;
