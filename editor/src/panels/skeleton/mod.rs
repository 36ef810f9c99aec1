//! The skeleton: its tree, names and axes of joints, ready skeletons.

pub mod fitting;
mod guesses;
mod helper_dialog;
pub mod joint_dialogs;
pub mod joint_names;
pub mod joint_tree;
pub mod mirror_names;
pub(crate) mod skeleton_bar;
