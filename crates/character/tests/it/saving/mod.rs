//! What is written: characters of our own, and opened ones that were edited, as files that other programs read.

mod constraints;
mod edited_file;
mod other_scenes;
mod props;
mod save;
mod save_chain;
pub(crate) mod save_clips;
mod save_edited;
mod save_options;
mod save_rules;
mod shear_keys;
mod side_numbers;
mod side_pictures;
mod skin_method;
mod write;
