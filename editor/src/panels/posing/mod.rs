//! Posing by numbers, test poses, and what is keyed.

pub mod joint_fields;
pub mod key_menu;
pub mod morph_fields;
pub mod motion_options;
pub mod paste_amount;
pub mod pose_dialog;
pub mod pose_strip;
mod test_pose_button;
mod test_pose_groups;
mod test_pose_list;
