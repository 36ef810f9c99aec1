//! Bone maps: which joints are which bones, found by names and shape, corrected by hand, kept as text.

pub(crate) mod bone_map;
mod by_name;
mod by_shape;
pub(crate) mod convention;
pub(crate) mod fault;
mod fingers;
mod quadruped;
pub(crate) mod slot;
mod tail;
pub(crate) mod text;
pub(crate) mod tree;
mod trunk;
mod words;
