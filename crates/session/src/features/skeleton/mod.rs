//! The skeleton edited: joints, rest frames, partners, names.

pub(crate) mod actions;
pub(crate) mod apply;
pub mod face_joints;
pub mod figure_planes;
pub mod helper_actions;
pub mod helper_joints;
pub mod hinge_helpers;
pub mod hinges;
pub(crate) mod joint_actions;
mod joints;
mod new_joint;
mod partners;
mod rest;
mod roll_axes;
pub mod skeleton_reading;
mod skeleton_tools;
pub mod twist_joints;
