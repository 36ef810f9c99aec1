//! Layers of weights changed.

pub(crate) mod actions;
mod apply;
mod folding;
