//! Everything of a character editor but the window: document and undo, settings, the state of each
//! feature and what its commands do, background work, and the engine that takes them on frame by frame.
//!
//! A panel or a key sends a [`commands::command::Command`]; only [`features::apply`] changes document and session; workers
//! in [`features`] follow the document and send results as commands. Nothing here depends on a window library or a graphics
//! device, so everything is tested without them.

#![forbid(unsafe_code)]

pub mod commands;
pub mod document;
pub mod engine;
pub mod features;
pub mod files;
pub mod mode;
pub mod notices;
pub mod session;
pub mod settings;
pub mod shown;
pub mod state;
pub mod tasks;
pub mod text;
