//! Clips played, and poses of other times: onion skins and motion trails.

pub(crate) mod actions;
mod apply;
pub mod motion;
pub(crate) mod motion_actions;
mod trail_drag;
