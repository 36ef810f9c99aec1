//! Props: what is done with them, and the worker that reads their files.

pub(in crate::features) mod actions;
mod apply;
mod holding;
pub mod worker;
