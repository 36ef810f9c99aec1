//! Skeletons as edited: the draft, the rest of it, and the way of poses, binds and clips onto the new one.

pub(crate) mod draft;
pub(crate) mod edit_error;
pub(crate) mod orient;
mod rebase;
pub(crate) mod remapped_bind;
pub(crate) mod rigid_rest;
pub(crate) mod skeleton_remap;
mod taken_rest;
mod turned_rest;
