//! Posing by fields, limbs, slider and clipboard.

pub(crate) mod actions;
mod apply;
mod by_hand;
mod clipboard;
mod limb;
pub mod pose_edit;
mod pose_slider;
pub(crate) mod posing_actions;
