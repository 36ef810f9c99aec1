//! The pose library: poses applied, saved and followed.

pub(crate) mod actions;
mod apply;
mod clip_from_poses;
mod follow;
