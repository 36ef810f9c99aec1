//! Commands that change a character, and write it as a file for this or other programs.

pub mod advise;
pub mod bake;
pub mod bind;
pub mod clip_changes;
pub mod clips;
pub mod convert;
mod document_change;
pub mod export;
pub mod fit;
mod hand_pairs;
pub mod helper_joints;
pub mod joint_limits;
mod joint_list;
mod remedies;
pub mod retarget;
pub mod rigging;
pub mod skeleton;
pub mod skeleton_changes;
pub mod skeleton_names;
pub mod transfer;
mod unbind;
pub mod weights;
