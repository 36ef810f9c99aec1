//! The skeleton edited: joints, rest frames, partners, names.

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod joint_actions;
mod joints;
mod mirror_plane;
mod new_joint;
mod partners;
mod rest;
pub mod skeleton_reading;
mod skeleton_tools;
