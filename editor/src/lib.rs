//! Dualskin: the editor and its headless commands.
#![forbid(unsafe_code)]

pub mod render;
