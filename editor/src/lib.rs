//! Dualskin: the editor and its headless commands.
#![forbid(unsafe_code)]

pub mod app;
pub mod cli;
pub mod dock;
pub mod panels;
pub mod panes;
pub mod sheet;
pub mod theme;
pub mod viewport;
pub mod window_keys;
