//! Posing by fields, limbs, slider and clipboard.

pub(crate) mod actions;
mod apply;
mod by_hand;
mod clipboard;
mod driven;
mod limb;
mod limits;
pub(crate) mod limits_actions;
pub(crate) mod pin_actions;
mod pins;
pub mod pose_edit;
mod pose_slider;
pub(crate) mod posing_actions;
