//! Commands that change a character, and write it as a file for this or other programs.

pub mod bake;
pub mod bind;
pub mod clips;
pub mod convert;
pub mod export;
pub mod fit;
mod hand_pairs;
mod joint_list;
mod remedies;
pub mod retarget;
pub mod rigging;
pub mod several;
pub mod skeleton;
pub mod transfer;
mod unbind;
pub mod weights;
