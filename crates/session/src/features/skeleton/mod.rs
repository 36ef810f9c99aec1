//! The skeleton edited: joints, rest frames, partners, names.

pub(crate) mod actions;
pub(crate) mod apply;
pub mod figure_planes;
pub(crate) mod joint_actions;
mod joints;
mod new_joint;
mod partners;
mod rest;
pub mod skeleton_reading;
mod skeleton_tools;
pub mod twist_joints;
