//! Motion of another file brought to the open character.

pub(crate) mod actions;
mod apply;
pub mod worker;
