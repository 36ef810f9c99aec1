//! Pictures, pages and shaders by command.

pub(crate) mod gpu;
mod moving;
mod names;
mod render;
mod saved_pictures;
mod share;
