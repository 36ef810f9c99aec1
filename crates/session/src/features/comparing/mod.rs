//! Panes and their comparison.

pub(crate) mod actions;
mod apply;
