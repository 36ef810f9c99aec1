//! Props: their files, read to what is shown; what is asked of them; where they are; and how an export takes them along.

pub mod baked;
pub mod command;
pub mod dialog;
pub mod exported;
pub mod hand;
pub mod model;
pub mod placed;
pub mod prop_file;
