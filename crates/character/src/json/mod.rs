//! The JSON part of a file: its text as a tree, and values with their places in it.

pub(crate) mod pointer;
pub(crate) mod text;
pub(crate) mod tree;
pub(crate) mod value;
