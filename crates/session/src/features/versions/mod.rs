//! Versions of the weights in panes.

pub(crate) mod actions;
mod apply;
mod files;
