//! The clip library.

pub(crate) mod actions;
mod apply;
pub mod worker;
