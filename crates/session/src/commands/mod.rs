//! What can be asked for: actions with their rows, keys and reasons why not, commands, and what panels may read.
//! Carrying them out is `apply`.

pub mod action_state;
pub mod actions;
pub mod command;
pub mod compare_command;
pub mod external_state;
pub mod keymap;
pub mod keys;
pub mod pose_command;
pub mod project_command;
pub mod view;
pub mod weight_command;
