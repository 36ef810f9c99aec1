//! Motion of another file brought to the open character.

pub(crate) mod actions;
mod apply;
mod map_files;
pub mod map_keeper;
pub mod worker;
