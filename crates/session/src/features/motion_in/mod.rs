//! Motion of another file brought to the open character.

pub(crate) mod actions;
mod apply;
pub mod map_keeper;
pub mod worker;
