//! The selection of joints; undo and redo.

pub(crate) mod actions;
mod apply;
