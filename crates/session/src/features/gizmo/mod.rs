//! Transform tools.

pub(crate) mod actions;
mod apply;
