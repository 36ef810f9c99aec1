//! Posing: limbs that are dragged, the pose slider, copied poses.

pub mod command;
pub mod driven;
pub mod found_limits;
pub mod joint_limits;
pub mod limb;
pub mod limits_by_name;
pub mod pins;
pub mod pose_clipboard;
pub mod pose_slider;
