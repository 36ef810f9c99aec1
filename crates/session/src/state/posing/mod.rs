//! Posing: limbs that are dragged, the pose slider, copied poses.

pub mod command;
pub mod limb;
pub mod pose_clipboard;
pub mod pose_slider;
