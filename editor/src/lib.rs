//! Dualskin: the editor and its headless commands.
#![forbid(unsafe_code)]

pub mod render;
pub mod builtin;
pub mod load;
pub mod deform;
pub mod compare;
